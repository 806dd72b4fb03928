import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { verification } from '#contract/verification.ts'
import { hostileFiles } from '#pdf/testing/hostile.ts'
import { makeSigners } from '#pdf/testing/signers.ts'
import { payslip } from '#pdf/testing/samples.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'

/** Strangers' files at a page that anybody may use: every one is answered, none ends the server or a later answer. */
let app: TestApp
let signed: Uint8Array
let calls = 0

beforeAll(async () => {
  app = await testApp()
  const { signAsCompany, signAsEmployee } = await makeSigners()
  signed = await signAsEmployee(await signAsCompany(await payslip()))
})

const ask = (bytes: Uint8Array) =>
  app.call(
    verification.verify,
    {},
    { file: { name: 'a.pdf', bytes }, address: `10.2.${calls >> 8}.${calls++ & 255}` },
  )

test('a hostile file is refused or reported as such', { timeout: 120_000 }, async () => {
  for (const { name, file } of await hostileFiles()) {
    const { status, data } = await ask(file)
    expect([name, status < 500]).toEqual([name, true])
    expect([name, data?.veredicto]).not.toEqual([name, 'valido'])
  }
  expect((await ask(signed)).data).toMatchObject({ firmas: [{ valida: true }, { valida: true }] })
})

test('a signed file altered anywhere, cut anywhere, is never an error of ours and never whole', async () => {
  const edit = fc.record({
    at: fc.nat(signed.length - 1),
    byte: fc.nat(255),
    cut: fc.option(fc.nat(signed.length), { freq: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(edit, async ({ at, byte, cut }) => {
      const file = Uint8Array.from(signed.subarray(0, cut ?? signed.length))
      if (at < file.length) file[at] = byte
      if (Buffer.compare(file, signed) === 0) return
      const { status, data } = await ask(file)
      expect(status).toBeLessThan(500)
      const holds =
        data?.firmas.length === 2 && data.firmas.every(({ valida }: { valida: boolean }) => valida)
      expect(holds ?? false).toBe(false)
    }),
    { numRuns: process.env['LONG'] ? 120 : 40, seed: 5 },
  )
})
