import type { FastifyInstance } from 'fastify'
import { createTransport } from 'nodemailer'
import type { Services } from '../shared/services.ts'

/** Whether this process lives, and whether it can serve: without database or queue it can't. */
export function serveHealth(server: FastifyInstance, services: Services): void {
  server.get('/health/live', async () => ({ live: true }))
  server.get('/health/ready', async (_request, reply) => {
    const [database, queue, files, mail] = await Promise.all([
      works(services.database.pool.query('select 1')),
      works(services.jobs.check()),
      works(services.files.check()),
      services.config.smtpUrl ? works(greet(services.config.smtpUrl)) : 'folder',
    ])
    const ready = database === 'ok' && queue === 'ok'
    return reply.code(ready ? 200 : 503).send({ ready, database, queue, files, mail })
  })
}

async function works(check: Promise<unknown>): Promise<'ok' | 'failing'> {
  const deadline = AbortSignal.timeout(3000)
  const late = new Promise<'failing'>((resolve) =>
    deadline.addEventListener('abort', () => resolve('failing')),
  )
  return Promise.race([check.then(() => 'ok' as const).catch(() => 'failing' as const), late])
}

async function greet(url: string): Promise<void> {
  const transport = createTransport(url)
  await transport.verify().finally(() => transport.close())
}
