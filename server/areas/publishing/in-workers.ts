import type { Refusal as PdfRefusal } from '#pdf/faults.ts'
import { Refusal, refuse } from '#server/shared/errors.ts'
import type { Services } from '#server/shared/services.ts'
import type { TextFacts, XmlRead } from './worker.ts'
import type { ReadXml } from './xml.ts'

const module = new URL('worker.ts', import.meta.url)

/** Searches a paper's text for its owner and month, and for the total of the XML beside it. */
export function findTextFacts(
  { engine }: Pick<Services, 'engine'>,
  request: { text: string; total: string | null },
): Promise<TextFacts | PdfRefusal> {
  return engine.work({ module, name: 'factsOfText' }, request)
}

/** Reads an XML, or refuses it with `readXml`'s errors; with `PUBLISH_XML_NOT_READABLE` one that takes too long. */
export async function readXmlFile({ engine }: Pick<Services, 'engine'>, bytes: Uint8Array): Promise<ReadXml> {
  const read = await engine.work<XmlRead>({ module, name: 'factsOfXml' }, { bytes })
  if (!read.ok) return refuse('PUBLISH_XML_NOT_READABLE', 'xml', { linea: 1, columna: 1 })
  if ('faults' in read) throw new Refusal(read.faults)
  return read.xml
}
