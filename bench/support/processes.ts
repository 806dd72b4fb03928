import { readdirSync, readFileSync } from 'node:fs'

/** A process and all that it started. */
export function familyOf(root: number): number[] {
  const parents = new Map<number, number>()
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const parent = fieldsOf(Number(entry))?.[1]
    if (parent !== undefined) parents.set(Number(entry), Number(parent))
  }
  const family = [root]
  for (const one of family) for (const [pid, parent] of parents) if (parent === one) family.push(pid)
  return family
}

/** Megabytes of processes: each page that several share is counted once, by the part of each. */
export function memoryOf(pids: readonly number[]): number {
  let kilobytes = 0
  for (const pid of pids) {
    try {
      kilobytes += Number(
        /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))?.[1] ?? 0,
      )
    } catch {
      // It ended meanwhile.
    }
  }
  return kilobytes / 1024
}

/** Seconds of processor that processes took, with those of their children that ended. */
export function processorOf(pids: readonly number[]): number {
  const ticks = pids.map((pid) =>
    (fieldsOf(pid)?.slice(11, 15) ?? []).reduce((sum, field) => sum + Number(field), 0),
  )
  return ticks.reduce((sum, one) => sum + one, 0) / 100
}

/** The fields of /proc/<pid>/stat after the name, which may contain anything: state, parent … */
function fieldsOf(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}
