import type { Call, InputOf } from '#contract/call.ts'
import { session } from '#contract/session/session.ts'
import { apiBase } from './api-base.ts'
import { addressOf, call } from './call.ts'

/**
 * Lets the browser itself download what a call answers: `await download(documents.export, { buscar })`. It shows its
 * own progress, and nothing is held in memory. Resolves when it has begun; throws a RefusalError where the session
 * has no right to it. What the call itself refuses then, the browser shows as a download that failed: ask first,
 * by a call of its own, what can be refused.
 */
export async function download<C extends Call & { answer: 'file' }>(c: C, input: InputOf<C>): Promise<void> {
  const { path } = addressOf(c, { ...input })
  await call(session.download, { ruta: path })
  const link = document.createElement('a')
  link.href = apiBase + path
  // Without it a refusal would take the page's place.
  link.download = ''
  link.click()
}
