import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { factsOfPages } from '#pdf/page-words.ts'
import { sourceOf } from '#pdf/source.ts'
import { splitPdf } from '#pdf/split.ts'
import { hiddenPeople } from '#pdf/testing/contents.ts'
import type { TruthFile } from '../corpus/score.ts'

/** The sets of payroll files with traps. */
export const sets = ['.', 'second', 'third', 'fourth', 'fifth'] as const

export interface Found {
  file: string
  /** From 0. */
  pages: readonly number[]
  text: string
}

export interface Searched {
  documents: number
  /** Searches of one person's id or name in one document. */
  searches: number
  /** Ids and names of others that a document contains although its own pages don't show them. */
  found: Found[]
  /** Halves of pages that were cut, and those of them that became a picture although they had text. */
  halves: number
  pictures: number
}

/** Splits the receipts of payroll files, and searches each document for everybody of the file's roster who isn't an owner of its pages. */
export async function searchCorpus(
  set: (typeof sets)[number],
  { only, halves = false }: { only?: readonly string[]; halves?: boolean } = {},
): Promise<Searched> {
  const folder = join(import.meta.dirname, '../corpus', set)
  const all: Searched = { documents: 0, searches: 0, found: [], halves: 0, pictures: 0 }
  if (!existsSync(join(folder, 'truth.json'))) return all
  const truth = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as { files: TruthFile[] }
  for (const file of truth.files) {
    if (only && !only.includes(file.file)) continue
    const source = sourceOf(readFileSync(join(folder, 'pdf', file.file)))
    const { pages } = await factsOfPages(source, 0, file.pages.length)
    const texts = pages.map(({ lines }) => lines.join('\n'))
    const parts = file.receipts.map((receipt) => receipt.pages)
    for (const [at, pdf] of (await splitPdf(source, parts)).entries()) {
      const own = parts[at] ?? []
      await search(all, file, own, pdf, own.map((page) => texts[page] ?? '').join('\n'))
    }
    if (halves) await searchHalves(all, file, source.bytes, texts)
  }
  return all
}

/** Cuts every page in halves: each half may have the text of its own half alone. */
async function searchHalves(
  all: Searched,
  file: TruthFile,
  bytes: Uint8Array,
  texts: readonly string[],
): Promise<void> {
  const source = { ...sourceOf(bytes), change: { rotate: 0 as const, cut: null, halves: true } }
  for (const [at, text] of texts.entries()) {
    const { pages } = await factsOfPages(source, at * 2, 2)
    for (const [half, pdf] of (await splitPdf(source, [[at * 2], [at * 2 + 1]])).entries()) {
      all.halves++
      const page = pages[half]
      if (text.trim() !== '' && page?.characters === 0 && page.pictures) all.pictures++
      await search(all, file, [at], pdf, page?.lines.join('\n') ?? '')
    }
  }
}

async function search(
  all: Searched,
  file: TruthFile,
  pages: readonly number[],
  pdf: Uint8Array,
  shown: string,
): Promise<void> {
  const owners = new Set(
    pages.flatMap((page) => file.pages[page]?.receipts.map((at) => file.receipts[at]?.person) ?? []),
  )
  const others = file.people.filter(({ id }) => !owners.has(id))
  const { found, searches } = await hiddenPeople(pdf, shown, others)
  all.documents++
  all.searches += searches
  for (const text of found) all.found.push({ file: file.file, pages, text })
}
