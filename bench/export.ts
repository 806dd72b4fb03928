import { once } from 'node:events'
import { get } from 'node:http'
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads'
import { createApp } from '#server/app.ts'
import { aSession, aShapedCompany, documentsEach, startBench } from './support/seeding.ts'

/**
 * A search of 100,000 documents downloaded as a spreadsheet over HTTP: how much more memory the server has at its peak
 * than before, and how long it takes. The reader is a thread with a heap of its own that throws away what it gets, so
 * that what grows is the server's. A small download before warms it. ROWS: documents.
 */
const rows = Number(process.env['ROWS'] ?? 100_000)
/** MB that may be in use beyond what a download of a hundredth of it leaves. */
const aim = 96

/** Asks for an address and answers how many bytes came. Runs in a thread of its own. */
function read(): void {
  const { url, authorization } = workerData as { url: string; authorization: string }
  get(url, { headers: { authorization } }, (response) => {
    let bytes = 0
    response.on('data', (chunk: Buffer) => (bytes += chunk.length))
    response.on('end', () => parentPort?.postMessage({ bytes, status: response.statusCode }, []))
    response.on('error', () => parentPort?.postMessage({ bytes, status: 0 }, []))
  })
}

const megabytes = (bytes: number) => bytes / 1_048_576

async function main(): Promise<void> {
  const bench = await startBench(4)
  const company = await aShapedCompany(bench.services, 'descarga', rows / documentsEach)
  const bearer = await aSession(bench.services, company, 1, 'hr')
  await bench.settle()
  const { server } = await createApp(bench.services)
  const address = (await server.listen({ host: '127.0.0.1', port: 0 })).replace('[::1]', '127.0.0.1')
  const authorization = `Bearer ${bearer}`
  const download = async (asked: Record<string, string>) => {
    const made = await server.inject({
      method: 'POST',
      url: '/api/v2/admin-mod/documents/exports',
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(asked).toString(),
    })
    if (made.statusCode !== 200) throw new Error(made.body)
    const { id, total } = made.json<{ data: { id: number; total: number } }>().data
    const url = `${address}/api/v2/admin-mod/documents/exports/${id}/file`
    const reader = new Worker(new URL(import.meta.url), { workerData: { url, authorization } })
    const [{ bytes, status }] = (await once(reader, 'message')) as [{ bytes: number; status: number }]
    await reader.terminate()
    if (status !== 200) throw new Error(`the download ended with ${status}`)
    return { total, bytes }
  }
  const first = await download({ formato: 'planilla', buscar: 'apellido0', orden: 'colaborador' })
  global.gc?.()
  const start = process.memoryUsage.rss()
  const from = performance.now()
  const seen: { at: number; rss: number; live: number }[] = []
  const watch = setInterval(() => {
    global.gc?.()
    const { heapUsed, external } = process.memoryUsage()
    seen.push({ at: performance.now() - from, rss: process.memoryUsage.rss(), live: heapUsed + external })
  }, 250)
  const { total, bytes } = await download({ formato: 'planilla', orden: '-publicado' })
  clearInterval(watch)
  const seconds = (performance.now() - from) / 1000
  const peak = Math.max(start, ...seen.map(({ rss }) => rss))
  const tenth = (n: number) => {
    const part = seen.slice(Math.floor((seen.length * n) / 10), Math.floor((seen.length * (n + 1)) / 10))
    return Math.max(...part.map(({ rss }) => rss), 0)
  }
  console.log(
    `export: ${total} documents, ${megabytes(bytes).toFixed(1)} MB in ${seconds.toFixed(1)} s ` +
      `(${Math.round(total / seconds)}/s, each written down as an event; ${first.total} before it) · ` +
      `RSS ${megabytes(start).toFixed(0)} MB at the start, peak ${megabytes(peak).toFixed(0)} MB: ` +
      `${megabytes(peak - start).toFixed(0)} MB more (aim ${aim})`,
  )
  console.log(
    `RSS by tenths of the time, MB: ${Array.from({ length: 10 }, (_, n) => megabytes(tenth(n)).toFixed(0)).join(' ')}`,
  )
  const live = (n: number) => megabytes(seen[Math.floor(((seen.length - 1) * n) / 10)]?.live ?? 0).toFixed(0)
  console.log(
    `in use by tenths${global.gc ? ', after a collection' : ''}, MB: ${Array.from({ length: 11 }, (_, n) => live(n)).join(' ')}`,
  )
  await server.close()
  await bench.close()
}

if (isMainThread) await main()
else read()
