import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { z } from 'zod'
import type { accesses as accessCalls } from '#contract/account/access.ts'
import { actions } from '#contract/actions.ts'
import type { Acting, KindOfApproval } from '#server/shared/approval-kinds.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { checkPassword } from '#server/shared/identity/lockout.ts'
import { isSsoSession } from '#server/shared/identity/session.ts'
import { queueMails } from '#server/shared/mail/mail.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'
import { maskedMail } from '#server/shared/text/printed.ts'
import { visibleEmployees } from '#server/shared/visibility.ts'
import { openApproval, rejectionOf } from '#server/areas/approvals/operations.ts'
import { accessesOfSession, accessesUpTo, type CompanyAccess, newestAccess } from './access.ts'
import { canReach } from './queries.ts'

type Standing = Omit<z.input<typeof accessCalls.of.answer>, 'pedido' | 'rechazo'>

/** Shows the company's accesses to one's own account, and how signing opens. */
export function showOwnAccess(ctx: Context): Promise<z.input<typeof accessCalls.own.answer>> {
  return ctx.read(async (tx) => {
    const found = await accessesOfSession(tx, ctx.services, ctx.session.userId, ctx.session.id)
    const known = found.some(({ former_password_hash }) => former_password_hash !== null)
    return { ...standingOf(found), contrasena_anterior: isWaiting(found) && known }
  })
}

/**
 * Opens signing to a person who gives the password from before the company's address or code: the one in force is
 * theirs from here on. What the company put still waits for whoever comes in by it again.
 *
 * @throws {Refusal} SIGNING_NOT_WAITING where nothing waits or no such password is known; FORMER_PASSWORD_WRONG; USER_LOCKED
 */
export async function openByFormerPassword(ctx: Context, pass: string): Promise<Record<string, never>> {
  const { services, session, evidence } = ctx
  const found = await ctx.read(async (tx) => {
    if (await isSsoSession(tx.db, session.id)) refuse('SSO_SESSION')
    return accessesOfSession(tx, ctx.services, ctx.session.userId, ctx.session.id)
  })
  const hash = found.findLast(({ former_password_hash }) => former_password_hash)?.former_password_hash
  if (!hash || !isWaiting(found)) refuse('SIGNING_NOT_WAITING')
  const who = { company: session.company, userId: session.userId, address: ctx.request.address }
  await checkPassword(services, who, { hash, password: pass }, () => refuse('FORMER_PASSWORD_WRONG', 'pass'))
  return ctx.act(async (tx) => {
    const opened = await tx.db
      .updateTable('users')
      .set((is) => ({
        password_access_id: null,
        may_sign_since: is.fn.coalesce('may_sign_since', is.val(services.clock())),
      }))
      .where('id', '=', session.userId)
      // The password may have been made anew, by another access, since it was read.
      .where('password_access_id', '=', found.at(-1)?.id ?? null)
      .executeTakeFirst()
    if (opened.numUpdatedRows === 0n) refuse('SIGNING_NOT_WAITING')
    await noteOpened(tx, { evidence, services }, session.userId, 'former_password')
    return {}
  })
}

/** Shows the company's accesses to an employee's account, to who administers them. */
export function showAccessOf(ctx: Context, id: number): Promise<z.input<typeof accessCalls.of.answer>> {
  return ctx.read(async (tx) => {
    if (!(await canReach(tx.db, ctx.session, id))) refuse('NOT_FOUND')
    return {
      ...standingOf(await allAccesses(ctx, tx, id)),
      pedido: await isAsked(tx.db, id),
      rechazo: await rejectionOf(tx, 'person_seen', id),
    }
  })
}

/**
 * Asks a second person to confirm to have seen an employee: anybody with action 1 and the reach, but for who asks and
 * for whoever put the address or printed the code. They get a mail.
 *
 * @throws {Refusal} SIGNING_NOT_WAITING where no second person is needed; APPROVAL_NOBODY where there is none
 */
export function askForConfirmation(ctx: Context, id: number): Promise<Record<string, never>> {
  const { services, evidence } = ctx
  return ctx.act(async (tx) => {
    await tx.db.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()
    if (!(await canReach(tx.db, ctx.session, id))) refuse('NOT_FOUND')
    const found = await allAccesses(ctx, tx, id)
    if (!found.some(({ wait }) => wait === 'second_person')) refuse('SIGNING_NOT_WAITING')
    if (await isAsked(tx.db, id)) return {}
    const { holders } = await openApproval(tx, ctx, {
      kind: 'person_seen',
      subjectId: id,
      employeeId: id,
      steps: [{ action: actions.employeeAdministration }],
    })
    const putters = found.filter(({ wait }) => wait !== null).map(({ put_by }) => put_by)
    const others = holders.filter((holder) => holder.id !== id && !putters.includes(holder.id))
    if (others.length === 0) refuse('APPROVAL_NOBODY')
    await recordEvent(tx, {
      subject: { kind: 'credential', id },
      act: 'signing_asked',
      ...evidence,
      at: services.clock(),
    })
    await queueMails(
      tx,
      services,
      others.flatMap(({ id: userId, mail, language, first_name }) =>
        mail
          ? [
              {
                event: 'person_to_confirm' as const,
                userId,
                to: mail,
                language,
                variables: { nombre: first_name },
              },
            ]
          : [],
      ),
    )
    return {}
  })
}

/** The confirmation by a second person to have seen an employee, which opens signing to them. */
export const confirmationOfPerson: KindOfApproval = {
  acts: ['aprobar', 'rechazar'],
  concern: 'por_confirmar',
  rejected: 'pedido_rechazado',
  reach: (viewer, subject) => sql<SqlBool>`(${visibleEmployees(viewer, subject)}
    and ${sql.ref(subject)} <> ${viewer.userId}
    and not exists (select from company_accesses access where access.user_id = ${sql.ref(subject)}
      and access.confirmed_at is null and access.put_by = ${viewer.userId}))`,
  async titles(tx, subjects) {
    const rows = await tx.db
      .selectFrom('users')
      .select(['id', 'first_name', 'last_name'])
      .where('id', '=', sql<number>`any(${subjects})`)
      .execute()
    return new Map(rows.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`]))
  },
  async decided(tx, acting, { subjectId, outcome }) {
    if (outcome !== 'approved') return
    await tx.db
      .updateTable('company_accesses')
      .set({ confirmed_by: acting.evidence.actorId, confirmed_at: acting.services.clock() })
      .where('user_id', '=', subjectId)
      .where('confirmed_at', 'is', null)
      .execute()
    await noteOpened(tx, acting, subjectId, 'second_person')
  },
}

/** Lists the changes by others of the way into one's own account since the sign-in before this session's. */
export function showAccessChanges(ctx: Context): Promise<z.input<typeof accessCalls.changes.answer>> {
  const { session } = ctx
  return ctx.read(async ({ db }) => {
    const before = await db
      .selectFrom('sessions')
      .select('created_at')
      .where('user_id', '=', session.userId)
      .where('id', '<', session.id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!before) return []
    return db
      .selectFrom('events')
      .leftJoin('users', 'users.id', 'events.actor_id')
      .select(['events.id', 'events.act as hecho', 'events.at as fecha', 'users.sort_name as por'])
      .where('events.subject_kind', '=', 'credential')
      .where('events.subject_id', '=', session.userId)
      .where('events.act', 'in', ['mail_changed', 'code_printed', 'link_mailed', 'invited', 'factor_reset'])
      .where(isByAnother(session.userId))
      .where('events.at', '>', before.created_at)
      .orderBy('events.id', 'desc')
      .limit(changesShown)
      .$narrowType<{ hecho: z.input<typeof accessCalls.changes.answer>[number]['hecho'] }>()
      .execute()
  })
}
const changesShown = 20

/**
 * Whether somebody else changed it. Without an actor it was the operator, who puts addresses and resets factors; a link that
 * has none was asked for at the sign-in page.
 */
function isByAnother(userId: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`(events.actor_id <> ${userId}
    or events.actor_id is null and events.act in ('mail_changed', 'factor_reset'))`
}

async function allAccesses(ctx: Context, tx: Tx, userId: number): Promise<CompanyAccess[]> {
  const newest = await newestAccess(tx.db, userId)
  return newest === null ? [] : accessesUpTo(tx, ctx.services, userId, newest)
}

const isWaiting = (found: readonly CompanyAccess[]) => found.some(({ wait }) => wait !== null)

function standingOf(found: readonly CompanyAccess[]): Standing {
  const waiting = found.filter(({ wait }) => wait !== null)
  const second = waiting.some(({ wait }) => wait === 'second_person')
  const ends = waiting.flatMap(({ silence_ends }) => silence_ends ?? [])
  const latest = ends.toSorted((one, other) => other.getTime() - one.getTime())[0]
  return {
    espera: second ? 'segunda_persona' : waiting.length > 0 ? 'objecion' : null,
    hasta: second ? null : (latest ?? null),
    accesos: found.map((one) => ({
      id: one.id,
      clase: one.kind === 'mail' ? ('correo' as const) : ('codigo_impreso' as const),
      por: one.put_by_name,
      fecha: one.put_at,
      correo_anterior: one.former_mail && maskedMail(one.former_mail),
      objetado: one.objected_at,
      confirmado_por: one.confirmed_by_name,
      confirmado: one.confirmed_at,
    })),
  }
}

async function isAsked(db: Db, id: number): Promise<boolean> {
  const found = await db
    .selectFrom('approvals')
    .select('id')
    .where('kind', '=', 'person_seen')
    .where('subject_id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return found !== undefined
}

function noteOpened(
  tx: Tx,
  { evidence, services }: Acting,
  userId: number,
  how: 'former_password' | 'second_person',
): Promise<number> {
  return recordEvent(tx, {
    subject: { kind: 'credential', id: userId },
    act: 'signing_opened',
    ...evidence,
    at: services.clock(),
    data: { how },
  })
}
