import { expect, test } from 'vitest'
import { corpusFiles, mixesOf, partsOf, readAfterFirstHalf, readHoled } from '../support/holes.ts'

/**
 * The receipts that went to somebody else with part of the roster away: of several seeds, and of mixed and of files of
 * few receipts (`sizes`) too, which teach little, alone and after the first half of each file.
 */
async function wrongOf(
  only: readonly string[] | undefined,
  seeds: readonly number[],
  sizes: readonly number[],
) {
  const files = await corpusFiles(only)
  const small = sizes.flatMap((size) => partsOf(files, size))
  return [0, 0.3, 0.6, 0.85].flatMap((lacking) =>
    seeds.flatMap((seed) => [
      ...readHoled([...files, ...mixesOf(files), ...small], lacking, seed).wrong,
      ...sizes.flatMap((size) => readAfterFirstHalf(files, size, lacking, seed).wrong),
    ]),
  )
}

/** Files whose strangers are relatives, namesakes, on a colleague's page, or go on where a colleague's receipt ends. */
const tempting = 'ar-numbered ar-owner ar-close co-twins co-close ar-beside cr-slip br-groff br-close uy-flow'
  .split(' ')
  .map((name) => `${name}.pdf`)

test('a receipt of somebody whom the roster lacks goes to nobody', { timeout: 120_000 }, async () => {
  expect(await wrongOf(tempting, [1], [2])).toEqual([])
})

test(
  'a receipt of any file goes to nobody where the roster lacks its owner',
  { tags: ['long'], timeout: 1_800_000 },
  async () => {
    expect(await wrongOf(undefined, [1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 3, 5])).toEqual([])
  },
)
