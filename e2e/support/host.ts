/**
 * A process that starts and stops servers at the request of the one that forked it, so that their code is loaded and
 * compiled once. It is asked and answers by messages: see hosted.ts. Guesses at passwords and keys cost next to nothing.
 */
import { createEngine } from '#pdf/pool.ts'
import { readConfig } from '#server/config.ts'
import { openLog } from '#server/log.ts'
import { engineOptions, serve, type Start } from '#server/serve.ts'
import { guessCost } from '#server/testing/guess-cost.ts'
import type { Answer, Asked } from './hosted.ts'

/** One for all: each would load PDFium anew. */
const engine = createEngine({ ...engineOptions, onFailure: console.error })
/** Workers are notified of jobs. Looking besides every two seconds took a tenth of a run. */
const jobPollSeconds = 10
const servers = new Map<number, Start['closing']>()

process.on('message', (asked: Asked) => {
  void done(asked).then(
    () => answer({ id: asked.id }),
    (error: unknown) => answer({ id: asked.id, error: error instanceof Error ? error.stack : String(error) }),
  )
})
process.once('disconnect', () => process.exit(0))

async function done({ id, start }: Asked): Promise<void> {
  const closing = servers.get(id) ?? []
  servers.set(id, closing)
  if (start) {
    const config = { ...readConfig(start), guessCost }
    const log = openLog(config)
    const lost = () => log.fatal('the database is lost')
    await serve({ config, log, say: console.log, onLost: lost, engine, jobPollSeconds, closing })
  } else {
    servers.delete(id)
    for (const close of closing.toReversed()) await close()
  }
}

function answer(message: Answer): void {
  process.send?.(message)
}
