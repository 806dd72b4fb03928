import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nearestTests, readImporters } from './nearest-tests.ts'

test('the test beside a module comes first, then the tests of folders that import it, and no others', () => {
  const importers = new Map([
    ['server/shared/money.ts', ['server/areas/pay/pay.ts', 'server/shared/money.test.ts']],
    ['server/areas/pay/pay.ts', ['server/app.ts']],
    ['server/areas/home/home.ts', ['server/app.ts']],
    [
      'server/app.ts',
      ['server/areas/home/home.test.ts', 'server/areas/pay/pay.test.ts', 'server/app.test.ts'],
    ],
    ['pdf/page.ts', ['pdf/page.test.ts']],
  ])
  expect(nearestTests(importers, 'server/shared/money.ts')).toEqual([
    'server/shared/money.test.ts',
    'server/areas/pay/pay.test.ts',
    'server/app.test.ts',
    'server/areas/home/home.test.ts',
  ])
})

test('a module that a glob takes in is imported', () => {
  const root = mkdtempSync(join(tmpdir(), 'legajo-importers-'))
  const files = {
    'one.ts': '',
    'one.test.ts': "import.meta.glob<object>(['./*.ts', '!./*.test.ts'], { eager: true })",
  }
  for (const [path, source] of Object.entries(files)) writeFileSync(join(root, path), source)
  const importers = readImporters(root, Object.keys(files))
  rmSync(root, { recursive: true })
  expect([...importers]).toEqual([
    ['one.ts', ['one.test.ts']],
    ['one.test.ts', []],
  ])
})
