import { verification } from '#contract/verification.ts'
import { createEngine, type Engine } from '#pdf/pool.ts'
import { refuse } from '#server/shared/errors.ts'
import { type Api, publicRoute } from '#server/shared/route.ts'
import { documentOfCode } from './by-code.ts'
import { verifyFile } from './operations.ts'

/** Files that may wait for the one worker; strangers who send more are asked to come back. */
const mostWaiting = 10

export function registerVerification(api: Api): void {
  // Strangers' files have a worker of their own, made when the first comes: they never keep a publication waiting.
  let engine: Engine | undefined
  let waiting = 0
  api.server.addHook('onClose', async () => engine?.close())

  publicRoute(api, verification.byCode, ({ services }, { codigo }) => documentOfCode(services, codigo))

  publicRoute(api, verification.verify, async ({ services }, _input, { bytes }) => {
    if (waiting >= mostWaiting) refuse('SERVICE_UNAVAILABLE')
    engine ??= createEngine({
      threads: 1,
      deadlineMs: 10_000,
      heapMb: 256,
      onFailure: (detail) => services.log.error({ detail }, 'the document engine failed on a file'),
    })
    waiting++
    try {
      return await verifyFile({ ...services, engine }, bytes)
    } finally {
      waiting--
    }
  })
}
