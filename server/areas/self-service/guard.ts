import { actions } from '#contract/actions.ts'
import type { AnswerOf } from '#contract/call.ts'
import type { selfService } from '#contract/self-service/self-service.ts'
import type { Context, PublicContext } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { credentialsOf } from '#server/shared/identity/credentials.ts'
import { hashOf } from '#server/shared/identity/session.ts'
import { isGoodLink, useLink } from '#server/shared/identity/links.ts'
import { queueMail, queueMails } from '#server/shared/mail/mail.ts'
import { mailableHoldersReaching } from '#server/shared/reading/people.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { openLink } from '#server/areas/account/operations.ts'
import { addressesOf, isVisible } from '#server/areas/employees/operations.ts'
import { lockPersonOf } from './queries.ts'

/** Days for which a link to freeze an account works. */
const linkDays = 30
/** Administrators who get a mail about one frozen change. */
const mailedAtMost = 20

/**
 * Mails a change of somebody's account to every address of theirs, the former ones of the last thirty days included: each
 * with a link of its own, which freezes the change and works once.
 */
export async function mailBankChange(
  tx: Tx,
  services: Pick<Services, 'config' | 'clock'>,
  {
    employee,
    change,
    event,
  }: { employee: number; change: number; event: 'bank_change_proposed' | 'bank_change_approved' },
): Promise<void> {
  const now = services.clock()
  const user = await credentialsOf(tx.db, employee)
  for (const to of await addressesOf(tx.db, employee, now)) {
    const { id, token } = await openLink(
      tx,
      user,
      'bank_objection',
      new Date(now.getTime() + linkDays * 86_400_000),
      now,
    )
    await tx.db
      .insertInto('change_links')
      .values({ company_id: tx.company, link_id: id, change_id: change })
      .execute()
    await queueMail(tx, services, {
      event,
      userId: employee,
      to,
      language: user.language,
      subject: { kind: 'change', id: change },
      variables: { nombre: user.first_name },
      secretLink: `${services.config.publicUrl}/e/ingreso#cuenta.${token}`,
    })
  }
}

/**
 * Uses a link: the change that it belongs to is frozen, whatever became of it, and no further one of this person's account
 * is taken until Human Resources release it. Those who administer employees and reach the person are mailed.
 *
 * @throws {Refusal} LINK_EXPIRED: it was used, or is past its time
 */
export function freezeByLink(
  { services, request }: PublicContext,
  token: string,
): Promise<AnswerOf<typeof selfService.freeze>> {
  const company = /^([1-9]\d{0,14})\./.exec(token)?.[1]
  if (!company) refuse('LINK_EXPIRED', 'token')
  return services.tenant(Number(company)).write(async (tx) => {
    const now = services.clock()
    const found = await tx.db
      .selectFrom('credential_links as link')
      .innerJoin('change_links', 'change_links.link_id', 'link.id')
      .innerJoin('pending_changes as change', 'change.id', 'change_links.change_id')
      .where('link.hash', '=', hashOf(token))
      .where('link.kind', '=', 'bank_objection')
      .where(isGoodLink(now))
      .select(['link.id as link_id', 'change.id', 'change.employee_id'])
      .executeTakeFirst()
    if (!found || !(await useLink(tx.db, found.link_id, now))) refuse('LINK_EXPIRED', 'token')
    const { id, employee_id: employee } = found
    // An approval at the same moment comes before or after this: the answer says which.
    await lockPersonOf(tx.db, id)
    const { state } = await tx.db
      .updateTable('pending_changes')
      .set({ frozen_at: now, released_at: null, released_by: null })
      .where('id', '=', id)
      .returning('state')
      .executeTakeFirstOrThrow()
    await recordEvent(tx, {
      subject: { kind: 'change', id },
      act: 'frozen',
      actorId: employee,
      at: now,
      data: { employee, state },
      detail: { address: request.address, device: request.device },
    })
    const person = await credentialsOf(tx.db, employee)
    await tellAdministrators(tx, services, id, `${person.first_name} ${person.last_name}`, employee)
    return { nombre: person.first_name, empresa: person.company, aplicada: state === 'approved' }
  })
}

async function tellAdministrators(
  tx: Tx,
  services: Services,
  change: number,
  colaborador: string,
  employee: number,
): Promise<void> {
  const administers = { actions: [actions.employeeAdministration], kind: 'hr' } as const
  const reaching = await mailableHoldersReaching(tx.db, administers, employee, mailedAtMost)
  const holders = reaching.filter(({ id }) => id !== employee)
  await queueMails(
    tx,
    services,
    holders.map(({ id, mail, first_name, language }) => ({
      event: 'bank_change_frozen' as const,
      userId: id,
      to: mail,
      language,
      subject: { kind: 'change', id: change },
      variables: { nombre: first_name, colaborador },
    })),
  )
}

/**
 * Releases what a person's links froze, after a step-up. Nobody releases their own.
 *
 * @throws {Refusal} NOT_FOUND out of reach, or one's own; SELF_SERVICE_NOT_FROZEN
 */
export function releaseChange(ctx: Context, id: number) {
  const { services, session, evidence } = ctx
  return ctx.act(async (tx) => {
    const change = await tx.db
      .selectFrom('pending_changes')
      .select('employee_id')
      .where('id', '=', id)
      .executeTakeFirst()
    if (!change || change.employee_id === session.userId) refuse('NOT_FOUND')
    if (!(await isVisible(tx.db, session, change.employee_id))) refuse('NOT_FOUND')
    await lockPersonOf(tx.db, id)
    const now = services.clock()
    const released = await tx.db
      .updateTable('pending_changes')
      .set({ released_at: now, released_by: session.userId })
      .where('employee_id', '=', change.employee_id)
      .where('frozen_at', 'is not', null)
      .where('released_at', 'is', null)
      .returning('id')
      .execute()
    if (released.length === 0) refuse('SELF_SERVICE_NOT_FROZEN')
    await recordEvent(tx, {
      subject: { kind: 'change', id },
      act: 'released',
      at: now,
      data: { employee: change.employee_id, changes: released.map((row) => row.id) },
      ...evidence,
    })
    return {}
  })
}
