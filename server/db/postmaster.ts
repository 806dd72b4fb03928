import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The content of `postmaster.pid`: the PostgreSQL that owns, or owned, a cluster. */
export type Postmaster = { pid: number; port: number }

// Above Linux's highest pid_max (4,194,304), so no process can have it, and PostgreSQL considers the owner dead.
const nobodysPid = 2_147_483_646

/** The process and port written in `postmaster.pid`, or null when there is no such file or it is half written. */
export function readPostmaster(cluster: string): Postmaster | null {
  const lines = textOf(join(cluster, 'postmaster.pid'))?.split('\n') ?? []
  const pid = Number(lines[0])
  const port = Number(lines[3])
  return Number.isInteger(pid) && pid > 0 && Number.isInteger(port) && port > 0 ? { pid, port } : null
}

/**
 * Whether `pid` is a living PostgreSQL on this cluster, and not a zombie that nobody reaped, nor another program
 * that was given a dead one's number.
 */
export function isPostmaster(pid: number, cluster: string): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  if (process.platform !== 'linux') return true
  const stat = textOf(`/proc/${pid}/stat`)
  const state = stat?.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3)
  if (state === 'Z' || state === 'X') return false
  const commandLine = textOf(`/proc/${pid}/cmdline`)
  return commandLine === undefined || commandLine.split('\0').includes(cluster)
}

/**
 * Lets PostgreSQL pass a `postmaster.pid` whose process is a zombie or another program: it would take either for
 * a living postmaster. The file stays, with a number nobody has, since PostgreSQL also reads from it which shared
 * memory to look at, and so never starts beside orphaned backends.
 */
export function disownPostmasterFile(cluster: string): void {
  const file = join(cluster, 'postmaster.pid')
  const text = textOf(file)
  if (text !== undefined) writeFileSync(file, text.replace(/^[^\n]*/, String(nobodysPid)))
}

/** Waits until the postmaster has ended; false when it still runs after `seconds`. */
export async function hasEnded(postmaster: Postmaster, cluster: string, seconds: number): Promise<boolean> {
  const deadline = Date.now() + seconds * 1000
  while (isPostmaster(postmaster.pid, cluster)) {
    if (Date.now() > deadline) return false
    await sleep(20)
  }
  return true
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
