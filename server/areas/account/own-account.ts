import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { getSettings } from '#server/shared/settings.ts'
import { isSsoSession } from '#server/shared/identity/session.ts'
import { isGoodLink } from '#server/shared/identity/links.ts'
import type { Tx } from '#server/shared/tenancy.ts'

const day = 86_400_000

/** The facts of one's own account page beside the profile. */
export function showAccount(ctx: Context) {
  const { session, services } = ctx
  return ctx.read(async (tx) => {
    const settings = await getSettings(tx)
    const user = await accountOf(tx, session.userId, services.clock())
    const days = settings['password.expires_days']
    const changed = user.password_changed_at
    return {
      legajo: user.file_number,
      cargo: user.position,
      correo_confirmado: user.confirmed_at,
      correo_pendiente:
        user.waiting && user.waiting_until ? { correo: user.waiting, vence: user.waiting_until } : null,
      contrasena_cambiada: changed,
      contrasena_vence: days >= 0 && changed ? new Date(changed.getTime() + days * day) : null,
      por_proveedor: await isSsoSession(tx.db, session.id),
      terminos: user.terms_version
        ? { version: user.terms_version, aceptados: user.terms_at ?? changed ?? services.clock() }
        : null,
    }
  })
}

function accountOf(tx: Tx, userId: number, now: Date) {
  return tx.db
    .selectFrom('users')
    .leftJoin('employees', (on) =>
      on.onRef('employees.company_id', '=', 'users.company_id').onRef('employees.id', '=', 'users.id'),
    )
    .leftJoin('positions', (on) =>
      on
        .onRef('positions.company_id', '=', 'employees.company_id')
        .onRef('positions.id', '=', 'employees.position_id'),
    )
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('mail_changes as done')
          .select('done.done_at')
          .whereRef('done.user_id', '=', 'users.id')
          .whereRef('done.mail', '=', 'users.mail')
          .where('done.done_at', 'is not', null)
          .orderBy('done.id', 'desc')
          .limit(1)
          .as('confirmed'),
      (on) => on.onTrue(),
    )
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('mail_changes as asked')
          .innerJoin('credential_links as link', (on) =>
            on
              .onRef('link.company_id', '=', 'asked.company_id')
              .onRef('link.id', '=', 'asked.confirm_link_id'),
          )
          .select(['asked.mail', 'link.expires_at'])
          .whereRef('asked.user_id', '=', 'users.id')
          .where(isGoodLink(now))
          .whereRef('link.mail_key', 'is not distinct from', 'users.mail_key')
          .orderBy('asked.id', 'desc')
          .limit(1)
          .as('waiting'),
      (on) => on.onTrue(),
    )
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('terms_acceptances as accepted')
          .select(['accepted.version', 'accepted.accepted_at'])
          .whereRef('accepted.user_id', '=', 'users.id')
          .orderBy('accepted.id', 'desc')
          .limit(1)
          .as('terms'),
      (on) => on.onTrue(),
    )
    .select([
      'users.password_changed_at',
      'employees.file_number',
      'positions.name as position',
      'confirmed.done_at as confirmed_at',
      'waiting.mail as waiting',
      'waiting.expires_at as waiting_until',
      'terms.version as terms_version',
      'terms.accepted_at as terms_at',
    ])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** The language that a person reads, wherever they sign in and in what they are mailed. */
export function chooseLanguage(ctx: Context, language: 'es' | 'pt'): Promise<Record<string, never>> {
  return ctx.write(async (tx) => {
    await tx.db.updateTable('users').set({ language }).where('id', '=', ctx.session.userId).execute()
    return {}
  })
}

/** The terms that the company asks its people to accept; null where it asks none. */
export function showTerms(ctx: Context) {
  return ctx.read(async (tx) => {
    const settings = await getSettings(tx)
    const version = settings['terms.version']
    if (!version) return { pedidos: null }
    const accepted = await acceptanceOf(tx, ctx.session.userId, version)
    const direccion = settings['terms.address'] || null
    return { pedidos: { version, direccion, aceptados: accepted ?? null } }
  })
}

/** Keeps that a person accepted the terms in force. @throws {Refusal} TERMS_OTHER_VERSION for any other */
export function acceptTerms(ctx: Context, version: string) {
  const { session, services, evidence } = ctx
  return ctx.act(async (tx) => {
    if ((await getSettings(tx))['terms.version'] !== version) refuse('TERMS_OTHER_VERSION', 'version')
    const now = services.clock()
    const { numInsertedOrUpdatedRows } = await tx.db
      .insertInto('terms_acceptances')
      .values({ company_id: tx.company, user_id: session.userId, version, accepted_at: now })
      .onConflict((on) => on.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows)
      await recordEvent(tx, {
        subject: { kind: 'credential', id: session.userId },
        act: 'terms_accepted',
        at: now,
        data: { version },
        ...evidence,
      })
    const accepted = (await acceptanceOf(tx, session.userId, version)) ?? now
    return { version, aceptados: accepted.toISOString() }
  })
}

async function acceptanceOf(tx: Tx, userId: number, version: string): Promise<Date | undefined> {
  const row = await tx.db
    .selectFrom('terms_acceptances')
    .select('accepted_at')
    .where('user_id', '=', userId)
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.accepted_at
}
