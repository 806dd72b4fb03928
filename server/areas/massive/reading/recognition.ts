import { availableParallelism } from 'node:os'
import type { PageFacts } from '#pdf/page-words.ts'
import type { Source } from '#pdf/source.ts'
import { createRecogniser, type Recogniser } from '#pdf/ocr.ts'
import type { Services } from '#server/shared/services.ts'
import { needsRecognition } from '../receipts/page.ts'

/** A processor is left to whoever waits for a page; each thread holds some 200 MB. */
const threads = Math.max(1, Math.min(4, availableParallelism() - 1))

/** One recogniser for each engine. */
const held = new WeakMap<Services['engine'], Recogniser>()

/**
 * Pages as they are read: those whose text is not what they show are recognised from their pictures, in their order.
 * `from` is the first one's place in the source. A page that can't be recognised stays as it is.
 */
export async function recognised(
  { engine, log }: Pick<Services, 'engine' | 'log'>,
  source: Source,
  from: number,
  pages: readonly PageFacts[],
): Promise<PageFacts[]> {
  const recognise = async (page: PageFacts, at: number) => {
    if (!needsRecognition(page)) return page
    const recogniser = held.get(engine) ?? createRecogniser(engine, { threads })
    held.set(engine, recogniser)
    const seen = await recogniser.recognise(source, from + at, page)
    if ('ok' in seen) log.info({ fault: seen.fault, detail: seen.detail }, 'a page could not be recognised')
    return 'ok' in seen ? page : seen
  }
  // No more than are recognised at a time: others' pages come in between.
  const found = [...pages]
  const waiting = pages.entries()
  const work = async () => {
    for (const [at, page] of waiting) found[at] = await recognise(page, at)
  }
  await Promise.all(Array.from({ length: threads }, work))
  return found
}
