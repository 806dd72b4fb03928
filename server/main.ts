import './node-version.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createEngine } from '#pdf/pool.ts'
import { createApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { connect } from './db/connect.ts'
import { startEmbedded } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { StartRefused } from './db/refusal.ts'
import { refuseSuperuser } from './db/superuser.ts'
import { logPath, openLog } from './log.ts'
import { registerJobs, startWorker, stopWorker } from './jobs.ts'
import { openFiles } from './shared/files/open-files.ts'
import { createJobs } from './shared/jobs.ts'
import { composeServices, type Services } from './shared/services.ts'

/** Milliseconds that a stop waits for requests to finish: no act takes as long, a stalled upload takes for ever. */
const patienceWithRequests = 20_000

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Reads the configuration, starts the roles, and shuts everything down in order on a signal. */
async function main(): Promise<void> {
  const config = readConfig()
  const address = `http://${config.host}:${config.port}`
  const log = openLog(config)
  const closing: (() => Promise<unknown>)[] = []
  let stopping = false
  const stop = async (code: number) => {
    if (stopping) return
    stopping = true
    for (const close of closing.toReversed()) {
      await close().catch((error: unknown) => log.error({ err: error }, 'while stopping'))
    }
    process.exit(code)
  }
  process.once('SIGTERM', () => void stop(0))
  process.once('SIGINT', () => void stop(0))
  // A terminal that closes sends it more than once.
  process.on('SIGHUP', () => void stop(0))
  // Started by `npm start`: without the program that holds the other end nobody would stop this one.
  process.channel?.unref()
  process.once('disconnect', () => void stop(0))

  try {
    const url = config.databaseUrl ?? (await embedded(config, address, closing, () => void stop(1)))
    if (config.databaseUrl) await refuseSuperuser(config.databaseUrl)
    await migrate(url)
    const database = connect(url, 'legajo', 20, (error) =>
      log.error({ err: error }, 'an idle connection broke'),
    )
    closing.push(database.close)
    const jobs = createJobs({ url, log })
    const engine = createEngine({
      threads: 2,
      together: 8,
      onFailure: (detail) => log.error({ detail }, 'the document engine failed on a file'),
    })
    closing.push(() => engine.close())
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
    const names = config.demo === 'none' ? [] : await demonstration(services)
    if (config.role !== 'worker') await listen(services, closing)
    say(config.role === 'worker' ? 'Legajo works on jobs.' : welcome(config, names))
  } catch (error) {
    if (error instanceof StartRefused) say(`Legajo can't start: ${error.message}`)
    else {
      log.fatal({ err: error }, 'the start failed')
      say(
        `Legajo can't start: ${error instanceof Error ? error.message : String(error)} (see ${logPath(config)})`,
      )
    }
    await stop(1)
  }
}

async function embedded(
  config: Config,
  address: string,
  closing: (() => Promise<unknown>)[],
  onLost: () => void,
): Promise<string> {
  const postgres = await startEmbedded({
    dataDir: config.dataDir,
    address,
    say,
    onLost: (error) => {
      say(`PostgreSQL is lost: ${error.message}`)
      onLost()
    },
  })
  closing.push(() => postgres.stop())
  return postgres.url
}

async function demonstration(services: Services): Promise<string[]> {
  const { fillDemonstration } = await import('#demo/fill.ts')
  return fillDemonstration(services, say)
}

async function listen(services: Services, closing: (() => Promise<unknown>)[]): Promise<void> {
  const { config } = services
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

function welcome(config: Config, names: string[]): string {
  return [
    '',
    `Legajo   ${config.publicUrl}/s/          portal of the company`,
    `         ${config.publicUrl}/e/          site of the employees`,
    `         ${config.publicUrl}/verificar   anybody checks a signed PDF`,
    ...names,
    `Mails    ${config.smtpUrl ? 'by SMTP_URL' : `${config.dataDir}/mail   (files, until SMTP_URL names a server)`}`,
    `Log      ${logPath(config)}`,
    '',
  ].join('\n')
}

await main().catch((error: unknown) => {
  if (!(error instanceof StartRefused)) throw error
  say(`Legajo can't start: ${error.message}`)
  process.exit(1)
})
