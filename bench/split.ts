import { execFileSync } from 'node:child_process'
import { createReadStream, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createEngine } from '#pdf/pool.ts'
import { loadSource } from '#pdf/source.ts'
import { manyReceipts } from '#pdf/testing/receipts.ts'

/**
 * Reads and splits a payroll of 5,000 receipts with two workers, compared with `pdftotext` and `qpdf --split-pages` on
 * the same file: (their time over two cores) / ours, a ratio that holds on every machine. Aim: 0.8 or more. Processor
 * time is printed too: prefer it on a machine with other load.
 */
const pages = Number(process.env.PAGES ?? 5_000)
const range = 50
const threads = 2

interface Cost {
  /** Seconds by the clock, and of processor. */
  wall: number
  cpu: number
}

function native(folder: string, command: string): Cost {
  try {
    const said = execFileSync('bash', ['-c', `TIMEFORMAT='%R %U %S'; { time ${command}; } 2>&1`], {
      cwd: folder,
      encoding: 'utf8',
    })
    return cost(said)
  } catch (error) {
    throw new Error(`'${command}' failed: apt-get install poppler-utils qpdf`, { cause: error })
  }
}

function cost(said: string): Cost {
  const [wall = 0, user = 0, system = 0] = said.trim().split(/\s+/).map(Number)
  return { wall, cpu: user + system }
}

async function ours(file: string): Promise<Cost & { read: number; outlined: number; bytes: number }> {
  const engine = createEngine({ threads })
  // Warm up: workers load their modules and PDFium once in their life.
  const warm = await loadSource(createReadStream(file), statSync(file).size)
  await Promise.all([0, range, 2 * range, 3 * range].map((from) => engine.readPages(warm, from, 10)))
  const before = process.cpuUsage()
  const start = performance.now()
  const source = { ...warm, id: `${warm.id} again` }
  const outline = await engine.outline(source)
  if (!outline.ok) throw new Error(outline.detail)
  const outlined = performance.now() - start
  let read = 0
  let bytes = 0
  const ranges = Array.from({ length: Math.ceil(outline.pages / range) }, (_, n) => n * range)
  const lane = async () => {
    for (let from = ranges.shift(); from !== undefined; from = ranges.shift()) {
      const first = from
      const count = Math.min(range, outline.pages - first)
      const began = performance.now()
      const facts = await engine.readPages(source, first, count)
      if (!facts.ok || facts.pages.some(({ words }) => words.length < 20)) throw new Error('not read')
      read += performance.now() - began
      const split = await engine.splitOff(
        source,
        Array.from({ length: count }, (_, n) => [first + n]),
      )
      if (!split.ok) throw new Error(split.detail)
      bytes += split.pdfs.reduce((sum, pdf) => sum + pdf.length, 0)
    }
  }
  await Promise.all(Array.from({ length: threads }, lane))
  const wall = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(before)
  await engine.close()
  return { wall, cpu: (user + system) / 1_000_000, read, outlined, bytes }
}

async function measure(folder: string): Promise<void> {
  const file = join(folder, 'payroll.pdf')
  // By another process: what making it takes is none of the engine's memory.
  execFileSync(process.execPath, [fileURLToPath(import.meta.url), file], { stdio: 'inherit' })
  mkdirSync(join(folder, 'split'))
  const found = await ours(file)
  const text = native(folder, 'pdftotext payroll.pdf payroll.txt')
  const split = native(folder, 'qpdf --split-pages payroll.pdf split/%d.pdf')
  const each = (seconds: number) => ((seconds * 1000) / pages).toFixed(2)
  const wall = (text.wall + split.wall) / threads / found.wall
  const cpu = (text.cpu + split.cpu) / found.cpu
  const peak = process.resourceUsage().maxRSS / 1024
  console.log(
    `split: ${wall.toFixed(2)} of pdftotext and qpdf (aim 0.80), ${cpu.toFixed(2)} by processor time - ${pages} pages, ` +
      `each ${each(found.wall)} ms by ${threads} workers (${each(found.cpu)} of processor, reading ${(found.read / pages).toFixed(2)} in one), ` +
      `pdftotext ${each(text.cpu)}, qpdf ${each(split.cpu)} of processor; outline ${found.outlined.toFixed(0)} ms, ` +
      `${(found.bytes / pages / 1024).toFixed(1)} kB a document, peak ${peak.toFixed(0)} MB`,
  )
}

const [, , target] = process.argv
if (target) writeFileSync(target, manyReceipts(pages))
else {
  const folder = mkdtempSync(join(tmpdir(), 'legajo-split-'))
  try {
    await measure(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
