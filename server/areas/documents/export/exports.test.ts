import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { documentExports } from '#contract/documents/exports.ts'
import { documents, documentSort } from '#contract/documents/documents.ts'
import { session } from '#contract/session/session.ts'
import { type Answer, type TestApp, testApp } from '#server/testing/app.ts'
import { keepAsMade } from '#server/testing/bystander.ts'
import { aDocument, aType, type MadeType } from '#server/testing/documents.ts'
import {
  aCompany,
  anAdministrator,
  aPerson,
  inCompany,
  type Person,
  signIn,
} from '#server/testing/factories.ts'
import { unzip } from '#server/testing/zips.ts'
import { cellsOf } from '#server/testing/spreadsheets.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { type FoundDocument, partsOf, type Place, readBatch } from './reading.ts'
import type { Searcher } from '../search.ts'

let app: TestApp
let company: MadeCompany
let hr: Person & { bearer: string }
let ana: Person
let type: MadeType
let ids: number[] = []

beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  hr = await anAdministrator(app, company)
  ana = await aPerson(app, company, { firstName: 'Ana', lastName: '=HYPERLINK("x")', cuil: '20287145366' })
  const zoe = await aPerson(app, company, { firstName: 'Zoé', lastName: 'Ñandú' })
  type = await aType(app, company, { name: 'Recibo' })
  const one = (employee_id: number, period: string | null, published_at: string | null) =>
    aDocument(app, company, {
      employee_id,
      type_id: type.id,
      period,
      published_at,
      state: published_at ? 'published' : 'waiting_company_signature',
    })
  ids = [
    await one(ana.id, '2026-08-01', '2026-09-01T10:00:00.123456-03:00'),
    await one(ana.id, '2026-09-01', '2026-09-01T10:00:00.123457-03:00'),
    await one(zoe.id, '2026-08-01', '2026-09-01T10:00:00.123456-03:00'),
    await one(zoe.id, null, null),
    await one(ana.id, null, '2026-10-02T10:00:00-03:00'),
    await one(zoe.id, '2026-10-01', null),
  ]
  await keepAsMade(app, company, () =>
    app.call(documentExports.search, { formato: 'csv' }, { as: hr.bearer }),
  )
})

type Asked = Parameters<typeof app.call<typeof documentExports.search>>[1]
async function exported(asked: Asked, as = hr.bearer): Promise<Answer & { id: number }> {
  const made = await app.call(documentExports.search, asked, { as })
  expect(made.status).toBe(200)
  const { id } = made.data
  return { ...(await app.call(documentExports.file, { id }, { as })), id }
}
const progressOf = async (id: number, as = hr.bearer) =>
  (await app.call(documentExports.progress, { id }, { as })).data
const acts = (id: number) =>
  inCompany(app, company.id, async (tx) =>
    (
      await tx.db
        .selectFrom('events')
        .select('act')
        .where('subject_kind', '=', 'document')
        .where('subject_id', '=', id)
        .orderBy('id')
        .execute()
    ).map(({ act }) => act),
  )
describe('a search is downloaded', () => {
  test.each(documentSort.options)('in the order of the list, batch after batch: %s', async (orden) => {
    const viewer: Searcher = {
      userId: hr.id,
      profileKind: 'hr',
      seesConfidential: true,
      zone: 'America/Argentina/Buenos_Aires',
      actions: [],
    }
    const walked: number[] = []
    for (const part of partsOf(orden)) {
      let after: Place | null = null
      for (;;) {
        const place: Place | null = after
        const rows: FoundDocument[] = await inCompany(app, company.id, (tx) =>
          readBatch(tx.db, viewer, { orden }, { part, after: place, limit: 2, observed: false }),
        )
        const last = rows.at(-1)
        if (!last) break
        walked.push(...rows.map(({ id }) => id))
        after = { key: last.key, id: last.id }
      }
    }
    const { data } = await app.call(documents.list, { orden }, { as: hr.bearer })
    expect(walked).toEqual(data.map(({ id }: { id: number }) => id))
  })

  test('as a spreadsheet whose cells are text, each document written down, taken once', async () => {
    const { bytes, headers, id } = await exported({ formato: 'planilla', orden: 'colaborador' })
    expect(headers['content-disposition']).toMatch(/documentos-\d{4}-\d\d-\d\d\.xlsx/)
    const [heads, first, ...others] = await cellsOf(bytes)
    expect(heads?.slice(0, 4)).toEqual(['Número', 'Colaborador', 'CUIL', 'Legajo'])
    expect(others).toHaveLength(5)
    expect(first?.[1]).toBe('=HYPERLINK("x"), Ana')
    expect(first?.[2]).toBe('20287145366')
    expect([first?.[7], first?.[8], first?.[9]]).toEqual([
      '08/2026',
      'Pendiente',
      '01/09/2026 10:00:00 -03:00',
    ])
    for (const one of ids) expect(await acts(one)).toContain('exported')
    expect(await progressOf(id)).toEqual({ estado: 'done', total: 6, hechos: 6, anulados: 0, fallidos: [] })
    const again = await app.call(documentExports.file, { id }, { as: hr.bearer })
    expect([again.status, again.code]).toEqual([409, 'EXPORT_TAKEN'])
  })

  test('as CSV, in which no cell is a formula', async () => {
    const { bytes } = await exported({ formato: 'csv', orden: 'colaborador', periodo: '2026-09' })
    const lines = bytes.toString().split('\r\n')
    expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain(`;"'=HYPERLINK(""x""), Ana";20287145366;`)
  })

  test('its observations, a line each, without those that were deleted', async () => {
    await inCompany(app, company.id, (tx) =>
      tx.db
        .insertInto('document_observations')
        .values(
          ['Falta el adicional', '+ otro', 'borrada'].map((text) => ({
            company_id: tx.company,
            document_id: ids[0] ?? 0,
            author_id: hr.id,
            text,
            deleted_at: text === 'borrada' ? new Date() : null,
          })),
        )
        .execute(),
    )
    const { bytes, id } = await exported({ formato: 'observaciones' })
    const [, ...rows] = await cellsOf(bytes)
    expect(rows.map((row) => [row[0], row[7]])).toEqual([
      [String(ids[0]), 'Falta el adicional'],
      [String(ids[0]), '+ otro'],
    ])
    expect((await progressOf(id)).total).toBe(1)
    const none = await app.call(
      documentExports.search,
      { formato: 'observaciones', periodo: '2020-01' },
      { as: hr.bearer },
    )
    expect(none.code).toBe('EXPORT_EMPTY')
  })

  test('only by the viewer who prepared it', async () => {
    const made = await app.call(documentExports.search, { formato: 'csv' }, { as: hr.bearer })
    const other = await anAdministrator(app, company)
    const { id } = made.data
    expect((await app.call(documentExports.file, { id }, { as: other.bearer })).status).toBe(404)
    expect((await app.call(documentExports.progress, { id }, { as: other.bearer })).status).toBe(404)
    // A second session of the same person is another one.
    const elsewhere = await signIn(app, company, hr)
    const taken = await app.call(documentExports.file, { id }, { as: elsewhere })
    expect(taken.code).toBe('EXPORT_TAKEN')
  })

  test('more than 500 are announced; it stops where the session ends in the middle', async () => {
    const big = await aCompany(app)
    const admin = await anAdministrator(app, big)
    const limited = await aPerson(app, big, { profiles: ['limited'] })
    const { id: typeId } = await aType(app, big)
    await inCompany(app, big.id, (tx) =>
      sql`insert into documents (company_id, employee_id, type_id, type_version, state, source, file_name, pages,
          verification_code, published_at, created_by)
        select ${big.id}, ${admin.id}, ${typeId}, 1, 'published', 'portal', 'a.pdf', 1, 'CODE' || n,
          now() - make_interval(mins => n), ${admin.id} from generate_series(1, 1200) n`.execute(tx.db),
    )
    const whole = await exported({ formato: 'csv' }, admin.bearer)
    expect(whole.bytes.toString().split('\r\n')).toHaveLength(1202)
    const mails = await inCompany(app, big.id, (tx) =>
      tx.db.selectFrom('mails').selectAll().where('event', '=', 'documents_exported').execute(),
    )
    expect(mails.map(({ user_id }) => user_id)).toEqual([admin.id])
    expect(mails[0]?.user_id).not.toBe(limited.id)
    expect(mails[0]?.variables).toMatchObject({ cantidad: '1.200' })

    expect(mails[0]?.language).toBe('es')

    const address = await app.server.listen({ host: '127.0.0.1', port: 0 })
    const made = await app.call(documentExports.search, { formato: 'csv' }, { as: admin.bearer })
    await endsAtFirstEvent(big.id)
    const answer = await fetch(`${address}/api/v2/admin-mod/documents/exports/${made.data.id}/file`, {
      headers: { authorization: `Bearer ${admin.bearer}` },
    })
    await expect(answer.text()).rejects.toThrow()
    const back = await signIn(app, big, admin)
    await expect.poll(() => progressOf(made.data.id, back)).toMatchObject({ estado: 'stopped', hechos: 500 })
  })
})

/** From the next event of a document on, nobody of the company has a session. */
function endsAtFirstEvent(companyId: number): Promise<unknown> {
  return sql
    .raw(
      `create function public.end_sessions() returns trigger language plpgsql as $$ begin
        update sessions set ended_at = now() where company_id = ${companyId}; return null; end $$;
      create trigger end_sessions after insert on events for each row
        when (new.act = 'exported' and new.company_id = ${companyId}) execute function public.end_sessions()`,
    )
    .execute(app.database.db)
}

describe('chosen documents are zipped', () => {
  test('whole, under safe names, without cancelled ones; failures are listed', async () => {
    const gone = await aDocument(app, company, {
      employee_id: ana.id,
      type_id: type.id,
      period: '2026-03-01',
      state: 'cancelled',
    })
    const [lost, changed] = await Promise.all(
      ['2026-01-01', '2026-02-01'].map((period) =>
        aDocument(app, company, { employee_id: ana.id, type_id: type.id, period }),
      ),
    )
    if (!lost || !changed) throw new Error('two were made')
    const keyOf = (id: number) =>
      inCompany(app, company.id, (tx) =>
        tx.db
          .selectFrom('document_revisions')
          .innerJoin('files', 'files.id', 'document_revisions.file_id')
          .select(['files.key', 'files.sha256'])
          .where('document_id', '=', id)
          .executeTakeFirstOrThrow(),
      )
    await app.services.files.remove((await keyOf(lost)).key)
    const chosen = [ids[0] ?? 0, ids[4] ?? 0, gone, lost, ids[2] ?? 0]
    const made = await app.call(documentExports.zip, { ids: chosen }, { as: hr.bearer })
    expect(made.data).toEqual({ id: expect.any(Number), total: 4, anulados: 1 })
    const { bytes } = await app.call(documentExports.file, { id: made.data.id }, { as: hr.bearer })
    const files = await unzip(bytes)
    expect([...files.keys()]).toEqual([
      'Recibo 2026-08/HYPERLINK( x ), Ana 20287145366.pdf',
      'Recibo/HYPERLINK( x ), Ana 20287145366.pdf',
      expect.stringMatching(/^Recibo 2026-08\/Ñandú, Zoé \d{11}\.pdf$/),
      'indice.csv',
    ])
    const stored = await app.services.files.read((await keyOf(ids[0] ?? 0)).key)
    expect(files.get('Recibo 2026-08/HYPERLINK( x ), Ana 20287145366.pdf')?.equals(stored)).toBe(true)
    const index = files.get('indice.csv')?.toString() ?? ''
    expect(index).toMatch(new RegExp(`;${lost};.*No se pudo leer`))
    expect(index).toMatch(new RegExp(`;${gone};.*Anulado`))
    const { fallidos, ...rest } = await progressOf(made.data.id)
    expect(rest).toEqual({ estado: 'done', total: 4, hechos: 4, anulados: 1 })
    expect(fallidos).toEqual([{ id: lost, colaborador: '=HYPERLINK("x"), Ana', documento: 'Recibo' }])
    expect(await acts(ids[4] ?? 0)).toContain('downloaded')
    expect(await acts(lost)).not.toContain('downloaded')
  })

  test('only within reach, only with the right to open, at most 500', async () => {
    const limited = await aPerson(app, company, { profiles: ['limited'], sector: 'Otro' })
    const bearer = await signIn(app, company, limited)
    const beyond = await app.call(documentExports.zip, { ids }, { as: bearer })
    expect([beyond.status, beyond.code]).toEqual([404, 'NOT_FOUND'])
    const many = await app.call(
      documentExports.zip,
      { ids: Array.from({ length: 501 }, (_, n) => n + 1) },
      { as: hr.bearer },
    )
    expect([many.status, many.code]).toEqual([422, 'EXPORT_TOO_MANY_DOCUMENTS'])
    const made = await app.call(documentExports.zip, { ids }, { as: hr.bearer })
    await app.call(session.logout, {}, { as: hr.bearer })
    expect((await app.call(documentExports.file, { id: made.data.id }, { as: hr.bearer })).status).toBe(401)
  })
})
