import { createHash } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { writeAppearance, writeEmptyAppearance } from './appearance.ts'
import type { Appearance } from './appearance.ts'
import { signCms, signerIdentity } from './cms.ts'
import { PdfDocument } from './document.ts'
import { PdfFault, refusing } from './faults.ts'
import type { Refusal } from './faults.ts'
import { certifiedFinal, lockedFields, signatureFields } from './fields.ts'
import type { SignatureField } from './fields.ts'
import { pagesOf } from './pages.ts'
import type { Page } from './pages.ts'
import { place, placementOf } from './position.ts'
import type { Placement, Position } from './position.ts'
import { dateString, nameSyntax, serialize, serializeDict, textString } from './serialize.ts'
import { Ref } from './syntax.ts'
import type { Dict, Value } from './syntax.ts'
import { TimestampError, maxTokenBytes, timestampAuthority } from './tsa.ts'
import { Update } from './update.ts'
import { checkWritten } from './written.ts'

export interface SignRequest {
  pdf: Uint8Array
  /** RSA or P-256, in memory only. */
  key: KeyObject
  /** DER, the signer's certificate first, up to the root but without it. */
  certificateChain: readonly Uint8Array[]
  appearance: Appearance
  /** The signature field to fill; a missing one is created at `position`. */
  field: string
  position: Position
  /** Fields for later signatures, created along with this one. Existing ones are left alone. */
  futureFields?: readonly { field: string; position: Position }[]
  /** The signer's name, as readers show it. */
  name: string
  when: Date
  reason?: string
  location?: string
  /** The signer's declarations (a decision, a comment, a code): signed with the rest and returned by verification. */
  facts?: Readonly<Record<string, string>>
  /** Address of an RFC 3161 authority. With it the signature is B-T, or refused with `timestamp_failed`. */
  timestampUrl?: string
}

export interface Signed {
  ok: true
  pdf: Uint8Array
  level: 'B-B' | 'B-T'
  /** SHA-256 of the bytes that the signature covers (the file except the signature's own string), hexadecimal. */
  digest: string
}

/** Our own key of a signature dictionary, for the facts; other readers ignore it. */
export const factsKey = 'LGJO_Facts'

/** Maximum number of pages of a document to sign. */
const maxPages = 20_000

/**
 * Adds a visible PAdES signature as an incremental update: every earlier byte stays as it was. Refuses with
 * `field_signed`, `locked`, `no_such_page`, `timestamp_failed`, or the fault that makes the file unreadable.
 */
export function signPdf(request: SignRequest): Promise<Signed | Refusal> {
  return refusing(() => sign(request))
}

async function sign(request: SignRequest): Promise<Signed> {
  const doc = new PdfDocument(request.pdf)
  if (doc.trailer.has('Encrypt')) throw new PdfFault('encrypted', 'an encryption dictionary')
  const fields = signatureFields(doc)
  if (fields.some((field) => field.signed && certifiedFinal(doc, field)))
    throw new PdfFault('locked', 'a certification allows no changes')
  if (lockedFields(doc)(request.field)) throw new PdfFault('locked', `field ${request.field} is locked`)
  const existing = fields.find(({ name }) => name === request.field)
  if (existing?.signed) throw new PdfFault('field_signed', `field ${request.field} is signed`)

  const signer = signerIdentity(request.key, request.certificateChain)
  const update = new Update(doc)
  const pages = [...pagesOf(doc, maxPages)]
  const added = new Additions(doc, pages)
  const placement = existing ? placementOfField(doc, existing, pages) : added.placement(request.position)
  const appearance = await writeAppearance(update, request.appearance, placement)

  const contentsSize = signer.maxBytes + (request.timestampUrl ? maxTokenBytes : 0)
  const signature = update.allocate()
  const value = signatureDictionary(request, contentsSize)
  const valueAt = update.write(signature, value.text)
  const entries = `/V ${signature.num} 0 R/AP<</N ${appearance.num} 0 R>>/F 132`
  if (existing) update.write(existing.ref, filledField(existing, entries))
  else added.field(update, request.field, request.position, entries)

  for (const { field, position } of request.futureFields ?? []) {
    if (fields.some(({ name }) => name === field)) continue
    const empty = writeEmptyAppearance(update, added.placement(position))
    added.field(update, field, position, `/AP<</N ${empty.num} 0 R>>/F 132`)
  }
  added.write(update)

  const file = update.finish()
  const contents = {
    start: valueAt + value.contentsAt,
    end: valueAt + value.contentsAt + contentsSize * 2 + 2,
  }
  const range = `0 ${contents.start} ${contents.end} ${file.length - contents.end}`
  file.write(range.padEnd(rangeWidth), valueAt + value.rangeAt, 'latin1')
  const digest = createHash('sha256')
    .update(file.subarray(0, contents.start))
    .update(file.subarray(contents.end))
    .digest()
  const timestamp = request.timestampUrl ? timestampAuthority(request.timestampUrl) : undefined
  const cms = await stamped(signCms(signer, digest, timestamp))
  if (cms.length > contentsSize) throw new Error('a signature longer than its place')
  file.write(cms.toString('hex'), contents.start + 1, 'latin1')
  if (Buffer.compare(file.subarray(0, request.pdf.length), request.pdf) !== 0)
    throw new Error('signing changed earlier bytes')
  const written = new PdfDocument(file)
  checkWritten(written, pages.length)
  if (!signatureFields(written).some(({ name, signed }) => name === request.field && signed))
    throw new PdfFault('damaged', 'the signature is not in the signed file')
  return { ok: true, pdf: file, level: timestamp ? 'B-T' : 'B-B', digest: digest.toString('hex') }
}

function stamped(cms: Promise<Buffer>): Promise<Buffer> {
  return cms.catch((error: unknown) => {
    if (error instanceof TimestampError) throw new PdfFault('timestamp_failed', error.message)
    throw error
  })
}

/** Width of `0 start end rest`, numbers of up to ten digits. */
const rangeWidth = 36

function signatureDictionary(
  request: SignRequest,
  contentsSize: number,
): { text: string; rangeAt: number; contentsAt: number } {
  let text = '<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached/ByteRange['
  const rangeAt = text.length
  text += `${' '.repeat(rangeWidth)}]/Contents`
  const contentsAt = text.length
  text += `<${'0'.repeat(contentsSize * 2)}>`
  text += `/M${dateString(request.when)}/Name${textString(request.name)}`
  if (request.reason) text += `/Reason${textString(request.reason)}`
  if (request.location) text += `/Location${textString(request.location)}`
  const facts = Object.entries(request.facts ?? {})
  if (facts.length > 0) {
    text += `/${factsKey}<<${facts.map(([key, fact]) => nameSyntax(key) + textString(fact)).join('')}>>`
  }
  return { text: text + '>>', rangeAt, contentsAt }
}

/** The field's dictionary with the signature. Field and widget must be one object, as every tool writes them. */
function filledField(field: SignatureField, entries: string): string {
  const dict: Dict = new Map(field.dict)
  for (const key of ['V', 'AP', 'F', 'MK']) dict.delete(key)
  if (!dict.has('Rect')) throw new PdfFault('damaged', 'a signature field apart from its place')
  return serializeDict(dict).slice(0, -2) + entries + '>>'
}

function placementOfField(doc: PdfDocument, field: SignatureField, pages: readonly Page[]): Placement {
  const rect = (doc.array(field.dict.get('Rect')) ?? []).map((item) => doc.number(item) ?? 0)
  const [a = 0, b = 0, c = 0, d = 0] = rect
  const home = field.dict.get('P')
  const page = home instanceof Ref ? pages.find(({ ref }) => ref.num === home.num) : undefined
  return placementOf(page ?? null, [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)])
}

/** New fields, collected so that each page, and the form, is rewritten once. */
class Additions {
  readonly #doc: PdfDocument
  readonly #fields: Ref[] = []
  readonly #annotations = new Map<Page, Ref[]>()
  readonly #pages: readonly Page[]

  constructor(doc: PdfDocument, pages: readonly Page[]) {
    this.#doc = doc
    this.#pages = pages
  }

  placement(position: Position): Placement {
    return place(this.#page(position), position)
  }

  field(update: Update, name: string, position: Position, entries: string): void {
    const page = this.#page(position)
    const { rect } = place(page, position)
    const ref = update.allocate()
    update.write(
      ref,
      `<</Type/Annot/Subtype/Widget/FT/Sig/T${textString(name)}/Rect${serialize(rect)}/P ${serialize(page.ref)}${entries}>>`,
    )
    this.#fields.push(ref)
    this.#annotations.set(page, [...(this.#annotations.get(page) ?? []), ref])
  }

  write(update: Update): void {
    for (const [page, refs] of this.#annotations) {
      this.#extend(update, page.ref, page.dict, 'Annots', refs)
    }
    this.#writeForm(update)
  }

  #page(position: Position): Page {
    const index = position.page === 'first' ? 0 : position.page === 'last' ? -1 : position.page - 1
    const page = position.page === 0 ? undefined : this.#pages.at(index)
    if (!page) throw new PdfFault('no_such_page', `no page ${position.page}`)
    return page
  }

  /** Appends to an array of `dict`. Where the array is an indirect object, only that object is rewritten. */
  #extend(update: Update, ref: Ref, dict: Dict, key: string, refs: Ref[], more: Dict = new Map()): void {
    const held = dict.get(key)
    const items = [...(this.#doc.array(held) ?? []), ...refs]
    const apart = held instanceof Ref && this.#doc.array(held) !== null
    if (apart && refs.length > 0) update.write(held, serialize(items))
    if (apart && more.size === 0) return
    const written: Dict = new Map([...dict, ...more])
    if (!apart) written.set(key, items)
    update.write(ref, serializeDict(written))
  }

  #writeForm(update: Update): void {
    const { catalog, trailer } = this.#doc
    const held = catalog.get('AcroForm')
    const form = this.#doc.dict(held)
    const flags = this.#doc.number(form?.get('SigFlags')) ?? 0
    // SigFlags 3: signatures exist, and the file is append-only.
    const more: Dict = new Map<string, Value>((flags & 3) === 3 ? [] : [['SigFlags', flags | 3]])
    if (form && this.#fields.length === 0 && more.size === 0) return
    if (form && held instanceof Ref) {
      this.#extend(update, held, form, 'Fields', this.#fields, more)
      return
    }
    const root = trailer.get('Root')
    if (!(root instanceof Ref)) throw new PdfFault('damaged', 'a catalogue that is no object')
    const ref = update.allocate()
    this.#extend(update, ref, form ?? new Map(), 'Fields', this.#fields, more)
    update.write(root, serializeDict(new Map<string, Value>([...catalog, ['AcroForm', ref]])))
  }
}
