import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../operator/running.ts'
import type { TestApp } from './app.ts'
import { inCompany } from './factories.ts'

interface Ran {
  code: number | null
  out: string
  err: string
}

/** The operator who runs the commands. */
const by = 'rosa.operaciones'

/** Runs the operator's command as a shell does: in a separate process beside the server, on the same database. */
export function operatorShell(app: TestApp, ...typed: string[]): Promise<Ran> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../operator/main.ts'), ...typed], {
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(tmpdir(), 'legajo-compiled'),
      DATABASE_URL: app.database.url,
      APP_SECRET: app.services.config.appSecret,
      DATA_DIR: app.services.config.dataDir,
      PUBLIC_URL: app.services.config.publicUrl,
      SUDO_USER: by,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ran = { out: '', err: '' }
  child.stdout.on('data', (data) => (ran.out += data))
  child.stderr.on('data', (data) => (ran.err += data))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...ran })))
}

/** The same without the process: what `main.ts` calls, with a terminal that nobody sits at. */
export async function operatorCommand(app: TestApp, ...typed: string[]): Promise<Ran> {
  const ran = { out: '', err: '' }
  const terminal = {
    say: (text: string) => void (ran.out += `${text}\n`),
    tell: (line: string) => void (ran.err += `${line}\n`),
    isConfirmed: () => Promise.resolve(false),
  }
  const code = await run(typed, terminal, (work) => work({ services: app.services, by }))
  return { code, ...ran }
}

/** The events of a company as a whole, in their order. */
export function companyEvents(app: TestApp, company: number) {
  return inCompany(app, company, ({ db }) =>
    db
      .selectFrom('events')
      .select(['act', 'data', 'actor_id'])
      .where('subject_kind', '=', 'company')
      .orderBy('id')
      .execute(),
  )
}
