import type { Call, InputOf } from '#contract/call.ts'
import { session } from '#contract/session/session.ts'
import { apiBase } from './api-base.ts'
import { addressOf, call } from './call.ts'

/**
 * Makes the browser itself download a call's file: `await download(documents.export, { buscar })`. The browser shows
 * the progress, and nothing is held in memory. Resolves when the download has begun; throws a RefusalError where the
 * session has no right to it. A later refusal of the call itself appears only as a failed download, so check such
 * conditions by another call first.
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
