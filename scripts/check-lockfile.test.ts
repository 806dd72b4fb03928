import { expect, test } from 'vitest'
// @ts-expect-error -- plain JavaScript, since it runs before TypeScript is installed
import { holesOf, inexactOf } from './check-lockfile.mjs'

test('finds the platform parts that a lockfile lacks, wherever Node would look for them', () => {
  const whole = {
    '': { dependencies: { linter: '1.0.0' } },
    'node_modules/linter': {
      version: '1.0.0',
      dependencies: { inner: '1.0.0' },
      optionalDependencies: { 'linter-linux': '1.0.0', 'linter-mac': '1.0.0' },
    },
    'node_modules/linter/node_modules/inner': { version: '1.0.0', dependencies: { outer: '1' } },
    'node_modules/outer': { version: '1.0.0' },
    'node_modules/linter-linux': { version: '1.0.0' },
    'node_modules/linter-mac': { version: '1.0.0' },
  }
  expect(holesOf(whole)).toEqual([])
  const { 'node_modules/linter-mac': _mac, 'node_modules/outer': _outer, ...holey } = whole
  expect(holesOf(holey)).toEqual([
    'node_modules/linter wants linter-mac, which package-lock.json lacks',
    'node_modules/linter/node_modules/inner wants outer, which package-lock.json lacks',
  ])
})

test('wants exact versions', () => {
  const manifest = {
    dependencies: { a: '1.0.0', b: '^1.0.0' },
    optionalDependencies: { c: '18.4.0-beta.17', d: 'latest' },
  }
  expect(inexactOf(manifest)).toEqual([
    'package.json: b ^1.0.0 is no exact version',
    'package.json: d latest is no exact version',
  ])
})
