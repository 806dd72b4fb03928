import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRecogniser } from '#pdf/ocr.ts'
import { createEngine } from '#pdf/pool.ts'
import type { PageFacts } from '#pdf/page-words.ts'
import { sourceOf } from '#pdf/source.ts'
import type { Exception } from '#contract/massive/preview.ts'
import { needsRecognition, type PageReading, readPage } from '../../server/areas/massive/receipts/page.ts'
import { indexPeople } from '../../server/areas/massive/receipts/people.ts'
import { receiptsOf } from '../../server/areas/massive/receipts/receipts.ts'
import { readWholeFile } from '../../server/areas/massive/receipts/whole-file.ts'
import type { ReadReceipt, ReadingRules } from '../../server/areas/massive/receipts/types.ts'
import { noScore, scoreFile } from '../corpus/score.ts'
import type { Score, TruthFile } from '../corpus/score.ts'

export interface CorpusRead {
  score: Score
  kinds: Map<'listo' | Exception, number>
  seconds: number
  pages: number
  receipts: Map<string, ReadReceipt[]>
}

/**
 * Reads a set of the payroll files with traps with the product's engine and reader; null where the set is missing.
 * `alone`: each receipt as a separate file, as in a zip, where no other page shows which words repeat on every page.
 */
export async function readCorpus(
  set: '.' | 'second' | 'third' | 'fourth' | 'fifth',
  { recognise, only, alone = false }: { recognise: boolean; only?: readonly string[]; alone?: boolean },
): Promise<CorpusRead | null> {
  const folder = join(import.meta.dirname, '../corpus', set)
  if (!existsSync(join(folder, 'truth.json'))) return null
  const truth = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as { files: TruthFile[] }
  const engine = createEngine({ threads: 2, deadlineMs: 120_000 })
  const found: CorpusRead = { score: noScore(), kinds: new Map(), seconds: 0, pages: 0, receipts: new Map() }
  const recogniser = createRecogniser(engine)
  const begun = performance.now()
  try {
    for (const file of truth.files) {
      if (only && !only.includes(file.file)) continue
      const source = sourceOf(readFileSync(join(folder, 'pdf', file.file)))
      const read = await engine.readPages(source, 0, file.pages.length)
      if (!read.ok) throw new Error(`${file.file}: ${read.fault} ${read.detail}`)
      const people = indexPeople(file.people)
      const rules: ReadingRules = {
        country: file.country,
        employerIds: new Set(file.employerIds),
        capture: 'first_page',
        period: file.period,
      }
      const pages: PageFacts[] = []
      for (const [at, page] of read.pages.entries()) {
        const seen = recognise && needsRecognition(page) ? await recogniser.recognise(source, at, page) : page
        pages.push('ok' in seen ? page : seen)
      }
      const readings = pages.map((page) => readPage(page, people, rules))
      const receipts = alone
        ? receiptsAlone(file).map((own) => ({
            ...readWholeFile(
              own.map((at) => readings[at] as PageReading),
              'recibo.pdf',
              people,
              rules,
            ),
            pages: own,
          }))
        : receiptsOf(readings, people, rules)
      scoreFile(found.score, file, receipts)
      for (const { found: kind } of receipts) found.kinds.set(kind, (found.kinds.get(kind) ?? 0) + 1)
      found.pages += pages.length
      found.receipts.set(file.file, receipts)
    }
  } finally {
    await recogniser.close()
    await engine.close()
  }
  found.seconds = (performance.now() - begun) / 1000
  return found
}

/** The pages of each receipt that shares none. */
function receiptsAlone({ receipts, pages }: TruthFile): number[][] {
  return receipts
    .map((receipt) => receipt.pages)
    .filter((own) => own.every((at) => pages[at]?.receipts.length === 1))
}
