import { createHash } from 'node:crypto'
import { byteRange, covered, lostSignatures, openRevision } from './byte-range.ts'
import type { LostSignature, Range } from './byte-range.ts'
import { checkCms, checkTimestamp } from './cms-verify.ts'
import type { CmsCheck, TimestampCheck } from './cms-verify.ts'
import { leadsTo } from './chain.ts'
import { DerError, readDer } from './der.ts'
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

/** Whom the certificate is vouched for by: a given root, only itself, or nobody that we know. */
export type Trust = 'trusted' | 'self_issued' | 'unknown_issuer'

/** Who stamped a signature with a time. */
export interface Stamp {
  authority: string | null
  /** A given root vouches for it. */
  trusted: boolean
  /** Its own certificate has ended since. */
  expiredNow: boolean
}

export interface SignatureReport {
  field: string
  /** A document time-stamp (PAdES B-LTA has them) is an authority's, not a person's. */
  kind: 'signature' | 'timestamp'
  /** From 1: the revision of the file that it signs. */
  revision: number
  /** Nothing of what was signed was altered, it was signed by this certificate, and nothing foreign was added. */
  valid: boolean
  problems: Problem[]
  trust: Trust | null
  certificate: CertificateFacts | null
  /** The signer's name as the signature dictionary gives it. */
  name: string | null
  reason: string | null
  location: string | null
  facts: Record<string, string>
  /** The stamp's time where there is a valid one, else what the signer's clock said. */
  signedAt: Date | null
  timeSource: 'timestamp' | 'claimed' | null
  /** Of the valid time-stamp, where there is one. */
  stamp: Stamp | null
  level: 'B-B' | 'B-T' | null
  /** Past the certificate's end today; without a time-stamp nobody can tell whether it was when it signed. */
  expiredNow: boolean
  /** What later revisions added: nothing, further signatures or validation data, or what `changes` names. */
  changesAfter: 'none' | 'signatures' | 'changed'
  changes: Change[]
  /** SHA-256 of what it covers in this file, hexadecimal: not what it says of it. Null where it covers nothing. */
  coveredDigest: string | null
  /** Its look lies on words or signatures that were there before; asked only of who is not vouched for. */
  coversOthers: boolean
  /** Bytes of the file that this revision has: the fingerprint of `pdf.subarray(0, n)` is its own. */
  coveredLength: number
}

export interface Verification {
  ok: true
  /** In the order of signing. */
  signatures: SignatureReport[]
  /** Signature fields that still wait. */
  unsigned: string[]
  /** Fields whose signature an earlier state of the file had, and that have it no more. */
  removed: string[]
  /** The last signature covers the file to its very end. */
  coversWholeFile: boolean
}

export interface VerifyOptions {
  /** DER of certificates that are trusted: authorities, or a company's own self-issued one. */
  trusted?: readonly Uint8Array[]
  /** DER of the roots whose time-stamps prove a time; without one every authority's clock is only its own. */
  timestampRoots?: readonly Uint8Array[]
  now?: Date
}

/** Checks every signature of a PDF. Codes only, no words. A file that can't be read is a refusal. */
export function verifyPdf(pdf: Uint8Array, options: VerifyOptions = {}): Promise<Verification | Refusal> {
  return refusing(async () => {
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
  })
}

/** Only who is not vouched for is suspected of drawing over what others signed; and only of a later state. */
async function lookForCovering(
  doc: PdfDocument,
  fields: readonly SignatureField[],
  signatures: readonly SignatureReport[],
): Promise<void> {
  for (const [n, signature] of signatures.entries()) {
    const end = signatures[n - 1]?.coveredLength ?? 0
    const field = fields.find(({ name }) => name === signature.field)
    if (!field || end === 0 || signature.kind === 'timestamp' || signature.trust === 'trusted') continue
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
    field: field.name,
    kind: doc.name(dict.get('SubFilter')) === 'ETSI.RFC3161' ? 'timestamp' : 'signature',
    revision: 0,
    valid: false,
    problems: [],
    trust: null,
    certificate: null,
    name: text('Name'),
    reason: text('Reason'),
    location: text('Location'),
    facts: factsOf(doc, dict),
    signedAt: pdfDate(text('M')),
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
  // A certification of level 1 allows not even further signatures, but what proves it for longer.
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

/** Nothing where the signature should be: forgeries leave out its parts, or fill them with nothing. */
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
  // Certificates count whole seconds.
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
    const { end } = readDer(contents)
    // After the CMS comes only what fills its place.
    if (contents.subarray(end).some((byte) => byte !== 0)) problem('byte_range')
    return checkCms(contents.subarray(0, end), covered(doc, range))
  } catch (error) {
    if (!(error instanceof DerError) && !isCertificateError(error)) throw error
    problem('unsupported')
    return null
  }
}

/** Node's complaint about a certificate that it can't read. */
function isCertificateError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_OSSL')
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

/** Why a signed file must not be taken in, or null: something but signatures came after a signature. */
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
