import { beforeAll, describe, expect, test } from 'vitest'
import { actions } from '#contract/actions.ts'
import { massive } from '#contract/massive/massive.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystandingPublication } from '#server/testing/bystander.ts'
import {
  aCompany,
  aLimited,
  anAdministrator,
  aPerson,
  inCompany,
  type Person,
} from '#server/testing/factories.ts'
import {
  aPreview,
  aReadableType,
  type ItemWanted,
  loseFile,
  sendWhole,
  zipOfFiles,
} from '#server/testing/massive.ts'
import { now } from '#server/testing/publishing.ts'
import { unzip } from '#server/testing/zips.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

let app: TestApp
let company: MadeCompany
let as: string
const people: Person[] = []
beforeAll(async () => {
  app = await testApp()
  app.setNow(now)
  company = await aCompany(app)
  as = (await anAdministrator(app, company)).bearer
  await aBystandingPublication(app, company, as)
  for (let n = 0; n < 3; n++) people.push(await aPerson(app, company))
})

/** A preview of a file that is split to be signed elsewhere. */
const split = async (wanted: readonly ItemWanted[]) =>
  aPreview(app, company, as, (await aReadableType(app, company)).id, wanted, { modo: 'split' })
const sendOut = async (id: number, recibos: number) => {
  const sent = await app.call(massive.publish, { id, recibos }, { as })
  await app.services.jobs.runDueJobs()
  return sent
}
const shown = async (id: number) => (await app.call(massive.one, { id }, { as })).data
const [one, two, three] = [() => people[0], () => people[1], () => people[2]].map((who) => () => {
  const person = who()
  if (!person) throw new Error('nobody')
  return person
}) as [() => Person, () => Person, () => Person]

test('the outgoing zip holds each ready receipt, byte for byte, in the file’s order and under a portable name', async () => {
  // Whatever stands in somebody's id, it is no way out of the folder in which the zip is unpacked.
  await inCompany(app, company.id, (tx) =>
    tx.db.updateTable('employees').set({ cuil: '../..\\ñandú/27:1' }).where('id', '=', three().id).execute(),
  )
  const { id, items } = await split([
    { found: 'listo', to: two() },
    { found: 'sin_id' },
    { found: 'listo', to: one() },
    { found: 'listo', to: three() },
  ])
  expect((await app.call(massive.outgoing, { id }, { as })).code).toBe('MASSIVE_STEP_CHANGED')
  expect((await sendOut(id, 3)).data).toMatchObject({ paso: 'publishing', sale: true })
  expect(await shown(id)).toMatchObject({ paso: 'waiting_upload', sale: false, progreso: { hechos: 3 } })
  const answer = await app.call(massive.outgoing, { id }, { as })
  const files = await unzip(answer.bytes)
  expect([...files.keys()]).toEqual([
    `00001-${two().cuil}.pdf`,
    `00002-${one().cuil}.pdf`,
    '00003-ñandú 27 1.pdf',
  ])
  const kept = await inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('publication_items')
      .innerJoin('files', 'files.id', 'publication_items.file_id')
      .select(['publication_items.id', 'files.key'])
      .where('process_id', '=', id)
      .execute(),
  )
  for (const [at, bytes] of [...files.values()].entries()) {
    const key = kept.find((row) => row.id === items[at === 0 ? 0 : at + 1])?.key ?? ''
    expect(bytes.equals(await app.services.files.read(key))).toBe(true)
  }
  const stranger = await anAdministrator(app, await aCompany(app))
  expect((await app.call(massive.outgoing, { id }, { as: stranger.bearer })).code).toBe('NOT_FOUND')
})

describe('who is out of reach', () => {
  const sector = 'Planta'
  const aSector = async () => [
    await aPerson(app, company, { sector }),
    await aPerson(app, company, { sector }),
  ]
  const may = { sector, actions: [actions.massivePublishing] }

  test('does not go out with the receipts of a limited publisher, nor is published for not having come back', async () => {
    const [near, moved] = await aSector()
    const { bearer } = await aLimited(app, company, may)
    const type = await aReadableType(app, company)
    const wanted = [near, moved].map((to): ItemWanted => ({ found: 'listo', ...(to && { to }) }))
    const { id } = await aPreview(app, company, bearer, type.id, wanted, { modo: 'split' })
    await inCompany(app, company.id, (tx) =>
      tx.db
        .updateTable('employees')
        .set({ sector_id: null })
        .where('id', '=', moved?.id ?? 0)
        .execute(),
    )
    await app.call(massive.publish, { id, recibos: 1 }, { as: bearer })
    await app.services.jobs.runDueJobs()
    const out = await unzip((await app.call(massive.outgoing, { id }, { as: bearer })).bytes)
    expect([...out.keys()]).toEqual([`00001-${near?.cuil}.pdf`])

    const zip = await zipOfFiles(new Map([...out, ['otro.pdf', Buffer.from('x')]]))
    const announced = { id, archivo: 'firmados.zip', tamano: zip.length }
    const { data } = await app.call(massive.returned, announced, { as: bearer })
    await sendWhole(app, bearer, data.subida, zip)
    await app.services.jobs.runDueJobs()
    const open = (await app.call(massive.items, { id, grupo: 'por_resolver' }, { as })).data
    expect(
      open.map((row: { colaborador: { id: number } | null; falla: { code: string } }) => [
        row.colaborador?.id,
        row.falla.code,
      ]),
    ).toContainEqual([moved?.id, 'MASSIVE_RETURNED_MISSING'])
  })

  test('keeps the zip from whoever does not reach everybody in it', async () => {
    const [near] = await aSector()
    const { bearer } = await aLimited(app, company, may)
    const type = await aReadableType(app, company)
    const wanted: ItemWanted[] = [{ found: 'listo', ...(near && { to: near }) }, { found: 'sin_id' }]
    const { id, items } = await aPreview(app, company, bearer, type.id, wanted, { modo: 'split' })
    await app.call(massive.assign, { id, item: items[1] ?? 0, colaborador: one().id }, { as })
    await sendOut(id, 2)
    expect((await app.call(massive.outgoing, { id }, { as: bearer })).code).toBe('PROCESS_NOT_YOURS')
    expect((await app.call(massive.outgoing, { id }, { as })).status).toBe(200)
  })
})

test('a zip that can’t be made returns the publication to its preview with a notice, and can be made again', async () => {
  const { id, items } = await split([{ found: 'listo', to: one() }])
  const giveBack = await loseFile(app, company, items[0] ?? 0)
  await sendOut(id, 1)
  expect(await shown(id)).toMatchObject({ paso: 'preview', avisos: [{ code: 'PROCESS_ZIP_FAILED' }] })
  await giveBack()
  // It is no doubt of the month that somebody would have to confirm.
  expect((await app.call(massive.publish, { id, recibos: 1 }, { as })).status).toBe(200)
  await app.services.jobs.runDueJobs()
  expect(await shown(id)).toMatchObject({ paso: 'waiting_upload', avisos: [] })
})

test('a publication that is cancelled meanwhile leaves no zip behind', async () => {
  const { id } = await split([{ found: 'listo', to: one() }])
  await app.call(massive.publish, { id, recibos: 1 }, { as })
  await app.call(massive.cancel, { id }, { as })
  await app.services.jobs.runDueJobs()
  expect(await shown(id)).toMatchObject({ paso: 'done', estado: 'cancelled' })
  const { outgoing_file_id } = await inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('publications')
      .select('outgoing_file_id')
      .where('process_id', '=', id)
      .executeTakeFirstOrThrow(),
  )
  expect(outgoing_file_id).toBeNull()
})
