import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actions } from '#contract/actions.ts'
import { codeOf } from '#contract/errors.ts'
import { massive } from '#contract/massive/massive.ts'
import { me } from '#contract/me/me.ts'
import { publishing } from '#contract/publishing/publishing.ts'
import { payslip } from '#pdf/testing/samples.ts'
import { makeSigners } from '#pdf/testing/signers.ts'
import type { TestApp } from '#server/testing/app.ts'
import { aBystandingPublication } from '#server/testing/bystander.ts'
import { aType } from '#server/testing/documents.ts'
import { aPerson, inCompany, type Person, signIn } from '#server/testing/factories.ts'
import { aPreview, type ItemWanted } from '#server/testing/massive.ts'
import { aPublisher, certificatePassword, now } from '#server/testing/publishing.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { forgetSealed, tendKeys } from './key-handover.ts'
import { publishJob } from './job.ts'
import { claimItems } from './queries.ts'

let app: TestApp
let company: MadeCompany
let as: string
let certificado: number
beforeAll(async () => {
  ;({ app, company, bearer: as, certificado } = await aPublisher())
  await aBystandingPublication(app, company, as)
})
const folder = mkdtempSync(join(tmpdir(), 'legajo-signed-'))
afterAll(() => rmSync(folder, { recursive: true }))

const signed = () => ({ certificado, password: certificatePassword })

async function people(count: number, wanted: Parameters<typeof aPerson>[2] = {}): Promise<Person[]> {
  const made: Person[] = []
  for (let n = 0; n < count; n++) made.push(await aPerson(app, company, wanted))
  return made
}

async function aTypeOfReceipts(): Promise<number> {
  const { id } = await aType(app, company)
  await inCompany(app, company.id, (tx) =>
    tx.db.updateTable('document_types').set({ capture: 'first_page' }).where('id', '=', id).execute(),
  )
  return id
}

/** A preview with a ready receipt for each. */
async function ready(
  to: readonly Person[],
  more: readonly ItemWanted[] = [],
  of: Parameters<typeof aPreview>[5] & { type?: number; by?: string } = {},
) {
  const type = of.type ?? (await aTypeOfReceipts())
  const wanted = [...to.map((person): ItemWanted => ({ found: 'listo', to: person })), ...more]
  const { id, items } = await aPreview(app, company, of.by ?? as, type, wanted, of)
  return { id, items, type }
}

const publish = (id: number, recibos: number, input: Record<string, unknown> = signed(), by = as) =>
  app.call(massive.publish, { id, recibos, ...input }, { as: by })
const shown = async (id: number) => (await app.call(massive.one, { id }, { as })).data
const documentsOf = (id: number) =>
  inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('documents')
      .innerJoin('process_items', 'process_items.id', 'documents.process_item_id')
      .selectAll('documents')
      .where('process_items.process_id', '=', id)
      .orderBy('documents.id')
      .execute(),
  )
const itemsOf = (id: number) =>
  inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('process_items')
      .select(['state', 'failure'])
      .where('process_id', '=', id)
      .orderBy('n')
      .execute(),
  )
const mailsOf = (to: readonly Person[], event = 'new_document') =>
  inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('mails')
      .select(['user_id', 'message_id', 'variables'])
      .where('event', '=', event)
      .where(
        'user_id',
        'in',
        to.map((person) => person.id),
      )
      .execute(),
  )

/** Every signed file of documents, checked by poppler and qpdf, which know nothing of ours. */
async function checkSigned(documents: readonly { id: number }[]): Promise<string[]> {
  const faults: string[] = []
  const rows = await inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('document_revisions')
      .innerJoin('files', 'files.id', 'document_revisions.file_id')
      .select(['document_id', 'n', 'key', 'document_revisions.sha256'])
      .where(
        'document_id',
        'in',
        documents.map(({ id }) => id),
      )
      .orderBy('document_id')
      .orderBy('n')
      .execute(),
  )
  for (const { id: document_id } of documents) {
    const [first, second, ...others] = rows.filter((row) => row.document_id === document_id)
    if (!first || !second || others.length > 0) {
      faults.push(`${document_id}: revisions`)
      continue
    }
    const [original, bytes] = [
      await app.services.files.read(first.key),
      await app.services.files.read(second.key),
    ]
    if (!bytes.subarray(0, original.length).equals(original)) faults.push(`${document_id}: earlier bytes`)
    const path = join(folder, `${document_id}.pdf`)
    writeFileSync(path, bytes)
    const said = execFileSync('pdfsig', ['-nocert', path], { encoding: 'utf8' })
    if (!said.includes('Signature is Valid') || !said.includes('Total document signed'))
      faults.push(`${document_id}: ${said}`)
    execFileSync('qpdf', ['--check', path])
  }
  return faults
}

describe('publishing many', () => {
  test('signs each receipt once, makes it a document of its own, notifies each person once and reports', async () => {
    const count = process.env['LONG'] ? 60 : 30
    const to = await people(count)
    const { id, type } = await ready(to)
    const answer = await publish(id, count)
    expect(answer).toMatchObject({
      status: 200,
      data: { paso: 'signing', progreso: { hechos: 0, total: count } },
    })
    await app.services.jobs.runDueJobs()
    expect(await shown(id)).toMatchObject({
      paso: 'done',
      estado: 'successful',
      progreso: { hechos: count, total: count, fallidos: 0 },
    })
    const documents = await documentsOf(id)
    expect(new Set(documents.map(({ employee_id }) => employee_id))).toEqual(new Set(to.map((one) => one.id)))
    expect(documents).toHaveLength(count)
    for (const document of documents)
      expect(document).toMatchObject({
        type_id: type,
        state: 'published',
        signing: 'pending',
        revision: 2,
        massive: true,
        certificate_id: certificado,
        file_name: expect.stringMatching(/^Tipo \d+ 2026-10 \d{11}\.pdf$/),
      })
    expect(await checkSigned(documents)).toEqual([])
    const mails = await mailsOf(to)
    expect(mails).toHaveLength(count)
    expect(new Set(mails.map(({ message_id }) => message_id)).size).toBe(count)
    const [report] = await inCompany(app, company.id, (tx) =>
      tx.db
        .selectFrom('mails')
        .select('variables')
        .where('event', '=', 'publication_finished')
        .where('subject_id', '=', id)
        .execute(),
    )
    expect(report?.variables).toMatchObject({ publicados: String(count), pendientes: '0' })
    // Whatever asks for it again finds it over.
    await inCompany(app, company.id, async (tx) => tx.enqueue(publishJob, { process: id }))
    await app.services.jobs.runDueJobs()
    expect(await documentsOf(id)).toHaveLength(count)
    expect(await mailsOf(to)).toHaveLength(count)
  }, 60_000)

  test('leaves neither the password nor the key anywhere: database, files, queue', async () => {
    const to = await people(3)
    const { id } = await ready(to)
    await publish(id, 3)
    const before = await everythingKept()
    await app.services.jobs.runDueJobs()
    for (const all of [before, await everythingKept()]) {
      expect(all.length).toBeGreaterThan(10_000)
      expect(all.includes(certificatePassword)).toBe(false)
      for (const secret of await keySecrets()) expect(all.includes(secret)).toBe(false)
    }
    expect(
      await inCompany(app, company.id, (tx) =>
        tx.db.selectFrom('sealed_keys').selectAll().where('process_id', '=', id).execute(),
      ),
    ).toEqual([])
    const { options } = await inCompany(app, company.id, (tx) =>
      tx.db.selectFrom('processes').select('options').where('id', '=', id).executeTakeFirstOrThrow(),
    )
    expect(options).toEqual({})
  })

  test('without a signature publishes the files as they came', async () => {
    const to = await people(2)
    const { id } = await ready(to, [], { modo: 'publish' })
    for (const [field, value] of Object.entries(signed()))
      expect((await publish(id, 2, { [field]: value })).errors).toMatchObject([
        { code: codeOf('SYSTEM_API_PARAMETER_NOT_EXPECTED'), field },
      ])
    expect(await publish(id, 2, {})).toMatchObject({ status: 200, data: { paso: 'publishing' } })
    await app.services.jobs.runDueJobs()
    expect(await shown(id)).toMatchObject({ paso: 'done', programada: false })
    expect(await documentsOf(id)).toMatchObject([
      { revision: 1, certificate_id: null, state: 'published' },
      { revision: 1, certificate_id: null, state: 'published' },
    ])
  })

  test.each([
    ['with', 'sign', 2],
    ['without', 'publish', 1],
  ] as const)(
    '%s a signature asks nobody to sign a file of the zip that they signed elsewhere',
    async (_, modo, revision) => {
      const to = await people(2)
      const [one, two] = to
      if (!one || !two) throw new Error('nobody')
      const { employeeRequest } = await makeSigners()
      const before = await app.services.engine.sign(employeeRequest(await payslip({ taxId: one.cuil })))
      if (!before.ok) throw new Error(before.detail)
      const type = await aTypeOfReceipts()
      const wanted: ItemWanted[] = [
        { found: 'listo', to: one, bytes: before.pdf },
        { found: 'listo', to: two },
      ]
      const { id } = await aPreview(app, company, as, type, wanted, { modo })
      await publish(id, 2, modo === 'sign' ? signed() : {})
      await app.services.jobs.runDueJobs()
      expect(await itemsOf(id)).toEqual([
        { state: 'done', failure: null },
        { state: 'done', failure: null },
      ])
      expect(await documentsOf(id)).toMatchObject([
        { employee_id: one.id, revision, signing: 'none' },
        { employee_id: two.id, revision, signing: 'pending' },
      ])
    },
  )

  test('at an hour ahead is invisible and unannounced until then, and a document cancelled before is never announced', async () => {
    const to = await people(2)
    const [one, two] = to
    const { id } = await ready(to)
    for (const visible_desde of ['2026-11-04T14:59:00Z', '2027-02-20T12:00:00Z'])
      expect(await publish(id, 2, { ...signed(), visible_desde })).toMatchObject({
        code: 'MASSIVE_HOUR_NOT_AHEAD',
      })
    await publish(id, 2, { ...signed(), visible_desde: '2026-11-05T12:00:00Z' })
    await app.services.jobs.runDueJobs()
    expect(await shown(id)).toMatchObject({ paso: 'done', visible_desde: '2026-11-05T12:00:00.000Z' })
    const listed = async () => {
      const bearer = await signIn(app, company, one ?? { username: '' }, 'e')
      return (await app.call(me.documents, {}, { as: bearer })).data.espera
    }
    expect(await listed()).toEqual([])
    expect(await mailsOf(to)).toEqual([])
    await inCompany(app, company.id, (tx) =>
      tx.db
        .updateTable('documents')
        .set({ state: 'cancelled' })
        .where('employee_id', '=', two?.id ?? 0)
        .execute(),
    )
    try {
      app.setNow(new Date('2026-11-05T12:00:30Z'))
      await app.services.jobs.runDueJobs({ later: true })
      expect(await listed()).toHaveLength(1)
    } finally {
      app.setNow(now)
    }
    expect((await mailsOf(to)).map(({ user_id }) => user_id)).toEqual([one?.id])
  })

  test('refuses a preview that changed since it was shown, and a certificate that does not open', async () => {
    const to = await people(2)
    const { id } = await ready(to, [{ found: 'sin_id' }])
    expect(await publish(id, 3)).toMatchObject({ status: 409, code: 'MASSIVE_COUNT_CHANGED' })
    for (const [field, { [field]: _, ...rest }] of [
      ['certificado', signed()],
      ['password', signed()],
    ] as [keyof ReturnType<typeof signed>, ReturnType<typeof signed>][])
      expect((await publish(id, 2, rest)).errors).toMatchObject([
        { code: codeOf('SYSTEM_API_PARAMETER_REQUIRED'), field },
      ])
    expect(await publish(id, 2, { ...signed(), password: 'otra-contraseña-1' })).toMatchObject({
      status: 422,
      code: 'SIGN_DOCUMENT_WRONG_PASSWORD',
    })
    expect(await publish(id, 2, { ...signed(), certificado: 999_999 })).toMatchObject({
      code: 'SIGN_DOCUMENT_CERTIFICATE_NOT_FOUND',
    })
    await publish(id, 2)
    expect(await publish(id, 2)).toMatchObject({ status: 409, code: 'MASSIVE_STEP_CHANGED' })
    await app.services.jobs.runDueJobs()
    expect(await shown(id)).toMatchObject({ paso: 'done', estado: 'completed_with_observations' })
    expect(await itemsOf(id)).toEqual([
      { state: 'done', failure: null },
      { state: 'done', failure: null },
      { state: 'excluded', failure: null },
    ])
    const empty = await ready([], [{ found: 'sin_id' }])
    expect(await publish(empty.id, 1)).toMatchObject({ code: 'MASSIVE_NOTHING_READY' })
  })

  test('checks again while publishing: a person out of reach or with the document, and a damaged file, fail alone', async () => {
    const to = await people(4)
    const first = await ready(to.slice(0, 1))
    const second = await ready(to, [], { type: first.type })
    await inCompany(app, company.id, (tx) =>
      tx.db
        .updateTable('files')
        .set({ key: `${company.id}/00/${'0'.repeat(30)}` })
        .where(sql<boolean>`id = (select file_id from publication_items where id = ${second.items[1] ?? 0})`)
        .execute(),
    )
    await publish(second.id, 4)
    await publish(first.id, 1)
    await inCompany(app, company.id, async ({ db }) => {
      const left = to[2]?.id ?? 0
      await db.updateTable('employees').set({ state: 'inactive' }).where('id', '=', left).execute()
      await db
        .updateTable('employments')
        .set({ state: 'ended', starts_on: '2018-01-01', ends_on: '2019-01-31' })
        .where('employee_id', '=', left)
        .execute()
    })
    await app.services.jobs.runDueJobs()
    const outcomes = [...(await itemsOf(second.id)), ...(await itemsOf(first.id))]
    expect(
      outcomes.map(({ failure }) => failure).filter((code) => code === 'SYSTEM_API_FILE_EXISTS'),
    ).toHaveLength(1)
    expect(outcomes[1]).toEqual({ state: 'failed', failure: 'PROCESS_FILE_MISSING' })
    expect(outcomes[2]).toEqual({ state: 'failed', failure: 'PUBLISH_EMPLOYEE_ENDED' })
    expect(outcomes[3]).toEqual({ state: 'done', failure: null })
    expect(
      [...(await documentsOf(first.id)), ...(await documentsOf(second.id))].filter(
        ({ employee_id }) => employee_id === to[0]?.id,
      ),
    ).toHaveLength(1)
  })

  test('does not publish what is another’s by its id today, unless whoever gave it by hand was asked about them', async () => {
    const [former, other, third] = await people(3)
    if (!former || !other || !third) throw new Error('nobody')
    const type = await aTypeOfReceipts()
    const cuil = '20-41333222-7'
    const { id, items } = await aPreview(app, company, as, type, [
      { found: 'listo', to: former, idRead: cuil },
      { found: 'desconocido', idRead: cuil },
      { found: 'desconocido', idRead: cuil },
    ])
    const confirmed = { confirm: ['MASSIVE_SHOWS_ANOTHER'] }
    const assign = (at: number, { id: colaborador }: Person) =>
      app.call(massive.assign, { id, item: items[at] ?? 0, colaborador, ...confirmed }, { as })
    await assign(1, third)
    // Their record had the id of another person, who has it now.
    await aPerson(app, company, { cuil: cuil.replaceAll('-', '') })
    await assign(2, other)
    await publish(id, 3)
    await app.services.jobs.runDueJobs()
    expect(await itemsOf(id)).toEqual([
      { state: 'failed', failure: 'PROCESS_RECEIPT_OF_ANOTHER' },
      { state: 'failed', failure: 'PROCESS_RECEIPT_OF_ANOTHER' },
      { state: 'done', failure: null },
    ])
    expect((await documentsOf(id)).map(({ employee_id }) => employee_id)).toEqual([other.id])
  })

  test('keeps under which tax id each document came, however it is written there, so that it can be moved', async () => {
    const [one, two] = await people(2)
    if (!one || !two) throw new Error('nobody')
    const written = one.cuil.replace(/^(..)(.*)(.)$/, '$1-$2-$3')
    const type = await aTypeOfReceipts()
    const { id } = await aPreview(app, company, as, type, [
      { found: 'listo', to: one, idRead: written },
      // By the identity card alone.
      { found: 'listo', to: two, idRead: two.cuil.slice(2, 10) },
    ])
    await publish(id, 2)
    await app.services.jobs.runDueJobs()
    const misplaced = async (of: Person) =>
      (await app.call(publishing.misplaced, { empleado: of.id }, { as })).data.documentos
    expect([await misplaced(one), await misplaced(two)]).toEqual([[], []])
    await inCompany(app, company.id, ({ db }) =>
      db.updateTable('employees').set({ cuil: '20429998881' }).where('id', '=', one.id).execute(),
    )
    const right = await aPerson(app, company, { cuil: one.cuil })
    expect(await misplaced(one)).toMatchObject([{ cuil: one.cuil, para: { id: right.id } }])
  })

  test('can be cancelled while it runs: published receipts stay, the rest is not published', async () => {
    const to = await people(2)
    const { id } = await ready(to)
    await publish(id, 2)
    expect(await app.call(massive.cancel, { id }, { as })).toMatchObject({
      status: 200,
      data: { paso: 'done', estado: 'cancelled' },
    })
    await app.services.jobs.runDueJobs()
    expect(await documentsOf(id)).toEqual([])
    expect(await mailsOf(to)).toEqual([])
  })

  test('claims receipts in the order of the file, wherever their rows lie, and each once', async () => {
    const { id, items } = await ready(await people(3))
    const claim = (name: string) =>
      inCompany(app, company.id, async (tx) => (await claimItems(tx, id, name)).map((item) => item.id))
    await inCompany(app, company.id, ({ db }) =>
      sql`update process_items set n = 100 - n where process_id = ${id}`.execute(db),
    )
    expect(await claim('one')).toEqual(items.toReversed())
    expect(await claim('another')).toEqual([])
  })

  test('two at once each publish their own, each once', async () => {
    const [one, two] = [await people(5), await people(5)]
    const [first, second] = [await ready(one), await ready(two)]
    await publish(first.id, 5)
    await publish(second.id, 5)
    await app.services.jobs.runDueJobs()
    expect((await documentsOf(first.id)).map(({ employee_id }) => employee_id)).toEqual(
      one.map(({ id }) => id),
    )
    expect((await documentsOf(second.id)).map(({ employee_id }) => employee_id)).toEqual(
      two.map(({ id }) => id),
    )
  })

  test('by a limited profile reaches its own people only', async () => {
    const limited = await aPerson(app, company, {
      profiles: ['limited'],
      sector: 'Planta',
      filters: [{ sector: 'Planta' }],
    })
    await inCompany(app, company.id, (tx) =>
      tx.db
        .insertInto('profile_actions')
        .values({
          company_id: company.id,
          profile_id: company.profiles.limited,
          action: actions.massivePublishing,
        })
        .execute(),
    )
    const by = await signIn(app, company, limited)
    const [inside, moved] = await people(2, { sector: 'Planta' })
    const [outside] = await people(1, { sector: 'Ventas' })
    const all = [inside, outside, moved].flatMap((person) => person ?? [])
    const { id } = await ready(all, [], { by })
    expect(await publish(id, 3, signed(), by)).toMatchObject({ code: 'MASSIVE_COUNT_CHANGED' })
    expect((await publish(id, 2, signed(), by)).status).toBe(200)
    // Reach is that of the moment in which each is published.
    await inCompany(app, company.id, (tx) =>
      tx.db
        .updateTable('employees')
        .set((is) => ({ sector_id: is.selectFrom('sectors').select('id').where('name', '=', 'Ventas') }))
        .where('id', '=', moved?.id ?? 0)
        .execute(),
    )
    await app.services.jobs.runDueJobs()
    expect((await documentsOf(id)).map(({ employee_id }) => employee_id)).toEqual([inside?.id])
    const refused = { state: 'failed', failure: 'MASSIVE_EMPLOYEE_OUT_OF_REACH' }
    expect((await itemsOf(id)).slice(1)).toEqual([refused, refused])
  })

  test('waits for the password when no worker has the key any longer, with a notice, and continues with it', async () => {
    const to = await people(3)
    const { id } = await ready(to)
    await publish(id, 3)
    // As when the servers to which it was sealed are gone.
    await inCompany(app, company.id, (tx) => forgetSealed(tx, id))
    await app.services.jobs.runDueJobs()
    expect(await shown(id)).toMatchObject({
      paso: 'waiting_password',
      avisos: [{ code: 'PROCESS_PASSPHRASE_NEEDED' }],
    })
    expect(await documentsOf(id)).toEqual([])
    const again = (input: Record<string, unknown>) => app.call(massive.continue, { id, ...input }, { as })
    expect(await again({ certificado, password: 'otra-contraseña-1' })).toMatchObject({
      code: 'SIGN_DOCUMENT_WRONG_PASSWORD',
    })
    expect(await again(signed())).toMatchObject({ status: 200, data: { paso: 'signing', avisos: [] } })
    expect(await again(signed())).toMatchObject({ code: 'MASSIVE_STEP_CHANGED' })
    await app.services.jobs.runDueJobs()
    await tendKeys(app.services)
    expect(await shown(id)).toMatchObject({ paso: 'done', estado: 'successful' })
    expect(await checkSigned(await documentsOf(id))).toEqual([])
  })

  // The last one: the certificate doesn't come back.
  test('stops and waits for another certificate when the one that signs has expired meanwhile', async () => {
    const to = await people(2)
    const { id } = await ready(to)
    await publish(id, 2)
    await inCompany(app, company.id, async ({ db }) => {
      await db
        .updateTable('certificates')
        .set({ wrapped_key: null, expired_at: now })
        .where('id', '=', certificado)
        .execute()
      // Sealed to a worker that has not fetched it.
      await db
        .insertInto('sealed_keys')
        .values({
          company_id: company.id,
          process_id: id,
          worker: '0b7d9f5e-6a3c-4f0e-9a55-2f6f0a1c7d11',
          certificate_id: certificado,
          sealed: Buffer.alloc(64),
          expires_at: new Date('2100-01-01'),
        })
        .execute()
    })
    await app.services.jobs.runDueJobs()
    const sealed = await inCompany(app, company.id, ({ db }) =>
      db.selectFrom('sealed_keys').select('worker').where('process_id', '=', id).execute(),
    )
    expect(sealed).toEqual([])
    expect(await shown(id)).toMatchObject({
      paso: 'waiting_password',
      avisos: [{ code: 'PROCESS_CERTIFICATE_EXPIRED' }],
    })
    expect(await documentsOf(id)).toEqual([])
    expect(await app.call(massive.continue, { id, ...signed() }, { as })).toMatchObject({
      code: 'SIGN_DOCUMENT_CERTIFICATE_EXPIRED',
    })
    const [mail] = await inCompany(app, company.id, (tx) =>
      tx.db
        .selectFrom('mails')
        .select('variables')
        .where('event', '=', 'publication_waits')
        .where('subject_id', '=', id)
        .execute(),
    )
    expect(mail?.variables).toMatchObject({ publicados: '0', faltan: '2' })
  })
})

/** Everything that the server keeps: each table of the database, the queue with it, as text and as hexadecimal; each file. */
async function everythingKept(): Promise<Buffer> {
  const client = new Client(app.database.adminUrl)
  await client.connect()
  const parts: Buffer[] = []
  try {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'app', 'pgboss')`,
    )
    for (const { name } of rows) {
      const { rows: texts } = await client.query<{ line: string }>(`select t::text as line from ${name} t`)
      for (const { line } of texts) parts.push(Buffer.from(line))
    }
  } finally {
    await client.end()
  }
  for (const entry of readdirSync(app.services.config.dataDir, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) parts.push(readFileSync(join(entry.parentPath, entry.name)))
  return Buffer.concat(parts)
}

/** The private numbers of the certificate's key, in the ways they might be written. */
async function keySecrets(): Promise<(string | Buffer)[]> {
  const { unwrapKey } = await import('#pdf/keys.ts')
  const row = await inCompany(app, company.id, (tx) =>
    sql<{
      wrapped_key: Parameters<typeof unwrapKey>[0]
    }>`select wrapped_key from certificates where id = ${certificado}`.execute(tx.db),
  )
  const [found] = row.rows
  if (!found) throw new Error('no certificate')
  const jwk = (await unwrapKey(found.wrapped_key, certificatePassword)).export({ format: 'jwk' })
  return [jwk.d, jwk.p, jwk.q].flatMap((number) => {
    if (!number) throw new Error('no private number')
    const bytes = Buffer.from(number, 'base64url')
    const middle = bytes.subarray(16, 64)
    return [middle, middle.toString('hex'), middle.toString('base64').slice(4, 60), number.slice(8, 80)]
  })
}
