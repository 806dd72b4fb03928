import { afterEach, expect, test, vi } from 'vitest'
import { ChunkLoadError, lazily } from './lazily.ts'

afterEach(() => vi.useRealTimers())

test('a part that does not load fails after two minutes and not before', async () => {
  vi.useFakeTimers()
  let fault: unknown = null
  const never = lazily(() => new Promise(() => {})).catch((error: unknown) => (fault = error))
  await vi.advanceTimersByTimeAsync(119_999)
  expect(fault).toBeNull()
  await vi.advanceTimersByTimeAsync(1)
  await never
  expect(fault).toBeInstanceOf(ChunkLoadError)
  expect(fault).toMatchObject({ code: 'CHUNK_LOAD_FAILED' })
})

test('a part that loads leaves no timer running', async () => {
  vi.useFakeTimers()
  expect(await lazily(() => Promise.resolve('part'))).toBe('part')
  expect(vi.getTimerCount()).toBe(0)
})

test.each([
  ['a script', 'Failed to fetch dynamically imported module: /assets/a.js', 'CHUNK_LOAD_FAILED'],
  ['a style', 'Unable to preload CSS for /assets/a.css', 'CSS_CHUNK_LOAD_FAILED'],
])('%s that can’t be loaded has a code of its own, and its cause', async (_, message, code) => {
  const cause = new Error(message)
  await expect(lazily(() => Promise.reject(cause))).rejects.toMatchObject({ code, cause })
})
