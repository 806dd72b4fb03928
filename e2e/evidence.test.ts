import { expect } from 'vitest'
import { run } from '#server/operator/running.ts'
import { inside } from './support/inside.ts'
import { serveDemonstration, server, test } from './support/test.ts'

serveDemonstration()

test('the check of the evidence finds no difference in the demonstration', async () => {
  let out = ''
  const say = (line: string) => void (out += line)
  const terminal = { say, tell: say, isConfirmed: () => Promise.resolve(false) }
  const code = await inside(server().place, (services) =>
    run(['evidence', 'check', '--json'], terminal, (act) => act({ services, by: 'rosa.operaciones' })),
  )
  expect(code, out).toBe(0)
  const checks = JSON.parse(out)
  expect(checks.length).toBeGreaterThan(1)
  for (const check of checks) {
    expect(check).toMatchObject({ total: 0, differences: [] })
    expect(check.checked.signatures).toBeGreaterThan(10)
    expect(check.checked.files).toBe(check.checked.signatures)
  }
})
