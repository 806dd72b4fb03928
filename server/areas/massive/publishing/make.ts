import { setTimeout as sleep } from 'node:timers/promises'
import type { ErrorCode } from '#contract/errors.ts'
import { Refusal, refuse } from '#server/shared/errors.ts'
import type { ItemFailure } from '#server/shared/processes/claims.ts'
import { newVerificationCode } from '#server/areas/documents/operations.ts'
import {
  type CompanySigned,
  leftTooLongAgo,
  type Recipient,
  takes,
} from '#server/areas/publishing/operations.ts'
import { type CompanySigner, type Signature, signByCompany } from '#server/areas/signing/operations.ts'
import { languageOfCountry } from '#server/shared/text/language.ts'
import { type Batch, type Common, placeOf, readItemFile } from './lane.ts'
import { type Claimed, noTimestamp } from './queries.ts'

/** An item that may be published, with the facts of its document. */
export interface Ready {
  item: Claimed
  person: Recipient
  pages: number
  asksEmployee: boolean
  verificationCode: string
  signed: CompanySigned | null
}

type Made = Omit<Ready, 'signed'> & { signature: Signature | null }

/** Checks, reads and signs the items of a batch, and stores the signed files. A fault stops its own item alone. */
export async function makeAll(
  batch: Batch,
  common: Common | ItemFailure['code'],
  items: readonly Claimed[],
): Promise<(Ready | ItemFailure)[]> {
  if (typeof common === 'string') return items.map(({ id }) => ({ id, code: common, params: null }))
  const made = await Promise.all(items.map((item) => makeOne(batch, common, item)))
  const { services, company } = batch
  const stored = await services.files.putAll(
    company,
    made.flatMap((one) => ('signature' in one && one.signature ? [one.signature.bytes] : [])),
    { type: 'pdf', maxBytes: Infinity },
  )
  let next = 0
  return made.map((one) => {
    if ('code' in one) return one
    const { signature, ...ready } = one
    const file = signature && stored[next++]
    return {
      ...ready,
      signed: file && batch.signer ? { signer: batch.signer, signature, stored: file } : null,
    }
  })
}

async function makeOne(batch: Batch, common: Common, item: Claimed): Promise<Made | ItemFailure> {
  try {
    return await make(batch, common, item)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const [fault] = error.faults
    return { id: item.id, code: ofProcess[fault.code] ?? fault.code, params: fault.params ?? null }
  }
}

/** Codes of single signing that have other words in a process. */
const ofProcess: Partial<Record<ErrorCode, ErrorCode>> = {
  SIGN_DOCUMENT_FAILED: 'PROCESS_SIGNING_FAILED',
  SIGN_DOCUMENT_TIMESTAMP_FAILED: noTimestamp,
}

async function make(batch: Batch, common: Common, item: Claimed): Promise<Made> {
  const { people, occupied, type, limits } = common
  const person = people.get(item.recipient_id)
  if (!person) refuse('MASSIVE_EMPLOYEE_OUT_OF_REACH')
  if (leftTooLongAgo(person, limits)) refuse('PUBLISH_EMPLOYEE_ENDED')
  if (common.isOfAnother(item)) refuse('PROCESS_RECEIPT_OF_ANOTHER')
  if (occupied.blocking(placeOf(batch.of, person.id), type)) refuse('SYSTEM_API_FILE_EXISTS')
  const ready = { item, person, verificationCode: newVerificationCode() }
  if (!batch.signer) {
    // A file signed outside may be closed to further signatures, and its number of pages is free.
    const found = await common.inspected(item)
    if (!found.ok) refuse('PROCESS_SIGNING_FAILED')
    return {
      ...ready,
      pages: found.pages,
      asksEmployee: type.signable && takes(found, 'employee'),
      signature: null,
    }
  }
  const pdf = await readItemFile(batch.services, item)
  const asksEmployee = type.signable && (await takesEmployee(batch, pdf))
  const signature = await sign(batch, batch.signer, common, { ...ready, pdf, asksEmployee })
  return { ...ready, pages: item.pages, asksEmployee, signature }
}

/**
 * Whether the employee can sign a file. One that was split off a PDF has no signature; one of a zip may have theirs.
 */
async function takesEmployee({ services, of }: Batch, pdf: Uint8Array): Promise<boolean> {
  if (of.mode !== 'sign') return true
  const found = await services.engine.inspect(pdf, { maxBytes: pdf.length })
  return !found.ok || takes(found, 'employee')
}

function sign(
  { services, of }: Batch,
  signer: CompanySigner,
  { placesOf }: Common,
  { item, verificationCode, pdf, asksEmployee }: Omit<Ready, 'signed' | 'pages'> & { pdf: Uint8Array },
): Promise<Signature> {
  const facts = {
    pdf,
    places: placesOf(item.pages),
    verificationCode,
    language: languageOfCountry(of.country),
    zone: of.zone,
    when: services.clock(),
    employeeSignsToo: asksEmployee,
  }
  return patiently(services.config.tsaPauses, () => signByCompany(services, signer, facts))
}

/** Signs; where the authority gives no timestamp, again after each pause, in milliseconds. */
async function patiently<T>(pauses: readonly number[], sign: () => Promise<T>): Promise<T> {
  for (const pause of pauses) {
    try {
      return await sign()
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'SIGN_DOCUMENT_TIMESTAMP_FAILED') throw error
      await sleep(pause)
    }
  }
  return sign()
}
