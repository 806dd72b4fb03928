import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('two files made to take memory stay below a gigabyte and give it back', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'hostile.ts')], {
    env: { ...process.env, SMALL: '1', NODE_OPTIONS: '' },
    encoding: 'utf8',
  })
  expect({ status, said: stdout + stderr }).toMatchObject({ status: 0 })
}, 120_000)
