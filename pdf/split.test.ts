import { expect, test } from 'vitest'
import { createEngine } from './pool.ts'
import { sourceOf } from './source.ts'
import { qpdfCheck } from './testing/judges.ts'
import { manyReceipts, receiptOf } from './testing/receipts.ts'

test('a payroll is outlined, read and split by workers that share one copy of it', async () => {
  const engine = createEngine({ threads: 2 })
  try {
    const source = sourceOf(manyReceipts(12))
    expect(await engine.outline(source)).toEqual({ ok: true, pages: 12, locked: false })
    const [first, second, split] = await Promise.all([
      engine.readPages(source, 0, 6),
      engine.readPages(source, 6, 6),
      engine.splitOff(source, [[0], [1, 2], [11]]),
    ])
    if (!first.ok || !second.ok || !split.ok) throw new Error('refused')
    for (const [n, page] of [...first.pages, ...second.pages].entries())
      expect(page.lines).toContainEqual(`Apellido y nombre: ${receiptOf(n).name} CUIL: ${receiptOf(n).cuil}`)
    expect(split.pdfs.map((pdf) => qpdfCheck(pdf).accepted)).toEqual([true, true, true])
    const [one, two] = split.pdfs
    if (!one || !two) throw new Error('none')
    const merged = await engine.assemble([
      { pdf: two, pages: [1] },
      { pdf: one, pages: [0] },
    ])
    if (!merged.ok) throw new Error(merged.detail)
    const texts = await engine.text(merged.pdf)
    expect(texts.ok && texts.pages.map((text) => /CUIL: (\S+)/.exec(text)?.[1])).toEqual([
      receiptOf(2).cuil,
      receiptOf(0).cuil,
    ])
  } finally {
    await engine.close()
  }
}, 20_000)
