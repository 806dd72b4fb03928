import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { makePayroll, publishPayroll, sendPayroll, standingOf, untilStep } from '../e2e/support/payrolls.ts'
import { removeDataDir, type RunningServer, startServer } from '../e2e/support/server.ts'
import { familyOf, memoryOf, processorOf } from './support/processes.ts'
import { newDataDir } from './support/data-dir.ts'

/**
 * Payday: one PDF of 5,000 receipts is uploaded to a server started as in production, read, split, signed (RSA-2048)
 * and stored as documents on a PostgreSQL of its own, to become visible at an hour. Prints documents a minute; the
 * ratio to the bound of native tools on the same file in the same run (pdftotext + qpdf --split-pages + as many
 * signatures of openssl) over two cores, aim 0.6; the peak memory of all processes together, aim 1 GB. Then four times
 * as many pages: the cost of a document may grow by 1.1 at most. PAGES=1000 makes it smaller, TIMES=1 shorter.
 */
const pages = Number(process.env.PAGES ?? 5_000)
const times = Number(process.env.TIMES ?? 4)
const cores = 2
/** Polling interval of the screen, in milliseconds. */
const askedEvery = 1_500

interface Cost {
  /** Seconds by the clock, and of processor. */
  wall: number
  cpu: number
}

interface Run extends Cost {
  read: number
  published: number
  cpuRead: number
  /** Megabytes. */
  peak: number
}

/** From the last byte of the upload to the preview, and from publishing to the last signed document. */
async function run(file: string, count: number): Promise<Run> {
  const dataDir = newDataDir()
  const server = await startServer({ dataDir, env: { DEMO: '0' } })
  const watching = watch(server)
  try {
    const { url } = server
    const payroll = await makePayroll({ url, dataDir }, count)
    const id = await sendPayroll(url, payroll, file)
    const [begun, spent] = [performance.now(), spentBy(server)]
    const preview = await untilStep(url, payroll, id, 'preview', 3600, askedEvery)
    const read = (performance.now() - begun) / 1000
    const cpuRead = spentBy(server) - spent
    const { recibos } = preview.al_publicar
    if (recibos !== count)
      throw new Error(`${recibos} of ${count} are ready: ${JSON.stringify(preview.grupos)}`)
    const from = performance.now()
    const visible_desde = new Date(Date.now() + 86_400_000).toISOString()
    const answer = await publishPayroll(url, payroll, id, { recibos, notificar: true, visible_desde })
    if (answer.code) throw new Error(`refused: ${answer.code}`)
    while ((await standingOf(url, payroll, id))?.paso !== 'done') await sleep(askedEvery)
    const published = (performance.now() - from) / 1000
    const cpu = spentBy(server) - spent
    const done = await standingOf(url, payroll, id)
    if (done?.estado !== 'successful') throw new Error(JSON.stringify(done))
    return { wall: read + published, cpu, cpuRead, read, published, peak: watching.peak() }
  } finally {
    watching.stop()
    await server.stop().catch(() => server.process.kill('SIGKILL'))
    removeDataDir(dataDir)
  }
}

const spentBy = (server: RunningServer) => processorOf(familyOf(server.process.pid ?? 0))

function watch(server: RunningServer): { peak: () => number; stop: () => void } {
  let peak = 0
  const look = () => {
    peak = Math.max(peak, memoryOf(familyOf(server.process.pid ?? 0)))
  }
  const timer = setInterval(look, 500)
  return { peak: () => peak, stop: () => clearInterval(timer) }
}

/** The time of native tools for the same work, one after the other, on one core. */
function bound(folder: string, count: number): Cost {
  mkdirSync(join(folder, 'split'), { recursive: true })
  const text = native(folder, 'pdftotext payroll.pdf payroll.txt')
  const split = native(folder, 'qpdf --split-pages payroll.pdf split/%d.pdf')
  rmSync(join(folder, 'split'), { recursive: true })
  const signing = count / signaturesASecond()
  return { wall: text.wall + split.wall + signing, cpu: text.cpu + split.cpu + signing }
}

function native(folder: string, command: string): Cost {
  const said = execFileSync('bash', ['-c', `TIMEFORMAT='%R %U %S'; { time ${command}; } 2>&1`], {
    cwd: folder,
    encoding: 'utf8',
  })
  const [wall = 0, user = 0, system = 0] = said.trim().split(/\s+/).map(Number)
  return { wall, cpu: user + system }
}

function signaturesASecond(): number {
  const table = execFileSync('openssl', ['speed', '-seconds', '2', 'rsa2048'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const rate = /^rsa\s+2048 bits\s+\S+\s+\S+\s+([\d.]+)/m.exec(table)?.[1]
  if (!rate) throw new Error('openssl speed told no rate')
  return Number(rate)
}

async function measure(count: number): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'legajo-payroll-'))
  try {
    const file = join(folder, 'payroll.pdf')
    // By another process: what making it takes is nobody's memory here.
    execFileSync(process.execPath, [fileURLToPath(new URL('./split.ts', import.meta.url)), file], {
      env: { ...process.env, PAGES: String(count) },
    })
    const ours = await run(file, count)
    const native = bound(folder, count)
    const each = (seconds: number) => ((seconds * 1000) / count).toFixed(2)
    console.log(
      `payroll: ${(native.wall / cores / ours.wall).toFixed(2)} of native tools (aim 0.60), ` +
        `${(native.cpu / ours.cpu).toFixed(2)} by processor time - ${count} receipts, ` +
        `${((count * 60) / ours.wall).toFixed(0)} documents a minute: each ${each(ours.wall)} ms ` +
        `(read and split ${each(ours.read)}, signed and stored ${each(ours.published)}; of processor ` +
        `${each(ours.cpuRead)} and ${each(ours.cpu - ours.cpuRead)}), ` +
        `native ${each(native.cpu)} of processor; peak ${ours.peak.toFixed(0)} MB (aim 1024)`,
    )
    return ours
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const few = await measure(pages)
if (times > 1) {
  const many = await measure(pages * times)
  console.log(
    `payroll: a document of ${pages * times} costs ${(many.wall / times / few.wall).toFixed(2)} of one of ${pages} ` +
      `(aim 1.10 at most), ${(many.cpu / times / few.cpu).toFixed(2)} by processor time`,
  )
}
