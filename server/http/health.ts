import type { FastifyInstance } from 'fastify'
import { createTransport } from 'nodemailer'
import { companiesWithDifferences } from '../shared/across.ts'
import type { Services } from '../shared/services.ts'
import { mayReadFigures } from './figures.ts'

/** Milliseconds for which an answer about readiness is kept. */
const keptFor = 30_000

/**
 * Whether this process lives, and whether it can serve: without database or queue it can't. Readiness is asked of the
 * database once in half a minute, and again after any answer of 503; readers of the figures get the details, with those of
 * the evidence, the files and the mail server, where asking is a sign-in.
 */
export function serveHealth(server: FastifyInstance, services: Services): void {
  const { database, jobs, files, config } = services
  const serving = keep(services, async () => {
    const [data, queue] = await Promise.all([works(database.pool.query('select 1')), works(jobs.check())])
    return { ready: data === 'ok' && queue === 'ok', database: data, queue }
  })
  const outside = keep(services, async () => {
    const [stored, mail] = await Promise.all([
      works(files.check()),
      config.smtpUrl ? works(greet(config.smtpUrl)) : 'folder',
    ])
    return { files: stored, mail }
  })
  server.addHook('onResponse', async (_request, reply) => {
    if (reply.statusCode === 503) serving.drop()
  })
  server.get('/health/live', async () => ({ live: true }))
  server.get('/health/ready', async (request, reply) => {
    const found = await serving.read()
    reply.code(found.ready ? 200 : 503).header('cache-control', 'no-store')
    if (!mayReadFigures(request, config)) return { ready: found.ready }
    return { ...found, ...(await outside.read()), evidence: await works(refuseDifferences(services)) }
  })
}

/** An answer that is asked for once and then kept for a while, shared by all who ask meanwhile. */
function keep<T>({ clock }: Services, ask: () => Promise<T>) {
  let kept: { until: number; answer: Promise<T> } | null = null
  return {
    read(): Promise<T> {
      const now = clock().getTime()
      if (!kept || now >= kept.until) kept = { until: now + keptFor, answer: ask() }
      return kept.answer
    },
    drop: () => void (kept = null),
  }
}

/** Fails where the last check of a company's evidence found differences. */
async function refuseDifferences({ database }: Services): Promise<void> {
  const companies = await companiesWithDifferences(database.pool)
  if (companies > 0) throw new Error(`the evidence of ${companies} companies differs`)
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
