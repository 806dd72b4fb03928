import { availableParallelism } from 'node:os'
import type { Source } from '#pdf/source.ts'
import { createRecogniser, type Recogniser } from '#pdf/ocr.ts'
import type { Services } from '#server/shared/services.ts'
import type { UnreadPage } from '../receipts/worker.ts'

/** A processor is left to whoever waits for a page; each thread holds some 200 MB. */
const threads = Math.max(1, Math.min(4, availableParallelism() - 1))

/** One recogniser for each engine. */
const held = new WeakMap<Services['engine'], Recogniser>()

/**
 * Recognises pages from their pictures; `from` is the place in the source from which they are counted. A page that
 * can't be recognised stays as it is.
 */
export async function recognisePages(
  { engine, log }: Pick<Services, 'engine' | 'log'>,
  source: Source,
  from: number,
  pages: readonly UnreadPage[],
): Promise<UnreadPage[]> {
  const recognise = async ({ at, page }: UnreadPage) => {
    const recogniser = held.get(engine) ?? createRecogniser(engine, { threads })
    held.set(engine, recogniser)
    const seen = await recogniser.recognise(source, from + at, page)
    if ('ok' in seen) log.info({ fault: seen.fault, detail: seen.detail }, 'a page could not be recognised')
    return { at, page: 'ok' in seen ? page : seen }
  }
  // No more than are recognised at a time: others' pages come in between.
  const found = [...pages]
  const waiting = pages.entries()
  const work = async () => {
    for (const [n, page] of waiting) found[n] = await recognise(page)
  }
  await Promise.all(Array.from({ length: threads }, work))
  return found
}
