import { X509Certificate } from 'node:crypto'
import { checkCms, checkTimestamp } from './cms-verify.ts'
import type { CmsCheck } from './cms-verify.ts'
import { DerError } from './der.ts'
import { readDer } from './der.ts'
import { PdfDocument } from './document.ts'
import { PdfFault, refusing } from './faults.ts'
import type { Refusal } from './faults.ts'
import { certifiedFinal, signatureFields } from './fields.ts'
import type { SignatureField } from './fields.ts'
import { changesSince } from './revisions.ts'
import { factsKey } from './sign.ts'
import { Parser, Ref, latin1, textOf } from './syntax.ts'
import type { Dict } from './syntax.ts'
import { certificateFacts, isSelfIssued } from './x509.ts'
import type { CertificateFacts } from './x509.ts'

/** Why a signature is not valid, or only partly; a screen has a sentence for each. */
export type Problem =
  | 'unsupported'
  | 'byte_range'
  | 'digest'
  | 'signature'
  | 'certificate_not_bound'
  | 'weak_digest'
  | 'timestamp'
  | 'expired_when_signed'
  | 'changed_afterwards'

/** Whom the certificate is vouched for by: a given root, only itself, or nobody that we know. */
export type Trust = 'trusted' | 'self_issued' | 'unknown_issuer'

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
  level: 'B-B' | 'B-T' | null
  /** Past the certificate's end today; without a time-stamp nobody can tell whether it was when it signed. */
  expiredNow: boolean
  /** What later revisions added. */
  changesAfter: 'none' | 'signatures' | 'changed'
  /** Bytes of the file that this revision has: the fingerprint of `pdf.subarray(0, n)` is its own. */
  coveredLength: number
}

export interface Verification {
  ok: true
  /** In the order of signing. */
  signatures: SignatureReport[]
  /** Signature fields that still wait. */
  unsigned: string[]
  /** The last signature covers the file to its very end. */
  coversWholeFile: boolean
}

export interface VerifyOptions {
  /** DER of certificates that are trusted: authorities, or a company's own self-issued one. */
  trusted?: readonly Uint8Array[]
  now?: Date
}

/** Checks every signature of a PDF. Codes only, no words. A file that can't be read is a refusal. */
export function verifyPdf(pdf: Uint8Array, options: VerifyOptions = {}): Promise<Verification | Refusal> {
  return refusing(() => {
    const doc = new PdfDocument(pdf)
    if (doc.trailer.has('Encrypt')) throw new PdfFault('encrypted', 'an encryption dictionary')
    const fields = signatureFields(doc)
    const signatures = fields
      .filter(({ signed }) => signed)
      .map((field) => report(doc, field, options))
      .toSorted((a, b) => a.coveredLength - b.coveredLength)
    for (const [n, signature] of signatures.entries()) signature.revision = n + 1
    return {
      ok: true as const,
      signatures,
      unsigned: fields.filter(({ signed }) => !signed).map(({ name }) => name),
      coversWholeFile: signatures.at(-1)?.coveredLength === pdf.length,
    }
  })
}

function report(doc: PdfDocument, field: SignatureField, options: VerifyOptions): SignatureReport {
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
    level: null,
    expiredNow: false,
    changesAfter: 'none',
    coveredLength: 0,
  }
  const problem = (code: Problem): void => void result.problems.push(code)

  const range = byteRange(doc, field, dict)
  if (!range) {
    problem('byte_range')
    return result
  }
  result.coveredLength = range.end
  const revision = openRevision(doc, field, range.end)
  if (!revision) problem('byte_range')
  else {
    const { kind } = changesSince(revision, doc)
    // A certification of level 1 allows not even further signatures.
    result.changesAfter = kind !== 'none' && certifiedFinal(doc, dict) ? 'changed' : kind
    if (result.changesAfter === 'changed') problem('changed_afterwards')
  }
  if (result.kind === 'timestamp') judgeTimestamp(result, doc, dict, range, problem)
  else {
    const check = cmsOf(doc, dict, range, problem)
    if (check) judge(check, result, doc, dict, options, problem)
  }
  result.valid = result.problems.length === 0
  return result
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
  if (isPades && !check.bindsCertificate) problem('certificate_not_bound')
  if (timestamp && !timestamp.valid) problem('timestamp')
  const stamped = timestamp?.valid ? timestamp.time : null
  result.certificate = certificateFacts(signer.raw)
  result.signedAt = stamped ?? result.signedAt ?? check.signingTime
  result.timeSource = stamped ? 'timestamp' : result.signedAt ? 'claimed' : null
  result.level = isPades && check.bindsCertificate ? (stamped ? 'B-T' : 'B-B') : null
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
  problem: (code: Problem) => void,
): void {
  const token = doc.get(dict.get('Contents'))
  const check = token instanceof Uint8Array ? checkTimestamp(token, ...covered(doc, range)) : null
  if (!check) return problem('unsupported')
  if (!check.valid) problem('timestamp')
  result.certificate = certificateFacts(check.authority.raw)
  result.signedAt = check.time
  result.timeSource = 'timestamp'
}

function covered(doc: PdfDocument, range: Range): Uint8Array[] {
  return [doc.bytes.subarray(0, range.contents[0]), doc.bytes.subarray(range.contents[1], range.end)]
}

interface Range {
  contents: [number, number]
  end: number
}

/**
 * The byte range, if it is honest: from the first byte, leaving out the signature's own hexadecimal string and
 * nothing else, up to the end of a revision.
 */
function byteRange(doc: PdfDocument, field: SignatureField, dict: Dict): Range | null {
  const numbers = doc.array(dict.get('ByteRange')) ?? []
  const [zero, start, after, rest] = numbers
  if (numbers.length !== 4 || zero !== 0) return null
  if (typeof start !== 'number' || typeof after !== 'number' || typeof rest !== 'number') return null
  const end = after + rest
  if (start <= 0 || after <= start || rest < 0 || end > doc.bytes.length) return null
  const held = field.dict.get('V')
  const entry = held instanceof Ref ? doc.xref.entries.get(held.num) : undefined
  if (entry?.kind !== 'offset' || entry.offset > start) return null
  // Read again with an eye on where its strings lie and on keys that come twice.
  const parser = new Parser(doc.bytes, entry.offset)
  parser.hexStrings = []
  parser.indirect()
  if (parser.duplicateKey || !parser.hexStrings.some(([from, to]) => from === start && to === after))
    return null
  const contents = doc.get(dict.get('Contents'))
  if (!(contents instanceof Uint8Array)) return null
  // Nothing but digits, all of one case: these bytes are the only ones that no digest covers.
  const hex = latin1(doc.bytes, start + 1, after - 1)
  const plain = Buffer.from(contents).toString('hex')
  if (hex !== plain && hex !== plain.toUpperCase()) return null
  return { contents: [start, after], end }
}

/** The file as it was when signed: whole, and holding this signature as its own. */
function openRevision(doc: PdfDocument, field: SignatureField, end: number): PdfDocument | null {
  if (end === doc.bytes.length) return doc
  // What follows %%EOF within the range may be an end of line and no more.
  if (!/%%EOF(\r\n|\r|\n)?$/.test(latin1(doc.bytes, Math.max(0, end - 8), end))) return null
  try {
    const revision = new PdfDocument(doc.bytes.subarray(0, end))
    const own = signatureFields(revision).find(({ ref }) => ref.num === field.ref.num)
    const [then, now] = [own?.dict.get('V'), field.dict.get('V')]
    return then instanceof Ref && now instanceof Ref && then.num === now.num ? revision : null
  } catch (error) {
    if (error instanceof PdfFault) return null
    throw error
  }
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
  const roots = trusted.map((der) => new X509Certificate(der))
  const known = new Set(roots.map(({ fingerprint256 }) => fingerprint256))
  let certificate = check.signer
  for (let steps = 0; steps < 8; steps++) {
    if (known.has(certificate.fingerprint256)) return 'trusted'
    const issuer = [...roots, ...check.certificates].find(
      (candidate) =>
        candidate.ca &&
        candidate !== certificate &&
        certificate.checkIssued(candidate) &&
        certificate.verify(candidate.publicKey),
    )
    if (!issuer) break
    certificate = issuer
  }
  return isSelfIssued(check.signer) ? 'self_issued' : 'unknown_issuer'
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
  for (const field of signatureFields(doc)) {
    if (!field.signed) continue
    const range = byteRange(doc, field, doc.dict(field.dict.get('V')) ?? new Map())
    const revision = range && openRevision(doc, field, range.end)
    if (!revision) return `${field.name}: a byte range that is not its own`
    const changes = changesSince(revision, doc)
    if (changes.kind === 'changed') return `${field.name}: ${changes.detail}`
  }
  return null
}
