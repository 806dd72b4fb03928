import { pageMs } from '#pdf/pool.ts'
import type { Refusal } from '#pdf/faults.ts'
import type { Services } from '#server/shared/services.ts'
import type {
  AloneRequest,
  Joined,
  JoinedPages,
  JoinRequest,
  RangeRead,
  RangeRequest,
  ReadAlone,
  TogetherRequest,
  UnreadPage,
  WordsRead,
} from '../receipts/worker.ts'
import type { OfferedWord } from '../receipts/slots/offered.ts'
import { recognisePages } from './recognition.ts'

/** The main thread's side of `receipts/worker.ts`: it asks, and recognises pages between two questions. */

type Reading = Pick<Services, 'engine' | 'log'>

const module = new URL('../receipts/worker.ts', import.meta.url)
/** Extra time for joining a page to its receipt, in milliseconds. */
const joiningMs = 10

/** Reads a range of pages: the bytes that {@link joinPages} takes. */
export async function readRange(
  services: Reading,
  request: RangeRequest,
): Promise<{ ok: true; readings: Uint8Array } | Refusal> {
  const ask = (seen?: readonly UnreadPage[]) =>
    services.engine.work<RangeRead>(
      { module, name: 'readRange' },
      { ...request, seen },
      pageMs * request.count,
    )
  const first = await ask()
  if (!first.ok || 'readings' in first) return first
  const second = await ask(await recognisePages(services, request.source, request.from, first.unread))
  if (second.ok && 'unread' in second) throw new Error('a page is unread after its recognition')
  return second
}

/** Joins the pages of a whole file to receipts, in batches of serialised ones. */
export function joinPages({ engine }: Reading, request: JoinRequest, pages: number) {
  return engine.work<JoinedPages>({ module, name: 'joinPages' }, request, joiningMs * pages)
}

/** Reads documents that came together once more, by what all of them teach. */
export function joinDocuments({ engine }: Reading, request: TogetherRequest, pages: number) {
  return engine.work<Joined>({ module, name: 'joinDocuments' }, request, joiningMs * pages)
}

/** Reads a file that is one document. `recognise` false: its text is taken as it is. */
export async function readAlone(
  services: Reading,
  request: Omit<AloneRequest, 'seen'>,
  { recognise }: { recognise: boolean },
): Promise<ReadAlone | Refusal> {
  const ask = (seen?: readonly UnreadPage[]) =>
    services.engine.work<ReadAlone | { ok: true; unread: UnreadPage[] }>(
      { module, name: 'readAlone' },
      { ...request, seen },
      pageMs * request.count,
    )
  const first = await ask(recognise ? undefined : [])
  if (!first.ok || 'receipt' in first) return first
  const second = await ask(await recognisePages(services, request.source, 0, first.unread))
  if (second.ok && 'unread' in second) throw new Error('a page is unread after its recognition')
  return second
}

/** The words of one page that a person may point at. `from` is the page, from 0. */
export async function readWords(
  services: Reading,
  request: Omit<RangeRequest, 'count' | 'seen'>,
): Promise<{ ok: true; words: OfferedWord[] } | Refusal> {
  const ask = (seen?: readonly UnreadPage[]) =>
    services.engine.work<WordsRead>({ module, name: 'readWords' }, { ...request, count: 1, seen }, pageMs)
  const first = await ask()
  if (!first.ok || 'words' in first) return first
  const second = await ask(await recognisePages(services, request.source, request.from, first.unread))
  if (second.ok && 'unread' in second) throw new Error('a page is unread after its recognition')
  return second
}
