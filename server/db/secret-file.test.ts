import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { secretOfFile } from './secret-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'legajo-secret-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a secret is made once, for its owner alone, and nothing else is left', () => {
  const file = join(folder, 'once')
  const made = secretOfFile(file, 24)
  expect(made).toMatch(/^[0-9a-f]{48}$/)
  expect(secretOfFile(file, 24)).toBe(made)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['once'])
})

test('of several processes that begin together all have the same whole secret', async () => {
  const module = join(import.meta.dirname, 'secret-file.ts')
  const script = `import { secretOfFile } from ${JSON.stringify(module)}
    const at = Number(process.argv[1])
    while (Date.now() < at);
    for (let n = 0; n < 50; n++) console.log(secretOfFile(${JSON.stringify(folder)} + '/race-' + n, 24))`
  const at = String(Date.now() + 1500)
  const said = await Promise.all(
    Array.from({ length: 4 }, () =>
      promisify(execFile)(process.execPath, ['--input-type=module-typescript', '-e', script, at]),
    ),
  )
  const [first = '', ...others] = said.map(({ stdout }) => stdout)
  expect(first.trim().split('\n')).toHaveLength(50)
  expect(first).toMatch(/^([0-9a-f]{48}\n)+$/)
  for (const other of others) expect(other).toBe(first)
})
