import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { massive } from '#contract/massive/massive.ts'
import { payslip } from '#pdf/testing/samples.ts'
import type { MadeCompany } from '../areas/company/operations.ts'
import type { Tx } from '../shared/tenancy.ts'
import { insertKept } from '../shared/files/files.ts'
import { afterFile } from './after-file.ts'
import type { TestApp } from './app.ts'
import { aDocument, aType } from './documents.ts'
import { aPerson, inCompany } from './factories.ts'
import { aPreview } from './massive.ts'

/** Beyond every instant to which tests set the clock. */
const far = new Date('2100-01-01T00:00:00Z')

type Row = Record<string, unknown>
type Rows = Record<string, Row[]>

/**
 * People of a company to whom nothing happens in a test file, one with rows of each kind that somebody's acts change, one
 * before their first sign-in: a statement that loses its `where` changes theirs as well. Where one of their rows has
 * changed, the file fails at its end.
 */
export function aBystander(app: TestApp, company: MadeCompany): Promise<void> {
  return watch(app, company, async () => {
    const { id, mail } = await aPerson(app, company)
    await aPerson(app, company, { signedIn: false, state: 'onboarding' })
    const { id: type_id, folderId } = await aType(app, company)
    const other = await payslip({ period: '09/2026' })
    const documents = {
      published: await aDocument(app, company, { employee_id: id, type_id }),
      disputed: await aDocument(app, company, {
        employee_id: id,
        type_id,
        signing: 'no_conforme',
        period: '2026-09-01',
        bytes: other,
      }),
    }
    const picture = await app.services.files.put(company.id, await payslip(), { type: 'pdf', maxBytes: 1e6 })
    await inCompany(app, company.id, async (tx) => {
      const [file = 0] = await insertKept(tx, [picture])
      const mine = { company_id: tx.company, user_id: id }
      const sessions = await giveSessions(tx, mine)
      await giveLinks(tx, mine, mail ?? '')
      await giveFactors(tx, mine, mail ?? '', sessions)
      await giveBelongings(tx, mine, { file, folderId })
      await givePapers(tx, mine, { ...documents, session: sessions[0] ?? 0 })
    })
  })
}

/**
 * A publication of a company with a receipt in each situation, to which nothing happens in a test file: a statement that
 * loses its `where` changes its rows as well, and the file fails at its end.
 */
export function aBystandingPublication(app: TestApp, company: MadeCompany, as: string): Promise<void> {
  return watch(app, company, () => givePublication(app, company, as))
}

async function givePublication(app: TestApp, company: MadeCompany, as: string): Promise<void> {
  const { id: type } = await aType(app, company)
  await inCompany(app, company.id, ({ db }) =>
    db.updateTable('document_types').set({ capture: 'first_page' }).where('id', '=', type).execute(),
  )
  const [ready, given] = [await aPerson(app, company), await aPerson(app, company)]
  const { id, items } = await aPreview(app, company, as, type, [
    { found: 'listo', to: ready },
    { found: 'sin_id' },
    { found: 'sin_id' },
    { found: 'desconocido', idRead: '20999888776' },
  ])
  const [, assigned = 0, excluded = 0] = items
  await app.call(massive.assign, { id, item: assigned, colaborador: given.id }, { as })
  await app.call(massive.decide, { id, items: [excluded], acto: 'excluir' }, { as })
}

/** Compares the rows that come to a company's tables while `make` works with what they are at the end of the test file. */
async function watch(app: TestApp, company: MadeCompany, make: () => Promise<unknown>): Promise<void> {
  const read = () => inCompany(app, company.id, (tx) => rowsByKey(tx))
  const former = await read()
  await make()
  const made = new Map([...(await read())].filter(([key]) => !former.has(key)))
  afterFile(async () => {
    const left = new Map([...(await read())].filter(([key]) => made.has(key)))
    expect(byTable(left), 'what is the bystander’s').toEqual(byTable(made))
  })
}

type Mine = { company_id: number; user_id: number }

const secret = () => randomBytes(32).toString('hex')

async function giveSessions(tx: Tx, mine: Mine): Promise<number[]> {
  const { profile_id } = await tx.db
    .selectFrom('user_profiles')
    .select('profile_id')
    .where('user_id', '=', mine.user_id)
    .executeTakeFirstOrThrow()
  const at = new Date()
  const sessions = await tx.db
    .insertInto('sessions')
    .values(
      ([null, 'segundo_factor'] as const).map((restriction) => ({
        ...mine,
        hash: secret(),
        profile_id,
        audience: 'e' as const,
        restriction,
        method: 'password' as const,
        address: '10.200.0.1',
        device: 'Firefox',
        created_at: at,
        seen_at: at,
        expires_at: far,
      })),
    )
    .returning('id')
    .execute()
  for (const { id: session_id } of sessions) {
    const inSession = { company_id: tx.company, session_id, expires_at: far }
    await tx.db
      .insertInto('step_ups')
      .values({ ...inSession, hash: secret(), method: 'password' })
      .execute()
    await tx.db
      .insertInto('switch_tickets')
      .values({ ...inSession, target_company: tx.company, target_user: mine.user_id, type: 1 })
      .execute()
    await tx.db
      .insertInto('relation_proofs')
      .values({ ...inSession, other_company: tx.company, other_user: mine.user_id })
      .execute()
    await tx.db
      .insertInto('push_subscriptions')
      .values({
        ...mine,
        session_id,
        endpoint: `https://push.example/${secret()}`,
        endpoint_hash: secret(),
        p256dh: randomBytes(65),
        auth: randomBytes(16),
        created_at: at,
      })
      .execute()
  }
  return sessions.map(({ id }) => id)
}

async function giveLinks(tx: Tx, mine: Mine, mail: string): Promise<void> {
  const at = new Date()
  const kinds = [
    'mail_change',
    'invitation',
    'reset',
    'printed_code',
    'mail_undo',
    'mail_objection',
    'bank_objection',
  ] as const
  const links = await tx.db
    .insertInto('credential_links')
    .values(kinds.map((kind) => ({ ...mine, kind, hash: secret(), mail_key: mail, expires_at: far })))
    .returning('id')
    .execute()
  await tx.db
    .insertInto('mail_changes')
    .values({ ...mine, former: mail, mail: `otra.${mail}`, confirm_link_id: links[0]?.id ?? 0 })
    .execute()
  const access = await tx.db
    .insertInto('company_accesses')
    .values({ ...mine, kind: 'mail', put_at: at, former_mail: `antes.${mail}`, silence_opens: false })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.db
    .insertInto('sso_subjects')
    .values({
      ...mine,
      issuer: 'https://identidad.example',
      subject: secret(),
      bound_by: 'password',
      bound_at: at,
      access_id: access.id,
    })
    .execute()
}

async function giveFactors(tx: Tx, mine: Mine, mail: string, sessions: readonly number[]): Promise<void> {
  const at = new Date()
  const factor = { ...mine, created_at: at }
  await tx.db
    .insertInto('factors')
    .values([
      { ...factor, kind: 'mail', mail, confirmed_at: at },
      { ...factor, kind: 'totp', secret: randomBytes(40), confirmed_at: at },
      { ...factor, kind: 'mail', mail: `otra.${mail}` },
      { ...factor, kind: 'passkey', credential: secret(), public_key: randomBytes(60), confirmed_at: at },
    ])
    .execute()
  await tx.db
    .insertInto('recovery_codes')
    .values([
      { ...mine, hash: secret() },
      { ...mine, hash: secret() },
    ])
    .execute()
  await tx.db
    .insertInto('factor_counts')
    .values({ ...mine, wrong: 3, sent: 2, sent_since: at })
    .execute()
  const challenge = { company_id: tx.company, expires_at: far }
  await tx.db
    .insertInto('factor_challenges')
    .values(
      sessions.flatMap((session_id) =>
        (['mail', 'passkey'] as const).map((kind) => ({ ...challenge, session_id, kind, secret: secret() })),
      ),
    )
    .execute()
}

/** What a person keeps in the portal, and what the company keeps about them. */
async function giveBelongings(
  tx: Tx,
  mine: Mine,
  { file, folderId }: { file: number; folderId: number },
): Promise<void> {
  const { company_id, user_id } = mine
  const about = { company_id, employee_id: user_id }
  const someone = await tx.db
    .selectFrom('users')
    .select('id')
    .where('id', '<>', user_id)
    .executeTakeFirstOrThrow()
  await tx.db
    .insertInto('avatars')
    .values({ ...mine, file_id: file })
    .execute()
  await tx.db
    .insertInto('drafts')
    .values({ ...mine, key: 'formulario', sealed: randomBytes(40) })
    .execute()
  await tx.db
    .insertInto('favourites')
    .values({ ...mine, path: '/documentos' })
    .execute()
  await tx.db
    .insertInto('saved_views')
    .values({ ...mine, list: 'documents', name: 'Los de siempre', query: 'estado=1', preferred: true })
    .execute()
  await tx.db
    .insertInto('notifications')
    .values({ ...mine, event: 'paper_approved', subject_id: 1, at: new Date() })
    .execute()
  await tx.db
    .insertInto('upload_pages')
    .values({ ...mine, file_id: file, kind: 'pdf', pages: 1, size: 1000, created_at: far })
    .execute()
  await tx.db
    .insertInto('user_folder_filters')
    .values({ ...mine, folder_id: folderId })
    .execute()
  await tx.db
    .insertInto('deputies')
    .values({
      ...mine,
      deputy_id: someone.id,
      from_day: '2098-01-01',
      to_day: '2098-12-31',
      named_by: user_id,
      named_at: new Date(),
    })
    .execute()
  await tx.db
    .insertInto('employee_notes')
    .values({ ...about, author_id: user_id, text: 'Llamó por la obra social.' })
    .execute()
  await tx.db
    .insertInto('pending_changes')
    .values(
      (['rejected', 'withdrawn'] as const).map((state) => ({
        ...about,
        section: 'address' as const,
        was: '{}',
        proposed: JSON.stringify({ calle: 'Rivadavia' }),
        source: 'self_service' as const,
        state,
        frozen_at: new Date(),
        proposed_at: new Date(),
        ended_at: far,
      })),
    )
    .execute()
}

async function givePapers(
  tx: Tx,
  mine: Mine,
  { published, disputed, session }: { published: number; disputed: number; session: number },
): Promise<void> {
  const { company_id, user_id } = mine
  await tx.db
    .insertInto('disagreements')
    .values({ company_id, document_id: disputed })
    .onConflict((on) => on.doNothing())
    .execute()
  await tx.db
    .insertInto('document_observations')
    .values({ company_id, document_id: published, author_id: user_id, text: 'Falta el presentismo.' })
    .execute()
  await tx.db
    .insertInto('document_exports')
    .values({ ...mine, session_id: session, kind: 'csv', input: '{}', total: 1 })
    .execute()
  await tx.db
    .insertInto('document_analyses')
    .values({ company_id, document_id: published, host: 'analisis.example', created_at: far })
    .execute()
  await tx.db
    .insertInto('mails')
    .values(
      (['failed', 'sent'] as const).map((state) => ({
        ...mine,
        event: 'document_published',
        language: 'es' as const,
        to_address: 'alguien@correo.example',
        message_id: secret(),
        state,
      })),
    )
    .execute()
  const approvals = await tx.db
    .insertInto('approvals')
    .values(
      (['returned', 'pending'] as const).map((state, i) => ({
        company_id,
        kind: 'leave' as const,
        subject_id: published + i,
        employee_id: user_id,
        state,
        opened_by: user_id,
        opened_at: far,
      })),
    )
    .returning('id')
    .execute()
  await tx.db
    .insertInto('approval_steps')
    .values(
      approvals.flatMap(({ id }) =>
        (['returned', 'waiting', 'approved'] as const).map((state, i) => ({
          company_id,
          approval_id: id,
          n: i + 1,
          rule: JSON.stringify({ people: [] }),
          state,
          named: 'Nadie',
        })),
      ),
    )
    .execute()
}

interface Kept {
  table: string
  row: Row
}

/** Every row of a company, by its table and primary key. */
async function rowsByKey(tx: Tx): Promise<Map<string, Kept>> {
  const { rows: tables } = await sql<{ name: string; key: string[] }>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as key
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_index i on i.indrelid = c.oid and i.indisprimary
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
    where c.relkind in ('r', 'p') and not c.relispartition
      and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'company_id')
    group by 1 order by 1`.execute(tx.db)
  const each = tables.map(
    ({ name }) =>
      sql`select ${sql.lit(name)} as table, to_jsonb(t) as row from ${sql.table(name)} t where company_id = ${tx.company}`,
  )
  const { rows } = await sql<Kept>`${sql.join(each, sql` union all `)}`.execute(tx.db)
  const keys = new Map(tables.map(({ name, key }) => [name, key]))
  return new Map(
    rows.map((kept) => {
      const key = (keys.get(kept.table) ?? []).map((column) => kept.row[column])
      return [`${kept.table} ${JSON.stringify(key)}`, kept]
    }),
  )
}

function byTable(rows: ReadonlyMap<string, Kept>): Rows {
  const found: Rows = {}
  for (const [, { table, row }] of [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    (found[table] ??= []).push(row)
  return found
}
