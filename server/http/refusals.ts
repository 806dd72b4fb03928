import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RefusalBody } from '#contract/call.ts'
import { codeOf, type ErrorName, everyCall, makeFault, statusOf } from '#contract/errors.ts'
import { mostErrors } from '#contract/issues.ts'
import { type Fault, Refusal } from '../shared/errors.ts'
import { messageOf, languageOf } from '../shared/text/language.ts'
import type { Services } from '../shared/services.ts'

/**
 * Every error is sent in one form: status, code, message in the caller's language, and the faults by field. An
 * unexpected error is logged completely and sent only as a request number.
 */
export function answerRefusals(server: FastifyInstance, { log }: Services, strict: boolean): void {
  server.setErrorHandler((error: FastifyError | Error, request, reply) => {
    const refusal = error instanceof Refusal ? error : knownFault(error)
    if (refusal?.code === 'SERVICE_UNAVAILABLE')
      log.warn({ requestId: request.id, call: callOf(request), reason: error.message }, 'unavailable')
    if (!refusal) {
      log.error({ err: error, requestId: request.id, call: callOf(request) }, 'request failed')
      return send(request, reply, new Refusal([makeFault('INTERNAL_ERROR')]))
    }
    if (strict) insistOnDeclared(request, refusal)
    return send(request, reply, refusal)
  })
  server.setNotFoundHandler((request, reply) => send(request, reply, new Refusal([makeFault('NOT_FOUND')])))
}

function send(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
  request.refusalCode = refusal.code
  const language = languageOf(request.headers['accept-language'], request.session?.language)
  const country = request.session?.country
  const said = (fault: Fault) => ({
    code: fault.code,
    message: messageOf(fault, language, country),
    ...(fault.field !== undefined && { field: fault.field }),
  })
  const head = refusal.code === refusal.faults[0].code ? refusal.faults[0] : { code: refusal.code }
  const message = messageOf(head, language, country)
  const body: RefusalBody = {
    code: refusal.code,
    message,
    errors: refusal.faults.slice(0, mostErrors).map(said),
    results: { data: [message] },
    requestId: request.id,
  }
  const retryAfter = refusal.faults[0].params?.segundos
  if (refusal.code === 'SERVICE_UNAVAILABLE') reply.header('retry-after', '1')
  if (refusal.code === 'TOO_MANY_REQUESTS' && retryAfter) reply.header('retry-after', String(retryAfter))
  return reply.code(statusOf(refusal.code)).header('cache-control', 'no-store').send(body)
}

/** Faults of the wire itself, which Fastify finds before any handler. */
function knownFault(error: FastifyError | Error): Refusal | null {
  const code = 'code' in error ? error.code : ''
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500
  if (isLostDatabase(error, code)) return refusalOf('SERVICE_UNAVAILABLE')
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refusalOf('SYSTEM_API_BODY_TOO_LARGE')
  if (code === 'ECONNRESET' || code === 'ECONNABORTED') return refusalOf('SYSTEM_API_UPLOAD_INTERRUPTED')
  if (status >= 400 && status < 500) return refusalOf('SYSTEM_API_BODY_NOT_READABLE')
  return null
}

/**
 * PostgreSQL is ending, starting, out of connections or away (classes 08, 53 and 57P of its codes): the same call
 * may work in a moment, and with its Idempotency-Key does so once.
 */
function isLostDatabase(error: Error, code: string): boolean {
  if ('severity' in error) return /^(08|53|57P)/.test(code)
  if (code === 'ECONNREFUSED' || code === 'EPIPE') return true
  // A request that its client aborted has the message 'aborted'.
  if (code === 'ECONNRESET') return error.message !== 'aborted'
  // Errors of `pg` about a broken connection have no code.
  return /^Connection terminated|connection error and is not queryable$|^timeout exceeded when/.test(
    error.message,
  )
}

function refusalOf(name: ErrorName): Refusal {
  return new Refusal([makeFault(name)])
}

/** In tests a call may refuse only with errors that its contract declares, which keeps the API documentation true. */
function insistOnDeclared(request: FastifyRequest, refusal: Refusal): void {
  const call = request.routeOptions.config.call
  if (!call) return
  const allowed = [...everyCall, ...call.errors, ...uploadErrors].map((name): string => codeOf(name))
  for (const code of [refusal.code, ...refusal.faults.map((fault) => fault.code)]) {
    if (!allowed.includes(code)) throw new Error(`${call.method} ${call.path} does not declare ${code}`)
  }
}

/** Errors with which any call with a file can refuse. */
const uploadErrors: readonly ErrorName[] = [
  'SYSTEM_API_MAX_FILE_SIZE_EXCEEDED',
  'SYSTEM_API_WRONG_MIME_TYPE',
  'UPLOAD_HEIC',
  'SYSTEM_API_VIRUS_FOUND',
  'SYSTEM_API_VIRUS_SCAN_FAILED',
  'SYSTEM_API_UPLOAD_INTERRUPTED',
]

function callOf(request: FastifyRequest): string {
  return `${request.method} ${request.routeOptions.url ?? 'unknown'}`
}
