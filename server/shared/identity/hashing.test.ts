import { expect, test } from 'vitest'
import { slowly } from './hashing.ts'

test('four are hashed at once, two hundred wait for their turn, and the next one is refused', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const begun: number[] = []
  const hashes = Array.from({ length: 204 }, (_, n) =>
    slowly(async () => {
      begun.push(n)
      await held
    }),
  )
  await expect(slowly(async () => {})).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  expect(begun).toEqual([0, 1, 2, 3])
  release()
  await Promise.all(hashes)
  expect(begun).toEqual([...hashes.keys()])
})

test('a hash that is over, or fails, frees its place', { timeout: 5000 }, async () => {
  for (let n = 0; n < 5; n++) {
    expect(await slowly(async () => n)).toBe(n)
    await expect(slowly(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  }
})
