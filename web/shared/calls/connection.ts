import { useSyncExternalStore } from 'react'
import { watchReach } from './wire.ts'

/** The server answers, is unreachable, or reports maintenance. */
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

/** Polls the server until it is ready, so that the page recovers by itself. */
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

/** 503 of ours, and a proxy's status while no server is behind it. */
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
