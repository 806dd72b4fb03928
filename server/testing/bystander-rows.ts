import { randomBytes } from 'node:crypto'
import { profileTypes } from '#contract/employees/rights.ts'
import type { Tx } from '../shared/tenancy.ts'

/** Beyond every instant to which tests set the clock. */
const far = new Date('2100-01-01T00:00:00Z')

/** The company and the person of the rows. */
type Mine = { company_id: number; user_id: number }

const secret = () => randomBytes(32).toString('hex')

/** Sessions at each site, one of them restricted, with what hangs on them: tickets, proofs, a device. Returns their ids. */
export async function giveSessions(tx: Tx, mine: Mine): Promise<number[]> {
  const profiles = await tx.db
    .selectFrom('user_profiles')
    .select(['profile_id', 'type'])
    .where('user_id', '=', mine.user_id)
    .execute()
  const at = new Date()
  const restrictions = [null, 'segundo_factor'] as const
  const sessions = await tx.db
    .insertInto('sessions')
    .values(
      profiles.flatMap(({ profile_id, type }) =>
        restrictions.map((restriction) => ({
          ...mine,
          hash: secret(),
          profile_id,
          audience: type === profileTypes.employee ? ('e' as const) : ('s' as const),
          restriction,
          method: 'password' as const,
          address: '10.200.0.1',
          device: 'Firefox',
          created_at: at,
          seen_at: at,
          expires_at: far,
        })),
      ),
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

/** A link and code of each kind, an access by the company, and a subject of single sign-on. */
export async function giveLinks(tx: Tx, mine: Mine, mail: string): Promise<void> {
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

/** Second factors, confirmed or not, with recovery codes, counts of attempts and codes on their way. */
export async function giveFactors(
  tx: Tx,
  mine: Mine,
  mail: string,
  sessions: readonly number[],
): Promise<void> {
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

/** Things that a person keeps in the portal, and what the company keeps about them. */
export async function giveBelongings(
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
  const { id: employment_id } = await tx.db
    .insertInto('employments')
    .values({ ...about, starts_on: '2015-03-01', ends_on: '2016-02-29', state: 'ended' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.db
    .insertInto('stay_ends')
    .values({ ...about, employment_id, ends_on: '2016-02-29', state: 'acted', acted_at: new Date() })
    .execute()
  await tx.db
    .insertInto('administrator_changes')
    .values({ ...about, input: '{"idperfiles":[]}' })
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

/** The rows that hang on documents: an observation, a disagreement, exports, mails, approvals. */
export async function givePapers(
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
      (['returned', 'pending'] as const).map((state) => ({
        company_id,
        kind: state === 'returned' ? ('document' as const) : ('leave' as const),
        subject_id: published,
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

/** A publication’s work under way: an upload, a layout taught, decisions kept for the next reading, a key sealed to a worker. */
export async function giveUnderWay(tx: Tx, process: number): Promise<void> {
  await tx.db
    .updateTable('publications')
    .set({
      upload_id: secret(),
      upload_name: 'de-nadie.pdf',
      upload_size: 1000,
      learned: '[]',
      decided: '[]',
    })
    .where('process_id', '=', process)
    .execute()
  const certificate = await tx.db.selectFrom('certificates').select('id').executeTakeFirst()
  if (certificate)
    await tx.db
      .insertInto('sealed_keys')
      .values({
        company_id: tx.company,
        process_id: process,
        worker: 'nadie',
        certificate_id: certificate.id,
        sealed: randomBytes(40),
        expires_at: far,
      })
      .execute()
}
