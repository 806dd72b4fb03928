import { beforeAll, describe, expect, test } from 'vitest'
import { payslip } from '#pdf/testing/samples.ts'
import { sweepFiles } from '#server/shared/files/files.ts'
import { type TestApp } from '#server/testing/app.ts'
import { aType } from '#server/testing/documents.ts'
import { aCompany, anAdministrator, aPerson, inCompany } from '#server/testing/factories.ts'
import { aPublisher, now, type Publisher, slipOf } from '#server/testing/publishing.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

let app: TestApp
let company: MadeCompany
let publish: Publisher['publish']
let signed: Publisher['signed']
let documentsOf: Publisher['documentsOf']
let mailsOf: Publisher['mailsOf']
beforeAll(async () => {
  ;({ app, company, publish, signed, documentsOf, mailsOf } = await aPublisher())
})

describe('published', () => {
  test('a payslip is a document, an event, a kept file and a mail, all at once', async () => {
    const person = await aPerson(app, company)
    const answer = await publish(person, { notificar: true })
    expect(answer).toMatchObject({
      status: 200,
      data: {
        revision: 1,
        colaborador: { id: person.id },
        tipo: { nombre: 'Recibo de sueldo' },
        periodo: '2026-10-01',
        firmado_por_empresa: false,
        espera_firma: true,
        correo: 'en_cola',
      },
    })
    const { id } = answer.data
    expect(await documentsOf(person)).toMatchObject([
      { id, state: 'published', signing: 'pending', published_at: now, file_name: 'recibo.pdf', pages: 1 },
    ])
    expect(await mailsOf(person)).toMatchObject([
      {
        event: 'new_document',
        variables: { documentos: [{ tipo: 'Recibo de sueldo', periodo: '2026-10-01' }] },
      },
    ])
    const { events, file } = await inCompany(app, company.id, async (tx) => ({
      events: await tx.db
        .selectFrom('events')
        .select(['act', 'data'])
        .where('subject_kind', '=', 'document')
        .where('subject_id', '=', id)
        .execute(),
      file: await tx.db
        .selectFrom('document_revisions')
        .innerJoin('files', 'files.id', 'document_revisions.file_id')
        .select(['files.state', 'files.sha256'])
        .where('document_id', '=', id)
        .executeTakeFirstOrThrow(),
    }))
    expect(events).toEqual([{ act: 'published', data: expect.objectContaining({ sha256: file.sha256 }) }])
    expect(file.state).toBe('kept')
  })

  test('to somebody without a mail reports that, and queues none', async () => {
    const person = await aPerson(app, company, { mail: null })
    expect((await publish(person, { notificar: true })).data.correo).toBe('sin_correo')
    expect(await mailsOf(person)).toEqual([])
  })

  test('its name has no path', async () => {
    const person = await aPerson(app, company)
    await publish(person, {}, { name: '../../etc/passwd.pdf' })
    expect(await documentsOf(person)).toMatchObject([{ file_name: 'passwd.pdf' }])
  })
})

describe('published once', () => {
  test('a second one in the same place is refused and names the first', async () => {
    const person = await aPerson(app, company)
    await publish(person, {}, { name: 'octubre.pdf' })
    const again = await publish(person, {}, { bytes: await payslip({ taxId: person.cuil, pages: 2 }) })
    expect(again).toMatchObject({
      status: 409,
      code: 'SYSTEM_API_FILE_EXISTS',
      errors: [{ field: 'periodo' }],
    })
    expect(again.errors[0]?.message).toContain('octubre.pdf, 04/11/2026')
  })

  test('a type that takes several a month numbers them', async () => {
    const kind = await aType(app, company)
    await inCompany(app, company.id, (tx) =>
      tx.db.updateTable('document_types').set({ several_a_period: true }).where('id', '=', kind.id).execute(),
    )
    const person = await aPerson(app, company)
    for (const pages of [1, 2]) {
      const bytes = await payslip({ taxId: person.cuil, pages })
      expect(await publish(person, { tipo: kind.id }, { bytes })).toMatchObject({ status: 200 })
    }
    expect(await documentsOf(person)).toMatchObject([{ sequence: 1 }, { sequence: 2 }])
  })

  test.each([
    ['without a signature', {}],
    ['with the company’s', { firma_empresa: true }],
  ])('of many at once one passes, %s', async (_, input) => {
    const person = await aPerson(app, company)
    const many = [1, 2, 3].map((pages) =>
      payslip({ taxId: person.cuil, pages }).then((bytes) =>
        publish(person, 'firma_empresa' in input ? signed() : {}, { bytes }),
      ),
    )
    const statuses = (await Promise.all(many)).map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([200, 409, 409])
    expect(await documentsOf(person)).toMatchObject([{ state: 'published' }])
  })

  test.each([
    ['without a signature', {}],
    ['with the company’s', { firma_empresa: true }],
  ])('a request repeated while the first still runs gets its answer, %s', async (name, input) => {
    const kind = await aType(app, company, { hasPeriod: false })
    const person = await aPerson(app, company)
    const asked = {
      ...('firma_empresa' in input ? signed() : {}),
      tipo: kind.id,
      periodo: undefined,
      notificar: true,
    }
    const bytes = await slipOf(person)
    const both = await Promise.all(
      [1, 2].map(() => publish(person, asked, { key: `same key ${name}`, bytes })),
    )
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both[0]?.data).toEqual(both[1]?.data)
    expect(await documentsOf(person)).toHaveLength(1)
    expect(await mailsOf(person)).toHaveLength(1)
    const other = await publish(person, { ...asked, notificar: false }, { key: `same key ${name}`, bytes })
    expect(other).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' })
  })
})

test.each([
  ['America/Noronha', '2026-12-01T01:30:00Z', '2026-12', '2027-01'], // 23:30 of 30 November
  ['America/Noronha', '2026-12-01T02:30:00Z', '2027-01', '2027-02'],
  ['America/Tijuana', '2026-12-01T07:30:00Z', '2026-12', '2027-01'],
  ['America/Tijuana', '2026-12-01T08:30:00Z', '2027-01', '2027-02'],
])('in %s at %s the last month is %s', async (zone, at, last, next) => {
  app.setNow(new Date(at))
  const there = await aCompany(app, { zone })
  const { bearer: as } = await anAdministrator(app, there)
  const kind = await aType(app, there)
  const person = await aPerson(app, there)
  const within = await slipOf(person, `${last.slice(5)}/${last.slice(0, 4)}`)
  expect(await publish(person, { tipo: kind.id, periodo: next }, { as, bytes: within })).toMatchObject({
    code: 'PUBLISH_PERIOD_OUT_OF_WINDOW',
  })
  expect(await publish(person, { tipo: kind.id, periodo: last }, { as, bytes: within })).toMatchObject({
    status: 200,
  })
  app.setNow(now)
})

test('no file is loose and no row without its file after all of this', async () => {
  const rows = await inCompany(app, company.id, (tx) =>
    tx.db.selectFrom('files').select(['key', 'state']).execute(),
  )
  expect(rows.filter(({ state }) => state === 'loose')).toEqual([])
  for (const { key } of rows) await expect(app.services.files.read(key)).resolves.toBeInstanceOf(Buffer)
  // Only files that repeated requests stored twice are left to sweep.
  expect(await sweepFiles(app.services, company.id, 0)).toBeLessThan(5)
})
