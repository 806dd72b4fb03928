import { useSyncExternalStore } from 'react'
import { watchReach } from './wire.ts'

/** Whether the server answers: it does, it can't be reached, or it says that it is being looked after. */
export type Connection = 'there' | 'offline' | 'maintenance'

const retryEvery = 4000

let now: Connection = 'there'
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function become(next: Connection): void {
  clearTimeout(timer)
  if (next !== 'there') timer = setTimeout(() => void look(), retryEvery)
  if (next === now) return
  now = next
  for (const tell of listeners) tell()
}

/** Asks whether the server is ready: what was lost comes back by itself. */
async function look(): Promise<void> {
  try {
    const { status } = await fetch('/health/ready', { cache: 'no-store' })
    become(status === 200 ? 'there' : 'maintenance')
  } catch {
    become('offline')
  }
}

/** Watches from now on; once a page. */
export function watchConnection(): void {
  watchReach((status) => become(status === 0 ? 'offline' : isMaintenance(status) ? 'maintenance' : 'there'))
  addEventListener('offline', () => become('offline'))
  addEventListener('online', () => void look())
}

/** 503 of ours, and what a proxy says while there is no server behind it. */
const isMaintenance = (status: number) => status >= 502 && status <= 504

export function useConnection(): Connection {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell)
      return () => void listeners.delete(tell)
    },
    () => now,
  )
}
