import { issueCompanyCertificate } from '../certificates.ts'
import { children, der, readDer, wholeOf } from '../der.ts'
import { PdfDocument } from '../document.ts'
import { signatureFields } from '../fields.ts'
import { serializeDict } from '../serialize.ts'
import { Name, Ref } from '../syntax.ts'
import type { Dict, Value } from '../syntax.ts'
import { Update } from '../update.ts'
import { pageObjects } from '../roles.ts'
import { payslip } from './samples.ts'
import {
  coveredPayslip,
  doubledPayslip,
  fieldLook,
  fieldOf,
  fontOf,
  fontPayslip,
  formPayslip,
  layeredPayslip,
  unfilledPayslip,
} from './shadows.ts'

/** Both acts of signing, in the order in which a document is signed. */
export interface Signing {
  asCompany(pdf: Uint8Array): Promise<Uint8Array>
  asEmployee(pdf: Uint8Array): Promise<Uint8Array>
  /** An unknown certificate signs, with an appearance over the middle of the first page. */
  asStranger(pdf: Uint8Array): Promise<Uint8Array>
}

/** A file that was tampered with after two signatures. */
export interface Tampered {
  /** The tampering, in words. */
  what: string
  file: Uint8Array
  /** The expected findings: change kinds, problems, `removed` for a signature that is gone, `unreadable`. */
  found: readonly string[]
}

/** The untouched files, then each tampering. Generated anew at each call. */
export async function tamperedFiles(signing: Signing): Promise<{ untouched: Uint8Array; list: Tampered[] }> {
  const both = async (pdf: Uint8Array): Promise<Uint8Array> =>
    signing.asEmployee(await signing.asCompany(pdf))
  const once = await signing.asCompany(await payslip())
  const twice = await signing.asEmployee(once)
  const others = await both(await payslip({ name: 'Gómez, Ana', taxId: '27-30111222-4' }))
  const list: Tampered[] = [
    ...inThePages(twice),
    ...inTheSignatures(once, twice, others),
    ...forgeries(once, twice),
    ...(await inTheCertificate(once, twice)),
    ...(await shadowAttacks(both)),
  ]
  const covering = await signing.asStranger(twice)
  list.push({
    what: "a stranger's signature drawn over the amount",
    file: covering,
    found: ['covers_others'],
  })
  return { untouched: twice, list }
}

function inThePages(twice: Uint8Array): Tampered[] {
  const at = Buffer.from(twice).indexOf('endstream') - 30
  return [
    { what: 'one byte of the page', file: flipped(twice, at), found: ['digest'] },
    {
      what: 'the content of the page changed in a later revision',
      file: updated(twice, (update, doc) =>
        update.stream(contentRef(doc), '', Buffer.from('0 0 300 300 re f')),
      ),
      found: ['page_content'],
    },
    {
      what: 'the page led to another content in a later revision',
      file: updated(twice, (update, doc) => {
        const forged = update.allocate()
        update.stream(forged, '', Buffer.from('0 0 300 300 re f'))
        rewrite(update, doc, page(doc).ref, { Contents: forged })
      }),
      found: ['page_content'],
    },
    {
      what: 'a text box drawn over the amount',
      file: annotated(twice, '/Subtype/FreeText/Contents($ 9.999.999,00)/DA(/Helv 12 Tf 0 g)'),
      found: ['drawn_over'],
    },
    {
      what: 'a stamp drawn over the amount',
      file: annotated(twice, '/Subtype/Stamp'),
      found: ['drawn_over'],
    },
    { what: 'a blank page added', file: withBlankPage(twice), found: ['pages'] },
    {
      what: 'the page turned',
      file: updated(twice, (update, doc) => rewrite(update, doc, page(doc).ref, { Rotate: 180 })),
      found: ['page_shape'],
    },
    {
      what: 'the page cut so that the signatures are not seen',
      file: updated(twice, (update, doc) =>
        rewrite(update, doc, page(doc).ref, { CropBox: [0, 300, 595, 842] }),
      ),
      found: ['page_shape'],
    },
    {
      what: 'a script added that runs when it is opened',
      file: updated(twice, (update, doc) => {
        const action: Dict = new Map<string, Value>([
          ['S', new Name('JavaScript')],
          ['JS', Buffer.from('app.alert(1)')],
        ])
        rewriteRoot(update, doc, { OpenAction: action })
      }),
      found: ['active'],
    },
    {
      what: 'saved again with another catalogue',
      file: updated(twice, (update, doc) => {
        const root = update.allocate()
        update.write(root, serializeDict(doc.catalog))
        doc.trailer.set('Root', root)
      }),
      found: ['structure'],
    },
    {
      what: 'bytes added after the end',
      file: Buffer.concat([twice, Buffer.from('% and more\n')]),
      found: ['appended'],
    },
  ]
}

function inTheSignatures(once: Uint8Array, twice: Uint8Array, others: Uint8Array): Tampered[] {
  const stripped = (update: Update, doc: PdfDocument): void => {
    const { ref, dict } = fieldNamed(doc, 'employee')
    const bare = new Map(dict)
    for (const key of ['V', 'AP']) bare.delete(key)
    update.write(ref, serializeDict(bare))
  }
  const skipping = updated(once, (update) => update.write(update.allocate(), 'null'))
  return [
    {
      what: 'the first signature exchanged for that of another document',
      file: withContents(twice, 0, hexOf(others, 0)),
      found: ['digest'],
    },
    {
      what: 'the last signature exchanged for that of another document',
      file: withContents(twice, 1, hexOf(others, 1)),
      found: ['digest'],
    },
    {
      what: 'the first signature filled with that of the last',
      file: withContents(twice, 0, hexOf(twice, 1)),
      found: ['digest'],
    },
    {
      what: 'the look of the last signature changed (no conforme into conforme)',
      file: updated(twice, (update, doc) => {
        const look = update.allocate()
        update.stream(look, '/Type/XObject/Subtype/Form/BBox[0 0 9 9]', Buffer.from('0 0 9 9 re f'))
        const { ref } = fieldNamed(doc, 'employee')
        rewrite(update, doc, ref, { AP: new Map([['N', look]]) })
      }),
      found: ['signature_look'],
    },
    {
      what: 'the last signature taken out of its field',
      file: updated(twice, stripped),
      found: ['removed', 'signature_removed'],
    },
    {
      what: 'the last signature skipped: a revision that goes on from the first',
      file: grafted(once, twice, skipping),
      found: ['removed', 'signature_removed'],
    },
  ]
}

function forgeries(once: Uint8Array, twice: Uint8Array): Tampered[] {
  const range = (change: (numbers: number[]) => number[]): Uint8Array =>
    edited(twice, /\/ByteRange\[([\d ]+)\](?![^]*\/ByteRange)/, (whole, numbers) => {
      const next = change(numbers.trim().split(/\s+/).map(Number)).join(' ')
      return `/ByteRange[${next.padEnd(whole.length - 12)}]`
    })
  const lastContents = /\/Contents<[0-9a-f]+>(?![^]*\/Contents<)/
  return [
    {
      what: 'the byte range begins later',
      file: range(([, b = 0, c = 0, d = 0]) => [10, b - 10, c, d]),
      found: ['byte_range'],
    },
    {
      what: 'the byte range ends before the file does',
      file: range(([a = 0, b = 0, c = 0, d = 0]) => [a, b, c, d - 200]),
      found: ['byte_range'],
    },
    {
      what: 'the byte range leaves more out',
      file: range(([a = 0, b = 0, c = 0, d = 0]) => [a, b - 20, c, d]),
      found: ['byte_range'],
    },
    {
      what: 'the byte range leaves less out',
      file: range(([a = 0, b = 0, c = 0, d = 0]) => [a, b, c - 2, d + 2]),
      found: ['byte_range'],
    },
    {
      what: 'the signature wrapped: its second part moved behind forged objects',
      file: wrapped(once),
      found: ['byte_range'],
    },
    {
      what: 'a signature without a byte range',
      file: edited(twice, /\/ByteRange(?![^]*\/ByteRange)/, () => '/ByteRangX'),
      found: ['empty'],
    },
    {
      what: 'a signature whose byte range is null',
      file: edited(twice, /\/ByteRange\[[\d ]+\](?![^]*\/ByteRange)/, (whole) =>
        '/ByteRange null'.padEnd(whole.length),
      ),
      found: ['empty'],
    },
    {
      what: 'a signature without its contents',
      file: edited(twice, lastContents, (whole) => ' '.repeat(whole.length)),
      found: ['empty'],
    },
    {
      what: 'a signature whose contents are null',
      file: edited(twice, lastContents, (whole) => '/Contents null'.padEnd(whole.length)),
      found: ['empty'],
    },
    {
      what: 'a signature whose contents are zeros',
      file: edited(twice, lastContents, (whole) => whole.replace(/[1-9a-f](?=[0-9a-f]*>)/g, '0')),
      found: ['empty'],
    },
    {
      what: 'something hidden after the signature, in its own place',
      file: edited(twice, /00000000>(?![^]*00000000>)/, () => 'deadbeef>'),
      found: ['byte_range'],
    },
  ]
}

async function inTheCertificate(once: Uint8Array, twice: Uint8Array): Promise<Tampered[]> {
  const forger = await issueCompanyCertificate(
    {
      name: 'Rivarola, Carlos Eduardo',
      position: 'Apoderado',
      company: 'Austral Alimentos S.A.',
      companyTaxId: '30-70912684-5',
      country: 'AR',
    },
    { from: new Date(Date.now() - 86_400_000) },
  )
  const cms = Buffer.from(hexOf(twice, 1), 'hex')
  const swapped = withCertificate(Buffer.from(hexOf(once, 0), 'hex'), forger.certificate)
  const sha256 = Buffer.from('300d06096086480165030402010500', 'hex')
  const sha1 = Buffer.from('300d06052b0e03021a040400000000', 'hex')
  return [
    {
      what: 'the certificate in the signature exchanged for another',
      file: withContents(once, 0, swapped.toString('hex')),
      found: ['certificate_swapped'],
    },
    {
      what: 'the digest of the signature downgraded to SHA-1',
      file: withContents(twice, 1, replacedAll(cms, sha256, sha1).toString('hex')),
      found: ['weak_digest'],
    },
  ]
}

async function shadowAttacks(both: (pdf: Uint8Array) => Promise<Uint8Array>): Promise<Tampered[]> {
  const covered = await both(coveredPayslip())
  const font = await both(fontPayslip())
  const form = await both(formPayslip())
  const layers = await both(layeredPayslip())
  const doubled = doubledPayslip()
  const unfilled = await both(unfilledPayslip())
  const twin = await both(doubled.file)
  return [
    {
      what: 'shadow attack, hide: what covered another amount taken away',
      file: redirected(covered, 7, null),
      found: ['hidden_shown'],
    },
    {
      what: 'shadow attack, replace: the digits of a font exchanged',
      file: updated(font, (update) => update.write(new Ref(6, 0), fontOf('/one 8 0 R/nine 7 0 R'))),
      found: ['font'],
    },
    {
      what: 'shadow attack, replace: the look of a form field changed and its value kept',
      file: updated(form, (update) => update.write(new Ref(7, 0), fieldLook('$ 900.000,00'))),
      found: ['form_value'],
    },
    {
      what: 'shadow attack, hide and replace: a second content that lay hidden brought to light',
      file: redirected(twin, 4, doubled.hiddenAt),
      found: ['hidden_shown'],
    },
    {
      what: 'shadow attack: a content filled in that the page had named all along',
      file: updated(unfilled, (update) => update.stream(new Ref(90, 0), '', Buffer.from('0 0 300 300 re f'))),
      found: ['hidden_shown'],
    },
    {
      what: 'the value of a form field changed',
      file: updated(form, (update) => {
        update.write(new Ref(6, 0), fieldOf('$ 900.000,00'))
        update.write(new Ref(7, 0), fieldLook('$ 900.000,00'))
      }),
      found: ['form_value'],
    },
    {
      what: 'a layer switched on that was off',
      file: updated(layers, (update, doc) =>
        rewriteRoot(update, doc, {
          OCProperties: new Map<string, Value>([
            ['OCGs', [new Ref(6, 0), new Ref(7, 0)]],
            ['D', new Map([['OFF', [new Ref(6, 0)]]])],
          ]),
        }),
      ),
      found: ['layers'],
    },
  ]
}

/** A well-formed incremental update. */
export function updated(pdf: Uint8Array, edit: (update: Update, doc: PdfDocument) => void): Uint8Array {
  const doc = new PdfDocument(pdf)
  const update = new Update(doc)
  edit(update, doc)
  return update.finish()
}

function rewrite(update: Update, doc: PdfDocument, ref: Ref, entries: Record<string, Value>): void {
  update.write(ref, serializeDict(new Map([...(doc.dict(ref) ?? []), ...Object.entries(entries)])))
}

function rewriteRoot(update: Update, doc: PdfDocument, entries: Record<string, Value>): void {
  const root = doc.trailer.get('Root')
  if (root instanceof Ref) rewrite(update, doc, root, entries)
}

function page(doc: PdfDocument): { ref: Ref; dict: Dict } {
  const [first] = pageObjects(doc)
  if (!first) throw new Error('no page')
  return first
}

function contentRef(doc: PdfDocument): Ref {
  const held = page(doc).dict.get('Contents')
  const ref = Array.isArray(held) ? held[0] : held
  if (!(ref instanceof Ref)) throw new Error('no content')
  return ref
}

function fieldNamed(doc: PdfDocument, name: string) {
  const field = signatureFields(doc).find((one) => one.name === name)
  if (!field) throw new Error(`no field ${name}`)
  return field
}

function annotated(pdf: Uint8Array, entries: string): Uint8Array {
  return updated(pdf, (update, doc) => {
    const look = update.allocate()
    update.stream(look, '/Type/XObject/Subtype/Form/BBox[0 0 200 30]', Buffer.from('1 g 0 0 200 30 re f'))
    const annotation = update.allocate()
    update.write(annotation, `<</Type/Annot${entries}/F 4/Rect[340 360 540 390]/AP<</N ${look.num} 0 R>>>>`)
    const { ref, dict } = page(doc)
    rewrite(update, doc, ref, { Annots: [...(doc.array(dict.get('Annots')) ?? []), annotation] })
  })
}

function withBlankPage(pdf: Uint8Array): Uint8Array {
  return updated(pdf, (update, doc) => {
    const tree = doc.catalog.get('Pages')
    if (!(tree instanceof Ref)) throw new Error('no pages')
    const blank = update.allocate()
    update.write(blank, `<</Type/Page/Parent ${tree.num} 0 R/MediaBox[0 0 595 842]>>`)
    const kids = doc.array(doc.dict(tree)?.get('Kids')) ?? []
    rewrite(update, doc, tree, { Kids: [...kids, blank], Count: kids.length + 1 })
  })
}

/** An update of the cross-reference alone: one object is moved to `offset`, or (null) freed. */
function redirected(pdf: Uint8Array, num: number, offset: number | null): Uint8Array {
  const doc = new PdfDocument(pdf)
  const { trailer, startxref } = doc.xref
  const row = offset === null ? '0000000000 00001 f ' : `${String(offset).padStart(10, '0')} 00000 n `
  const next: Dict = new Map([...trailer, ['Prev', startxref]])
  const at = pdf.length + 1
  return Buffer.concat([
    pdf,
    Buffer.from(
      `\nxref\n${num} 1\n${row}\ntrailer\n${serializeDict(next)}\nstartxref\n${at}\n%%EOF\n`,
      'latin1',
    ),
  ])
}

/**
 * Appends to `twice` the update that `later` made to `once`, offsets corrected, so that the revision between is
 * skipped.
 */
function grafted(once: Uint8Array, twice: Uint8Array, later: Uint8Array): Uint8Array {
  const shift = twice.length - once.length
  const tail = Buffer.from(later).subarray(once.length).toString('latin1')
  const moved = tail
    .replace(
      /^(\d{10})( \d{5} n)/gm,
      (_, at: string, rest: string) => String(Number(at) + shift).padStart(10, '0') + rest,
    )
    .replace(/startxref\n(\d+)/, (_, at: string) => `startxref\n${Number(at) + shift}`)
  return Buffer.concat([twice, Buffer.from(moved, 'latin1')])
}

function flipped(pdf: Uint8Array, at: number): Uint8Array {
  const file = Uint8Array.from(pdf)
  file[at] = (file[at] ?? 0) ^ 1
  return file
}

/** Replaces text by text of the same length. */
function edited(pdf: Uint8Array, find: RegExp, change: (whole: string, group: string) => string): Uint8Array {
  const text = Buffer.from(pdf).toString('latin1')
  const next = text.replace(find, (whole: string, group: string) => change(whole, group))
  if (next === text || next.length !== text.length) throw new Error(`nothing was changed: ${find.source}`)
  return Buffer.from(next, 'latin1')
}

function places(pdf: Uint8Array): { from: number; to: number }[] {
  const text = Buffer.from(pdf).toString('latin1')
  return [...text.matchAll(/\/Contents<([0-9a-f]+)>/g)].map((match) => {
    const from = match.index + '/Contents<'.length
    return { from, to: from + (match[1] ?? '').length }
  })
}

function hexOf(pdf: Uint8Array, n: number): string {
  const place = places(pdf)[n]
  if (!place) throw new Error('no such signature')
  return Buffer.from(pdf).subarray(place.from, place.to).toString('latin1')
}

/** Replaces the n-th signature's content, padded with zeros. */
function withContents(pdf: Uint8Array, n: number, hex: string): Uint8Array {
  const place = places(pdf)[n]
  if (!place) throw new Error('no such signature')
  const size = place.to - place.from
  const file = Buffer.from(pdf)
  file.write(hex.slice(0, size).padEnd(size, '0'), place.from, 'latin1')
  return file
}

/** A CMS whose first certificate is replaced. */
function withCertificate(cms: Buffer, certificate: Uint8Array): Buffer {
  const [type, wrapper] = children(readDer(cms))
  const signed = wrapper && children(wrapper)[0]
  if (!type || !signed) throw new Error('no signed data')
  const parts = children(signed).map((part) => (part.kind === 0xa0 ? der(0xa0, certificate) : wholeOf(part)))
  return der(0x30, wholeOf(type), der(0xa0, der(0x30, ...parts)))
}

function replacedAll(bytes: Buffer, from: Buffer, to: Buffer): Buffer {
  const next = Buffer.from(bytes)
  for (let at = next.indexOf(from); at >= 0; at = next.indexOf(from, at + to.length)) to.copy(next, at)
  return next
}

/**
 * Signature wrapping: the covered bytes stay the same, but their second part moves to the end, behind a signature
 * dictionary with a matching byte range, a forged content, and a cross-reference at the offset that the moved one
 * names.
 */
function wrapped(once: Uint8Array): Uint8Array {
  const doc = new PdfDocument(once)
  const held = fieldNamed(doc, 'company').dict.get('V')
  const place = places(once)[0]
  if (!(held instanceof Ref) || !place) throw new Error('no signature')
  const [start, after] = [place.from - 1, place.to + 1]
  const table = doc.xref.startxref
  const hex = hexOf(once, 0)
  const size = table - after + 40_000
  const rest = once.length - after
  const content = contentRef(doc)
  const signature = `${held.num} 0 obj\n<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached/ByteRange[0 ${start} ${after + size} ${rest}]/Contents<${hex}>>>\nendobj\n`
  const forged = `${content.num} 0 obj\n<</Length 16>>\nstream\n0 0 300 300 re f\nendstream\nendobj\n`
  const at = new Map<number, number>([
    [held.num, table + 4000],
    [content.num, table + 4000 + signature.length],
  ])
  let rows = 'xref\n'
  for (const [num, entry] of doc.xref.entries) {
    if (entry.kind !== 'offset') continue
    const offset = at.get(num) ?? (entry.offset < start ? entry.offset : entry.offset + size)
    rows += `${num} 1\n${String(offset).padStart(10, '0')} 00000 n \n`
  }
  const trailer: Dict = new Map([...doc.trailer].filter(([key]) => ['Root', 'Size', 'ID'].includes(key)))
  rows += `trailer\n${serializeDict(trailer)}\n`
  const middle = Buffer.alloc(size, ' ')
  middle.write(rows, table - after, 'latin1')
  middle.write(signature + forged, table + 4000 - after, 'latin1')
  const file = Buffer.from(once)
  return Buffer.concat([file.subarray(0, after), middle, file.subarray(after)])
}
