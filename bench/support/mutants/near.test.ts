import { expect, test } from 'vitest'
import { nearestTests } from './near.ts'

test('the test beside a module comes first, then those of the folders that import it, and no other', () => {
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
