import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { testPort } from '#server/testing/ports.ts'

const programs = '/usr/lib/postgresql/15/bin'
const password = 'no secret on loopback'

/** Whether this machine has what {@link startDatabase} starts: Debian's postgresql-15 and pgbouncer. */
export const hasDatabase =
  existsSync(`${programs}/postgres`) && spawnSync('sh', ['-c', 'command -v pgbouncer setpriv']).status === 0

/** PostgreSQL 15 with a replica that answers for every commit, and a pooler by transaction before them. */
export interface OutsideDatabase {
  /** The pooler's, as the database's owner. */
  url: string
  /** Past the pooler, as a superuser, of the one that now leads. */
  adminUrl(): string
  /** As the owner, past the pooler, for a database of one's own. */
  direct(database: string): string
  /** From now on the replica hears nothing: what is answered without it will be lost. */
  deafen(): Promise<void>
  /** Kills the one that leads, makes the replica lead and shows it to the pooler. Answers the milliseconds it took. */
  failOver(): Promise<number>
  /** Ends everything, as a kill would. */
  stop(): Promise<void>
}

/** Starts them as an ordinary user, since none of them runs as root. */
export async function startDatabase(): Promise<OutsideDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'legajo-pg15-'))
  const user = unprivileged(folder)
  const [first, second, pooler] = [await testPort(), await testPort(), await testPort()]
  const children: ChildProcess[] = []
  const start = (program: string, args: string[]) => {
    const held = [...user, '--pdeathsig', 'KILL', program, ...args]
    const child = spawn('setpriv', held, { cwd: folder, stdio: ['ignore', 'ignore', 'ignore'] })
    children.push(child)
    return child
  }
  const run = (program: string, ...args: string[]) => {
    const env = { ...process.env, PGPASSWORD: password, LC_ALL: 'C.UTF-8' }
    const { status, stderr } = spawnSync('setpriv', [...user, `${programs}/${program}`, ...args], {
      cwd: folder,
      env,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`${program}: ${stderr}`)
  }
  const postgres = (data: string, port: number, ...settings: string[]) =>
    start(
      `${programs}/postgres`,
      ['-D', join(folder, data), '-p', String(port), '-k', '', '-h', '127.0.0.1'].concat(
        settings.flatMap((setting) => ['-c', setting]),
      ),
    )
  const admin = (port: number, database = 'legajo') =>
    `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`

  const stop = async () => {
    for (const child of children.toReversed()) await end(child)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    writeFileSync(join(folder, 'password'), password, { mode: 0o644 })
    run(
      'initdb',
      '-D',
      'first',
      '-U',
      'postgres',
      '-A',
      'scram-sha-256',
      '--pwfile',
      'password',
      '--locale=C.UTF-8',
    )
    const leader = postgres('first', first, 'synchronous_standby_names=replica', 'max_connections=60')
    await answers(admin(first, 'postgres'))
    await query(admin(first, 'postgres'), [
      // Nothing waits for a replica that isn't there yet.
      'set synchronous_commit = local',
      `create role legajo login createdb createrole nosuperuser password '${password}'`,
      `create database legajo owner legajo template template0 locale 'C.UTF-8'`,
    ])
    const conninfo = `host=127.0.0.1 port=${first} user=postgres password='${password}' application_name=replica`
    run(
      'pg_basebackup',
      '-D',
      'second',
      '-d',
      conninfo,
      '-X',
      'stream',
      '-c',
      'fast',
      '-R',
      '-S',
      'replica',
      '-C',
    )
    // Once it leads, it waits for nobody: `synchronous_standby_names` was the leader's own.
    postgres('second', second, 'max_connections=60')
    await replicates(admin(first))
    const show = (port: number) =>
      writeFileSync(join(folder, 'pgbouncer.ini'), poolerConfiguration(folder, port, pooler))
    writeFileSync(join(folder, 'users.txt'), `"legajo" "${password}"\n`)
    show(first)
    const bouncer = start('pgbouncer', ['-q', join(folder, 'pgbouncer.ini')])
    const url = `postgres://legajo:${encodeURIComponent(password)}@127.0.0.1:${pooler}/legajo`
    await answers(url)
    let leads = first
    let deaf: number | null = null
    return {
      url,
      adminUrl: () => admin(leads),
      direct: (name) => admin(leads, name).replace('//postgres:', '//legajo:'),
      async deafen() {
        const [receiver] = await query(admin(second), [
          `select pid from pg_stat_activity where backend_type = 'walreceiver'`,
        ])
        deaf = Number(receiver?.pid)
        process.kill(deaf, 'SIGSTOP')
      },
      async failOver() {
        const moment = Date.now()
        await end(leader)
        // With it goes what the network had brought and it had not read.
        if (deaf) process.kill(deaf, 'SIGKILL')
        await answers(admin(second))
        run('pg_ctl', 'promote', '-D', 'second', '-w')
        leads = second
        show(second)
        bouncer.kill('SIGHUP')
        return Date.now() - moment
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Options that run the programs as the user of Debian's packages where we are root, else as ourselves. */
function unprivileged(folder: string): string[] {
  if (process.getuid?.() !== 0) return ['--no-new-privs']
  spawnSync('chown', ['postgres:', folder])
  return ['--reuid', 'postgres', '--regid', 'postgres', '--clear-groups']
}

/** Kills a PostgreSQL or a pooler; what it forked ends with it. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

function poolerConfiguration(folder: string, port: number, listens: number): string {
  return `[databases]
legajo = host=127.0.0.1 port=${port} dbname=legajo
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listens}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
max_client_conn = 300
default_pool_size = 20
server_login_retry = 1
server_connect_timeout = 3
logfile = ${join(folder, 'pgbouncer.log')}
`
}

async function answers(url: string): Promise<void> {
  for (const until = Date.now() + 30_000; ; await sleep(50)) {
    try {
      await query(url, ['select 1'])
      return
    } catch (error) {
      if (Date.now() > until) throw error
    }
  }
}

async function replicates(url: string): Promise<void> {
  for (const until = Date.now() + 30_000; Date.now() < until; await sleep(50)) {
    const rows = await query(url, [`select from pg_stat_replication where sync_state = 'sync'`])
    if (rows.length === 1) return
  }
  throw new Error('the replica does not follow')
}

/** Answers the rows of the last. */
async function query(url: string, statements: readonly string[]): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end().catch(() => {})
  }
}
