import { connect, type Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'

/** Milliseconds without anything moving after which a scanner counts as out of reach. */
const patience = 120_000

/**
 * Asks a ClamAV daemon whether bytes hold a virus, by its INSTREAM command (clamd(8)): they are sent as they arrive and
 * not stored. Returns the virus's name, or null.
 *
 * @param address `tcp://host:port` or `unix:/path`
 * @throws {Error} where the daemon can't be reached, stalls, or won't take so much (its StreamMaxLength)
 */
export async function findVirus(
  address: string,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<string | null> {
  const socket = open(address)
  socket.setTimeout(patience, () => socket.destroy(new Error('the virus scanner stalls')))
  try {
    const answering = text(socket)
    // A failed write rejects this promise too; the error is reported by the pipeline.
    answering.catch(() => undefined)
    await pipeline(framed(source), socket, { end: false })
    const answer = ((await answering).split('\0', 1)[0] ?? '').trim()
    if (answer === 'stream: OK') return null
    const [, virus] = /^stream: (.+) FOUND$/.exec(answer) ?? []
    if (virus) return virus
    throw new Error(`the virus scanner says: ${answer || 'nothing'}`)
  } finally {
    socket.destroy()
  }
}

function open(address: string): Socket {
  const { protocol, hostname, port, pathname } = new URL(address)
  return protocol === 'unix:'
    ? connect(decodeURIComponent(pathname))
    : connect(Number(port || 3310), hostname.replace(/^\[|\]$/g, ''))
}

/** Each piece behind its length, an empty one at the end. */
async function* framed(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from('zINSTREAM\0')
  for await (const chunk of source) {
    if (chunk.byteLength === 0) continue
    const length = Buffer.alloc(4)
    length.writeUInt32BE(chunk.byteLength)
    yield length
    yield chunk
  }
  yield Buffer.alloc(4)
}
