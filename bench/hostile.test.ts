import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// Each run sends such files through every operation: pdf/pool.test.ts.
test('four files made to take memory stay below a gigabyte and give it back', { tags: ['long'] }, () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'hostile.ts')], {
    env: { ...process.env, SMALL: '1', NODE_OPTIONS: '' },
    encoding: 'utf8',
  })
  expect({ status, said: stdout + stderr }).toMatchObject({ status: 0 })
})
