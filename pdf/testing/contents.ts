import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { textOfPages } from '../text.ts'
import { PdfDocument } from '../document.ts'
import { filtersOf, inflate } from '../filters.ts'
import { Name, Ref, Stream } from '../syntax.ts'
import type { Value } from '../syntax.ts'

const most = 64 * 1_048_576

/**
 * Everything that a PDF contains, as text to search: its bytes, every object of its table with the strings decoded and
 * the streams inflated, the strings of drawing instructions, and the text that PDFium and poppler read.
 */
export async function everythingIn(pdf: Uint8Array): Promise<string> {
  const doc = new PdfDocument(pdf)
  const parts = [Buffer.from(pdf).toString('latin1')]
  const add = (value: Value): void => {
    if (value instanceof Uint8Array) parts.push(stringText(value))
    else if (value instanceof Name) parts.push(value.value)
    else if (Array.isArray(value)) for (const item of value) add(item)
    else if (value instanceof Map)
      for (const [key, item] of value) {
        parts.push(key)
        add(item)
      }
    else if (value instanceof Stream) {
      add(value.dict)
      let data = doc.raw(value)
      for (const { name } of filtersOf(value.dict, (one) => doc.get(one)))
        if (name === 'FlateDecode' || name === 'Fl') data = inflate(data, most)
        else break
      const content = Buffer.from(data).toString('latin1')
      parts.push(content)
      parts.push(
        [...content.matchAll(/<([0-9a-fA-F\s]*)>|\(([^()\\]*)\)/g)]
          .map(([, hex, plain]) => plain ?? stringText(Buffer.from(hex?.replace(/\s/g, '') ?? '', 'hex')))
          .join(''),
      )
    }
  }
  add(doc.trailer)
  for (const num of doc.xref.entries.keys()) add(doc.get(new Ref(num, 0)))
  const read = await textOfPages(pdf)
  if (read.ok) parts.push(...read.pages)
  parts.push(popplerText(pdf))
  return parts.join('\n')
}

/** The person whose id and name are searched. */
interface Sought {
  cuil: string
  dni: string
  firstName: string
  lastName: string
}

/**
 * The ids and names of people that a PDF contains anywhere although the text that its pages show, `shown`, does not.
 * `searches` counts what was searched for.
 */
export async function hiddenPeople(
  pdf: Uint8Array,
  shown: string,
  people: readonly Sought[],
): Promise<{ found: string[]; searches: number }> {
  // Columns that touch are read with a space between them or without.
  const [contents, own] = [flat(await everythingIn(pdf)), flat(shown).replaceAll(' ', '')]
  const sought = people.flatMap(writings)
  return {
    found: sought.filter((text) => contents.includes(text) && !own.includes(text.replaceAll(' ', ''))),
    searches: sought.length,
  }
}

/** The ways in which payrolls write a person's id and name. */
function writings({ cuil, dni, firstName, lastName }: Sought): string[] {
  const dashed = cuil.replace(/^(\d{2})(\d{8})(\d)$/, '$1-$2-$3')
  return [cuil, dashed, dni, `${lastName}, ${firstName}`, `${firstName} ${lastName}`]
    .filter((text) => text.length >= 7)
    .map(flat)
}

function flat(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .toUpperCase()
}

function stringText(bytes: Uint8Array): string {
  const utf16 = bytes[0] === 0xfe && bytes[1] === 0xff
  return utf16
    ? Buffer.from(bytes.subarray(2)).swap16().toString('utf16le')
    : Buffer.from(bytes).toString('latin1')
}

function popplerText(pdf: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'contents-'))
  try {
    const file = join(folder, 'file.pdf')
    writeFileSync(file, pdf)
    return execFileSync('pdftotext', ['-raw', file, '-'], { maxBuffer: most }).toString()
  } finally {
    rmSync(folder, { recursive: true })
  }
}
