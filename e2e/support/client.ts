import { type Call, envelopeOf, type InputOf, pathNames } from '#contract/call.ts'
import { toText } from '#contract/from-text.ts'

export interface Asking {
  /** The bearer. */
  as?: string | undefined
  file?: { name: string; bytes: Uint8Array }
  idempotencyKey?: string
  stepUp?: string
  signal?: AbortSignal
}

export interface Reply {
  status: number
  /** The refusal's code; undefined for a success. */
  code: string | undefined
  /** The unwrapped data of a success. */
  data: any // oxlint-disable-line -- tests look at wire values of every shape
  retryAfterSeconds: number
}

/** Makes a call of the contract once, over the network. Rejects when no answer comes. */
export async function ask<C extends Call>(
  url: string,
  call: C,
  input: InputOf<C>,
  { as, file, idempotencyKey, stepUp, signal }: Asking = {},
): Promise<Reply> {
  const values: Record<string, unknown> = input
  const inPath = pathNames(call.path)
  const path = inPath.reduce((made, name) => made.replace(`{${name}}`, toText(values[name])), call.path)
  const texts = Object.entries(values)
    .filter(([name, value]) => value !== undefined && !inPath.includes(name))
    .map(([name, value]): [string, string] => [name, toText(value)])
  const inQuery = call.method === 'GET' || call.method === 'DELETE'
  const response = await fetch(`${url}/api${path}${inQuery ? `?${new URLSearchParams(texts)}` : ''}`, {
    method: call.method,
    headers: {
      ...(as && { authorization: `Bearer ${as}` }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      ...(stepUp && { 'x-step-up': stepUp }),
    },
    ...(!inQuery && { body: bodyOf(call, texts, file) }),
    ...(signal && { signal }),
  })
  const body = await response.json()
  const inside = envelopeOf(call) === 'results' ? body.results : body
  return {
    status: response.status,
    code: response.ok ? undefined : body.code,
    data: response.ok ? inside.data : undefined,
    retryAfterSeconds: Number(response.headers.get('retry-after') ?? 1),
  }
}

function bodyOf(call: Call, texts: [string, string][], file: Asking['file']): FormData | URLSearchParams {
  if (!file || !call.upload) return new URLSearchParams(texts)
  const form = new FormData()
  for (const [name, value] of texts) form.append(name, value)
  form.append(call.upload.field, new Blob([new Uint8Array(file.bytes)]), file.name)
  return form
}
