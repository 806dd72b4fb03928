import { beforeAll, describe, expect, test } from 'vitest'
import { massive } from '#contract/massive/massive.ts'
import { processes } from '#contract/processes/processes.ts'
import { payslip } from '#pdf/testing/samples.ts'
import { makeSigners } from '#pdf/testing/signers.ts'
import type { TestApp } from '#server/testing/app.ts'
import type { MadeType } from '#server/testing/documents.ts'
import { anAdministrator, aPerson, inCompany, type Person } from '#server/testing/factories.ts'
import { aPreview, aReadableType, type ItemWanted } from '#server/testing/massive.ts'
import { aPublisher, certificatePassword } from '#server/testing/publishing.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

let app: TestApp
let company: MadeCompany
let as: string
let certificado: number
let person: Person
beforeAll(async () => {
  ;({ app, company, bearer: as, certificado } = await aPublisher())
  person = await aPerson(app, company)
})

/** A publication of these receipts that was confirmed and is not yet begun. */
async function confirmed(wanted: readonly Omit<ItemWanted, 'found'>[], of?: MadeType) {
  const type = of ?? (await aReadableType(app, company))
  const found = wanted.map((one) => ({ found: 'listo' as const, to: person, ...one }))
  const { id, items } = await aPreview(app, company, as, type.id, found)
  const input = { id, recibos: wanted.length, certificado, password: certificatePassword }
  expect((await app.call(massive.publish, input, { as })).status).toBe(200)
  return { id, items, type: type.id }
}
const work = (change: (db: Parameters<Parameters<typeof inCompany>[2]>[0]['db']) => Promise<unknown>) =>
  inCompany(app, company.id, ({ db }) => change(db))
/** The state of a publication, why it stopped, and the codes of what failed, as its process shows them. */
async function outcome(id: number) {
  await app.services.jobs.runDueJobs()
  const { data } = await app.call(processes.one, { id }, { as })
  const codes = data.fallas.map(({ code }: { code: string }) => code)
  return [data.estado, data.paso, data.aviso?.code ?? null, codes]
}

describe('a receipt that is not published shows its reason', () => {
  test('a file that can’t be signed', async () => {
    const { id, items } = await confirmed([{}])
    const broken = await app.services.files.put(company.id, Buffer.from('%PDF-1.7\nnothing'), {
      type: 'pdf',
      maxBytes: 100,
    })
    await work((db) =>
      db
        .updateTable('files')
        .set({ key: broken.key, sha256: broken.sha256 })
        .where(
          'id',
          '=',
          db
            .selectFrom('publication_items')
            .select('file_id')
            .where('id', '=', items[0] ?? 0),
        )
        .execute(),
    )
    expect(await outcome(id)).toEqual(['error', 'done', null, ['PROCESS_SIGNING_FAILED']])
  })

  test('a signature on a page that it doesn’t have', async () => {
    const type = await aReadableType(app, company)
    const page = { signature_page: 'custom', signature_page_number: 2 } as const
    await work((db) =>
      db
        .insertInto('document_type_versions')
        .values({ company_id: company.id, type_id: type.id, version: 2, ...page })
        .execute(),
    )
    await work((db) =>
      db.updateTable('document_types').set({ version: 2 }).where('id', '=', type.id).execute(),
    )
    const { id } = await confirmed([{ pages: [1, 2], bytes: await payslip() }], type)
    expect(await outcome(id)).toEqual(['error', 'done', null, ['PROCESS_SIGNATURE_POSITION_INVALID']])
  })

  test('a type that was archived meanwhile', async () => {
    const { id, type } = await confirmed([{}])
    await work((db) =>
      db.updateTable('document_types').set({ archived_at: new Date() }).where('id', '=', type).execute(),
    )
    expect(await outcome(id)).toEqual(['error', 'done', null, ['PROCESS_TYPE_GONE']])
  })

  test('an exception that nobody solved is left for later and is no failure', async () => {
    const type = await aReadableType(app, company)
    const { id } = await aPreview(app, company, as, type.id, [
      { found: 'listo', to: person },
      { found: 'sin_id' },
      { found: 'sin_id' },
    ])
    const input = { id, recibos: 1, certificado, password: certificatePassword }
    const begun = await app.call(massive.publish, input, { as })
    expect(begun.data.progreso).toMatchObject({ hechos: 0, fallidos: 0, total: 1 })
    await app.services.jobs.runDueJobs()
    for (const answer of [
      await app.call(massive.one, { id }, { as }),
      await app.call(processes.one, { id }, { as }),
    ])
      expect(answer.data.progreso).toMatchObject({ hechos: 1, fallidos: 0, total: 1, faltan_segundos: null })
  })

  test('a file that can’t be taken at all is a failure; an exception beside it is not', async () => {
    const type = await aReadableType(app, company)
    const { id, items } = await aPreview(app, company, as, type.id, [
      { found: 'listo', to: person },
      { found: 'sin_id' },
      { found: 'sin_id' },
    ])
    await work((db) =>
      db
        .updateTable('publication_items')
        .set({ file_id: null })
        .where('id', '=', items[2] ?? 0)
        .execute(),
    )
    const input = { id, recibos: 1, certificado, password: certificatePassword }
    await app.call(massive.publish, input, { as })
    await app.services.jobs.runDueJobs()
    const { data } = await app.call(processes.one, { id }, { as })
    expect(data.progreso).toMatchObject({ hechos: 1, fallidos: 1, total: 2 })
  })
})

describe('a certificate that signs no longer stops a publication, which continues with another', () => {
  const goOn = async (id: number) => {
    const colleague = await anAdministrator(app, company)
    const input = { id, certificado, password: certificatePassword }
    expect((await app.call(massive.continue, input, { as: colleague.bearer })).status).toBe(200)
    expect(await outcome(id)).toEqual(['successful', 'done', null, []])
    // The report is mailed to the person who continued the publication.
    const { data } = await app.call(processes.one, { id }, { as })
    expect(data.informe).toEqual({ para: colleague.mail, enviado: expect.any(String) })
  }

  test('one that is not there', async () => {
    const { id } = await confirmed([{}])
    await work((db) =>
      db.updateTable('publications').set({ certificate_id: null }).where('process_id', '=', id).execute(),
    )
    expect(await outcome(id)).toEqual([
      'in_progress',
      'waiting_password',
      'PROCESS_CERTIFICATE_NOT_FOUND',
      [],
    ])
    await goOn(id)
  })

  test('one that is not its key’s', async () => {
    const { id } = await confirmed([{}])
    const read = () =>
      inCompany(app, company.id, (tx) =>
        tx.db
          .selectFrom('certificates')
          .select('chain')
          .where('id', '=', certificado)
          .executeTakeFirstOrThrow(),
      )
    const { chain } = await read()
    const stranger = (await makeSigners()).companyRequest(new Uint8Array()).certificateChain
    await work((db) =>
      db
        .updateTable('certificates')
        .set({ chain: stranger.map((one) => Buffer.from(one)) })
        .where('id', '=', certificado)
        .execute(),
    )
    expect(await outcome(id)).toEqual([
      'in_progress',
      'waiting_password',
      'PROCESS_CERTIFICATE_FILE_INVALID',
      [],
    ])
    await work((db) => db.updateTable('certificates').set({ chain }).where('id', '=', certificado).execute())
    await goOn(id)
  })
})
