import '../node-version.ts'
import { userInfo } from 'node:os'
import pino from 'pino'
import { createEngine } from '#pdf/pool.ts'
import { type Config, readConfig } from '../config.ts'
import { connect } from '../db/connect.ts'
import { runningEmbedded, startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { registerJobs } from '../jobs.ts'
import { createJobs } from '../shared/jobs.ts'
import { openFiles } from '../shared/files/open-files.ts'
import { composeServices, type Services } from '../shared/services.ts'
import type { Operator, Outcome } from './command.ts'
import { isConfirmed } from './confirmation.ts'
import { run, type Terminal } from './running.ts'

const terminal: Terminal = {
  say: (text) => void process.stdout.write(`${text}\n`),
  tell: (line) => void process.stderr.write(`${line}\n`),
  isConfirmed,
}

/** Opens the installation of the environment, does the work and gives everything back. */
async function withOperator(work: (operator: Operator) => Promise<Outcome>): Promise<Outcome> {
  const config = readConfig()
  const closing: (() => Promise<unknown>)[] = []
  try {
    return await work({ services: await open(config, closing), by: systemUser() })
  } finally {
    for (const close of closing.toReversed()) await close()
  }
}

async function open(config: Config, closing: (() => Promise<unknown>)[]): Promise<Services> {
  const log = pino({ level: 'warn' }, pino.destination(2))
  const url = config.databaseUrl ?? (await embedded(config, closing))
  await migrate(url)
  const database = connect(url, 'legajo operator', 4, (error) =>
    log.error({ err: error }, 'an idle connection broke'),
  )
  closing.push(database.close)
  const jobs = createJobs({ url, log })
  const engine = createEngine({ threads: 1 })
  closing.push(() => engine.close())
  const files = await openFiles(config)
  const services = composeServices({ config, database, files, jobs, engine, log, clock: () => new Date() })
  const mail = registerJobs(services)
  // Mails are queued here and sent by the server.
  await jobs.start('api')
  closing.push(async () => {
    await jobs.stop()
    mail.close()
  })
  return services
}

/** The database of the server that runs on the data folder; where none does it is started for this command. */
async function embedded(config: Config, closing: (() => Promise<unknown>)[]): Promise<string> {
  const running = await runningEmbedded(config.dataDir, terminal.tell)
  if (running) return running
  const postgres = await startEmbedded({
    dataDir: config.dataDir,
    address: 'a command of the operator',
    say: terminal.tell,
    onLost: (error) => terminal.tell(`PostgreSQL is lost: ${error.message}`),
  })
  closing.push(() => postgres.stop())
  return postgres.url
}

/** The user of the machine, also behind sudo; a container may run under a number without a name. */
function systemUser(): string {
  try {
    return process.env.SUDO_USER ?? userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}

process.exitCode = await run(process.argv.slice(2), terminal, withOperator)
