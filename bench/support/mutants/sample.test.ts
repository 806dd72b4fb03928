import { expect, test } from 'vitest'
import { findMutants } from './operators.ts'
import { isMutable, isSecurity, partOf, sampleMutants } from './sample.ts'

test('tests, their helpers and generated files are left alone', () => {
  const paths = ['pdf/sign.ts', 'pdf/sign.test.ts', 'pdf/testing/p12.ts', 'server/db/schema.ts', 'web/x.ts']
  expect(paths.filter(isMutable)).toEqual(['pdf/sign.ts'])
})

test('a file is counted under its area or folder', () => {
  expect(
    ['contract/me/me.ts', 'server/areas/me/reading.ts', 'server/shared/mail/mail.ts', 'server/app.ts'].map(
      partOf,
    ),
  ).toEqual(['contract', 'server/areas/me', 'server/shared', 'server'])
})

test('a seed draws the same sample again, a quarter of it of security-relevant files', () => {
  const source = 'const x = [1, 2, 3, 4, 5, 6, 7, 8, 9]'
  const all = ['server/shared/route.ts', 'server/shared/list.ts'].flatMap((path) => findMutants(path, source))
  const drawn = (seed: number) =>
    sampleMutants(all, 8, seed).map(({ path, start, end }) => [path, start, end])
  expect(drawn(1)).toEqual(drawn(1))
  expect(drawn(1)).not.toEqual(drawn(2))
  expect(sampleMutants(all, 8, 1).filter(({ path }) => isSecurity(path))).toHaveLength(2)
})

test('a seed draws faults in the same order where others have come and gone', () => {
  const [here = [], there = []] = ['server/list.ts', 'server/config.ts'].map((path) =>
    findMutants(path, 'const x = [1, 2, 3, 4, 5, 6, 7, 8, 9]'),
  )
  const among = sampleMutants([...there, ...here], there.length + here.length, 1)
  expect(among.filter(({ path }) => path === 'server/list.ts')).toEqual(sampleMutants(here, here.length, 1))
})

test('a sample of security-relevant files contains no other file', () => {
  const all = findMutants('server/shared/route.ts', 'const x = [1, 2, 3, 4, 5, 6, 7, 8, 9]')
  expect(sampleMutants(all, 8, 1)).toHaveLength(8)
})
