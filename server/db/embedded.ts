import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { adminUrl, bringDown, bringUp, type Cluster, ensureCluster } from './embedded-cluster.ts'
import { secretOfFile } from './secret-file.ts'
import { findPlace } from './embedded-place.ts'
import { isPostmaster, readPostmaster } from './postmaster.ts'
import { StartRefused } from './refusal.ts'

export type EmbeddedOptions = {
  dataDir: string
  /** Address of this server, shown by a second start on the same folder. */
  address: string
  /** Takes one line for the person who started the server. */
  say: (line: string) => void
  /** PostgreSQL, or our lock on it, is lost for good: the server must end. */
  onLost: (error: Error) => void
  /** False gives up surviving a power cut, for tests. */
  durable?: boolean
  /** It listens on a Unix socket in its cluster's folder as well: a third quicker than its port, for tests. */
  socket?: boolean
}

export type EmbeddedPostgres = {
  /** The address of the database, as its owner `legajo`, who is no superuser. */
  url: string
  /** The same database as superuser. */
  adminUrl: string
  /** The folder of its files, and of its socket where it has one. */
  cluster: string
  /** Whether it was left running by a server that was killed. */
  adopted: boolean
  installation: string
  /** Gives the lock back and stops PostgreSQL. */
  stop: () => Promise<void>
}

const database = 'legajo'
const oneServer = 7_030_014_221 // any number of our own, the advisory lock of the living server
const revivalsAMinute = 3

/**
 * Starts the packaged PostgreSQL on the data folder, or adopts the one that a killed server left there, and
 * holds it for this server alone. Starts it again when it dies.
 *
 * @throws {StartRefused} another server holds it, the folder and the database are not of one installation, …
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  // Others may pass through (PostgreSQL's own user does, under root), nobody may list it.
  mkdirSync(options.dataDir, { recursive: true, mode: 0o711 })
  const place = findPlace(options.dataDir, options.say)
  const cluster: Cluster = {
    ...place,
    password: passwordOf(options.dataDir, place.cluster),
    log: join(options.dataDir, 'postgresql.log'),
    durable: options.durable ?? true,
    socket: options.socket ?? false,
  }
  await ensureCluster(cluster)
  const { port, adopted } = await bringUp(cluster)
  await ensureDatabase(cluster, port)

  let lock = await takeLock(cluster, port, options.address)
  const installation = await matchInstallation(lock, options.dataDir).catch(async (error: unknown) => {
    await lock.end()
    await bringDown(cluster)
    throw error
  })

  let stopping = false
  let reviving = Promise.resolve()
  const watch = () =>
    lock.once('end', () => {
      if (!stopping) reviving = revive().catch(options.onLost)
    })
  watch()

  let revivals: number[] = []
  async function revive(): Promise<void> {
    for (;;) {
      revivals = revivals.filter((at) => at > Date.now() - 60_000)
      if (revivals.length >= revivalsAMinute) {
        throw new Error(`PostgreSQL ended ${revivalsAMinute + 1} times within a minute: see ${cluster.log}`)
      }
      revivals.push(Date.now())
      options.say('the connection to PostgreSQL ended: it is looked after, and started again if it died')
      const again = await bringUp(cluster, port)
      if (again.port !== port) throw new Error('another PostgreSQL took over the data folder')
      try {
        lock = await takeLock(cluster, port, options.address)
        watch()
        return
      } catch (error) {
        if (error instanceof StartRefused) throw error // else it died again at once
      }
    }
  }

  return {
    url: `postgres://${database}:${cluster.password}@127.0.0.1:${port}/${database}`,
    adminUrl: adminUrl(cluster, port, database),
    cluster: cluster.cluster,
    adopted,
    installation,
    stop: async () => {
      stopping = true
      await reviving
      await lock.end()
      await bringDown(cluster)
    },
  }
}

/**
 * The address of the embedded database while a server runs on this folder, for a command beside it; null where none
 * does, and the database has to be started.
 */
export async function runningEmbedded(dataDir: string, say: (line: string) => void): Promise<string | null> {
  const password = join(dataDir, 'postgresql.password')
  if (!existsSync(password)) return null
  const { cluster } = findPlace(dataDir, say)
  const found = readPostmaster(cluster)
  if (!found || !isPostmaster(found.pid, cluster)) return null
  const url = `postgres://${database}:${readFileSync(password, 'utf8')}@127.0.0.1:${found.port}/${database}`
  const client = new Client(url)
  client.on('error', () => {}) // reported by the query below
  try {
    await client.connect()
    const { rows } = await client.query<{ held: boolean }>(
      `select exists (select from pg_locks where locktype = 'advisory' and granted
        and (classid::bigint << 32 | objid::bigint) = $1) as held`,
      [oneServer],
    )
    return rows[0]?.held ? url : null
  } catch {
    return null // it is ending, or was left by a server that was killed in its first second
  } finally {
    await client.end().catch(() => {})
  }
}

/** One random password, made with the first start and readable by the server's user alone. */
function passwordOf(dataDir: string, cluster: string): string {
  const file = join(dataDir, 'postgresql.password')
  const isMade = existsSync(join(cluster, 'PG_VERSION'))
  if (!existsSync(file) && isMade)
    throw new StartRefused(
      `${cluster} holds a database whose ${file} is missing: bring it back, or remove both`,
    )
  if (!isMade && existsSync(installationFile(dataDir))) {
    throw new StartRefused(
      `${dataDir} belongs to an installation whose database, ${cluster}, is missing: bring it back`,
    )
  }
  return secretOfFile(file, 24)
}

async function ensureDatabase(cluster: Cluster, port: number): Promise<void> {
  const admin = new Client(adminUrl(cluster, port, 'postgres'))
  await admin.connect()
  try {
    // Two first starts may meet here; the lock that decides between them lies in the database they make.
    await admin.query('select pg_advisory_lock($1)', [oneServer])
    const role = await admin.query('select 1 from pg_roles where rolname = $1', [database])
    if (!role.rowCount) {
      await admin.query(`create role ${database} login createrole createdb password '${cluster.password}'`)
    }
    const made = await admin.query('select 1 from pg_database where datname = $1', [database])
    if (!made.rowCount) await admin.query(`create database ${database} owner ${database}`)
  } finally {
    await admin.end()
  }
}

/**
 * Holds the lock on one connection. The connection's application name contains the owner's address and disappears with
 * its server, however that ends.
 */
async function takeLock(cluster: Cluster, port: number, address: string): Promise<Client> {
  const lock = new Client({
    connectionString: adminUrl(cluster, port, database),
    application_name: `legajo ${address}`,
  })
  lock.on('error', () => {}) // 'end' follows, and is acted upon
  await lock.connect()
  // PostgreSQL releases a killed server's lock within milliseconds, when it notices the closed connection.
  for (let attempt = 0; attempt < 10; attempt++) {
    const { rows } = await lock.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      oneServer,
    ])
    if (rows[0]?.taken) return lock
    await sleep(100)
  }
  const { rows } = await lock.query<{ name: string }>(
    `select application_name as name from pg_stat_activity join pg_locks using (pid)
      where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = $1)
        and (classid::bigint << 32 | objid::bigint) = $2`,
    [database, oneServer],
  )
  await lock.end()
  throw new StartRefused(
    `a server already runs on this data folder: ${rows[0]?.name.replace('legajo ', '') ?? 'elsewhere'}`,
  )
}

/** The database and the data folder each hold the installation's id; a folder beside another's database is refused. */
async function matchInstallation(admin: Client, dataDir: string): Promise<string> {
  const prefix = 'installation '
  const { rows } = await admin.query<{ comment: string | null }>(
    `select shobj_description(oid, 'pg_database') as comment from pg_database where datname = current_database()`,
  )
  let inDatabase = rows[0]?.comment?.startsWith(prefix) ? rows[0].comment.slice(prefix.length) : undefined
  const file = installationFile(dataDir)
  const inFolder = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
  if (inFolder !== undefined && inFolder !== inDatabase) {
    throw new StartRefused(
      `${file} names another installation than its database (${inFolder}, ${inDatabase ?? 'none'})`,
    )
  }
  if (inDatabase === undefined) {
    inDatabase = randomUUID()
    await admin.query(`comment on database ${database} is '${prefix}${inDatabase}'`)
  }
  if (inFolder === undefined) writeFileSync(file, `${inDatabase}\n`, { mode: 0o644 })
  return inDatabase
}

function installationFile(dataDir: string): string {
  return join(dataDir, 'installation')
}
