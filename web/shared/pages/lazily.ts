import { hasUnsaved } from '../forms/unsaved.ts'

/**
 * A chunk that could not be loaded: it belongs to an older version, or the network failed. `code` distinguishes style
 * sheets.
 */
export class ChunkLoadError extends Error {
  readonly code: 'CHUNK_LOAD_FAILED' | 'CSS_CHUNK_LOAD_FAILED'

  constructor(cause: unknown) {
    super('A part of the application could not be loaded', { cause })
    this.name = 'ChunkLoadError'
    // The words of Vite's own error, which has no code.
    const style = cause instanceof Error && cause.message.startsWith('Unable to preload CSS')
    this.code = style ? 'CSS_CHUNK_LOAD_FAILED' : 'CHUNK_LOAD_FAILED'
  }
}

const limit = 120_000

/** Loads a part of the application, within two minutes or not at all. */
export async function lazily<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('too late')), limit)
  })
  try {
    return await Promise.race([load(), late])
  } catch (error) {
    throw new ChunkLoadError(error)
  } finally {
    clearTimeout(timer)
  }
}

const key = 'reloaded'

/**
 * Reloads the page once when a chunk is missing. Returns false within a minute of the last reload, or with unsaved
 * input.
 */
export function reloadOnce(): boolean {
  if (hasUnsaved()) return false
  const last = Number(sessionStorage.getItem(key))
  if (Date.now() - last < 60_000) return false
  sessionStorage.setItem(key, String(Date.now()))
  location.reload()
  return true
}
