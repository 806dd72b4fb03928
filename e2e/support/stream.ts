import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Publication, publish, type Publishers } from './publishers.ts'

/** Observations of the clients of a stream of publications. */
export interface Seen {
  /** The document that each publication was answered with, once it was. */
  answered: Map<Publication, number>
  /** Connections that broke without an answer. */
  broken: number
  /** Answers to come again later, by status. */
  putOff: Record<number, number>
  /** Final refusals; there should be none. */
  refused: string[]
  asking: number
}

export function nothingSeen(): Seen {
  return { answered: new Map(), broken: 0, putOff: {}, refused: [], asking: 0 }
}

/**
 * The administrators publish one document after the other, beside each other, and ask again until they are
 * answered: each time the next of the servers.
 */
export async function publishAll(
  urls: readonly string[],
  publishers: Publishers,
  publications: readonly Publication[],
  seen: Seen,
): Promise<void> {
  const clients = publishers.administrators.length
  await Promise.all(
    publishers.administrators.map(async (as, mine) => {
      for (const publication of publications.filter((_, n) => n % clients === mine)) {
        await publishUntilAnswered(urls, publishers, publication, as, seen)
      }
    }),
  )
}

async function publishUntilAnswered(
  urls: readonly string[],
  publishers: Publishers,
  publication: Publication,
  as: string,
  seen: Seen,
): Promise<void> {
  for (let attempt = randomInt(urls.length); ; attempt++) {
    const url = urls[attempt % urls.length] ?? ''
    seen.asking++
    const signal = AbortSignal.timeout(30_000)
    const reply = await publish(url, publishers, publication, { as, signal }).catch(() => null)
    seen.asking--
    if (!reply) {
      seen.broken++
      await sleep(randomInt(50, 250))
    } else if (reply.status >= 500 || reply.status === 429) {
      seen.putOff[reply.status] = (seen.putOff[reply.status] ?? 0) + 1
      await sleep(reply.retryAfterSeconds * 1000)
    } else if (reply.code) {
      seen.refused.push(reply.code)
      return
    } else {
      seen.answered.set(publication, reply.data.id)
      return
    }
  }
}
