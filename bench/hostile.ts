import { setTimeout as sleep } from 'node:timers/promises'
import { createRecogniser } from '#pdf/ocr.ts'
import { createEngine, type Engine } from '#pdf/pool.ts'
import { sourceOf } from '#pdf/source.ts'
import { heavyFiles } from '#pdf/testing/heavy.ts'
import { payslip } from '#pdf/testing/samples.ts'
import { runAsServer } from './support/as-server.ts'
import { memoryOf } from './support/processes.ts'

/**
 * Files made to take memory, four at once, in the engines of a server: two workers, and one for verification. Every
 * operation that opens a stranger's file is tried on each. Prints the memory before, at its peak (aim 1 GB) and at
 * rest, within a minute after the last (aim 50 MB over before). ONLY=words takes the files of such a name. SMALL=1 takes
 * the first two only, and 200 MB for the aim at rest: soon after, the C library keeps up to 100 MB of what workers free.
 */
runAsServer()

const mostAtRest = process.env.SMALL ? 200 : 50
const aimPeak = 1024
const restSeconds = 60
const atOnce = 4
const sampledEvery = 20

// Idle workers are replaced early in the small run, which waits for it.
const rest = process.env.SMALL ? { restMs: 1_000 } : {}
const engine = createEngine({ threads: 2, together: 8, ...rest })
const verifying = createEngine({ threads: 1, deadlineMs: 10_000, heapMb: 256, ...rest })
const recogniser = createRecogniser(engine)
const held = () => memoryOf([process.pid])

/** Every operation on a file. */
async function open(file: Uint8Array): Promise<unknown[]> {
  const source = sourceOf(file)
  return Promise.all([
    engine.read(file),
    engine.inspect(file),
    engine.text(file),
    engine.render(file, 1, 2000),
    engine.head(file, 900),
    engine.outline(source),
    engine.readPages(source, 0, 1),
    engine.splitOff(source, [[0]]),
    engine.assemble([{ pdf: file, pages: [0] }]),
    verifying.verify(file),
  ])
}

async function recognised(one: Engine, file: Uint8Array): Promise<void> {
  const source = sourceOf(file)
  const read = await one.readPages(source, 0, 1)
  const facts = read.ok ? read.pages[0] : undefined
  if (facts) await recogniser.recognise(source, 0, facts)
}

const all = heavyFiles()
const named = all.filter(({ name }) => name.includes(process.env.ONLY ?? ''))
const files = process.env.SMALL ? named.slice(0, 2) : named
await Promise.all([open(await payslip()), open(await payslip())])
const before = held()
let peak = before
const timer = setInterval(() => (peak = Math.max(peak, held())), sampledEvery)
const faults = new Map<string, number>()
for (let from = 0; from < files.length; from += atOnce) {
  const some = files.slice(from, from + atOnce)
  for (const answer of (await Promise.all(some.map(({ make }) => open(make())))).flat()) {
    const { fault = 'ok' } = answer as { fault?: string }
    faults.set(fault, (faults.get(fault) ?? 0) + 1)
  }
}
if (!process.env.SMALL) for (const { make } of files.slice(0, atOnce)) await recognised(engine, make())
clearInterval(timer)
const last = held()
let resting = last
for (let waited = 0; waited < restSeconds * 1000 && resting > before + mostAtRest; waited += 500) {
  await sleep(500)
  resting = held()
}
const answers = [...faults].map(([fault, count]) => `${fault} ${count}`).join(', ')
console.log(
  `hostile: ${files.length} files, ${answers}; ${before.toFixed(0)} MB before, peak ${peak.toFixed(0)} MB (aim ${aimPeak}), ` +
    `${last.toFixed(0)} MB after the last, ${(resting - before).toFixed(0)} MB over before at rest (aim ${mostAtRest})`,
)
await Promise.all([engine.close(), verifying.close(), recogniser.close()])
process.exitCode = peak <= aimPeak && resting - before <= mostAtRest ? 0 : 1
