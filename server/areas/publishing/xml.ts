import { SaxesParser } from 'saxes'
import { refuse } from '#server/shared/errors.ts'
import { idsIn } from '#server/shared/text/document-text.ts'

/** The owner, the month and the amount that an XML contains. */
export interface ReadXml {
  /** Tax id of who receives it, where the XML names one as CFDI does; else null. */
  receiver: string | null
  /** First and last day (ISO) of the period paid, where the XML has them. */
  paid: { from: string; to: string } | null
  /** The total amount, as written there. */
  total: string | null
  /** All its texts and values, a line each: where a form that nobody knows may name the person. */
  text: string
  /** The receiver's id; where it names none, everything in it that could be one. */
  numbers: ReadonlySet<string>
}

/** More than any payroll form has, and few enough for whoever reads it next. */
const deepest = 100

/**
 * Reads the XML that goes with a PDF, or refuses it: a document type or entities of its own (which is what XXE and
 * entity bombs need), an encoding other than UTF-8, and whatever is not well-formed. Nothing is ever fetched or
 * expanded. Names are taken without prefix, as CFDI 3.3 and 4.0 with Nómina 1.2 write them (SAT, Anexo 20).
 */
export function readXml(bytes: Uint8Array): ReadXml {
  const source = decoded(bytes)
  const found: Facts = { receiver: null, paid: null, total: null }
  const texts: string[] = []
  const path: string[] = []
  const parser = new SaxesParser({ xmlns: true })
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding && !/^utf-?8$/i.test(encoding)) refuse('PUBLISH_XML_ENCODING', 'xml')
  })
  parser.on('doctype', () => refuse('PUBLISH_XML_ENTITIES', 'xml'))
  parser.on('error', () =>
    refuse('PUBLISH_XML_NOT_READABLE', 'xml', { linea: parser.line, columna: parser.column }),
  )
  parser.on('text', (text) => texts.push(text.trim()))
  parser.on('cdata', (text) => texts.push(text.trim()))
  parser.on('opentag', ({ local, attributes }) => {
    path.push(local)
    if (path.length > deepest)
      refuse('PUBLISH_XML_NOT_READABLE', 'xml', { linea: parser.line, columna: parser.column })
    const values = new Map(Object.values(attributes).map((one) => [one.local, one.value.trim()]))
    texts.push(...values.values())
    note(found, path.join('/'), values)
  })
  parser.on('closetag', () => void path.pop())
  parser.write(source).close()
  const text = texts.filter(Boolean).join('\n')
  const numbers = found.receiver === null ? idsIn(text) : new Set([found.receiver])
  return { ...found, text, numbers }
}

type Facts = Pick<ReadXml, 'receiver' | 'paid' | 'total'>

function note(found: Facts, path: string, values: ReadonlyMap<string, string>): void {
  if (path === 'Comprobante') found.total = values.get('Total') ?? null
  if (path === 'Comprobante/Receptor') found.receiver = values.get('Rfc')?.toUpperCase() ?? null
  if (path !== 'Comprobante/Complemento/Nomina') return
  const from = values.get('FechaInicialPago')
  const to = values.get('FechaFinalPago')
  if (from && to) found.paid = { from, to }
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return refuse('PUBLISH_XML_ENCODING', 'xml')
  }
}

/** Refuses an XML without its PDF's name, one that the type doesn't take, and none where it needs one. */
export function checkXml(
  type: { has_xml: boolean },
  pdf: { name: string },
  xml: { name: string } | undefined,
): void {
  if (!type.has_xml) {
    if (xml) refuse('PUBLISH_XML_NOT_EXPECTED', 'xml')
    return
  }
  if (!xml) return refuse('PUBLISH_XML_REQUIRED', 'xml')
  if (baseOf(xml.name) !== baseOf(pdf.name))
    refuse('PUBLISH_XML_NAME_DIFFERS', 'xml', { xml: xml.name, pdf: pdf.name })
}

function baseOf(name: string): string {
  return name
    .replace(/\.[^.]*$/, '')
    .normalize('NFC')
    .toLowerCase()
}
