import { beforeAll, describe, expect, test } from 'vitest'
import { onePage, payslip, plainPages } from '#pdf/testing/samples.ts'
import { codeOf } from '#contract/errors.ts'
import { printedTaxId } from '#server/shared/text/printed.ts'
import { type TestApp } from '#server/testing/app.ts'
import { aType, type MadeType } from '#server/testing/documents.ts'
import { aCompany, anAdministrator, aPerson, cuilOf, inCompany, signIn } from '#server/testing/factories.ts'
import { aPublisher, type Input, type Publisher, signerTaxId, slipOf } from '#server/testing/publishing.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

let app: TestApp
let company: MadeCompany
let type: MadeType
let publish: Publisher['publish']
let documentsOf: Publisher['documentsOf']
beforeAll(async () => {
  ;({ app, company, type, publish, documentsOf } = await aPublisher())
})

const printed = (cuil: string) => printedTaxId(cuil, 'AR')

describe('a doubtful document is confirmed before it is published', () => {
  test('another’s id in the text, naming both; and then it is kept as evidence that somebody said so', async () => {
    const person = await aPerson(app, company, { firstName: 'Ana', lastName: 'Ledesma' })
    const other = await aPerson(app, company, { firstName: 'Bruno', lastName: 'Sosa' })
    const bytes = await slipOf(other)
    const asked = await publish(person, {}, { bytes })
    expect(asked).toMatchObject({ status: 422, code: 'CONFIRMATION_REQUIRED' })
    expect(asked.errors).toMatchObject([{ code: 'PUBLISH_OTHER_EMPLOYEE_IN_TEXT', field: 'cuil' }])
    expect(asked.errors[0]?.message).toContain(`${printed(other.cuil)} (Bruno Sosa)`)
    expect(asked.errors[0]?.message).toContain(`Ana Ledesma (${printed(person.cuil)})`)
    expect(await documentsOf(person)).toEqual([])
    const done = await publish(person, {}, { bytes, confirm: ['PUBLISH_OTHER_EMPLOYEE_IN_TEXT'] })
    expect(done.status).toBe(200)
    const event = await inCompany(app, company.id, (tx) =>
      tx.db
        .selectFrom('events')
        .select('data')
        .where('subject_kind', '=', 'document')
        .where('subject_id', '=', done.data.id)
        .executeTakeFirstOrThrow(),
    )
    expect(event.data).toMatchObject({ confirmed: ['PUBLISH_OTHER_EMPLOYEE_IN_TEXT'] })
  })

  test.each([
    [
      'an id that is nobody’s here',
      () => payslip({ taxId: '20-28714536-6' }),
      ['PUBLISH_OTHER_EMPLOYEE_IN_TEXT'],
    ],
    ['no id of the person', async () => onePage(), ['PUBLISH_EMPLOYEE_NOT_IN_TEXT']],
    [
      'no text at all',
      async () => onePage('', '', { 4: '<</Length 0>>\nstream\n\nendstream' }),
      ['PUBLISH_NO_TEXT'],
    ],
  ])('%s', async (_, make, codes) => {
    const answer = await publish(await aPerson(app, company), {}, { bytes: await make() })
    expect(answer.code).toBe('CONFIRMATION_REQUIRED')
    expect(answer.errors.map(({ code }) => code)).toEqual(codes)
  })

  test('each that there is, of a file without text as well', async () => {
    const person = await aPerson(app, company, { state: 'inactive' })
    const bytes = onePage('', '', { 4: '<</Length 0>>\nstream\n\nendstream' })
    const answer = await publish(person, {}, { bytes })
    expect(answer.errors.map(({ code }) => code)).toEqual(['PUBLISH_EMPLOYEE_INACTIVE', 'PUBLISH_NO_TEXT'])
  })

  test('another’s id that is the only number in the text', async () => {
    const other = await aPerson(app, company, { firstName: 'Carla', lastName: 'Ibarra' })
    const content = `BT /F1 12 Tf 72 700 Td (${other.cuil}) Tj ET`
    const bytes = onePage('', '', { 4: `<</Length ${content.length}>>\nstream\n${content}\nendstream` })
    const answer = await publish(await aPerson(app, company), {}, { bytes })
    expect(answer.errors).toMatchObject([{ code: 'PUBLISH_OTHER_EMPLOYEE_IN_TEXT' }])
    expect(answer.errors[0]?.message).toContain('(Carla Ibarra)')
  })

  test('others’ ids: three people by name, three numbers, and none of the person’s own or the company’s', async () => {
    const taxIds = [0, 1, 2, 3, 4, 5].map((n) => cuilOf(String(61_000_000 + n)))
    const [dni = '', employer = '', ...strangers] = taxIds
    const [signer, bravo, conti, diaz] = await Promise.all(
      ['Abad', 'Bravo', 'Conti', 'Díaz'].map((lastName, at) =>
        aPerson(app, company, {
          firstName: 'Eva',
          lastName,
          dni: String(71_000_000 + at),
          ...(lastName === 'Abad' && { cuil: signerTaxId }),
        }),
      ),
    )
    await inCompany(app, company.id, (tx) =>
      tx.db
        .insertInto('employers')
        .values({ company_id: tx.company, legal_name: 'Rita Employer', tax_id: employer })
        .execute(),
    )
    const person = await aPerson(app, company, { lastName: 'Zárate', dni, cuil: cuilOf('61000009') })
    const inText = [
      person.cuil,
      dni,
      employer,
      signer?.cuil,
      bravo?.cuil,
      '71000002',
      ...strangers,
      diaz?.cuil,
    ]
    const bytes = await plainPages([inText.map((id) => `CUIL ${id}`)])
    const { errors } = await publish(person, {}, { bytes })
    expect(errors.map(({ code }) => code)).toEqual(['PUBLISH_OTHER_EMPLOYEE_IN_TEXT'])
    expect(errors[0]?.message.match(/\d\d-\d{8}-\d(?: \(Eva [^)]+\))?/g)).toEqual([
      `${printed(bravo?.cuil ?? '')} (Eva Bravo)`,
      `${printed(conti?.cuil ?? '')} (Eva Conti)`,
      ...strangers.slice(0, 3).map(printed),
      printed(person.cuil),
    ])
  })

  test('another month, naming both', async () => {
    const person = await aPerson(app, company)
    const answer = await publish(person, {}, { bytes: await slipOf(person, '09/2026') })
    expect(answer.errors).toMatchObject([{ code: 'PUBLISH_OTHER_PERIOD_IN_TEXT', field: 'periodo' }])
    expect(answer.errors[0]?.message).toMatch(/septiembre de 2026.*octubre de 2026/)
  })

  test('the same bytes to the same person', async () => {
    const kind = await aType(app, company, { hasPeriod: false })
    const person = await aPerson(app, company)
    const bytes = await slipOf(person)
    const input = { tipo: kind.id, periodo: undefined }
    await publish(person, input, { bytes })
    const again = await publish(person, input, { bytes })
    expect(again).toMatchObject({ code: 'CONFIRMATION_REQUIRED', errors: [{ code: 'PUBLISH_SAME_FILE' }] })
    expect(await publish(person, input, { bytes, confirm: ['PUBLISH_SAME_FILE'] })).toMatchObject({
      status: 200,
    })
  })

  test('no bytes that the person had only in an annulled document', async () => {
    const kind = await aType(app, company, { hasPeriod: false })
    const person = await aPerson(app, company)
    const bytes = await slipOf(person)
    const input = { tipo: kind.id, periodo: undefined }
    const { data } = await publish(person, input, { bytes })
    const by = await aPerson(app, company)
    await inCompany(app, company.id, ({ db }) =>
      db
        .updateTable('documents')
        .set({ state: 'cancelled', cancelled_at: new Date(), cancelled_by: by.id, cancel_reason: 'Otro mes' })
        .where('id', '=', data.id)
        .execute(),
    )
    expect(await publish(person, input, { bytes })).toMatchObject({ status: 200 })
  })

  test('nobody who was hired again', async () => {
    const person = await aPerson(app, company)
    await inCompany(app, company.id, ({ db }) =>
      db
        .insertInto('employments')
        .values({
          company_id: company.id,
          employee_id: person.id,
          starts_on: '2010-01-01',
          ends_on: '2015-01-01',
          state: 'ended',
        })
        .execute(),
    )
    expect(await publish(person)).toMatchObject({ status: 200 })
  })

  test('somebody who left; and long after, nobody', async () => {
    const person = await aPerson(app, company, { state: 'inactive' })
    expect(await publish(person)).toMatchObject({ errors: [{ code: 'PUBLISH_EMPLOYEE_INACTIVE' }] })
    expect(await publish(person, {}, { confirm: ['PUBLISH_EMPLOYEE_INACTIVE'] })).toMatchObject({
      status: 200,
    })
    await inCompany(app, company.id, (tx) =>
      tx.db
        .updateTable('employments')
        .set({ ends_on: '2024-11-03' })
        .where('employee_id', '=', person.id)
        .execute(),
    )
    const answer = await publish(person, { periodo: '2026-09' }, { confirm: ['PUBLISH_EMPLOYEE_INACTIVE'] })
    expect(answer).toMatchObject({ status: 422, code: 'PUBLISH_EMPLOYEE_ENDED' })
  })
})

describe('refused', () => {
  test('out of reach as somebody who doesn’t exist', async () => {
    const limited = await aPerson(app, company, { profiles: ['limited'], sector: 'Compras' })
    const there = await signIn(app, company, limited)
    const hidden = await aPerson(app, company, { sector: 'Dirección' })
    const other = await aCompany(app)
    const stranger = await aPerson(app, other)
    const bytes = await slipOf(hidden)
    const nobody = await publish({ ...hidden, cuil: '20111111112' }, {}, { as: there, bytes })
    expect(nobody).toMatchObject({ status: 422, code: 'SYSTEM_API_INVALID_CUIL' })
    for (const one of [hidden, stranger]) {
      const answer = await publish(one, {}, { as: there, bytes })
      expect(answer.errors).toEqual(nobody.errors)
    }
  })

  test.each([
    ['a tax id with separators', { cuil: '20-28714536-6' }, 'SYSTEM_API_INVALID_CUIL'],
    ['a type that isn’t there', { tipo: 999_999 }, 'NOT_FOUND'],
    ['a month that is too early', { periodo: '2025-10' }, 'PUBLISH_PERIOD_OUT_OF_WINDOW'],
    ['a month that is too late', { periodo: '2027-01' }, 'PUBLISH_PERIOD_OUT_OF_WINDOW'],
    ['no month', { periodo: undefined }, 'SYSTEM_API_PARAMETER_REQUIRED'],
    ['a month that is none', { periodo: '2026-13' }, 'SYSTEM_API_WRONG_DATA_TYPE'],
    ['a field that nobody knows', { nombre: 'x' }, 'SYSTEM_API_PARAMETER_NOT_EXPECTED'],
  ])('%s', async (_, input, code) => {
    expect((await publish(await aPerson(app, company), input as Input)).code).toBe(code)
  })

  test('a form, and a month of a type that has none', async () => {
    const person = await aPerson(app, company)
    const [form, plain] = [await aType(app, company), await aType(app, company, { hasPeriod: false })]
    await inCompany(app, company.id, ({ db }) =>
      db.updateTable('document_types').set({ is_form: true }).where('id', '=', form.id).execute(),
    )
    expect((await publish(person, { tipo: form.id })).errors).toMatchObject([
      { code: 'PUBLISH_TYPE_NOT_SUITABLE', field: 'tipo' },
    ])
    expect((await publish(person, { tipo: plain.id })).errors).toMatchObject([
      { code: codeOf('SYSTEM_API_PARAMETER_NOT_EXPECTED'), field: 'periodo' },
    ])
  })

  test('a type hidden by the folder filter, or of another company', async () => {
    const { bearer: filtered, id } = await anAdministrator(app, company)
    await inCompany(app, company.id, (tx) =>
      tx.db
        .insertInto('user_folder_filters')
        .values({ company_id: tx.company, user_id: id, folder_id: type.folderId })
        .execute(),
    )
    const person = await aPerson(app, company)
    const elsewhere = await aType(app, company)
    expect(await publish(person, { tipo: elsewhere.id }, { as: filtered })).toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await publish(person, {}, { as: filtered })).toMatchObject({ status: 200 })
    const foreign = await aType(app, await aCompany(app))
    expect(await publish(person, { tipo: foreign.id })).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  test('a notice of what employees don’t see', async () => {
    const hidden = await aType(app, company)
    await inCompany(app, company.id, (tx) =>
      tx.db
        .updateTable('folders')
        .set({ visible: false, signable: false })
        .where('id', '=', hidden.folderId)
        .execute(),
    )
    const person = await aPerson(app, company)
    const input = { tipo: hidden.id }
    expect(await publish(person, { ...input, notificar: true })).toMatchObject({
      code: 'PUBLISH_NOTIFY_NOT_VISIBLE',
    })
    expect(await publish(person, input)).toMatchObject({ status: 200, data: { espera_firma: false } })
  })

  test('without the action', async () => {
    const manager = await aPerson(app, company, { profiles: ['manager'] })
    const there = await signIn(app, company, manager)
    expect(await publish(await aPerson(app, company), {}, { as: there })).toMatchObject({
      status: 403,
      code: 'SYSTEM_ACTION_NOT_GRANTED',
    })
  })
})
