import type { PageFacts } from '#pdf/page-words.ts'
import type { Source } from '#pdf/source.ts'
import { createRecogniser, type Recogniser } from '#pdf/ocr.ts'
import type { Services } from '../../shared/services.ts'
import { needsRecognition } from './reading/page.ts'

/** One recogniser for each engine: it has one page in its hands at a time. */
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
  const found: PageFacts[] = []
  for (const [at, page] of pages.entries()) {
    if (!needsRecognition(page)) {
      found.push(page)
      continue
    }
    const recogniser = held.get(engine) ?? createRecogniser(engine)
    held.set(engine, recogniser)
    const seen = await recogniser.recognise(source, from + at, page)
    if ('ok' in seen) log.info({ fault: seen.fault, detail: seen.detail }, 'a page could not be recognised')
    found.push('ok' in seen ? page : seen)
  }
  return found
}
