import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Ports of 127.0.0.1, the last one not included. */
export interface PortRange {
  from: number
  to: number
}

/**
 * A port of a range on which nothing listens. Where the range is below 32768, whoever listens on it may stop and begin
 * again: systems take ports for outgoing connections above that (Linux), or above 49152.
 */
export async function freePort({ from, to }: PortRange): Promise<number> {
  for (;;) {
    const port = randomInt(from, to)
    if (await canListen(port)) return port
  }
}

async function canListen(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false
    throw error
  }
  server.close()
  await once(server, 'close')
  return true
}
