import { Refusal, type Fault } from '#server/shared/errors.ts'
import { saysAmount } from '#server/shared/text/amounts.ts'
import { idsIn, monthsIn } from '#server/shared/text/document-text.ts'
import { type ReadXml, readXml } from './xml.ts'

/** Tasks of the engine's workers, which search a stranger's text under a deadline. */

/** The owner, the month and the XML's total that a paper's text names. */
export interface TextFacts {
  ok: true
  isEmpty: boolean
  numbers: ReadonlySet<string>
  months: ReadonlySet<string>
  saysTotal: boolean
}

export function factsOfText({ text, total }: { text: string; total: string | null }): TextFacts {
  return {
    ok: true,
    isEmpty: text.trim() === '',
    numbers: idsIn(text),
    months: monthsIn(text),
    saysTotal: total !== null && saysAmount(text, total),
  }
}

export type XmlRead = { ok: true; xml: ReadXml } | { ok: true; faults: readonly [Fault, ...Fault[]] }

export function factsOfXml({ bytes }: { bytes: Uint8Array }): XmlRead {
  try {
    return { ok: true, xml: readXml(bytes) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { ok: true, faults: error.faults }
  }
}
