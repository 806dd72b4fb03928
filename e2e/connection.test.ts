import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishing } from '#contract/publishing/publishing.ts'
import { findFaults, untilQuiet } from './support/ledger.ts'
import {
  makePublishers,
  type Publication,
  publicationsFor,
  publish,
  type Publishers,
} from './support/publishers.ts'
import { rowsOf } from './support/inside.ts'
import { removeDataDir, type RunningServer, startServer } from './support/server.ts'

let server: RunningServer
let publishers: Publishers
let publications: Publication[]
let as: string
const next = () => {
  const publication = publications.pop()
  if (!publication) throw new Error('no publications left')
  return publication
}

beforeAll(async () => {
  server = await startServer({ env: { DEMO: '0' } })
  publishers = await makePublishers(server, { people: 3, administrators: 1 })
  publications = await publicationsFor(publishers, 24)
  as = publishers.administrators[0] ?? ''
})
afterAll(async () => {
  await server.stop()
  removeDataDir(server.dataDir)
})

test('an upload that is cut off leaves nothing behind, and the server lives', async () => {
  const { files, counts } = await leftovers()
  // A job of the server may be in a transaction at that moment.
  const before = { files, counts: counts.map((row) => ({ ...row, transactions: '0' })) }
  for (const share of [0, 0.1, 0.5, 0.99]) await cutOff(next(), share)
  await expect.poll(leftovers, { timeout: 20_000 }).toEqual(before)
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)
  expect(faultsSaid()).toEqual([])
  expect((await publish(server.url, publishers, next(), { as })).status).toBe(200)
})

test('an answer that was lost is sent again, and the act is done once', async () => {
  for (const patience of [20, 80, 150, 250, 350, 500]) {
    const publication = next()
    const lost = await publish(server.url, publishers, publication, {
      as,
      signal: AbortSignal.timeout(patience),
    }).catch(() => null)
    const again = await publish(server.url, publishers, publication, { as })
    expect([patience, again.code]).toEqual([patience, undefined])
    if (lost) expect(again.data).toEqual(lost.data)
    const rows = await rowsOf<{ id: number }>(
      server.dataDir,
      'select id::int from documents where employee_id = $1 and period = $2',
      [publication.person.id, publication.month],
    )
    expect(rows).toEqual([{ id: again.data.id }])
  }
})

test('one act requested several times at once under one key is done once', async () => {
  const publication = next()
  const ask = () => publish(server.url, publishers, publication, { as })
  const together = [ask(), ask(), ask()]
  const first = await Promise.race(together)
  const replies = [...(await Promise.all(together)), await ask()]
  for (const reply of replies) expect([reply.code, reply.data]).toEqual([undefined, first.data])
})

test('a server that is stopped answers its open requests, and the next one continues the work', async () => {
  const before = await countFiles()
  const asked = [next(), next(), next(), next()]
  const asking = asked.map((publication) => publish(server.url, publishers, publication, { as }))
  await expect.poll(countFiles).toBeGreaterThanOrEqual(before + asked.length)
  const stopping = server.stop()
  const replies = await Promise.all(asking)
  await stopping
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  await expect(fetch(`${server.url}/health/live`)).rejects.toThrow()

  const { dataDir } = server
  server = await startServer({ dataDir, port: Number(new URL(server.url).port), env: { DEMO: '0' } })
  for (const [n, publication] of asked.entries()) {
    const again = await publish(server.url, publishers, publication, { as })
    expect(again.data).toEqual(replies[n]?.data)
  }
})

test('no document is missing, doubled or left over after these failures', async () => {
  await untilQuiet(server.dataDir, 30)
  const { faults } = await findFaults(server.dataDir, publishers.company, [])
  expect(Object.entries(faults).filter(([, found]) => found.length > 0)).toEqual([])
})

/** Sends a share of an upload's body, as long as it was announced to be, and breaks the connection. */
async function cutOff({ key, person, month, pdf }: Publication, share: number): Promise<void> {
  const fields = { cuil: person.cuil, periodo: month, tipo: String(publishers.type) }
  const boundary = 'the-boundary'
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="recibo.pdf"\r\n\r\n`
  const body = Buffer.concat([
    Buffer.from(parts.join('') + head),
    pdf,
    Buffer.alloc(2_000_000, ' '),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(
    [
      `POST /api${publishing.single.path} HTTP/1.1`,
      `host: ${hostname}`,
      `authorization: Bearer ${as}`,
      `idempotency-key: ${key}`,
      `content-type: multipart/form-data; boundary=${boundary}`,
      `content-length: ${body.length}`,
      '\r\n',
    ].join('\r\n'),
  )
  await new Promise((resolve) => socket.write(body.subarray(0, Math.floor(body.length * share)), resolve))
  socket.destroy()
  await once(socket, 'close')
}

/** Files that were put, whether their documents are there yet or not. */
async function countFiles(): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(server.dataDir, 'select count(*)::int from files')
  return row?.count ?? 0
}

/** Possible remains of an interrupted request: files, rows, database sessions with an open transaction. */
async function leftovers() {
  const files = await readdir(join(server.dataDir, 'files'), { recursive: true })
  const counts = await rowsOf<Record<string, string>>(
    server.dataDir,
    `select (select count(*) from files) as rows, (select count(*) from documents) as documents,
      (select count(*) from idempotency_keys) as keys,
      (select count(*) from pg_stat_activity where state like 'idle in transaction%') as transactions`,
  )
  return { files: files.filter((name) => /\/.*\//.test(name)), counts }
}

/** Lines that the server logged as errors. */
function faultsSaid(): string[] {
  return server
    .output()
    .split('\n')
    .filter((line) => /^\{"level":[56]0/.test(line))
}
