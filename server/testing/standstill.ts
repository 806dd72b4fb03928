import { clearInterval, setInterval } from 'node:timers'

/** The interval in milliseconds at which the event loop is asked whether it turns. */
const tick = 5

/**
 * The longest standstill of the event loop during `work`: processor milliseconds of this thread between two turns.
 * Processor time, because on a busy machine a thread that waits for a core stands still through no fault of its own.
 */
export async function longestStandstill(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let before = process.threadCpuUsage()
  const look = () => {
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
    before = process.threadCpuUsage()
  }
  const timer = setInterval(look, tick)
  try {
    await work()
    // The last turn ends when the next timer runs.
    await new Promise((resolve) => setImmediate(resolve))
  } finally {
    clearInterval(timer)
    look()
  }
  return longest
}
