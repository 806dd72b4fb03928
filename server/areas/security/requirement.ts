import { type SqlBool, sql } from 'kysely'
import type { AnswerOf, ParsedOf } from '#contract/call.ts'
import type { security } from '#contract/security/security.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { queueMail } from '#server/shared/mail/mail.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'
import { addDays, today } from '#server/shared/today.ts'
import { type Viewer, visibleEmployees } from '#server/shared/visibility.ts'
import { languageOfUser } from '#server/shared/reading/people.ts'

/** Days that people may still go without one, when nothing else is said, and at most. */
const termDays = 14
const longestTermDays = 90

const hasOne = sql<SqlBool>`exists (select from factors f where f.user_id = users.id and f.confirmed_at is not null)`

/** People who hold a profile and can sign in, within a viewer's reach. */
function holders(db: Db, viewer: Viewer) {
  return db
    .selectFrom('user_profiles')
    .innerJoin('users', 'users.id', 'user_profiles.user_id')
    .where(visibleEmployees(viewer, 'users.id'))
    .where('users.locked_at', 'is', null)
    .where(sql<SqlBool>`not exists (select from employees e where e.id = users.id and e.state = 'inactive')`)
}

export async function listProfiles({ session, read }: Context): Promise<AnswerOf<typeof security.profiles>> {
  return read(async (tx) => {
    const profiles = await tx.db
      .selectFrom('profiles')
      .select(['id', 'name', 'type', 'mfa_required', 'mfa_from'])
      .orderBy(sql`type = 2`, 'desc')
      .orderBy('type')
      .orderBy('id')
      .execute()
    const counts = await holders(tx.db, session)
      .select((of) => [
        'user_profiles.profile_id',
        of.fn.countAll<number>().as('people'),
        of.fn.countAll<number>().filterWhere(hasOne).as('have'),
      ])
      .groupBy('user_profiles.profile_id')
      .execute()
    return profiles.map(({ id, name, type, mfa_required, mfa_from }) => {
      const count = counts.find(({ profile_id }) => profile_id === id)
      return {
        id,
        nombre: name,
        id_perfil_tipo: type,
        restringido: type !== 2,
        personas: count?.people ?? 0,
        tienen: count?.have ?? 0,
        exigido: mfa_required,
        desde: mfa_from?.toISOString() ?? null,
      }
    })
  })
}

/**
 * Requires a second factor of a management profile from the beginning of a day on, by the company's zone, or no
 * longer. Its people within reach that have none are mailed.
 */
export async function requireOfProfile(
  ctx: Context,
  { id, exigido, plazo }: ParsedOf<typeof security.require>,
): Promise<AnswerOf<typeof security.require>> {
  const { services, session, evidence } = ctx
  const now = services.clock()
  const first = today(session.zone, now)
  const day = plazo ?? addDays(first, termDays)
  if (exigido && (day < first || day > addDays(first, longestTermDays)))
    refuse('MFA_TERM', 'plazo', { dias: longestTermDays })
  return ctx.write(async (tx) => {
    const profile = await tx.db
      .selectFrom('profiles')
      .select(['type', 'name'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!profile) refuse('NOT_FOUND')
    if (profile.type !== 2) refuse('SYSTEM_MFA_RESTRICTED_PROFILE', 'id')
    const { from } = await tx.db
      .updateTable('profiles')
      .set({
        mfa_required: exigido,
        mfa_from: exigido ? sql<Date>`(${day}::date)::timestamp at time zone ${session.zone}` : null,
      })
      .where('id', '=', id)
      .returning('mfa_from as from')
      .executeTakeFirstOrThrow()
    await recordEvent(tx, {
      subject: { kind: 'setting', id },
      act: exigido ? 'mfa_required' : 'mfa_not_required',
      ...evidence,
      at: now,
      data: { profile: profile.name, ...(exigido && { from: day }) },
    })
    if (exigido) await mailMissing(ctx, tx, id)
    return { exigido, desde: from?.toISOString() ?? null }
  })
}

/** People without a second factor although their profile requires one, by last name. */
function lacking(db: Db, viewer: Viewer) {
  return holders(db, viewer)
    .innerJoin('profiles', 'profiles.id', 'user_profiles.profile_id')
    .where('profiles.type', '=', 2)
    .where('profiles.mfa_required', '=', true)
    .where((is) => is.not(hasOne))
}

export async function listMissing(db: Db, viewer: Viewer, rows: { limit: number; offset: number }) {
  const { total } = await lacking(db, viewer)
    .select((of) => of.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const data = await lacking(db, viewer)
    .select((of) => [
      'users.id',
      sql<string>`users.last_name || ', ' || users.first_name`.as('nombre'),
      'profiles.name as perfil',
      'profiles.mfa_from as desde',
      of
        .selectFrom('sessions')
        .select((one) => one.fn.max('sessions.created_at').as('at'))
        .whereRef('sessions.user_id', '=', 'users.id')
        .as('ingreso'),
    ])
    .orderBy('users.sort_name')
    .orderBy('users.id')
    .limit(rows.limit)
    .offset(rows.offset)
    .execute()
  return { data, total: total }
}

/** Mails everybody of the list who has a mail. */
export async function remindMissing(ctx: Context): Promise<AnswerOf<typeof security.remind>> {
  return ctx.act((tx) => mailMissing(ctx, tx, null))
}

async function mailMissing(
  { services, session }: Context,
  tx: Tx,
  profile: number | null,
): Promise<AnswerOf<typeof security.remind>> {
  const people = await lacking(tx.db, session)
    .$if(profile !== null, (of) => of.where('profiles.id', '=', profile ?? 0))
    .select([
      'users.id',
      'users.first_name',
      'users.mail',
      'profiles.mfa_from',
      languageOfUser().as('language'),
    ])
    .execute()
  let sent = 0
  for (const { id, first_name, mail, mfa_from, language } of people) {
    if (!mail) continue
    sent++
    await queueMail(tx, services, {
      event: 'factor_required',
      userId: id,
      to: mail,
      language,
      variables: { nombre: first_name, vence: today(session.zone, mfa_from ?? services.clock()) },
    })
  }
  return { enviados: sent, sin_correo: people.length - sent }
}
