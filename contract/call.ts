import { z } from 'zod'
import type { Need } from './actions.ts'
import type { ErrorName } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One file of a multipart call. */
export interface UploadPart {
  field: string
  maxBytes: number
  /** Types accepted, found from the bytes and never from the name or the header. */
  types: readonly ('pdf' | 'png' | 'jpg' | 'webp' | 'xml' | 'csv' | 'xlsx' | 'p12')[]
  required: boolean
  /** Errors of the specification in place of the general ones. */
  refusals?: { size: ErrorName; type: ErrorName }
}

/** The file of a multipart call, streamed. Text fields precede it in the body. */
export interface Upload extends UploadPart {
  /** A second file that belongs to the first; never sent alone. */
  beside?: UploadPart
}

/** The position in a list: rows a page, the page from 1, rows in all (10,000 at most, then `totalIsCapped`). */
export const pagination = z.object({
  total: z.int(),
  totalIsCapped: z.boolean().optional(),
  page: z.int(),
  perPage: z.int(),
})
export type Pagination = z.infer<typeof pagination>

/** The paging fields of every list's input. */
export const paging = {
  page: z.int().min(1).default(1),
  perPage: z.int().min(1).max(100).default(25),
}

export interface Call<
  Input extends z.ZodObject = z.ZodObject,
  Answer extends z.ZodType | 'file' = z.ZodType | 'file',
  Paged extends boolean = boolean,
  File extends Upload | undefined = Upload | undefined,
> {
  method: Method
  /** As the specification writes it, below the base: `/v2/admin-mod/users/{id}`. */
  path: string
  need: Need
  input: Input
  upload: File
  /** Schema of `data`, or 'file' for bytes. Properties that the schema doesn't name are dropped. */
  answer: Answer
  /** A list: the handler returns `{ data, pagination }`. */
  paged: Paged
  /** Sent without envelope, as the specification requires for a few calls. */
  bare: boolean
  /** The errors that this call itself can refuse with, beside those of every call (`everyCall`). */
  errors: readonly ErrorName[]
  /**
   * Needs a step-up ticket in `X-Step-Up`, made within five minutes in this session. With true it asks each time: no
   * act may have used the ticket. 'holds' takes one that others used.
   */
  stepUp: boolean | 'holds'
  /**
   * May be made in a restricted session: true, while the first sign-in or a new password is missing; 'factor', while
   * the second factor is; 'every', in each of them. Nothing of the password moves before the factor is proved.
   */
  restricted: boolean | 'factor' | 'every'
  /** Accepts `Idempotency-Key`: a repeated key returns the first answer without a second act. */
  idempotent: boolean
  /** Whether making it counts as a person's activity, which renews the idle life. */
  renews: boolean
  /** Attempts allowed a minute, for one caller's address (public, {@link publicRate} by default) or one user. */
  ratePerMinute?: number
  /** For how long the caller's browser may keep the answer, by language and session; nothing is kept by default. */
  cacheSeconds?: number
  /** The largest body in bytes, or of a multipart one its text fields; {@link bodyBytes} by default. */
  maxBytes: number
  /** One line for the API's documentation. */
  summary: string
}

/** The rate of a public call that declares none: a whole plant signs in from one address within an hour. */
const publicRate = 600
/** The largest bodies of calls that declare none: 16 kB for anybody, 128 kB in a session. */
export const bodyBytes = { public: 16 * 1024, session: 128 * 1024 }

type Description<
  I extends z.ZodObject,
  A extends z.ZodType | 'file',
  P extends boolean,
  F extends Upload | undefined,
> = Pick<Call<I, A, P>, 'method' | 'path' | 'need' | 'summary' | 'answer'> & {
  input?: I
  paged?: P
  upload?: F
} & Partial<
    Pick<
      Call<I, A, P>,
      | 'bare'
      | 'errors'
      | 'stepUp'
      | 'restricted'
      | 'idempotent'
      | 'renews'
      | 'ratePerMinute'
      | 'cacheSeconds'
      | 'maxBytes'
    >
  >

/**
 * Declares a call: the server binds a handler to it, the browser makes it, the API's document lists it. The build leaves
 * out the calls that a page never makes.
 */
// @__NO_SIDE_EFFECTS__
export function call<
  const A extends z.ZodType | 'file',
  I extends z.ZodObject = z.ZodObject<Record<never, never>>,
  const P extends boolean = false,
  const F extends Upload | undefined = undefined,
>(description: Description<I, A, P, F>): Call<I, A, P, F> {
  const input = description.input ?? (z.object({}) as unknown as I)
  const isPublic = description.need === 'public'
  return {
    ...(isPublic && { ratePerMinute: publicRate }),
    maxBytes: isPublic ? bodyBytes.public : bodyBytes.session,
    ...description,
    input: input.strict() as I,
    paged: description.paged ?? (false as P),
    upload: description.upload as F,
    bare: description.bare ?? false,
    errors: description.errors ?? [],
    stepUp: description.stepUp ?? false,
    restricted: description.restricted ?? false,
    renews: description.renews ?? true,
    idempotent: description.idempotent ?? description.method === 'POST',
  }
}

/** The input as the caller passes it. */
export type InputOf<C extends Call> = z.input<C['input']>
/** The input as the handler receives it: parsed. */
export type ParsedOf<C extends Call> = z.output<C['input']>
type DataOf<C extends Call> = C['answer'] extends z.ZodType ? z.output<C['answer']> : never
/** The result of a call in the browser: the data, with its pagination for a list, or a Blob. */
export type AnswerOf<C extends Call> = C['answer'] extends 'file'
  ? Blob
  : C['paged'] extends true
    ? { data: DataOf<C>; pagination: Pagination }
    : DataOf<C>

/** The names in braces of a call's path. */
export function pathNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
}

/** The envelope that the specification prescribes: `{ data }` under /v2/, `{ code, results: { data } }` elsewhere. */
export function envelopeOf(c: Pick<Call, 'path' | 'bare'>): 'bare' | 'v2' | 'results' {
  if (c.bare) return 'bare'
  return c.path.startsWith('/v2/') ? 'v2' : 'results'
}

/** An error as every refusal carries it, with `data: [message]` kept for older clients. */
export const refusal = z.object({
  code: z.string(),
  message: z.string(),
  errors: z.array(z.object({ code: z.string(), message: z.string(), field: z.string().optional() })),
  results: z.object({ data: z.array(z.string()) }),
  requestId: z.string(),
})
export type RefusalBody = z.infer<typeof refusal>
