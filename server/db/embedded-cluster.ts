import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import type { Place } from './embedded-place.ts'
import { freePort } from './free-port.ts'
import { disownPostmasterFile, hasEnded, isPostmaster, readPostmaster } from './postmaster.ts'
import { StartRefused } from './refusal.ts'

const run = promisify(execFile)

/** Below those that systems take for outgoing connections, one of which could hold its port while it is down. */
const ports = { from: 20_000, to: 26_000 }

/** PostgreSQL's own superuser, used only to make the database and to watch over it. */
const superuser = 'postgres'

/** Each connection works out its password's hash: 4096 rounds take a third of the time of connecting. */
const quickPasswords = 'scram_iterations=1'

export type Cluster = Place & {
  password: string
  /** A file PostgreSQL writes its messages to; it must outlive this process, so it is no pipe. */
  log: string
  /** False gives up surviving a power cut, and guarding its passwords, for tests. */
  durable: boolean
  /** It listens on a Unix socket in its own folder as well. */
  socket: boolean
}

/**
 * Makes the cluster unless it is there. It appears under its name only when it is whole.
 *
 * @throws {StartRefused} it is of another version of PostgreSQL, or can't be made
 */
export async function ensureCluster(cluster: Cluster): Promise<void> {
  const version = join(cluster.cluster, 'PG_VERSION')
  if (existsSync(version)) {
    const made = readFileSync(version, 'utf8').trim()
    if (made === cluster.major) return
    throw new StartRefused(`${cluster.cluster} was made by PostgreSQL ${made} and this is ${cluster.major}`)
  }
  const failure = await makeCluster(cluster)
  // Another start may have been quicker.
  if (failure !== null && !existsSync(version)) throw new StartRefused(failure)
}

/** Makes the cluster in a folder of its own, and gives it its name. Returns what went wrong, or null. */
async function makeCluster(cluster: Cluster): Promise<string | null> {
  const half = `${cluster.cluster}.new-${randomBytes(4).toString('hex')}`
  const passwordFile = `${half}.password`
  mkdirSync(half, { mode: 0o700 })
  writeFileSync(passwordFile, cluster.password, { mode: 0o600 })
  if (cluster.runAs) {
    for (const path of [half, passwordFile]) chownSync(path, cluster.runAs.uid, cluster.runAs.gid)
  }
  try {
    await run(
      join(cluster.bin, 'initdb'),
      [
        `--pgdata=${half}`,
        `--username=${superuser}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C.UTF-8',
        ...(cluster.durable ? ['--data-checksums'] : ['--no-sync', '--set', quickPasswords]),
      ],
      { ...cluster.runAs, cwd: dirname(half) },
    )
    renameSync(half, cluster.cluster)
    return null
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    return wordsOf(error)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

/** One line of what a program said as it failed. */
function wordsOf(error: unknown): string {
  const { stderr = '', message } = error as Error & { stderr?: string }
  return `PostgreSQL’s files can’t be made: ${(stderr || message).trim().split('\n').join(' · ')}`
}

/**
 * Adopts the PostgreSQL that runs on this cluster, or starts one, and waits until it accepts connections. Returns its
 * port on 127.0.0.1. @param wantedPort the port to start on, for clients that already have the address
 */
export async function bringUp(
  cluster: Cluster,
  wantedPort?: number,
): Promise<{ port: number; adopted: boolean }> {
  const patience = Date.now() + 30_000
  for (;;) {
    const found = readPostmaster(cluster.cluster)
    if (found && isPostmaster(found.pid, cluster.cluster)) {
      const usable = await waitUntil(() => !isPostmaster(found.pid, cluster.cluster), cluster, found.port)
      if (usable) return { port: found.port, adopted: true }
      continue // it was ending
    }
    if (found) disownPostmasterFile(cluster.cluster)

    const port = wantedPort ?? (await freePort(ports))
    const before = existsSync(cluster.log) ? statSync(cluster.log).size : 0
    const child = launch(cluster, port)
    let ended = false
    child.once('exit', () => (ended = true))
    child.once('error', () => (ended = true))
    if (await waitUntil(() => ended, cluster, port)) return { port, adopted: false }

    // Another start won, somebody took the port, or a killed PostgreSQL's backends are still ending: look again.
    const words = lastWords(cluster.log, before)
    // An empty lock file is one that another start is just writing.
    const passes =
      /already exists|lock file .* is empty|still in use|could not bind|could not create any TCP|shared memory/i.test(
        words,
      )
    if (!passes || Date.now() > patience) {
      throw new StartRefused(`PostgreSQL does not start: ${words} (${cluster.log})`)
    }
    await sleep(100)
  }
}

/** Stops PostgreSQL the `fast` way: open transactions are rolled back, what was committed is on disk. */
export async function bringDown(cluster: Cluster): Promise<void> {
  const found = readPostmaster(cluster.cluster)
  if (!found || !isPostmaster(found.pid, cluster.cluster)) return
  const stop = ['stop', '-D', cluster.cluster, '-m', 'fast', '-w', '-t', '60', '-s']
  await run(join(cluster.bin, 'pg_ctl'), stop, { ...cluster.runAs, cwd: dirname(cluster.cluster) })
  await hasEnded(found, cluster.cluster, 10)
}

/** The superuser's address of a database of this cluster. */
export function adminUrl(cluster: Cluster, port: number, database: string): string {
  return `postgres://${superuser}:${cluster.password}@127.0.0.1:${port}/${database}`
}

function launch(cluster: Cluster, port: number): ChildProcess {
  const log = openSync(cluster.log, 'a', 0o600)
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${cluster.socket ? cluster.cluster : ''}`,
    'timezone=UTC',
    'log_timezone=UTC',
  ]
  if (!cluster.durable) settings.push('fsync=off', 'full_page_writes=off', quickPasswords)
  const child = spawn(
    join(cluster.bin, 'postgres'),
    ['-D', cluster.cluster, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    // Its own process group: Ctrl-C is for the server, which then stops PostgreSQL after its last request.
    { ...cluster.runAs, cwd: dirname(cluster.cluster), stdio: ['ignore', log, log], detached: true },
  )
  closeSync(log)
  child.unref()
  return child
}

/** True when a connection succeeds, false as soon as `ended` is true. */
async function waitUntil(ended: () => boolean, cluster: Cluster, port: number): Promise<boolean> {
  const patience = Date.now() + 600_000 // recovery after a crash may take minutes
  while (!ended()) {
    if (Date.now() > patience)
      throw new StartRefused(`PostgreSQL does not answer on port ${port}: see ${cluster.log}`)
    const client = new Client({
      connectionString: adminUrl(cluster, port, 'postgres'),
      connectionTimeoutMillis: 5000,
    })
    client.on('error', () => {}) // reported by connect() below
    try {
      await client.connect()
      await client.end()
      return true
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code === '28P01') {
        throw new StartRefused(`the password kept beside ${cluster.cluster} is not the one of its PostgreSQL`)
      }
    }
    await sleep(20)
  }
  return false
}

function lastWords(log: string, from: number): string {
  const lines = readFileSync(log).subarray(from).toString().trim().split('\n')
  return (lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? '').replace(
    /^.*(FATAL|PANIC): +/,
    '',
  )
}
