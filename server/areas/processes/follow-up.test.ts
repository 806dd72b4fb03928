import { beforeAll, describe, expect, test } from 'vitest'
import { actions } from '#contract/actions.ts'
import { documents } from '#contract/documents/documents.ts'
import { followUps } from '#contract/processes/follow-up.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aType, type MadeType } from '#server/testing/documents.ts'
import {
  aCompany,
  aLimited,
  anAdministrator,
  aPerson,
  inCompany,
  type Person,
} from '#server/testing/factories.ts'
import { aPublication } from '#server/testing/publications.ts'
import { cellsOf } from '#server/testing/spreadsheets.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { causeOf } from '#server/shared/mail/causes.ts'
import { suggestedAddress } from './mail-slips.ts'

let app: TestApp
let company: MadeCompany
let hr: Person & { bearer: string }
let limited: string
let receipts: MadeType
let publication: number
let people: Person[]

/** A process that published a document to each, in the states given. */
beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  await aBystander(app, company)
  hr = await anAdministrator(app, company)
  const may = { sector: 'Ventas', actions: [actions.processManager] }
  limited = (await aLimited(app, company, may)).bearer
  receipts = await aType(app, company, { name: 'Recibo' })
  people = [
    await aPerson(app, company, { sector: 'Ventas' }),
    await aPerson(app, company, { sector: 'Planta', mail: 'rosa@gmial.com' }),
    await aPerson(app, company, { sector: 'Planta', mail: null }),
    await aPerson(app, company, { sector: 'Planta' }),
  ]
  const states = ['conforme', 'no_conforme', 'pending', 'pending'] as const
  const made = await aPublication(app, company, {
    type: receipts,
    by: hr,
    people,
    each: (at) => ({ signing: states[at] ?? 'pending' }),
  })
  publication = made.id
  const ids = made.documents
  await inCompany(app, company.id, async (tx) => {
    const mail = (at: number, state: 'sent' | 'failed' | 'queued', reason: string | null = null) => ({
      company_id: tx.company,
      event: 'new_document',
      language: 'es' as const,
      user_id: people[at]?.id ?? 0,
      to_address: people[at]?.mail ?? '',
      subject_kind: 'document',
      subject_id: ids[at] ?? 0,
      message_id: `<${at}.${state}@x>`,
      state,
      reason,
    })
    const unknown = '550 5.1.2 host or domain name not found'
    // The first failed and was then sent again: only the newest tells.
    await tx.db
      .insertInto('mails')
      .values(mail(0, 'failed', unknown))
      .execute()
    await tx.db
      .insertInto('mails')
      .values([mail(0, 'sent'), mail(1, 'failed', unknown)])
      .execute()
    await tx.db
      .insertInto('disagreements')
      .values({ company_id: tx.company, document_id: ids[1] ?? 0 })
      .execute()
  })
})

describe('the follow-up of a publication', () => {
  test('balances: published by signature, people by what became of their mail', async () => {
    const { data } = await app.call(followUps.one, { id: publication }, { as: hr.bearer })
    expect(data.totales).toEqual({
      publicados: 4,
      leidos: 0,
      conformes: 1,
      no_conformes: 1,
      sin_firmar: 2,
      sin_firma: 0,
      anulados: 0,
    })
    expect(data.avisos).toEqual({
      personas: 4,
      entregados: 1,
      rebotados: 1,
      en_camino: 0,
      sin_correo: 1,
      no_pedidos: 1,
    })
    expect(
      data.sectores.map(({ sector, publicados }: Record<string, unknown>) => [sector, publicados]),
    ).toEqual([
      ['Planta', 3],
      ['Ventas', 1],
    ])
    expect(data).toMatchObject({ casos_total: 1, deshecha: null })
  })

  test('shows and counts nobody beyond reach', async () => {
    const { data } = await app.call(followUps.one, { id: publication }, { as: limited })
    expect(data.totales).toMatchObject({ publicados: 1, conformes: 1 })
    expect(data).toMatchObject({ casos_total: 0, avisos: { personas: 1, rebotados: 0 } })
    expect((await app.call(followUps.bounced, { id: publication }, { as: limited })).data).toEqual([])
  })

  test('a mail that came back has its cause and the address that was meant', async () => {
    const { data, pagination } = await app.call(followUps.bounced, { id: publication }, { as: hr.bearer })
    expect(pagination?.total).toBe(1)
    expect(data).toMatchObject([
      {
        id_colaborador: people[1]?.id,
        causa: 'dominio',
        rebotado: 'rosa@gmial.com',
        sugerido: 'rosa@gmail.com',
      },
    ])
    const sheet = await app.call(followUps.bouncedSheet, { id: publication }, { as: hr.bearer })
    const [head, ...rows] = await cellsOf(sheet.bytes)
    expect(head).toEqual(['Colaborador', 'Rebotó en', 'Correo del legajo', 'Motivo'])
    expect(rows).toMatchObject([[expect.any(String), 'rosa@gmial.com', 'rosa@gmial.com', expect.any(String)]])
  })

  test('its published documents are found by the search', async () => {
    const found = await app.call(
      documents.list,
      { proceso: publication, estado: ['pendiente'] },
      { as: hr.bearer },
    )
    expect(found.pagination?.total).toBe(2)
    const none = await app.call(documents.list, { proceso: publication + 1 }, { as: hr.bearer })
    expect(none.data).toEqual([])
  })
})

test.each([
  ['ana@gmial.com', 'ana@gmail.com'],
  ['ana@hotmail.con', 'ana@hotmail.com'],
  ['ana@gmal.com', 'ana@gmail.com'],
  ['ana@gmaill.com', 'ana@gmail.com'],
  ['ana@gmail.com', null],
  ['ana@empresa.com.ar', null],
  ['ana', null],
])('%s was meant as %s', (address, meant) => {
  expect(suggestedAddress(address)).toBe(meant)
})

test.each([
  ['550 5.1.1 no such user', 'buzon'],
  ['552 5.2.2 mailbox full', 'lleno'],
  ['getaddrinfo ENOTFOUND mail.x', 'dominio'],
  ['554 5.7.1 blocked', 'rechazado'],
  ['connect ETIMEDOUT', 'sin_respuesta'],
  [null, 'sin_respuesta'],
])('%s: %s', (reason, cause) => {
  expect(causeOf(reason)).toBe(cause)
})
