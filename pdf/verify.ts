import { createHash } from 'node:crypto'
import { byteRange, covered, lostSignatures, openRevision } from './byte-range.ts'
import type { LostSignature, Range } from './byte-range.ts'
import { brokenSignatures } from './broken.ts'
import type { BrokenSignature } from './broken.ts'
import { checkCms, checkTimestamp, isCertificateError } from './cms-verify.ts'
import type { CmsCheck, TimestampCheck } from './cms-verify.ts'
import { leadsTo } from './chain.ts'
import { DerError, definite } from './der.ts'
import { PdfDocument } from './document.ts'
import { PdfFault, refusing } from './faults.ts'
import type { Refusal } from './faults.ts'
import { coversOthers } from './covering.ts'
import { certifiedFinal, signatureFields } from './fields.ts'
import type { SignatureField } from './fields.ts'
import { changesSince } from './revisions.ts'
import type { Change } from './roles.ts'
import { factsKey } from './sign.ts'
import { textOf } from './syntax.ts'
import type { Dict } from './syntax.ts'
import { certificateFacts, isSelfIssued } from './x509.ts'
import type { CertificateFacts } from './x509.ts'

/** Why a signature is not valid, or only partly; a screen has a sentence for each. */
export type Problem =
  | 'unsupported'
  | 'empty'
  | 'byte_range'
  | 'digest'
  | 'signature'
  | 'certificate_not_bound'
  | 'certificate_swapped'
  | 'weak_digest'
  | 'timestamp'
  | 'expired_when_signed'
  | 'changed_afterwards'

/** Whether a given root vouches for the certificate, only itself, or nobody known. */
export type Trust = 'trusted' | 'self_issued' | 'unknown_issuer'

/** The time-stamp of a signature. */
export interface Stamp {
  authority: string | null
  /** A given root vouches for it. */
  trusted: boolean
  /** Its own certificate has expired since. */
  expiredNow: boolean
}

export interface SignatureReport {
  field: string
  /** A document time-stamp (as in PAdES B-LTA) belongs to an authority, not to a person. */
  kind: 'signature' | 'timestamp'
  /** The revision of the file that it signs, from 1. */
  revision: number
  /** The signed bytes are unaltered, the signature is of this certificate, and nothing foreign was added later. */
  valid: boolean
  problems: Problem[]
  trust: Trust | null
  certificate: CertificateFacts | null
  /** The signer's name as the signature dictionary gives it. */
  name: string | null
  reason: string | null
  location: string | null
  facts: Record<string, string>
  /** The time of a valid time-stamp, else the signer's claimed time. */
  signedAt: Date | null
  timeSource: 'timestamp' | 'claimed' | null
  /** The valid time-stamp, where there is one. */
  stamp: Stamp | null
  level: 'B-B' | 'B-T' | null
  /** The certificate has expired by now; without a time-stamp it is unknown whether it had when it signed. */
  expiredNow: boolean
  /** The effect of later revisions: none, further signatures or validation data, or the `changes`. */
  changesAfter: 'none' | 'signatures' | 'changed'
  changes: Change[]
  /** SHA-256 of the covered bytes, computed from this file, hexadecimal. Null where it covers nothing. */
  coveredDigest: string | null
  /** Its appearance covers earlier words or signatures; checked only for signers that no root vouches for. */
  coversOthers: boolean
  /** Length of this revision in bytes: `pdf.subarray(0, n)` is the revision. */
  coveredLength: number
}

export interface Verification {
  ok: true
  /** In signing order. */
  signatures: SignatureReport[]
  /** Names of unsigned signature fields. */
  unsigned: string[]
  /** Fields whose signature an earlier revision contained and the current file lacks. */
  removed: string[]
  /** The last signature covers the file to its very end. */
  coversWholeFile: boolean
}

export interface VerifyOptions {
  /** DER of trusted certificates: authorities, or a company's own self-issued one. */
  trusted?: readonly Uint8Array[]
  /** DER of the roots whose time-stamps prove a time; without any, an authority's time is only a claim. */
  timestampRoots?: readonly Uint8Array[]
  now?: Date
}

/**
 * Checks every signature of a PDF. Results are codes, not words. Those that no longer fit its bytes are reported even
 * where the file can't be read, or no field leads to them; otherwise an unreadable file is a refusal.
 */
export function verifyPdf(pdf: Uint8Array, options: VerifyOptions = {}): Promise<Verification | Refusal> {
  return refusing(async () => {
    try {
      const found = await verifyDocument(pdf, options)
      // Altered already, and it may be the same signature.
      if (found.signatures.some(({ problems }) => problems.includes('byte_range'))) return found
      const known = new Set(found.signatures.map(({ coveredLength }) => coveredLength))
      return withBroken(found, brokenSignatures(pdf, known), options)
    } catch (error) {
      const broken = error instanceof PdfFault ? brokenSignatures(pdf) : []
      if (broken.length === 0) throw error
      return withBroken(nothing, broken, options)
    }
  })
}

const nothing: Verification = { ok: true, signatures: [], unsigned: [], removed: [], coversWholeFile: false }

function withBroken(
  found: Verification,
  broken: readonly BrokenSignature[],
  options: VerifyOptions,
): Verification {
  if (broken.length === 0) return found
  const signatures = [...found.signatures, ...broken.map((one) => brokenReport(one, options))]
  return {
    ...found,
    signatures: signatures
      .toSorted((a, b) => a.coveredLength - b.coveredLength)
      .map((one, n) => ({ ...one, revision: n + 1 })),
  }
}

async function verifyDocument(pdf: Uint8Array, options: VerifyOptions): Promise<Verification> {
  const doc = new PdfDocument(pdf)
  if (doc.trailer.has('Encrypt')) throw new PdfFault('encrypted', 'an encryption dictionary')
  const fields = signatureFields(doc)
  const lost = lostSignatures(doc)
  const signatures = fields
    .filter(({ signed }) => signed)
    .map((field) => report(doc, field, lost, options))
    .toSorted((a, b) => a.coveredLength - b.coveredLength)
  for (const [n, signature] of signatures.entries()) signature.revision = n + 1
  await lookForCovering(doc, fields, signatures)
  return {
    ok: true as const,
    signatures,
    unsigned: fields.filter(({ signed }) => !signed).map(({ name }) => name),
    removed: lost.map(({ field }) => field),
    coversWholeFile: signatures.at(-1)?.coveredLength === pdf.length,
  }
}

function blankReport(): SignatureReport {
  return {
    field: '',
    kind: 'signature',
    revision: 0,
    valid: false,
    problems: [],
    trust: null,
    certificate: null,
    name: null,
    reason: null,
    location: null,
    facts: {},
    signedAt: null,
    timeSource: null,
    stamp: null,
    level: null,
    expiredNow: false,
    changesAfter: 'none',
    changes: [],
    coveredDigest: null,
    coversOthers: false,
    coveredLength: 0,
  }
}

/** A signature that no field leads to, of which nothing is known but itself. */
function brokenReport(
  { check, covered: pieces, end }: BrokenSignature,
  options: VerifyOptions,
): SignatureReport {
  const digest = createHash('sha256')
  for (const piece of pieces) digest.update(piece)
  return {
    ...blankReport(),
    problems: check.signatureValid ? ['digest'] : ['digest', 'signature'],
    trust: trustOf(check, options.trusted ?? []),
    certificate: certificateFacts(check.signer.raw),
    signedAt: check.signingTime,
    timeSource: check.signingTime ? 'claimed' : null,
    expiredNow: (options.now ?? new Date()) > check.signer.validToDate,
    coveredDigest: digest.digest('hex'),
    coveredLength: end,
  }
}

/**
 * Only signers that no root vouches for are checked for covering earlier content, and only from the second revision on.
 * Time-stamps are checked alike: an authority stamps whatever it is sent, also a file that somebody has drawn on.
 */
async function lookForCovering(
  doc: PdfDocument,
  fields: readonly SignatureField[],
  signatures: readonly SignatureReport[],
): Promise<void> {
  for (const [n, signature] of signatures.entries()) {
    const end = signatures[n - 1]?.coveredLength ?? 0
    const field = fields.find(({ name }) => name === signature.field)
    if (!field || end === 0 || signature.trust === 'trusted') continue
    const before = new PdfDocument(doc.bytes.subarray(0, end))
    signature.coversOthers = await coversOthers(doc, field, before)
  }
}

function report(
  doc: PdfDocument,
  field: SignatureField,
  lost: readonly LostSignature[],
  options: VerifyOptions,
): SignatureReport {
  const dict = doc.dict(field.dict.get('V')) ?? new Map()
  const text = (key: string): string | null => textOf(doc.get(dict.get(key)))
  const result: SignatureReport = {
    ...blankReport(),
    field: field.name,
    kind: doc.name(dict.get('SubFilter')) === 'ETSI.RFC3161' ? 'timestamp' : 'signature',
    name: text('Name'),
    reason: text('Reason'),
    location: text('Location'),
    facts: factsOf(doc, dict),
    signedAt: pdfDate(text('M')),
  }
  const problem = (code: Problem): void => void result.problems.push(code)

  if (isEmpty(doc, dict)) {
    problem('empty')
    return result
  }
  const range = byteRange(doc, field, dict)
  if (!range) {
    problem('byte_range')
    return result
  }
  result.coveredLength = range.end
  const digest = createHash('sha256')
  for (const piece of covered(doc, range)) digest.update(piece)
  result.coveredDigest = digest.digest('hex')
  const revision = openRevision(doc, field, range.end)
  if (!revision) problem('byte_range')
  else {
    result.changes = changesAfter(revision, doc, field, lost)
    if (result.changes.length > 0) problem('changed_afterwards')
    result.changesAfter =
      result.changes.length > 0 ? 'changed' : isBlankAfter(doc, range.end) ? 'none' : 'signatures'
  }
  if (result.kind === 'timestamp') judgeTimestamp(result, doc, dict, range, options, problem)
  else {
    const check = cmsOf(doc, dict, range, problem)
    if (check) judge(check, result, doc, dict, options, problem)
  }
  result.valid = result.problems.length === 0
  return result
}

function changesAfter(
  revision: PdfDocument,
  doc: PdfDocument,
  field: SignatureField,
  lost: readonly LostSignature[],
): Change[] {
  const since = changesSince(revision, doc)
  const changes: Change[] = since.kind === 'changed' ? [...since.changes] : []
  // A certification of level 1 forbids further signatures but allows validation data.
  if (since.kind === 'signatures' && certifiedFinal(doc, field))
    changes.push({ kind: 'not_allowed', page: null })
  const isNamed = changes.some(({ kind }) => kind === 'signature_removed')
  if (!isNamed && lost.some(({ end }) => end > revision.bytes.length))
    changes.push({ kind: 'signature_removed', page: null })
  return changes
}

function isBlankAfter(doc: PdfDocument, end: number): boolean {
  return doc.bytes.subarray(end).every((byte) => byte === 10 || byte === 13 || byte === 32)
}

/** Whether the signature is empty: forgeries omit its parts or fill them with zeros. */
function isEmpty(doc: PdfDocument, dict: Dict): boolean {
  const contents = doc.get(dict.get('Contents'))
  if (!(contents instanceof Uint8Array) || contents.every((byte) => byte === 0)) return true
  return (doc.array(dict.get('ByteRange')) ?? []).length === 0
}

function judge(
  check: CmsCheck,
  result: SignatureReport,
  doc: PdfDocument,
  dict: Dict,
  options: VerifyOptions,
  problem: (code: Problem) => void,
): void {
  const now = options.now ?? new Date()
  const { signer, timestamp } = check
  if (!check.digestMatches) problem('digest')
  if (!check.signatureValid) problem('signature')
  if (check.weakDigest) problem('weak_digest')
  const isPades = doc.name(dict.get('SubFilter')) === 'ETSI.CAdES.detached'
  if (check.binding === 'other') problem('certificate_swapped')
  else if (isPades && check.binding === 'absent') problem('certificate_not_bound')
  if (timestamp && !timestamp.valid) problem('timestamp')
  const stamped = timestamp?.valid ? timestamp.time : null
  result.stamp = timestamp?.valid ? stampOf(timestamp, options) : null
  result.certificate = certificateFacts(signer.raw)
  result.signedAt = stamped ?? result.signedAt ?? check.signingTime
  result.timeSource = stamped ? 'timestamp' : result.signedAt ? 'claimed' : null
  result.level = isPades && check.binding === 'bound' ? (stamped ? 'B-T' : 'B-B') : null
  result.trust = trustOf(check, options.trusted ?? [])
  result.expiredNow = now > signer.validToDate
  const at = result.signedAt ?? now
  // Certificates have a resolution of one second.
  if (at.getTime() + 1000 < signer.validFromDate.getTime() || at > signer.validToDate)
    problem('expired_when_signed')
}

function judgeTimestamp(
  result: SignatureReport,
  doc: PdfDocument,
  dict: Dict,
  range: Range,
  options: VerifyOptions,
  problem: (code: Problem) => void,
): void {
  const token = doc.get(dict.get('Contents'))
  const check = token instanceof Uint8Array ? checkTimestamp(token, ...covered(doc, range)) : null
  if (!check) return problem('unsupported')
  if (!check.valid) problem('timestamp')
  else result.stamp = stampOf(check, options)
  result.certificate = certificateFacts(check.authority.raw)
  result.signedAt = check.time
  result.timeSource = 'timestamp'
}

const supported = ['ETSI.CAdES.detached', 'adbe.pkcs7.detached']

function cmsOf(
  doc: PdfDocument,
  dict: Dict,
  range: Range,
  problem: (code: Problem) => void,
): CmsCheck | null {
  const contents = doc.get(dict.get('Contents'))
  const subFilter = doc.name(dict.get('SubFilter'))
  if (!(contents instanceof Uint8Array) || !subFilter || !supported.includes(subFilter)) {
    problem('unsupported')
    return null
  }
  try {
    const { element, end } = definite(contents)
    // Only zero padding may follow the CMS.
    if (contents.subarray(end).some((byte) => byte !== 0)) problem('byte_range')
    return checkCms(element, covered(doc, range))
  } catch (error) {
    if (!(error instanceof DerError) && !isCertificateError(error)) throw error
    problem('unsupported')
    return null
  }
}

function trustOf(check: CmsCheck, trusted: readonly Uint8Array[]): Trust {
  if (leadsTo(check.signer, check.certificates, trusted)) return 'trusted'
  return isSelfIssued(check.signer) ? 'self_issued' : 'unknown_issuer'
}

function stampOf(check: TimestampCheck, { timestampRoots = [], now = new Date() }: VerifyOptions): Stamp {
  const { subject } = certificateFacts(check.authority.raw)
  return {
    authority: subject.commonName ?? subject.organization ?? null,
    trusted: leadsTo(check.authority, check.certificates, timestampRoots),
    expiredNow: now > check.authority.validToDate,
  }
}

function factsOf(doc: PdfDocument, dict: Dict): Record<string, string> {
  const facts: Record<string, string> = {}
  for (const [key, value] of doc.dict(dict.get(factsKey)) ?? []) {
    const text = textOf(doc.get(value))
    if (text !== null) facts[key] = text
  }
  return facts
}

/** `D:20261104121240-03'00'` and its shorter forms. */
function pdfDate(text: string | null): Date | null {
  const parts = /^D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:Z|([+-])(\d\d)'?(\d\d)?'?)?/.exec(text ?? '')
  if (!parts) return null
  const [, year, month, day, hour, minute, second, sign, hours = '00', minutes = '00'] = parts
  const date = new Date(
    `${year}-${month}-${day}T${hour}:${minute}:${second}${sign ? `${sign}${hours}:${minutes}` : 'Z'}`,
  )
  return Number.isNaN(date.getTime()) ? null : date
}

/** Why a signed file must be refused, or null: anything but signatures was added after a signature. */
export function changedAfterSigning(doc: PdfDocument): string | null {
  const lost = lostSignatures(doc)
  if (lost[0]) return `${lost[0].field}: a signature that was removed`
  for (const field of signatureFields(doc)) {
    if (!field.signed) continue
    const range = byteRange(doc, field, doc.dict(field.dict.get('V')) ?? new Map())
    const revision = range && openRevision(doc, field, range.end)
    if (!revision) return `${field.name}: a byte range that is not its own`
    const [change] = changesAfter(revision, doc, field, lost)
    if (change) return `${field.name}: ${change.kind} on page ${change.page}`
  }
  return null
}
