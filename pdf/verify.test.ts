import { CryptoKeySigner, PDF } from '@libpdf/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PdfDocument } from './document.ts'
import { inspectPdf } from './inspect.ts'
import { type ChangeKind, pageObjects } from './roles.ts'
import { serializeDict } from './serialize.ts'
import { Ref, type Value } from './syntax.ts'
import { pdfsig } from './testing/judges.ts'
import { onePage, payslip } from './testing/samples.ts'
import { makeSigners } from './testing/signers.ts'
import { Update } from './update.ts'
import { verifyPdf } from './verify.ts'

const { company, companyRequest, employeeRequest, signAsCompany, signAsEmployee } = await makeSigners()
const original = await payslip()
const once = await signAsCompany(original)
const twice = await signAsEmployee(once)

/** An attacker's well-formed incremental update. */
function tampered(pdf: Uint8Array, edit: (update: Update, doc: PdfDocument) => void): Uint8Array {
  const doc = new PdfDocument(pdf)
  const update = new Update(doc)
  edit(update, doc)
  return update.finish()
}

function refOf(doc: PdfDocument, find: (dict: Map<string, unknown>, ref: Ref) => boolean): Ref {
  for (const num of doc.xref.entries.keys()) {
    const ref = new Ref(num, 0)
    const value = doc.get(ref)
    if (value instanceof Map && find(value, ref)) return ref
  }
  throw new Error('nothing of the kind')
}

const page = (doc: PdfDocument) => refOf(doc, (dict) => doc.name(dict.get('Type') as never) === 'Page')
const field = (doc: PdfDocument, name: string) =>
  refOf(
    doc,
    (dict) =>
      dict.get('T') instanceof Uint8Array && Buffer.from(dict.get('T') as Uint8Array).toString() === name,
  )

async function verdict(pdf: Uint8Array) {
  const found = await verifyPdf(pdf)
  return found.ok ? found.signatures.map(({ valid, problems }) => ({ valid, problems })) : found.fault
}

describe('an altered file', () => {
  test.each([
    ['in the text', 300],
    ['in the first signature’s appearance', original.length + 500],
    ['at the very end', twice.length - 3],
    ['in the certificate inside the signature', Buffer.from(twice).indexOf('/Contents<') + 900],
  ])('one byte %s', async (_, at) => {
    const file = Uint8Array.from(twice)
    file[at] = (file[at] ?? 0) ^ 1
    const found = await verifyPdf(file)
    expect(found.ok && found.coversWholeFile && found.signatures.every(({ valid }) => valid)).toBe(false)
  })

  test('no byte can be altered unnoticed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(twice.length - 1), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
        const file = Uint8Array.from(twice)
        file[at] = (file[at] ?? 0) ^ mask
        const found = await verifyPdf(file)
        const passes =
          found.ok &&
          found.signatures.length === 2 &&
          found.coversWholeFile &&
          found.signatures.every(({ valid }) => valid)
        expect(passes).toBe(false)
      }),
      { numRuns: process.env['LONG'] ? 600 : 150, seed: 11 },
    )
  })

  test('a signature moved from another document', async () => {
    const other = Buffer.from(await signAsCompany(await payslip({ name: 'Gómez, Ana' })))
    const mine = Buffer.from(once)
    const contents = /\/Contents<[0-9a-f]+>/
    const stolen = contents.exec(other.toString('latin1'))?.[0] ?? ''
    const file = Buffer.from(mine.toString('latin1').replace(contents, stolen), 'latin1')
    expect(file).toHaveLength(mine.length)
    expect(await verdict(file)).toEqual([{ valid: false, problems: ['digest'] }])
  })
})

test.each([
  ['of a form that nobody checks', '/ETSI.CAdES.detached', '/ETSI.CAdES.detacheD'],
  ['of no form', '/SubFilter/', '/SubFilteR/'],
])('a signature %s is no valid one', async (_, there, instead) => {
  const text = Buffer.from(once).toString('latin1')
  const file = Buffer.from(text.replace(there, instead), 'latin1')
  expect(await verdict(file)).toEqual([{ valid: false, problems: ['unsupported'] }])
})

test('each signature is reported with its number, and the length and digest of what it covers', async () => {
  const { signPdf } = await import('./sign.ts')
  const signed = await signPdf(companyRequest(original))
  if (!signed.ok) throw new Error(signed.detail)
  const all = await signAsEmployee(signed.pdf)
  const found = await verifyPdf(all)
  expect(found).toMatchObject({
    coversWholeFile: true,
    signatures: [
      { revision: 1, field: 'company', coveredLength: signed.pdf.length, coveredDigest: signed.digest },
      { revision: 2, field: 'employee', coveredLength: all.length },
    ],
  })
})

test.each([
  ["D:20261104121240-03'00'", '2026-11-04T15:12:40.000Z'],
  ["D:20261104121240+05'30'", '2026-11-04T06:42:40.000Z'],
  ['D:20261104121240+05', '2026-11-04T07:12:40.000Z'],
  ['D:20261104121240Z', '2026-11-04T12:12:40.000Z'],
  ['D:20261104121240', '2026-11-04T12:12:40.000Z'],
  ['D:20261304121240', null],
  ['D:202611041212', null],
  ['20261104121240', null],
])('the claimed time %s is %s', async (written, read) => {
  const file = onePage('', '/AcroForm<</Fields[6 0 R]>>', {
    6: '<</FT/Sig/T(a)/V 7 0 R>>',
    7: `<</Type/Sig/M(${written})>>`,
  })
  const found = await verifyPdf(file)
  const [signature] = found.ok ? found.signatures : []
  expect(signature?.signedAt?.toISOString() ?? null).toBe(read)
  expect(signature?.problems).toEqual(['empty'])
})

test('an encrypted file is refused', async () => {
  const text = Buffer.from(onePage()).toString('latin1').replace('/Root', '/Encrypt<<>>/Root')
  expect(await verifyPdf(Buffer.from(text, 'latin1'))).toMatchObject({ ok: false, fault: 'encrypted' })
})

test('facts that are no texts are left out', async () => {
  const file = onePage('', '/AcroForm<</Fields[6 0 R]>>', {
    6: '<</FT/Sig/T(a)/V 7 0 R>>',
    7: '<</Type/Sig/LGJO_Facts<</decision(conforme)/comment 7/code/X>>>>',
  })
  expect(await verifyPdf(file)).toMatchObject({ signatures: [{ facts: { decision: 'conforme' } }] })
  const found = await verifyPdf(file)
  expect(found.ok && Object.keys(found.signatures[0]?.facts ?? {})).toEqual(['decision'])
})

describe('changes after a signature', () => {
  test('a further signature is no change', async () => {
    expect(await verifyPdf(twice)).toMatchObject({
      signatures: [{ changesAfter: 'signatures' }, { changesAfter: 'none' }],
    })
  })

  const attacks: Record<string, (update: Update, doc: PdfDocument) => void> = {
    'other contents of the page': (update, doc) => {
      const contents = doc.dict(page(doc))?.get('Contents')
      const ref = Array.isArray(contents) ? contents[0] : contents
      if (ref instanceof Ref) update.stream(ref, '', Buffer.from('0 0 500 500 re f'))
    },
    'a page with other contents': (update, doc) => {
      const forged = update.allocate()
      update.stream(forged, '', Buffer.from('0 0 500 500 re f'))
      const ref = page(doc)
      update.write(ref, serializeDict(new Map([...(doc.dict(ref) ?? []), ['Contents', forged]])))
    },
    'an annotation over the amount': (update, doc) => {
      const stamp = update.allocate()
      update.write(stamp, '<</Type/Annot/Subtype/Stamp/Rect[300 350 500 400]>>')
      const ref = page(doc)
      const dict = doc.dict(ref) ?? new Map()
      update.write(
        ref,
        serializeDict(new Map([...dict, ['Annots', [...(doc.array(dict.get('Annots')) ?? []), stamp]]])),
      )
    },
    'an unsigned signature field that shows something': (update, doc) => {
      const look = update.allocate()
      update.stream(look, '/Type/XObject/Subtype/Form/BBox[0 0 9 9]', Buffer.from('0 0 9 9 re f'))
      const widget = update.allocate()
      update.write(
        widget,
        `<</Type/Annot/Subtype/Widget/FT/Sig/T(x)/Rect[300 350 500 400]/AP<</N ${look.num} 0 R>>>>`,
      )
      const ref = page(doc)
      const dict = doc.dict(ref) ?? new Map()
      update.write(
        ref,
        serializeDict(new Map([...dict, ['Annots', [...(doc.array(dict.get('Annots')) ?? []), widget]]])),
      )
      const form = doc.catalog.get('AcroForm')
      const fields = doc.array(doc.dict(form)?.get('Fields')) ?? []
      if (form instanceof Ref)
        update.write(
          form,
          serializeDict(new Map([...(doc.dict(form) ?? []), ['Fields', [...fields, widget]]])),
        )
    },
    'a signature that shows something else': (update, doc) => {
      const look = update.allocate()
      update.stream(look, '/Type/XObject/Subtype/Form/BBox[0 0 9 9]', Buffer.from('0 0 9 9 re f'))
      const ref = field(doc, 'company')
      update.write(ref, serializeDict(new Map([...(doc.dict(ref) ?? []), ['AP', new Map([['N', look]])]])))
    },
    'a waiting field moved over the amount': (update, doc) => {
      const ref = field(doc, 'employee')
      update.write(ref, serializeDict(new Map([...(doc.dict(ref) ?? []), ['Rect', [0, 0, 500, 800]]])))
    },
    'a catalogue with other pages': (update, doc) => {
      const pages = update.allocate()
      update.write(pages, '<</Type/Pages/Kids[]/Count 0>>')
      const root = doc.trailer.get('Root')
      if (root instanceof Ref) update.write(root, serializeDict(new Map([...doc.catalog, ['Pages', pages]])))
    },
    'a script when opened': (update, doc) => {
      const root = doc.trailer.get('Root')
      const action = new Map([['JS', Buffer.from('1')]])
      if (root instanceof Ref)
        update.write(root, serializeDict(new Map([...doc.catalog, ['OpenAction', action]])))
    },
  }

  test.each(Object.entries(attacks))('%s is found', async (_, attack) => {
    const file = tampered(once, attack)
    expect(await verdict(file)).toEqual([{ valid: false, problems: ['changed_afterwards'] }])
    expect(await inspectPdf(file)).toMatchObject({ ok: false })
  })

  test.each(Object.entries(attacks).slice(0, 3))('%s is found between two signatures', async (_, attack) => {
    const file = await signAsEmployee(tampered(once, attack))
    expect(await verdict(file)).toEqual([
      { valid: false, problems: ['changed_afterwards'] },
      { valid: true, problems: [] },
    ])
  })

  type Target = 'page' | 'catalogue' | 'form' | 'company' | 'employee'
  const targets: Record<Target, (doc: PdfDocument) => Value | undefined> = {
    page,
    catalogue: (doc) => doc.trailer.get('Root'),
    form: (doc) => doc.catalog.get('AcroForm'),
    company: (doc) => field(doc, 'company'),
    employee: (doc) => field(doc, 'employee'),
  }
  const rectangle = [0, 0, 300, 300]
  const nothing = new Map<string, Value>()
  const text = (said: string) => Buffer.from(said)

  test.each<[Target, string, Value, ChangeKind | null]>([
    ['page', 'Rotate', 90, 'page_shape'],
    ['page', 'MediaBox', rectangle, 'page_shape'],
    ['page', 'CropBox', rectangle, 'page_shape'],
    ['page', 'BleedBox', rectangle, 'page_shape'],
    ['page', 'TrimBox', rectangle, 'page_shape'],
    ['page', 'ArtBox', rectangle, 'page_shape'],
    ['page', 'UserUnit', 2, 'page_shape'],
    ['page', 'Resources', nothing, 'page_content'],
    ['page', 'AA', nothing, 'active'],
    ['page', 'Annots', [], 'signature_removed'],
    ['catalogue', 'OCProperties', nothing, 'layers'],
    ['catalogue', 'OpenAction', nothing, 'active'],
    ['catalogue', 'AA', nothing, 'active'],
    ['catalogue', 'Names', nothing, 'active'],
    ['catalogue', 'Lang', text('pt'), 'structure'],
    ['catalogue', 'DSS', nothing, null],
    ['catalogue', 'Extensions', nothing, null],
    ['catalogue', 'Metadata', nothing, null],
    ['form', 'XFA', [], 'active'],
    ['form', 'NeedAppearances', true, 'form_value'],
    ['form', 'DA', text('/F1 9 Tf'), 'form_value'],
    ['form', 'SigFlags', 1, null],
    ['employee', 'Rect', rectangle, 'signature_look'],
    ['employee', 'T', text('other'), 'signature_look'],
    ['employee', 'F', 4, null],
    ['employee', 'M', text('D:2026'), null],
    ['employee', 'DA', text('/F1 9 Tf'), null],
    ['employee', 'MK', nothing, null],
    ['company', 'Rect', rectangle, 'signature_look'],
    ['company', 'F', 4, 'signature_look'],
  ])('%s: another %s is named as such', async (target, key, value, kind) => {
    const file = tampered(once, (update, doc) => {
      const ref = targets[target](doc)
      if (!(ref instanceof Ref)) throw new Error('written in its owner')
      update.write(ref, serializeDict(new Map([...(doc.dict(ref) ?? []), [key, value]])))
    })
    const found = await verifyPdf(file)
    const [signature] = found.ok ? found.signatures : []
    expect(new Set(signature?.changes.map((change) => change.kind))).toEqual(new Set(kind ? [kind] : []))
    expect([signature?.valid, signature?.changesAfter]).toEqual(
      kind ? [false, 'changed'] : [true, expect.stringMatching(/none|signatures/)],
    )
  })

  test('annotations in another order, or one fewer, are reported', async () => {
    const annotated = onePage('/Annots[6 0 R]', '', { 6: '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]>>' })
    const signed = await signAsCompany(annotated)
    const kindsOf = async (change: (annotations: readonly Value[]) => readonly Value[]) => {
      const file = tampered(signed, (update, doc) => {
        const ref = page(doc)
        const dict = doc.dict(ref) ?? new Map()
        const annotations = change(doc.array(dict.get('Annots')) ?? [])
        update.write(ref, serializeDict(new Map([...dict, ['Annots', [...annotations]]])))
      })
      const found = await verifyPdf(file)
      return found.ok ? found.signatures[0]?.changes : found.fault
    }
    expect(await kindsOf((all) => all)).toEqual([])
    expect(await kindsOf((all) => all.toReversed())).toEqual([{ kind: 'annotation', page: 1 }])
    expect(await kindsOf((all) => all.slice(1))).toEqual([{ kind: 'annotation', page: 1 }])
    expect(await kindsOf((all) => [...all, ...all.slice(0, 1)])).toEqual([])
    expect(await kindsOf((all) => [...all, new Map([['Subtype', 7]])])).toEqual([
      { kind: 'drawn_over', page: 1 },
    ])
  })

  test('a waiting field that was removed is reported', async () => {
    const file = tampered(once, (update, doc) => update.write(field(doc, 'employee'), '7'))
    expect(await verdict(file)).toEqual([{ valid: false, problems: ['changed_afterwards'] }])
  })

  test('a content prepared before the signature (a shadow attack) is found', async () => {
    const prepared = onePage('', '', {
      3: '<</Type/Page/Parent 2 0 R/Contents[4 0 R 90 0 R]/Resources<</Font<</F1 5 0 R>>>>>>',
    })
    const signed = await signAsCompany(prepared)
    const file = tampered(signed, (update) =>
      update.stream(new Ref(90, 0), '', Buffer.from('0 0 500 500 re f')),
    )
    expect(await verdict(file)).toEqual([{ valid: false, problems: ['changed_afterwards'] }])
  })

  test('bytes after the end are found', async () => {
    expect(await verdict(Buffer.concat([once, Buffer.from('% and more\n')]))).toEqual([
      { valid: false, problems: ['changed_afterwards'] },
    ])
    for (const blank of ['\n', '\r', ' ', ' \r\n'])
      expect(await verifyPdf(Buffer.concat([once, Buffer.from(blank)]))).toMatchObject({
        signatures: [{ valid: true, problems: [], changesAfter: 'none' }],
      })
    for (const byte of [0, 9, 12])
      expect(await verdict(Buffer.concat([once, Buffer.of(byte)]))).toEqual([
        { valid: false, problems: ['changed_afterwards'] },
      ])
  })
})

test('a page that is listed twice is one page, with the number of its first place', () => {
  const doc = new PdfDocument(onePage('', '', { 2: '<</Type/Pages/Kids[3 0 R 3 0 R]/Count 2>>' }))
  expect(pageObjects(doc).map(({ ref, number }) => [ref.num, number])).toEqual([[3, 1]])
})

describe('a manipulated byte range', () => {
  const edited = (change: (range: number[]) => number[]): Uint8Array => {
    const text = Buffer.from(once).toString('latin1')
    return Buffer.from(
      text.replace(/\/ByteRange\[([\d ]+)\]/, (whole, numbers: string) => {
        const range = change(numbers.trim().split(/\s+/).map(Number)).join(' ')
        return `/ByteRange[${range.padEnd(whole.length - 12)}]`
      }),
      'latin1',
    )
  }

  test.each<[string, (range: number[]) => number[]]>([
    ['starts later', ([, b = 0, c = 0, d = 0]) => [10, b - 10, c, d]],
    ['leaves more out', ([a = 0, b = 0, c = 0, d = 0]) => [a, b - 20, c, d]],
    ['leaves less out', ([a = 0, b = 0, c = 0, d = 0]) => [a, b, c - 2, d + 2]],
    ['stops early', ([a = 0, b = 0, c = 0, d = 0]) => [a, b, c, d - 200]],
    ['goes beyond', ([a = 0, b = 0, c = 0, d = 0]) => [a, b, c, d + 5]],
    ['is negative', ([a = 0, b = 0, c = 0]) => [a, b, c, -1]],
    ['has a number more', (range) => [...range, 1]],
  ])('%s', async (_, change) => {
    expect(await verdict(edited(change))).toMatchObject([
      { valid: false, problems: expect.arrayContaining(['byte_range']) },
    ])
    expect(await inspectPdf(edited(change))).toEqual({
      ok: false,
      fault: 'changed_after_signing',
      detail: 'company: a byte range that is not its own',
    })
  })
})

describe('trust in the signer', () => {
  test('the company’s certificate is self-issued until it is given as trusted', async () => {
    expect(await verifyPdf(once)).toMatchObject({ signatures: [{ trust: 'self_issued', valid: true }] })
    expect(await verifyPdf(once, { trusted: [company.certificate] })).toMatchObject({
      signatures: [{ trust: 'trusted' }],
    })
  })

  test('an authority that is not configured is unknown', async () => {
    expect(await verifyPdf(twice)).toMatchObject({
      signatures: [{}, { trust: 'unknown_issuer', valid: true }],
    })
  })

  test('the signer’s data are read from the certificate', async () => {
    const found = await verifyPdf(once)
    expect(found.ok && found.signatures[0]?.certificate).toMatchObject({
      subject: {
        commonName: 'Rivarola, Carlos Eduardo',
        organization: 'Austral Alimentos S.A.',
        organizationIdentifier: 'VATAR-30709126845',
        title: 'Apoderado',
        serialNumber: 'TINAR-20111111112',
        email: 'carlos@austral.example',
        country: 'AR',
      },
      selfIssued: true,
      key: 'RSA 2048',
    })
  })

  test('a certificate that had not begun, or had ended, when it signed', async () => {
    const early = await makeSigners(new Date('2020-01-01T00:00:00Z'))
    const { signPdf } = await import('./sign.ts')
    for (const when of ['2019-12-31T23:00:00Z', '2022-01-02T00:00:00Z']) {
      const signed = await signPdf({ ...early.companyRequest(original), when: new Date(when) })
      expect(signed.ok && (await verdict(signed.pdf))).toEqual([
        { valid: false, problems: ['expired_when_signed'] },
      ])
    }
    const inTime = await early.signAsCompany(original)
    expect(await verifyPdf(inTime)).toMatchObject({
      signatures: [{ valid: true, expiredNow: true, timeSource: 'claimed' }],
    })
    // A certificate is in force at its last moment, and a clock may be a second slow at its first.
    const [begins, ends] = [Date.parse('2020-01-01T00:00:00Z'), Date.parse('2022-01-01T00:00:00Z')]
    for (const [now, expired] of [
      [ends, false],
      [ends + 1, true],
    ] as const)
      expect(await verifyPdf(inTime, { now: new Date(now) })).toMatchObject({
        signatures: [{ expiredNow: expired }],
      })
    for (const [when, problems] of [
      [begins - 1000, []],
      [begins - 2000, ['expired_when_signed']],
      [ends, []],
      [ends + 1000, ['expired_when_signed']],
    ] as const) {
      const signed = await signPdf({ ...early.companyRequest(original), when: new Date(when) })
      expect(signed.ok && (await verdict(signed.pdf))).toMatchObject([{ problems }])
    }
  })
})

describe('a file signed by another program', async () => {
  const signer = new CryptoKeySigner(
    await crypto.subtle.importKey(
      'pkcs8',
      new Uint8Array(company.pkcs8),
      { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
      true,
      ['sign'],
    ),
    company.certificate,
    'RSA',
    'RSASSA-PKCS1-v1_5',
  )
  const { bytes } = await (await PDF.load(original)).sign({ signer, reason: 'Otra' })

  test('is verified', async () => {
    expect(await verifyPdf(bytes)).toMatchObject({
      coversWholeFile: true,
      signatures: [{ valid: true, reason: 'Otra' }],
    })
  })

  test('takes our signatures as well, and all stay valid', async () => {
    const all = await signAsEmployee(await signAsCompany(bytes))
    expect(await verdict(all)).toEqual(Array.from({ length: 3 }, () => ({ valid: true, problems: [] })))
    expect(pdfsig(all)).toMatchObject({ accepted: true, valid: 3 })
  })
})

test('a file without signatures has none', async () => {
  expect(await verifyPdf(original)).toEqual({
    ok: true,
    signatures: [],
    unsigned: [],
    removed: [],
    coversWholeFile: false,
  })
})

test('a file that is no PDF is refused', async () => {
  expect(await verifyPdf(Buffer.from('hello'))).toMatchObject({ ok: false, fault: 'not_pdf' })
})

describe('a further signature', () => {
  const validationData = (pdf: Uint8Array): Uint8Array =>
    tampered(pdf, (update, doc) => {
      const dss = update.allocate()
      update.write(dss, '<</Type/DSS/Certs[]>>')
      const root = doc.trailer.get('Root')
      if (root instanceof Ref) update.write(root, serializeDict(new Map([...doc.catalog, ['DSS', dss]])))
    })

  test('validation data is no change', async () => {
    const file = validationData(twice)
    expect(await verdict(file)).toEqual([
      { valid: true, problems: [] },
      { valid: true, problems: [] },
    ])
    expect(await verdict(validationData(validationData(file)))).toEqual(await verdict(file))
  })

  const withKeys = (pdf: Uint8Array, entries: string): Uint8Array =>
    // A field of ours with further entries, before it is signed.
    tampered(pdf, (update, doc) => {
      const widget = update.allocate()
      update.write(
        widget,
        `<</Type/Annot/Subtype/Widget/FT/Sig/T(company)/Rect[40 40 200 90]/F 132/P ${page(doc).num} 0 R${entries}>>`,
      )
      const ref = page(doc)
      const form = update.allocate()
      update.write(form, `<</Fields[${widget.num} 0 R]/SigFlags 3>>`)
      update.write(ref, serializeDict(new Map([...(doc.dict(ref) ?? []), ['Annots', [widget]]])))
      const root = doc.trailer.get('Root')
      if (root instanceof Ref)
        update.write(root, serializeDict(new Map([...doc.catalog, ['AcroForm', form]])))
    })

  test('a lock that allows no change refuses further signatures, and takes validation data', async () => {
    const locked = await signAsCompany(withKeys(original, '/Lock<</Type/SigFieldLock/Action/All/P 1>>'))
    expect(await inspectPdf(locked)).toMatchObject({ ok: true, locked: true })
    const { signPdf } = await import('./sign.ts')
    expect(await signPdf(employeeRequest(locked))).toMatchObject({ ok: false, fault: 'locked' })
    expect(await verdict(validationData(locked))).toEqual([{ valid: true, problems: [] }])
  })

  test('a signature after a lock that allows none is named', async () => {
    const lock = '/Lock<</Type/SigFieldLock/Action/Include/Fields[(otro)]/P 1>>'
    const locked = await signAsCompany(withKeys(original, lock))
    // We refuse to sign it, so the second signature comes from a copy that allows it.
    const text = Buffer.from(locked).toString('latin1')
    const open = text.replaceAll(/(\/Lock.{1,120}?\/P )1/gs, '$12')
    expect(open).not.toBe(text)
    const both = Uint8Array.from(await signAsEmployee(Buffer.from(open, 'latin1')))
    both.set(locked)
    const found = await verifyPdf(both)
    expect(found.ok && found.signatures[0]).toMatchObject({
      valid: false,
      problems: ['changed_afterwards'],
      changes: [{ kind: 'not_allowed', page: null }],
    })
  })

  test('a lock of other fields leaves the employee’s open', async () => {
    const locked = await signAsCompany(
      withKeys(original, '/Lock<</Type/SigFieldLock/Action/Include/Fields[(otro)]>>'),
    )
    expect(await verdict(await signAsEmployee(locked))).toEqual([
      { valid: true, problems: [] },
      { valid: true, problems: [] },
    ])
  })
})

test('a place shared with something else is no place to write: properties that are a page’s content', async () => {
  const shared = Buffer.from(
    Buffer.from(onePage()).toString('latin1').replace('/Root 1 0 R', '/Root 1 0 R/Info 4 0 R'),
    'latin1',
  )
  const signed = await signAsCompany(shared)
  const file = tampered(signed, (update) => update.stream(new Ref(4, 0), '', Buffer.from('0 0 500 500 re f')))
  expect(await verdict(file)).toEqual([{ valid: false, problems: ['changed_afterwards'] }])
})

test('a waiting field that shows something unsigned is found', async () => {
  const file = tampered(once, (update, doc) => {
    const look = update.allocate()
    update.stream(look, '/Type/XObject/Subtype/Form/BBox[0 0 9 9]', Buffer.from('0 0 9 9 re f'))
    const ref = field(doc, 'employee')
    update.write(ref, serializeDict(new Map([...(doc.dict(ref) ?? []), ['AP', new Map([['N', look]])]])))
  })
  expect(await verdict(file)).toEqual([{ valid: false, problems: ['changed_afterwards'] }])
})
