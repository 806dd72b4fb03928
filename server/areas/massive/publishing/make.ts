import { setTimeout as sleep } from 'node:timers/promises'
import type { ErrorCode } from '#contract/errors.ts'
import { Refusal, refuse } from '#server/shared/errors.ts'
import type { StoredFile } from '#server/shared/files/files.ts'
import { newVerificationCode } from '#server/areas/documents/operations.ts'
import { type Recipient, takes } from '#server/areas/publishing/operations.ts'
import { type CompanySigner, type Signature, signByCompany } from '#server/areas/signing/operations.ts'
import { languageOfCountry } from '#server/shared/text/language.ts'
import type { Batch, Common } from './lane.ts'
import { type Claimed, type Failure, noTimestamp } from './queries.ts'
import { readFile } from './read.ts'

/** An item that may be published, with what its document will be. */
export interface Ready {
  item: Claimed
  person: Recipient
  pages: number
  asksEmployee: boolean
  verificationCode: string
  signed: { signature: Signature; stored: StoredFile } | null
}

type Made = Omit<Ready, 'signed'> & { signature: Signature | null }

/** Checks, reads and signs the items of a batch, and stores what was signed; what is wrong with one stops it alone. */
export async function makeAll(
  batch: Batch,
  common: Common | Failure['code'],
  items: readonly Claimed[],
): Promise<(Ready | Failure)[]> {
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
    return { ...ready, signed: file ? { signature, stored: file } : null }
  })
}

async function makeOne(batch: Batch, common: Common, item: Claimed): Promise<Made | Failure> {
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
  const { people, taken, type, oldestEnd } = common
  const person = people.get(item.recipient_id)
  if (!person) refuse('MASSIVE_EMPLOYEE_OUT_OF_REACH')
  if (person.state === 'inactive' && person.ended_on && person.ended_on < oldestEnd)
    refuse('PUBLISH_EMPLOYEE_ENDED')
  if (taken.has(person.id)) refuse('SYSTEM_API_FILE_EXISTS')
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
  const signature = await sign(batch, batch.signer, common, ready)
  return { ...ready, pages: item.pages, asksEmployee: type.signable, signature }
}

async function sign(
  { services, of }: Batch,
  signer: CompanySigner,
  { placesOf, type }: Common,
  { item, verificationCode }: Pick<Ready, 'item' | 'verificationCode'>,
): Promise<Signature> {
  const facts = {
    pdf: await readFile(services, item),
    places: placesOf(item.pages),
    verificationCode,
    language: languageOfCountry(of.country),
    zone: of.zone,
    when: services.clock(),
    employeeSignsToo: type.signable,
  }
  return patiently(() => signByCompany(services, signer, facts))
}

/** Milliseconds before an authority that gave no timestamp is asked again. */
const patience = [1000, 4000]

async function patiently<T>(sign: () => Promise<T>): Promise<T> {
  for (const pause of patience) {
    try {
      return await sign()
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'SIGN_DOCUMENT_TIMESTAMP_FAILED') throw error
      await sleep(pause)
    }
  }
  return sign()
}
