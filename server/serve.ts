import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { createEngine, type Engine, type EngineOptions } from '#pdf/pool.ts'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { connect } from './db/connect.ts'
import { startEmbedded } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { StartRefused } from './db/refusal.ts'
import { refuseSuperuser } from './db/superuser.ts'
import { registerJobs, startWorker, stopWorker } from './jobs.ts'
import { openFiles } from './shared/files/open-files.ts'
import { createJobs } from './shared/jobs.ts'
import { composeServices, type Services } from './shared/services.ts'

/** Milliseconds that a stop waits for requests to finish: no act takes as long, a stalled upload takes for ever. */
const patienceWithRequests = 20_000

/** The document engine of a server. */
export const engineOptions: EngineOptions = { threads: 2, together: 8 }

export interface Start {
  config: Config
  log: Logger
  /** Takes the lines for the person who starts it. */
  say: (line: string) => void
  /** Called when the embedded PostgreSQL ended by itself. */
  onLost: () => void
  /** A document engine that isn't closed with the server; otherwise it has one of its own. */
  engine?: Engine
  /** How often its workers look for jobs and for workers that died, besides being notified of jobs; 2 if absent. */
  jobPollSeconds?: number
  /** Gets the ends of everything that was opened, also by a start that failed; to be called from the last to the first. */
  closing: (() => Promise<unknown>)[]
}

/**
 * Starts the roles that the configuration names; resolves to the demonstration's names once it serves. Rejects with
 * StartRefused where a person can mend the reason.
 */
export async function serve(start: Start): Promise<string[]> {
  const { config, log, closing } = start
  const url = config.databaseUrl ?? (await embedded(start))
  if (config.databaseUrl) await refuseSuperuser(config.databaseUrl)
  await migrate(url)
  const database = connect(url, 'legajo', 20, (error) =>
    log.error({ err: error }, 'an idle connection broke'),
  )
  closing.push(database.close)
  const jobs = createJobs({ url, log, pollSeconds: start.jobPollSeconds })
  const engine = start.engine ?? ownEngine(start)
  const services = composeServices({
    config,
    database,
    files: await openFiles(config),
    jobs,
    engine,
    log,
    clock: () => new Date(),
  })
  const mail = registerJobs(services)
  await jobs.start(config.role)
  if (config.role !== 'api') await startWorker(services)
  closing.push(async () => {
    await jobs.stop()
    mail.close()
    if (config.role !== 'api') await stopWorker(services)
  })
  const names = config.demo === 'none' ? [] : await demonstration(services, start)
  if (config.role !== 'worker') await listen(services, start)
  return names
}

function ownEngine({ log, closing }: Start): Engine {
  const engine = createEngine({
    ...engineOptions,
    onFailure: (detail) => log.error({ detail }, 'the document engine failed on a file'),
  })
  closing.push(() => engine.close())
  return engine
}

async function embedded({ config, say, onLost, closing }: Start): Promise<string> {
  const postgres = await startEmbedded({
    dataDir: config.dataDir,
    address: `http://${config.host}:${config.port}`,
    say,
    onLost: (error) => {
      say(`PostgreSQL is lost: ${error.message}`)
      onLost()
    },
  })
  closing.push(() => postgres.stop())
  return postgres.url
}

async function demonstration(services: Services, { say }: Start): Promise<string[]> {
  const { fillDemonstration } = await import('#demo/fill.ts')
  return fillDemonstration(services, say)
}

async function listen(services: Services, { config, closing }: Start): Promise<void> {
  const web = join(import.meta.dirname, '../dist/web')
  if (!existsSync(web)) throw new StartRefused('the browser part is not built: run npm run build')
  const { server } = await createApp(services, { web })
  await server.listen({ host: config.host, port: config.port }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    throw new StartRefused(`PORT ${config.port} is taken by another program`)
  })
  closing.push(() => {
    setTimeout(() => server.server.closeAllConnections(), patienceWithRequests).unref()
    return server.close()
  })
}
