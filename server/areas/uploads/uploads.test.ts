import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { actions } from '#contract/actions.ts'
import { approvals } from '#contract/approvals.ts'
import { documents } from '#contract/documents/documents.ts'
import { codeOf } from '#contract/errors.ts'
import { inbox } from '#contract/inbox.ts'
import { me } from '#contract/me/me.ts'
import { shell } from '#contract/shell/shell.ts'
import { uploads } from '#contract/uploads.ts'
import { payslip } from '#pdf/testing/samples.ts'
import { hostileFiles } from '#pdf/testing/hostile.ts'
import { openApproval } from '#server/areas/approvals/operations.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aType } from '#server/testing/documents.ts'
import { removeNeverOfRecord } from './never-of-record.ts'
import {
  aCompany,
  anAdministrator,
  aPerson,
  inCompany,
  type Person,
  signIn,
} from '#server/testing/factories.ts'

let app: TestApp
let company: MadeCompany
let hr: string
let person: Person
let worker: string
let type: number

beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  await aBystander(app, company)
  hr = (await anAdministrator(app, company)).bearer
  person = await aPerson(app, company, { lastName: 'Ibarra', sector: 'Calidad' })
  worker = await signIn(app, company, person, 'e')
})

beforeEach(async () => {
  type = await paperType('Certificado de estudios', { max: 4, min: 1 })
})

let counter = 0
async function paperType(name: string, { max, min }: { max: number; min: number }, hasPeriod = false) {
  const { id } = await aType(app, company, { name: `${name} ${++counter}`, hasPeriod })
  await inCompany(app, company.id, (tx) =>
    tx.db
      .updateTable('document_types')
      .set({ upload_pages_max: max, upload_pages_min: min })
      .where('id', '=', id)
      .execute(),
  )
  return id
}

let shade = 0
/** A photograph as a phone takes it: lying, turned by its EXIF, with a place and a camera. Each is another. */
function photograph({ width = 1600, height = 1200 } = {}): Promise<Buffer> {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: { r: (++shade * 37) % 256, g: (shade * 91) % 256, b: 90 },
    },
  })
    .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '34/1 36/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

const put = (bytes: Uint8Array, as = worker) =>
  app.call(uploads.putSheet, {}, { as, file: { name: 'foto.jpg', bytes } })

async function sheet(bytes?: Uint8Array, as = worker): Promise<number> {
  const { data } = await put(bytes ?? (await photograph()), as)
  return data.id
}

async function sent(as = worker) {
  const { data } = await app.call(uploads.send, { tipo: type, paginas: [await sheet(undefined, as)] }, { as })
  return data as { id: number }
}

const mine = async (id: number, as = worker) => (await app.call(uploads.one, { id }, { as })).data
const waiting = async () =>
  (await app.call(inbox.documents, { pagination: '100,1,0', tipo: [type] }, { as: hr })).data

describe('a paper', () => {
  test('that waits is seen in the inbox and nowhere else', async () => {
    const { id } = await sent()
    expect((await app.call(documents.download, { a: id, b: 0 }, { as: hr })).status).toBe(404)
    const viewer = await aPerson(app, company, { profiles: ['manager'] })
    const elsewhere = await signIn(app, company, viewer)
    expect((await app.call(inbox.image, { a: id, b: 0, c: 1 }, { as: elsewhere })).status).toBeGreaterThan(
      400,
    )
  })

  test('is photographed, sent, approved with the day on which it lapses, and then a document', async () => {
    const pages = [await sheet(), await sheet()]
    const { status, data } = await app.call(uploads.send, { tipo: type, paginas: pages }, { as: worker })
    expect(status).toBe(200)
    expect(data).toMatchObject({ estado: 'en_espera', hojas: 2, se_ve: true, motivo: null })
    expect((await app.call(me.documents, {}, { as: worker })).data.carpetas).toEqual([])

    const [row] = await waiting()
    expect(row).toMatchObject({
      id: data.id,
      colaborador: expect.stringContaining('Ibarra'),
      sector: 'Calidad',
    })
    const picture = await app.call(inbox.image, { a: data.id, b: 0, c: 2 }, { as: hr })
    expect(await sharp(picture.bytes).metadata()).toMatchObject({ format: 'png', width: 1200 })

    expect(
      (await app.call(inbox.approve, { id: data.id, vence: '2099-02-28', visto: true }, { as: hr })).status,
    ).toBe(200)
    expect(await mine(data.id)).toMatchObject({ estado: 'aprobado', vence: '2099-02-28' })
    expect(await waiting()).toEqual([])
    const { carpetas } = (await app.call(me.documents, {}, { as: worker })).data
    expect(carpetas[0].documentos).toMatchObject([{ id: data.id }])
    expect(await mails(data.id)).toEqual(['paper_approved'])
  })

  test('keeps nothing of where and with what it was photographed, and stands upright', async () => {
    const { id } = await sent()
    await app.call(inbox.approve, { id }, { as: hr })
    const file = await app.call(documents.download, { a: id, b: 0 }, { as: hr })
    expect(file.bytes.includes('Camera')).toBe(false)
    expect(file.bytes.includes('GPS')).toBe(false)
    const { medidas } = (await app.call(documents.pages, { a: id, b: 0 }, { as: hr })).data
    expect(medidas[0].alto).toBeGreaterThan(medidas[0].ancho)
  })

  test('of one PDF stays as it came, byte for byte', async () => {
    const pdf = await payslip({ pages: 2 })
    const { data } = await app.call(uploads.send, { tipo: type, paginas: [await sheet(pdf)] }, { as: worker })
    await app.call(inbox.approve, { id: data.id }, { as: hr })
    const file = await app.call(documents.download, { a: data.id, b: 0 }, { as: hr })
    expect(Buffer.compare(file.bytes, Buffer.from(pdf))).toBe(0)
  })

  test('is returned with what is missing, mended, and comes back to the same step', async () => {
    const { id } = await sent()
    const [row] = await waiting()
    const back = { id: row.id_aprobacion, acto: 'devolver' as const, motivo: 'Falta la hoja de atrás.' }
    expect((await app.call(approvals.decide, back, { as: hr })).status).toBe(200)
    expect(await mine(id)).toMatchObject({ estado: 'devuelto', motivo: 'Falta la hoja de atrás.' })
    expect(await waiting()).toEqual([])

    const paginas = [await sheet(), await sheet()]
    const mended = await app.call(uploads.mend, { id, paginas }, { as: worker })
    expect(mended.data).toMatchObject({ id, estado: 'en_espera', hojas: 2, motivo: null })
    expect(await waiting()).toMatchObject([{ id, id_aprobacion: row.id_aprobacion }])
    expect((await app.call(uploads.mend, { id, paginas }, { as: worker })).code).toBe(
      codeOf('UPLOAD_DECIDED'),
    )
    expect((await app.call(inbox.paper, { id }, { as: hr })).data).toMatchObject({
      paginas: 2,
      revision: 2,
      decisiones: [{ acto: 'devolver', motivo: 'Falta la hoja de atrás.' }],
    })
    expect((await app.call(inbox.approve, { id }, { as: hr })).status).toBe(200)
    expect(await mails(id)).toEqual(['paper_returned', 'paper_approved'])
  })

  test('is rejected for good, shut to all but its sender, and sent again, linked', async () => {
    const { id } = await sent()
    const comments = 'Está vencido.'
    expect((await app.call(inbox.reject, { id, comments }, { as: hr })).status).toBe(200)
    expect(await mine(id)).toMatchObject({ estado: 'rechazado', motivo: comments, se_ve: true })
    expect((await app.call(uploads.page, { id, c: 1 }, { as: worker })).status).toBe(200)
    expect((await app.call(documents.download, { a: id, b: 0 }, { as: hr })).status).toBe(404)
    expect((await app.call(inbox.image, { a: id, b: 0, c: 1 }, { as: hr })).status).toBe(404)

    const paginas = [await sheet()]
    const other = await paperType('Otro certificado', { max: 4, min: 1 })
    const wrong = await app.call(uploads.send, { tipo: other, paginas, en_lugar_de: id }, { as: worker })
    expect(wrong.errors).toMatchObject([{ code: codeOf('UPLOAD_DECIDED'), field: 'en_lugar_de' }])
    const again = await app.call(uploads.send, { tipo: type, paginas, en_lugar_de: id }, { as: worker })
    expect(again.data).toMatchObject({ en_lugar_de: id, estado: 'en_espera' })
    expect((await app.call(inbox.paper, { id: again.data.id }, { as: hr })).data.rechazo).toBe(comments)
    expect((await app.call(inbox.approve, { id }, { as: hr })).status).toBe(409)
  })

  test('is taken back while nobody has decided', async () => {
    const { id } = await sent()
    expect((await app.call(uploads.withdraw, { id }, { as: worker })).data).toMatchObject({
      estado: 'retirado',
    })
    expect((await app.call(uploads.withdraw, { id }, { as: worker })).code).toBe(codeOf('UPLOAD_DECIDED'))
    expect(await waiting()).toEqual([])
    expect((await app.call(inbox.approve, { id }, { as: hr })).status).not.toBe(200)
    expect(await mails(id)).toEqual([])
  })

  test('is put right before it is approved: type and month', async () => {
    const { id } = await sent()
    const monthly = await paperType('Monotributo', { max: 4, min: 1 }, true)
    const right = { id, tipo: monthly, periodo: '2026-10' }
    expect((await app.call(inbox.approve, { id, tipo: monthly }, { as: hr })).errors).toMatchObject([
      { code: codeOf('UPLOAD_PERIOD_REQUIRED'), field: 'periodo' },
    ])
    expect((await app.call(inbox.approve, right, { as: hr })).status).toBe(200)
    expect(await mine(id)).toMatchObject({ id_tipo: monthly, periodo: '2026-10-01', estado: 'aprobado' })
    const other = await sent()
    expect((await app.call(inbox.approve, { ...right, id: other.id }, { as: hr })).code).toBe(
      codeOf('UPLOAD_PERIOD_TAKEN'),
    )
    expect((await app.call(inbox.approve, { id: other.id, vence: '2020-01-01' }, { as: hr })).code).toBe(
      'INBOX_EXPIRY_PAST',
    )
    await inCompany(app, company.id, (tx) =>
      tx.db.updateTable('document_types').set({ several_a_period: true }).where('id', '=', monthly).execute(),
    )
    expect((await app.call(inbox.approve, { ...right, id: other.id }, { as: hr })).status).toBe(200)
  })

  test('that is annulled later was no rejection', async () => {
    const { id } = await sent()
    await app.call(inbox.approve, { id }, { as: hr })
    await inCompany(app, company.id, (tx) =>
      tx.db.updateTable('documents').set({ state: 'cancelled' }).where('id', '=', id).execute(),
    )
    expect(await mine(id)).toMatchObject({ estado: 'anulado', motivo: null, se_ve: false })
  })

  test('sent twice is asked about, not refused', async () => {
    const bytes = await photograph()
    await app.call(uploads.send, { tipo: type, paginas: [await sheet(bytes)] }, { as: worker })
    const again = { tipo: type, paginas: [await sheet(bytes)] }
    expect(await app.call(uploads.send, again, { as: worker })).toMatchObject({
      code: 'CONFIRMATION_REQUIRED',
      errors: [{ code: codeOf('UPLOAD_SAME_FILE') }],
    })
    const confirm = [codeOf('UPLOAD_SAME_FILE')]
    expect((await app.call(uploads.send, again, { as: worker, confirm })).status).toBe(200)
    expect(await waiting()).toHaveLength(2)
  })

  test('of another isn’t there', async () => {
    const { id } = await sent()
    const other = await signIn(app, company, await aPerson(app, company), 'e')
    const theirs = await sheet(undefined, other)
    for (const answer of [
      await app.call(uploads.one, { id }, { as: other }),
      await app.call(uploads.page, { id, c: 1 }, { as: other }),
      await app.call(uploads.withdraw, { id }, { as: other }),
      await app.call(uploads.mend, { id, paginas: [theirs] }, { as: other }),
    ])
      expect(answer.status).toBe(404)
    expect((await app.call(uploads.send, { tipo: type, paginas: [theirs] }, { as: worker })).code).toBe(
      codeOf('UPLOAD_SHEET_GONE'),
    )
    expect(
      (await app.call(uploads.send, { tipo: type, paginas: [theirs], en_lugar_de: id }, { as: other })).code,
    ).toBe(codeOf('UPLOAD_DECIDED'))
  })
})

describe('the inbox', () => {
  test('decides many at once, each by itself, and says why not', async () => {
    const ids = [(await sent()).id, (await sent()).id, (await sent()).id]
    await app.call(inbox.reject, { id: ids[1] ?? 0, comments: 'Se lee mal.' }, { as: hr })
    const { data } = await app.call(inbox.approveMany, { ids: [...ids, 999_999] }, { as: hr })
    expect(data.hechos).toEqual([ids[0], ids[2]])
    expect(data.rechazados).toMatchObject([
      { id: ids[1], code: 'APPROVAL_DECIDED', message: expect.stringContaining('decidió') },
      { id: 999_999, code: 'NOT_FOUND' },
    ])
    expect((await app.call(inbox.approveMany, { ids: [1, 1] }, { as: hr })).code).toBe('INBOX_TWICE')
    const many = Array.from({ length: 101 }, (_, at) => at + 1)
    expect((await app.call(inbox.rejectMany, { ids: many, comments: 'Ninguno' }, { as: hr })).code).toBe(
      'INBOX_TOO_MANY',
    )
    for (const comments of ['abc', 'a'.repeat(256)])
      expect((await app.call(inbox.rejectMany, { ids: [1], comments }, { as: hr })).status).toBe(422)
  })

  test('tells the slower of two who was faster', async () => {
    const { id } = await sent()
    const second = (await anAdministrator(app, company)).bearer
    const answers = await Promise.all([
      app.call(inbox.approve, { id }, { as: hr }),
      app.call(inbox.reject, { id, comments: 'Se lee mal.' }, { as: second }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('shows nobody their own paper, nor lets them decide it', async () => {
    const both = await aPerson(app, company, { profiles: ['employee', 'hr'] })
    const site = await signIn(app, company, both, 'e')
    const portal = await signIn(app, company, both, 's')
    const { id } = await sent(site)
    const own = await app.call(inbox.documents, { pagination: '100,1,0', tipo: [type] }, { as: portal })
    expect(own.data).toEqual([])
    expect((await app.call(inbox.approve, { id }, { as: portal })).code).toBe('APPROVAL_OWN')
    expect(await waiting()).toHaveLength(1)
  })

  test('is one line of the bell, however many papers wait, beside what it names singly', async () => {
    const seen = await aPerson(app, company)
    for (let more = 0; more < 6; more++) await sent()
    const asked = {
      evidence: { actorId: seen.id, detail: { address: '', device: '' } },
      services: app.services,
    }
    await inCompany(app, company.id, (tx) =>
      openApproval(tx, asked, {
        kind: 'person_seen',
        subjectId: seen.id,
        employeeId: seen.id,
        steps: [{ action: actions.employeeAdministration }],
      }),
    )
    const { avisos } = (await app.call(shell.concerns, {}, { as: hr })).data
    expect(avisos).toContainEqual(expect.objectContaining({ clase: 'por_confirmar', id: seen.id }))
    const ofPapers = avisos.filter(({ clase }: { clase: string }) => clase === 'por_decidir')
    expect(ofPapers).toEqual([expect.objectContaining({ id: null, total: expect.any(Number) })])
    expect(ofPapers[0].total).toBeGreaterThan(5)
  })

  test('counts what waits by type, folder and sector, and lists every kind of step', async () => {
    const { id } = await sent()
    const { tipos, sectores } = (await app.call(inbox.filters, {}, { as: hr })).data
    expect(tipos).toContainEqual({ id: type, nombre: expect.stringContaining('Certificado'), total: 1 })
    expect(sectores.length).toBeGreaterThan(0)
    const { data } = await app.call(inbox.tasks, { pagination: '5000,1,0' }, { as: hr })
    expect(data).toContainEqual(expect.objectContaining({ clase: 'document', asunto: id }))
    expect((await app.call(inbox.documents, { pagination: '5001,1,0' }, { as: hr })).status).toBe(422)
  })
})

describe('a sheet', () => {
  test('that reads badly says so', async () => {
    expect((await put(await photograph({ width: 700, height: 900 }))).data).toMatchObject({
      se_lee_mal: true,
    })
    expect((await put(await photograph())).data).toMatchObject({ clase: 'foto', se_lee_mal: false })
  })

  test.each([
    ['a page of HTML', Buffer.from('<html>'), 'SYSTEM_API_WRONG_MIME_TYPE'],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'SYSTEM_API_WRONG_MIME_TYPE'],
    ['HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'UPLOAD_HEIC'],
    ['half of a picture', null, 'UPLOAD_PICTURE_NOT_READABLE'],
    ['more than ten megabytes', Buffer.alloc(10_485_761), 'SYSTEM_API_MAX_FILE_SIZE_EXCEEDED'],
    ['no PDF', Buffer.from('%PDF-1.7 nothing'), 'PDF_NOT_READABLE'],
  ] as const)('is not %s', async (_, bytes, code) => {
    const sentBytes = bytes ?? (await photograph()).subarray(0, 3000)
    const answer = await put(sentBytes)
    expect([answer.status < 500, answer.code]).toEqual([true, codeOf(code)])
  })

  test('has fewer pixels than a wall', async () => {
    const wall = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    expect((await put(wall)).code).toBe(codeOf('UPLOAD_PICTURE_TOO_LARGE'))
  })

  test('is no encrypted PDF', async () => {
    const encrypted = (await hostileFiles()).find(({ fault }) => fault === 'encrypted')
    expect((await put(encrypted?.file ?? Buffer.alloc(0))).code).toBe(codeOf('PDF_ENCRYPTED'))
  })

  test('comes in the number that the type takes', async () => {
    const two = await paperType('DNI', { max: 2, min: 2 })
    const [a, b, c] = [await sheet(), await sheet(), await sheet()]
    const send = (paginas: number[]) => app.call(uploads.send, { tipo: two, paginas }, { as: worker })
    expect((await send([a])).code).toBe(codeOf('UPLOAD_SHEETS_MISSING'))
    expect((await send([a, b, c])).code).toBe(codeOf('UPLOAD_SHEETS_TOO_MANY'))
    expect((await send([a, a])).code).toBe(codeOf('UPLOAD_SHEET_TWICE'))
    expect((await send([a, b])).status).toBe(200)
    expect((await send([a, b])).code).toBe(codeOf('UPLOAD_SHEET_GONE'))
    expect((await send([c, await sheet()])).status).toBe(200)
  })

  test('goes to no type that takes none, and to a month where the type has one', async () => {
    const none = (await aType(app, company, { hasPeriod: false })).id
    const monthly = await paperType('Monotributo', { max: 4, min: 1 }, true)
    const page = await sheet()
    const send = (tipo: number, periodo?: string) =>
      app.call(uploads.send, { tipo, paginas: [page], ...(periodo && { periodo }) }, { as: worker })
    expect((await send(none)).code).toBe(codeOf('UPLOAD_TYPE_NOT_OFFERED'))
    expect((await send(monthly)).code).toBe(codeOf('UPLOAD_PERIOD_REQUIRED'))
    expect((await send(type, '2026-10')).code).toBe(codeOf('UPLOAD_PERIOD_NOT_EXPECTED'))
    expect((await send(monthly, '2026-10')).status).toBe(200)
    const offered = (await app.call(uploads.offered, {}, { as: worker })).data
    expect(offered.map(({ id }: { id: number }) => id)).not.toContain(none)
    expect(offered).toContainEqual(expect.objectContaining({ id: monthly, maximo: 4, con_periodo: true }))
  })
})

test('who has left sees what they sent and sends no more', async () => {
  const leaver = await aPerson(app, company)
  const site = await signIn(app, company, leaver, 'e')
  const { id } = await sent(site)
  await inCompany(app, company.id, (tx) =>
    tx.db.updateTable('employees').set({ state: 'inactive' }).where('id', '=', leaver.id).execute(),
  )
  expect(await mine(id, site)).toMatchObject({ estado: 'en_espera' })
  expect((await put(await photograph(), site)).code).toBe(codeOf('UPLOAD_NOT_ACTIVE'))
  expect((await app.call(uploads.offered, {}, { as: site })).data).toEqual([])
})

test('the file of a rejected paper goes after the days of the setting, and nothing else of it', async () => {
  const { id } = await sent()
  const kept = await sent()
  const comments = 'Se lee mal.'
  await app.call(inbox.reject, { id, comments }, { as: hr })
  const [row] = await filesOf(id)
  await removeNeverOfRecord(app.services)
  expect(await mine(id)).toMatchObject({ se_ve: true })
  const later = new Date(Date.now() + 91 * 86_400_000)
  await removeNeverOfRecord({ ...app.services, clock: () => later })
  expect(await mine(id)).toMatchObject({ estado: 'rechazado', motivo: comments, se_ve: false })
  expect((await app.call(uploads.page, { id, c: 1 }, { as: worker })).status).toBe(404)
  await expect(app.services.files.read(row?.key ?? '')).rejects.toThrow()
  expect((await filesOf(id))[0]).toMatchObject({ state: 'gone', sha256: row?.sha256 })
  expect(await mine(kept.id)).toMatchObject({ se_ve: true })
})

function filesOf(document: number) {
  return inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('document_revisions as revision')
      .innerJoin('files', 'files.id', 'revision.file_id')
      .where('revision.document_id', '=', document)
      .select(['files.key', 'files.state', 'revision.sha256'])
      .execute(),
  )
}

async function mails(document: number): Promise<string[]> {
  const rows = await inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('mails')
      .where('subject_kind', '=', 'document')
      .where('subject_id', '=', document)
      .select('event')
      .orderBy('id')
      .execute(),
  )
  return rows.map(({ event }) => event)
}
