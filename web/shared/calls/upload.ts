import { apiBase } from './api-base.ts'
import type { Sent } from './wire.ts'

/** fetch has no upload progress. */
export function sendWithProgress({
  method,
  path,
  body,
  headers,
  signal,
  onProgress,
}: Sent): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, apiBase + path)
    request.responseType = 'blob'
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => onProgress?.(event.total ? event.loaded / event.total : 0)
    request.onload = () => {
      const type = request.getResponseHeader('content-type') ?? ''
      resolve(new Response(request.response, { status: request.status, headers: { 'content-type': type } }))
    }
    request.onerror = () => reject(new Error('unreachable'))
    request.onabort = () => reject(new DOMException('aborted', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort())
    request.send(body ?? null)
  })
}
