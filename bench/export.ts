import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { createApp } from '#server/app.ts'
import node from '#server/node.json' with { type: 'json' }
import { aSession, aShapedCompany, documentsEach, servicesOn, startBench } from './support/seeding.ts'

/**
 * Downloads a search of 100,000 documents as a spreadsheet over HTTP from a server process, and measures the time and
 * whether memory stays flat. Two runs: unchanged, for time and RSS; and with a garbage collection twice a second, for
 * the memory in use. Flat: from the second to the last tenth, RSS grows by less than a tenth, and memory in use after a
 * collection by less than 5 MB. ROWS: documents. BENCH_DIR: a folder that is kept.
 */
const rows = Number(process.env['ROWS'] ?? 100_000)
const mostGrowth = 0.1
/** MB. */
const mostKept = 5
/** Seconds, on a machine with nothing else to do. */
const longest = 15

/** Commands to the server's process: sample memory, with or without collections; or stop and report the samples. */
type Told = 'watch' | 'collect' | 'report'
interface Seen {
  rss: number
  /** After a collection, where there was one. */
  inUse: number
}

const megabytes = (bytes: number) => bytes / 1_048_576

async function serve(url: string, dataDir: string): Promise<void> {
  const { server } = await createApp(servicesOn(url, dataDir, 4))
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  let seen: Seen[] = []
  let watch: NodeJS.Timeout | undefined
  process.on('message', (told: Told) => {
    clearInterval(watch)
    if (told === 'report') {
      process.send?.(seen)
      return
    }
    const collect = told === 'collect' ? global.gc : undefined
    seen = []
    watch = setInterval(
      () => {
        collect?.()
        const { rss, heapUsed, external } = process.memoryUsage()
        seen.push({ rss, inUse: heapUsed + external })
      },
      collect ? 500 : 100,
    )
  })
  process.on('disconnect', () => process.exit())
  process.send?.(address)
}

async function main(): Promise<void> {
  const bench = await startBench(4)
  const company = await aShapedCompany(bench.services, 'descarga', rows / documentsEach)
  const bearer = await aSession(bench.services, company, 1, 'hr')
  await bench.settle()
  const child = fork(import.meta.filename, {
    execArgv: [...node.flags, '--expose-gc'],
    env: { ...node.environment, ...process.env, SERVE_ON: bench.url, SERVE_FROM: bench.dataDir },
  })
  const [address] = (await once(child, 'message')) as [string]
  const all = { formato: 'planilla', orden: '-publicado' }
  await download(address, bearer, { formato: 'planilla', buscar: 'apellido0', orden: 'colaborador' })
  const plain = await watched(child, 'watch', () => download(address, bearer, all))
  const { total, bytes, seconds } = plain.answer
  const rss = tenths(plain.seen.map((one) => one.rss))
  console.log(
    `export: ${total} documents, ${megabytes(bytes).toFixed(1)} MB in ${seconds.toFixed(1)} s ` +
      `(${Math.round(total / seconds)}/s, each written down as an event; aim ${longest} s)`,
  )
  console.log(
    `RSS ${megabytes(plain.seen[0]?.rss ?? 0).toFixed(0)} MB at the start, peak ` +
      `${megabytes(Math.max(...plain.seen.map((one) => one.rss))).toFixed(0)} MB; by tenths, MB: ${said(rss)}`,
  )
  const collected = await watched(child, 'collect', () => download(address, bearer, all))
  const inUse = tenths(collected.seen.map((one) => one.inUse))
  console.log(`in use after a collection, by tenths, MB: ${said(inUse)}`)
  const growth = (rss[9] ?? 0) / (rss[1] ?? 1) - 1
  const kept = (inUse[9] ?? 0) - (inUse[1] ?? 0)
  const flat = growth < mostGrowth && megabytes(kept) < mostKept
  console.log(
    `${flat ? 'flat' : 'NOT flat'}: from the second to the last tenth RSS ${(growth * 100).toFixed(1)}% more (aim < 10%), ` +
      `${megabytes(kept).toFixed(1)} MB more in use (aim < ${mostKept})${seconds > longest ? ' · slower than its aim' : ''}`,
  )
  child.disconnect()
  await bench.close()
}

/** The result of a download, and the samples of the server's memory during it. */
async function watched<T>(
  child: ChildProcess,
  how: Told,
  work: () => Promise<T>,
): Promise<{ answer: T; seen: Seen[] }> {
  child.send(how)
  const answer = await work()
  child.send('report' satisfies Told)
  const [seen] = (await once(child, 'message')) as [Seen[]]
  return { answer, seen }
}

/** Prepares a download, reads it whole and keeps none of it. */
async function download(
  address: string,
  bearer: string,
  asked: Record<string, string>,
): Promise<{ total: number; bytes: number; seconds: number }> {
  const headers = { authorization: `Bearer ${bearer}` }
  const from = performance.now()
  const made = await fetch(`${address}/api/v2/admin-mod/documents/exports`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(asked),
  })
  if (!made.ok) throw new Error(await made.text())
  const { data } = (await made.json()) as { data: { id: number; total: number } }
  const bytes = await new Promise<number>((resolve, reject) => {
    get(`${address}/api/v2/admin-mod/documents/exports/${data.id}/file`, { headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`the download ended with ${response.statusCode}`))
      let came = 0
      response.on('data', (chunk: Buffer) => (came += chunk.length))
      response.on('end', () => resolve(came))
      response.on('error', reject)
    }).on('error', reject)
  })
  return { total: data.total, bytes, seconds: (performance.now() - from) / 1000 }
}

/** The mean of each tenth. */
function tenths(values: number[]): number[] {
  return Array.from({ length: 10 }, (_, n) => {
    const part = values.slice(
      Math.floor((values.length * n) / 10),
      Math.floor((values.length * (n + 1)) / 10),
    )
    return part.reduce((sum, one) => sum + one, 0) / (part.length || 1)
  })
}

function said(values: number[]): string {
  return values.map((bytes) => megabytes(bytes).toFixed(0)).join(' ')
}

const { SERVE_ON, SERVE_FROM } = process.env
if (SERVE_ON && SERVE_FROM) await serve(SERVE_ON, SERVE_FROM)
else await main()
