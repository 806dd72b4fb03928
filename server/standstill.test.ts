import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import sharp from 'sharp'
import { type Call, pathNames, type UploadPart } from '#contract/call.ts'
import { uploads } from '#contract/uploads.ts'
import { ownAccount } from '#contract/account/own.ts'
import { billboard } from '#contract/billboard.ts'
import { brand } from '#contract/company/brand.ts'
import { certificates } from '#contract/certificates.ts'
import { employeeImport, importRows, unsubscription } from '#contract/employees/import.ts'
import { integrationProfiles } from '#contract/employees/integration-profiles.ts'
import { customMails } from '#contract/custom-mails.ts'
import { codeOf, type ErrorName } from '#contract/errors.ts'
import { typeConfiguration } from '#contract/folders/configuration.ts'
import { typeReading } from '#contract/folders/reading.ts'
import { generic } from '#contract/generic.ts'
import { massive } from '#contract/massive/massive.ts'
import { papers } from '#contract/papers.ts'
import { publishing } from '#contract/publishing/publishing.ts'
import { session } from '#contract/session/session.ts'
import { verification } from '#contract/verification.ts'
import { hostileFiles } from '#pdf/testing/hostile.ts'
import { aWorkshop, filePassword } from '#pdf/testing/p12.ts'
import { onePage } from '#pdf/testing/samples.ts'
import { addIntegrationProfile } from './areas/employees/integration-profiles.ts'
import { spreadsheetOf } from './shared/files/spreadsheet.ts'
import { zipOf } from './shared/files/zip.ts'
import { setSetting } from './shared/settings.ts'
import { afterFile } from './testing/after-file.ts'
import type { Answer } from './testing/app.ts'
import { aDocument, aType } from './testing/documents.ts'
import { aPerson, cuilOf, inCompany, type Person, signIn, stepUp } from './testing/factories.ts'
import { aReadableType, begin, sendWhole } from './testing/massive.ts'
import { aPublisher, now, type Publisher, slipOf } from './testing/publishing.ts'
import { sampleOf } from './testing/samples.ts'
import { longestStandstill } from './testing/standstill.ts'

/**
 * No request may stop the server for everybody: the event loop turns at least each 250 ms of processor time, through
 * every call with the largest bodies that it takes and through hostile files. The short run takes some kinds of content
 * for each call, upload and table, in turn, so that every kind comes; LONG=1 takes all and prints the longest.
 */
const most = 250

/** One of `every` in the short run, beginning with another for each `at`; all in the long one. */
function inTurn<T>(all: readonly T[], every: number, at = 0): readonly T[] {
  return process.env.LONG ? all : all.filter((_, n) => (n + at) % every === 0)
}

let on: Publisher
let person: Person
const bearers = { hr: '', employee: '' }
let ticket: Record<string, string>
beforeAll(async () => {
  on = await aPublisher()
  person = await aPerson(on.app, on.company, { profiles: ['employee'] })
  bearers.hr = on.bearer
  bearers.employee = await signIn(on.app, on.company, person, 'e')
  ticket = await stepUp(on.app, on.bearer)
})

/** A page of lines of text. PDFium reads 32,767 characters of each. */
function slipWith(lines: readonly string[]): Uint8Array {
  const content = `BT /F1 12 Tf 1 Tz 14 TL 40 700 Td ${lines.map((line) => `(${line}) Tj T*`).join(' ')} ET`
  return onePage('', '', { 4: `<</Length ${content.length}>>\nstream\n${content}\nendstream` })
}

/** Standstills of several acts by name, the longest first. */
async function standstillsOf(acts: readonly [name: string, act: () => Promise<unknown>][]) {
  const found: { name: string; milliseconds: number }[] = []
  for (const [name, act] of acts) {
    const first = await longestStandstill(act)
    // A standstill that the act causes comes again; a collection of earlier garbage does not.
    const milliseconds = first > most ? Math.min(first, await longestStandstill(act)) : first
    found.push({ name, milliseconds })
  }
  found.sort((a, b) => b.milliseconds - a.milliseconds)
  if (process.env.LONG)
    for (const { name, milliseconds } of found.slice(0, 12))
      console.log(`${milliseconds.toFixed(0)} ms: ${name}`)
  return found
}

const tooLong = (found: Awaited<ReturnType<typeof standstillsOf>>) =>
  found
    .filter(({ milliseconds }) => milliseconds > most)
    .map(({ name, milliseconds }) => `${name}: ${milliseconds.toFixed(0)} ms`)

describe('the event loop keeps turning', () => {
  test('while a receipt with a row of 30,000 figures, or of 13,500 months, is published', async () => {
    const figures = [`1-${'1'.repeat(30_000)},1`]
    const months = Array.from({ length: 5 }, () => 'enero 2026 '.repeat(2_700))
    const answers: Answer[] = []
    const found = await standstillsOf(
      [figures, months].map((lines) => [
        lines[0]?.slice(0, 20) ?? '',
        async () => answers.push(await on.publish(person, {}, { bytes: slipWith(lines) })),
      ]),
    )
    expect(tooLong(found)).toEqual([])
    for (const { code, errors } of answers) {
      expect(code).toBe('CONFIRMATION_REQUIRED')
      expect(errors.map((error) => error.code)).toContain('PUBLISH_EMPLOYEE_NOT_IN_TEXT')
    }
  })

  test('through every call with the largest bodies that it takes', { timeout: 1_800_000 }, async () => {
    const calls = on.app.calls.filter((call) => !call.path.startsWith('/v2/uploads'))
    const bodies = calls.flatMap((call, at) =>
      inTurn(largestBodies(call), 4, at).map(({ kind, type, payload }): [string, () => Promise<unknown>] => [
        `${call.method} ${call.path} ${kind}`,
        async () => {
          const answer = await send(call, type, payload)
          expect.soft([call.path, kind, answer.statusCode]).not.toEqual([call.path, kind, 500])
        },
      ]),
    )
    expect(bodies.length).toBeGreaterThan(process.env.LONG ? 500 : 150)
    expect(tooLong(await standstillsOf(bodies))).toEqual([])
    // None of them ended the sessions that made the others.
    for (const as of Object.values(bearers))
      expect((await on.app.call(session.keepalive, {}, { as })).status).toBe(200)
  })

  test('through the largest tables of people', { timeout: 120_000 }, async () => {
    const full = (line: string) => `cuil\n${line.repeat(Math.floor(5_000_000 / line.length))}`
    const tables = {
      rows: full('20287145366;Ledesma;Jorge Omar;Logística;Planta Pilar;Autoelevadorista\n'),
      cells: full(`1${';'.repeat(60)}\n`),
      'short rows': full('1\n'),
      'one row': full(';'),
      quotes: full('"1\n";"2"\n'),
      spaces: full(' '),
    }
    const older = { 'older lines': 'é\n', 'lines of two encodings': 'é\nÃ©\n' }
    const bytesOf = {
      ...Object.fromEntries(Object.entries(tables).map(([kind, text]) => [kind, Buffer.from(text)])),
      ...Object.fromEntries(
        Object.entries(older).map(([kind, line]) => [kind, Buffer.from(full(line), 'latin1')]),
      ),
    }
    // Lists of recipients are read by the same reader: of them the short run has one.
    const alsoAsRecipients = process.env.LONG ? Object.keys(bytesOf) : ['rows']
    const found = await standstillsOf(
      inTurn(Object.entries(bytesOf), 2).flatMap(([kind, bytes]) => {
        const file = { name: 'personas.csv', bytes }
        const choice = { tipo: on.type.id, modo: 'csv' as const }
        const sent = { as: on.bearer, file }
        const acts: [name: string, act: () => Promise<unknown>][] = [
          [`${kind}, import`, () => on.app.call(employeeImport.upload, {}, sent)],
        ]
        if (alsoAsRecipients.includes(kind))
          acts.push([`${kind}, recipients`, () => on.app.call(generic.recipients, choice, sent)])
        return acts
      }),
    )
    expect(tooLong(found)).toEqual([])
  })

  test('through the largest workbooks of people', { timeout: 600_000 }, async () => {
    async function* people() {
      for (let from = 0; from < 45_000; from += 1000)
        yield Array.from({ length: 1000 }, (_, at) => [
          String(20_000_000_000 + from + at),
          'Ledesma',
          'Jorge Omar',
          'Logística',
          'Planta Pilar',
          'Autoelevadorista',
        ])
    }
    const columns = ['CUIL', 'Apellido', 'Nombre', 'Sector', 'Lugar', 'Puesto'].map((head) => ({
      head,
      width: 12,
    }))
    const whole = await buffer(spreadsheetOf({ name: 'a', columns, rows: people() }))
    const withSheet = async (xml: string) => {
      async function* parts() {
        yield {
          name: '_rels/.rels',
          stream: Buffer.from('<a><Relationship Id="a" Type="x/officeDocument" Target="w.xml"/></a>'),
        }
        yield { name: 'w.xml', stream: Buffer.from('<w xmlns:r="r"><sheet r:id="a"/></w>') }
        yield {
          name: '_rels/w.xml.rels',
          stream: Buffer.from('<a><Relationship Id="a" Type="x/worksheet" Target="s.xml"/></a>'),
        }
        yield { name: 's.xml', stream: Buffer.from(xml) }
      }
      return buffer(zipOf(parts()))
    }
    const room = 40 * 1_048_576
    const files = {
      people: whole,
      'one text': await withSheet(`<w><row><c t="str"><v>${'x'.repeat(room)}</v></c></row></w>`),
      'one attribute': await withSheet(`<w a="${'&lt;'.repeat(room / 4)}"/>`),
      'empty cells': await withSheet(`<w><row>${'<c/>'.repeat(room / 4)}</row></w>`),
      comment: await withSheet(`<w><!--${'-x'.repeat(room / 2)}--></w>`),
    }
    const found = await standstillsOf(
      Object.entries(files).map(([name, bytes]) => [
        name,
        () =>
          on.app.call(employeeImport.upload, {}, { as: on.bearer, file: { name: 'personas.xlsx', bytes } }),
      ]),
    )
    expect(tooLong(found)).toEqual([])
  })

  test('through the largest files of every upload', { timeout: 600_000 }, async () => {
    const picture = await sharp({ create: { width: 8000, height: 8000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    const around = await whatIsSentAround()
    const unread: unknown[] = []
    let turn = 0
    const sendings = on.app.calls.flatMap((call) => {
      const parts = [call.upload, call.upload?.beside].filter((part) => part !== undefined)
      return parts.flatMap((part) =>
        part.types.flatMap((type) =>
          inTurn([...fillersOf(type, part.maxBytes, picture).entries()], 3, turn++).map(
            ([at, bytes]): [string, () => Promise<unknown>] => [
              `${call.path} ${part.field} ${type} ${at}`,
              async () => {
                const isMain = part === call.upload
                const { input, main, beside, as = bearers.hr } = around(call, isMain)
                const file = { name: `archivo.${type}`, bytes }
                const sent = isMain
                  ? { file, ...(beside && { beside }) }
                  : { file: main ?? file, beside: file }
                const answer = await on.app.call(call, input, { as, headers: ticket, ...sent })
                if (!isRead(answer, type)) unread.push([call.path, part.field, type, at, answer.errors])
              },
            ],
          ),
        ),
      )
    })
    expect(sendings.length).toBeGreaterThan(process.env.LONG ? 40 : 15)
    const bytes = Buffer.alloc(mostOfAFiller, '(')
    bytes.write('%PDF-1.7\n')
    const { id: type } = await aReadableType(on.app, on.company)
    const { id, subida } = await begin(on.app, on.bearer, type, { tamano: bytes.length })
    sendings.push([
      'a payroll',
      async () => {
        await sendWhole(on.app, on.bearer, subida, bytes)
        await on.app.services.jobs.runDueJobs()
      },
    ])
    expect(tooLong(await standstillsOf(sendings))).toEqual([])
    expect(unread).toEqual([])
    const { data } = await on.app.call(massive.one, { id }, { as: on.bearer })
    expect(data.avisos).toMatchObject([{ code: codeOf('PDF_NOT_READABLE') }])
  })

  test('while a table of 50,000 people is checked', { tags: ['long'] }, async () => {
    const line = (_: unknown, at: number) =>
      `${cuilOf(String(30_000_000 + at))};Núñez;Zoë;I${at};02/11/2026;Logística;Planta Pilar;i${at}@correo.example`
    const text = ['CUIL;Apellido;Nombre;Legajo;Ingreso;Sector;Lugar;Correo']
      .concat(Array.from({ length: importRows }, line))
      .join('\n')
    const file = { name: 'personas.csv', bytes: Buffer.from(text) }
    const { data } = await on.app.call(employeeImport.upload, {}, { as: on.bearer, file })
    const found = await standstillsOf([['50,000 people', () => on.app.services.jobs.runDueJobs()]])
    expect(tooLong(found)).toEqual([])
    const { data: checked } = await on.app.call(employeeImport.one, { id: data.id }, { as: on.bearer })
    expect([checked.paso, checked.cantidades.new + checked.cantidades.faulty]).toEqual([
      'preview',
      importRows,
    ])
  })

  test('through every hostile file', { timeout: 600_000 }, async () => {
    const files = await hostileFiles()
    const found = await standstillsOf(
      inTurn(files, 3).map(({ name, file }) => [
        name,
        () => on.publish(person, {}, { bytes: file, name: `${name}.pdf` }),
      ]),
    )
    expect(tooLong(found)).toEqual([])
  })
})

function send(call: Call, type: string, payload: string) {
  const as = call.need === 'self' ? bearers.employee : bearers.hr
  const path = call.path.replace(/\{(\w+)\}/g, '1')
  const inQuery = call.method === 'GET' || call.method === 'DELETE'
  return on.app.server.inject({
    method: call.method,
    url: `/api${path}${inQuery ? `?${payload}` : ''}`,
    ...(!inQuery && { payload }),
    headers: {
      ...ticket,
      ...(!inQuery && { 'content-type': type }),
      ...(call.need !== 'public' && { authorization: `Bearer ${as}` }),
    },
  })
}

interface NamedFile {
  name: string
  bytes: Uint8Array
}

/** The rest of a request by which a call reads a file: its input, the file beside or before it, and the sender. */
interface Around {
  input: object
  main?: NamedFile
  beside?: NamedFile
  as?: string
}

/** For each call that takes a file, what is sent around the file, or around the one beside it. */
async function whatIsSentAround(): Promise<(call: Call, isMain: boolean) => Around> {
  await inCompany(on.app, on.company.id, (tx) => setSetting(tx, 'certificates.most_active', 5, null))
  const small = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const shop = aWorkshop()
  afterFile(() => shop.close())
  // The clock of the test stands before the day on which it runs; the certificates name the company.
  const from = new Date(now.getTime() - 86_400_000)
  const { legal_name } = await inCompany(on.app, on.company.id, (tx) =>
    tx.db.selectFrom('employers').select('legal_name').executeTakeFirstOrThrow(),
  )
  const organization = `/O=${legal_name}`
  shop.certificate('root', {
    from,
    organization,
    extensions: ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign,cRLSign'],
  })
  shop.certificate('Rivarola', { from, organization, issuer: 'root', key: 'P-256' })
  const p12 = shop.p12('Rivarola', '-certfile', shop.bundle('root'))
  const { data: post } = await on.app.call(billboard.create, {}, { as: bearers.hr })
  const many = await aType(on.app, on.company, { generic: true, hasPeriod: false })
  const withXml = await aType(on.app, on.company, { hasXml: true })
  const academy = await inCompany(on.app, on.company.id, (tx) =>
    addIntegrationProfile(tx, { name: 'Academia', address: 'https://academia.example/' }),
  )
  const paperless = await aPerson(on.app, on.company, { consent: 'refused' })
  const document = (employee: Person, type: number, xml?: Uint8Array) =>
    aDocument(on.app, on.company, { employee_id: employee.id, type_id: type, ...(xml && { xml }) })
  const own = await document(paperless, on.type.id)
  const ownWithXml = await document(paperless, withXml.id, Buffer.from('<?xml version="1.0"?><a/>'))
  const slip = { name: 'archivo.pdf', bytes: await slipOf(person) }
  const holder = {
    cargo: 'Apoderado',
    mail: 'c.rivarola@correo.example',
    cuil: '20249031179',
    id_empleador: on.company.employers[0] ?? 0,
    pass: 'Barrilete-91-azul',
    repass: 'Barrilete-91-azul',
    responsabilidad: true,
  }
  const known: Record<string, (isMain: boolean) => Around> = {
    [brand.setLogo.path]: () => ({ input: {} }),
    [certificates.create.path]: () => ({ input: { ...holder, nombre: 'Carlos Rivarola' } }),
    [certificates.import.path]: () => ({
      input: { ...holder, clave: filePassword },
      main: { name: 'firma.pfx', bytes: p12 },
      beside: { name: 'firma.png', bytes: small },
    }),
    [generic.recipients.path]: () => ({ input: { tipo: many.id, modo: 'csv' } }),
    [generic.publish.path]: () => ({
      input: { tipo: many.id, modo: 'csv', personas: 1 },
      main: slip,
      beside: { name: 'lista.csv', bytes: Buffer.from(`cuil\n${person.cuil}\n`) },
    }),
    [verification.verify.path]: () => ({ input: {} }),
    [employeeImport.upload.path]: () => ({ input: {} }),
    [integrationProfiles.assign.path]: () => ({ input: { profileTypesId: [academy] } }),
    [integrationProfiles.remove.path]: () => ({ input: { profileTypesId: [academy] } }),
    [unsubscription.upload.path]: () => ({ input: { motivo: 'resignation' } }),
    [typeConfiguration.change.path]: () => ({ input: { id: on.type.id, pagina: 'last', pdf_propio: true } }),
    [typeConfiguration.pdfInfo.path]: () => ({ input: {} }),
    [typeReading.try.path]: () => ({ input: { id: on.type.id } }),
    [papers.attach.path]: () => ({ input: { id: own, decision: 'conforme', fecha: '2026-11-04' } }),
    [customMails.addPicture.path]: () => ({ input: {} }),
    [billboard.addFile.path]: () => ({ input: { id: post.id } }),
    [uploads.putSheet.path]: () => ({ input: {}, as: bearers.employee }),
    [ownAccount.saveAvatar.path]: () => ({ input: { id: person.id }, as: bearers.employee }),
    [publishing.single.path]: (isMain) => ({
      input: { cuil: person.cuil, periodo: '2026-10', tipo: isMain ? on.type.id : withXml.id },
      main: slip,
    }),
    [publishing.read.path]: () => ({ input: {} }),
    [publishing.replace.path]: (isMain) => ({
      input: { id: isMain ? own : ownWithXml, motivo: 'Es el recibo de otro mes.' },
      main: slip,
    }),
  }
  return ({ path }, isMain) => {
    const found = known[path]?.(isMain)
    if (!found) throw new Error(`nothing is known of what ${path} needs to read a file`)
    return found
  }
}

const ofPictures = [
  'SYSTEM_API_WRONG_MIME_TYPE',
  'PAPER_NOT_READABLE',
  'UPLOAD_PICTURE_NOT_READABLE',
  'UPLOAD_PICTURE_TOO_LARGE',
  'POST_FILE_NOT_READABLE',
  'IMAGE_TYPE',
] as const satisfies readonly ErrorName[]

/** The refusals that only reading a file gives, by its type. */
const refusalsByReading: Readonly<Record<UploadPart['types'][number], readonly ErrorName[]>> = {
  pdf: [
    'PDF_NOT_READABLE',
    'PDF_FILE_TOO_COMPLEX',
    'PAPER_NOT_READABLE',
    'POST_FILE_NOT_READABLE',
    'VERIFICATION_NOT_READABLE',
  ],
  xml: ['PUBLISH_XML_NOT_READABLE', 'PUBLISH_XML_ENTITIES', 'PUBLISH_XML_ENCODING'],
  xlsx: [
    'IMPORT_WORKBOOK_NOT_READABLE',
    'IMPORT_TOO_LARGE',
    'IMPORT_TOO_MANY_ROWS',
    'IMPORT_COLUMN_MISSING',
    'END_FILE_WITHOUT_HEADER',
    'INTEGRATION_FILE_FORMAT',
  ],
  csv: [
    'IMPORT_EMPTY',
    'IMPORT_TOO_MANY_ROWS',
    'IMPORT_COLUMN_MISSING',
    'END_FILE_WITHOUT_HEADER',
    'INTEGRATION_FILE_FORMAT',
    'IMPORT_COLUMN_TWICE',
    'IMPORT_NOT_READABLE',
    'GENERIC_CSV_COLUMN',
    'GENERIC_CSV_EMPTY',
    'MASSIVE_NOTHING_READY',
  ],
  p12: ['CERTIFICATE_FILE_NOT_P12', 'CERTIFICATE_FILE_UNSUPPORTED', 'CERTIFICATE_FILE_TOO_COSTLY'],
  png: ofPictures,
  jpg: ofPictures,
  webp: ofPictures,
}

/** Whether a file was accepted, or refused by what reading it found. */
function isRead({ status, code }: Answer, type: UploadPart['types'][number]): boolean {
  return status === 200 || refusalsByReading[type].some((name) => codeOf(name) === code)
}

const mostOfAFiller = 4_000_000

/** Files as large as an upload takes, at most 4 MB, that begin as their type does and cost the most to look into. */
function fillersOf(type: UploadPart['types'][number], maxBytes: number, picture: Buffer): Buffer[] {
  const room = Math.min(maxBytes, mostOfAFiller)
  const full = (head: string | Buffer, filler: string | Buffer) => {
    const begun = Buffer.from(head)
    return Buffer.concat([begun, Buffer.alloc(room - begun.length, filler)])
  }
  switch (type) {
    case 'p12':
      return [
        full('', Buffer.from([0x30, 0x80])),
        full('', Buffer.from([0x30, 0x84, 0, 3, 0, 0])),
        full('', '\0'),
      ]
    case 'pdf':
      return ['<<', '[', '(', '1 0 obj', '9', '/'].map((filler) => full('%PDF-1.7\n', filler))
    case 'xml':
      return [
        full('<?xml version="1.0"?><a>', '<a>'),
        full('<?xml version="1.0"?><a b="', '&'),
        full('<?xml version="1.0"?><!--', '-'),
      ]
    case 'xlsx':
      // Its parts are never read where its directory isn't there; server/shared/files/workbook.test.ts has whole ones.
      return [full('PK\x03\x04', '\0'), full('PK\x05\x06', 'PK\x05\x06')]
    case 'csv':
      return [full('cuil\n', '"'), full('cuil\n', ';'), full('cuil\n', '1\n')]
    case 'png':
      return [full(picture.subarray(0, 40), '\0'), picture].filter((bytes) => bytes.length <= maxBytes)
    case 'jpg':
      return [full(Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from([0xff, 0xc4]))]
    case 'webp':
      return [full('RIFF\xff\xff\xff\x7fWEBPVP8 ', '\0')]
  }
}

const jsonType = 'application/json'
const formType = 'application/x-www-form-urlencoded'
/** The longest query: Node takes 16 kB of headers and address together. */
const longestQuery = 12_000

/** Bodies as large as the call takes that cost the most: names, values of a wrong type, texts, and repeated fields. */
function largestBodies(call: Call): { kind: string; type: string; payload: string }[] {
  const inQuery = call.method === 'GET' || call.method === 'DELETE'
  const room = inQuery ? longestQuery : call.maxBytes - 100
  const fields = Object.keys(sampleOf(call, 1)).filter((name) => !pathNames(call.path).includes(name))
  const [field = 'x'] = fields
  const repeated = `${field}=1&`.repeat(Math.floor(room / (field.length + 3)))
  const nested = `${field}=${'['.repeat(room - field.length - 1)}`
  if (inQuery)
    return [
      { kind: 'repeated', type: formType, payload: repeated },
      { kind: 'nested', type: formType, payload: nested },
    ]
  const names = `{${Array.from({ length: Math.floor(room / 11) }, (_, at) => `"k${String(at).padStart(6, '0')}":1`).join(',')}}`
  const wrong = (value: string) => {
    const each = Math.floor(room / Math.max(1, fields.length)) - 20
    const filled = fields.map(
      (name) =>
        `"${name}":[${value}${`,${value}`.repeat(Math.max(0, Math.floor(each / (value.length + 1)) - 1))}]`,
    )
    return `{${filled.join(',')}}`
  }
  const each = Math.floor(room / Math.max(1, fields.length)) - 20
  const texts = (sign: string) =>
    JSON.stringify(
      Object.fromEntries(fields.map((name) => [name, sign.repeat(Math.max(1, each - name.length))])),
    )
  return [
    { kind: 'names', type: jsonType, payload: names },
    { kind: 'wrong values', type: jsonType, payload: wrong('[]') },
    { kind: 'wrong texts', type: jsonType, payload: wrong('""') },
    { kind: 'numbers', type: jsonType, payload: wrong('1') },
    { kind: 'spaces', type: jsonType, payload: texts(' ') },
    { kind: 'figures', type: jsonType, payload: texts('1') },
    { kind: 'repeated', type: formType, payload: repeated },
    { kind: 'nested', type: formType, payload: nested },
  ]
}
