import type { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { createEngine } from './pool.ts'
import { hostileFiles } from './testing/hostile.ts'
import { onePage, payslip } from './testing/samples.ts'
import { makeSigners } from './testing/signers.ts'

/** A page that is filled 60,000 times: minutes of drawing, without much memory. */
function painted(): Uint8Array {
  const content = '0 0 595 842 re f '.repeat(60_000)
  return onePage('', '', { 4: `<</Length ${content.length}>>\nstream\n${content}\nendstream` })
}

test('a document that takes too long is refused by ending its worker, and the next one is served', async () => {
  const engine = createEngine({ threads: 1, deadlineMs: 1500 })
  try {
    expect(await engine.render(painted(), 1, 1600)).toMatchObject({ ok: false, fault: 'too_slow' })
    // The next task's deadline includes the start of its new worker; a busy machine may need a second try.
    const next = await engine.inspect(await payslip())
    expect(next.ok ? next : await engine.inspect(await payslip())).toMatchObject({ ok: true })
  } finally {
    await engine.close()
  }
}, 20_000)

test('an image larger than memory is refused, and the next document is served', async () => {
  const engine = createEngine({ threads: 1 })
  try {
    const side = 60_000
    const image = `<</Type/XObject/Subtype/Image/Width ${side}/Height ${side}/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/RunLengthDecode/Length 3>>\nstream\n\xff\x00\x80\nendstream`
    const content = 'q 500 0 0 500 0 0 cm /I Do Q'
    const pdf = onePage('/Resources<</XObject<</I 6 0 R>>>>', '', {
      4: `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
      6: image,
    })
    const found = await engine.render(pdf, 1, 300)
    expect(found.ok || ['damaged', 'out_of_memory', 'too_slow'].includes(found.fault)).toBe(true)
    expect(await engine.render(await payslip(), 1, 300)).toMatchObject({ ok: true, width: 300 })
  } finally {
    await engine.close()
  }
}, 20_000)

test.each(['throwError', 'endWorker'])(
  'a task that fails unforeseen (%s) is a refusal of its document, is logged, and the next one is served',
  async (name) => {
    const failures: string[] = []
    const engine = createEngine({ threads: 1, onFailure: (detail) => failures.push(detail) })
    try {
      const module = new URL('./testing/failing-tasks.ts', import.meta.url)
      expect(await engine.work({ module, name }, {})).toMatchObject({ ok: false, fault: 'failed' })
      expect(failures).toEqual([expect.stringContaining(name)])
      expect(await engine.text(await payslip())).toMatchObject({ ok: true })
    } finally {
      await engine.close()
    }
  },
  20_000,
)

const counting = { module: new URL('./testing/failing-tasks.ts', import.meta.url), name: 'countCalls' }

test.each([
  ['ended as too complex', { fault: 'too_complex' }, 1],
  ['met a decompression bomb', { fault: 'decompression_bomb' }, 1],
  ['ran out of memory', { fault: 'out_of_memory' }, 1],
  ['left it with more memory than the bound', { megabytes: 180 }, 1],
  ['found a damaged document', { fault: 'damaged' }, 3],
  ['needed less memory than the bound', { megabytes: 20 }, 3],
])(
  'after a task that %s the next one runs in the right worker',
  async (_, request, calls) => {
    const engine = createEngine({ threads: 1 })
    try {
      expect(await engine.work(counting, {})).toEqual({ ok: true, calls: 1 })
      await engine.work(counting, request)
      expect(await engine.work(counting, {})).toEqual({ ok: true, calls })
    } finally {
      await engine.close()
    }
  },
  20_000,
)

test('a worker that holds more than usual is replaced once it rests', async () => {
  const engine = createEngine({ threads: 1, restMs: 50 })
  try {
    await engine.work(counting, { megabytes: 120 })
    expect(await engine.work(counting, {})).toEqual({ ok: true, calls: 2 })
    await expect
      .poll(() => engine.work(counting, {}), { interval: 400, timeout: 10_000 })
      .toEqual({ ok: true, calls: 1 })
  } finally {
    await engine.close()
  }
}, 20_000)

test('workers are replaced after their share of tasks, with none lost', async () => {
  const engine = createEngine({ threads: 2, tasksPerLife: 5 })
  try {
    const pdf = await payslip()
    const found = await Promise.all(Array.from({ length: 24 }, () => engine.text(pdf)))
    for (const text of found) expect(text.ok && text.pages[0]).toContain('20-28714536-6')
  } finally {
    await engine.close()
  }
}, 20_000)

test('documents that are read together each get their own answer, and a refused one stops no other', async () => {
  const engine = createEngine({ threads: 2, together: 4 })
  try {
    const [pdf, bad] = [await payslip(), new TextEncoder().encode('%PDF-1.7 and no more')]
    const asked = [pdf, bad, pdf, pdf, pdf, bad, pdf, bad, pdf, pdf]
    const found = await Promise.all(asked.map((one) => engine.read(one)))
    expect(found.map(({ ok }) => ok)).toEqual(asked.map((one) => one === pdf))
    for (const one of found) if (one.ok) expect(one.text[0]).toContain('20-28714536-6')
  } finally {
    await engine.close()
  }
}, 20_000)

test('a document that stops a shared task is found, and the others are served', async () => {
  const engine = createEngine({ threads: 1, together: 4 })
  try {
    const pdf = await payslip()
    // A function cannot be transferred to a worker.
    const limits = { maxBytes: (() => 1) as unknown as number }
    const found = await Promise.allSettled([engine.read(pdf), engine.read(pdf, limits), engine.read(pdf)])
    expect(found.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  } finally {
    await engine.close()
  }
}, 20_000)

test('every operation answers any file, and none throws', async () => {
  const engine = createEngine({ threads: 2 })
  const { companyRequest } = await makeSigners()
  try {
    const all = await hostileFiles()
    const files = process.env['LONG'] ? all : all.filter((_, n) => n % 8 === 0)
    const answers = await Promise.all(
      files.flatMap(({ file }) => [
        engine.text(file, 20),
        engine.render(file, 1, 200),
        engine.verify(file),
        engine.sign(companyRequest(file)),
      ]),
    )
    for (const answer of answers) expect(answer).toHaveProperty('ok')
  } finally {
    await engine.close()
  }
}, 120_000)

test('closing waits for the tasks that were asked for, and leaves no worker', async () => {
  const alive = new Set<Worker>()
  const note = (worker: Worker) => {
    alive.add(worker)
    worker.once('exit', () => alive.delete(worker))
  }
  process.on('worker', note)
  try {
    const engine = createEngine({ threads: 1 })
    const pdf = await payslip()
    const asked = [engine.inspect(pdf), engine.render(pdf, 1, 300)]
    await engine.close()
    expect(await Promise.all(asked)).toMatchObject([{ ok: true }, { ok: true }])
    expect(alive.size).toBe(0)
  } finally {
    process.off('worker', note)
  }
}, 20_000)
