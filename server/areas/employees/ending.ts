import { sql } from 'kysely'
import { makeFault } from '#contract/errors.ts'
import type { EmployeeState, endReasons } from '#contract/employees/record.ts'
import { reasonsFor } from '#contract/employees/states.ts'
import type { EmploymentsTable } from '#server/db/schema.ts'
import type { Context } from '#server/shared/context.ts'
import type { Fault } from '#server/shared/errors.ts'
import { recordEvents } from '#server/shared/evidence/events.ts'
import { administers } from '#server/shared/identity/credentials.ts'
import { queueMails } from '#server/shared/mail/mail.ts'
import { languageOfUser } from '#server/shared/reading/people.ts'
import type { Services } from '#server/shared/services.ts'
import { stayEnded } from '#server/shared/stay-ended.ts'
import { getSettings } from '#server/shared/settings.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'
import { addDays, today } from '#server/shared/today.ts'
import type { Viewer } from '#server/shared/visibility.ts'
import { printedDay } from '#server/shared/text/printed.ts'
import { dropApproval } from '#server/areas/approvals/operations.ts'
import { visible } from './queries.ts'
import { takeManagement, type TakenRights } from './rights.ts'
import { tellProfilesChanged } from './telling.ts'

export type EndReason = (typeof endReasons)[number]

declare module '#server/db/schema.ts' {
  interface JsonColumns {
    'stay_ends.taken': Partial<TakenRights>
  }
}

/** A person whose stay may end. */
export interface PersonToEnd {
  id: number
  name: string
  state: EmployeeState
  hiredOn: string | null
  /** The day and reason of an end that is planned already. */
  endsOn: string | null
  reason: EmploymentsTable['reason']
  administers: boolean
}

/** The rules of an end that don't depend on the person. */
export interface EndLimits {
  userId: number
  today: string
  daysAhead: number
}

/** Loads the limits of ends, once for many. */
export async function endLimits(
  tx: Tx,
  viewer: { userId: number; zone: string },
  now: Date,
): Promise<EndLimits> {
  return {
    userId: viewer.userId,
    today: today(viewer.zone, now),
    daysAhead: (await getSettings(tx))['employees.end_days_ahead'],
  }
}

/** People within reach by their tax ids. */
export async function peopleToEnd(
  tx: Tx,
  viewer: Viewer,
  cuils: readonly string[],
): Promise<Map<string, PersonToEnd>> {
  if (cuils.length === 0) return new Map()
  const rows = await toEnd(tx.db, viewer)
    .where('employees.cuil', '=', sql<string>`any(${cuils})`)
    .execute()
  return new Map(rows.map(({ cuil, ...person }) => [cuil, person]))
}

/** A person within reach. */
export function personToEnd(tx: Tx, viewer: Viewer, id: number): Promise<PersonToEnd | undefined> {
  return toEnd(tx.db, viewer).where('employees.id', '=', id).executeTakeFirst()
}

function toEnd(db: Db, viewer: Viewer) {
  return (
    visible(db, viewer)
      // Looked up by its index: where there are no statistics yet, a plain join compares every pair.
      .leftJoinLateral(
        (from) =>
          from
            .selectFrom('employments')
            .select(['starts_on', 'ends_on', 'reason'])
            .whereRef('employments.company_id', '=', 'employees.company_id')
            .whereRef('employments.employee_id', '=', 'employees.id')
            .where('employments.state', 'in', ['planned', 'running'])
            .limit(1)
            .as('employments'),
        (on) => on.onTrue(),
      )
      .select([
        'employees.id',
        'employees.cuil',
        'employees.state',
        sql<string>`users.sort_name`.as('name'),
        'employments.starts_on as hiredOn',
        'employments.ends_on as endsOn',
        'employments.reason',
        administers('users').as('administers'),
      ])
  )
}

/**
 * The faults of an end by its person, day and reason. `alone` is for an act on one person, where somebody who
 * administers may leave: many leave without them, since a second person may have to accept that.
 */
export function endFaults(
  person: PersonToEnd,
  { on, reason }: { on: string | null; reason: EndReason },
  limits: EndLimits,
  { alone = false } = {},
): Fault[] {
  if (person.id === limits.userId) return [makeFault('OWN_EMPLOYMENT_END', 'cuil')]
  if (person.state === 'inactive') return [makeFault('EMPLOYMENT_ALREADY_ENDED', 'cuil')]
  const faults: Fault[] = []
  if (!alone && person.administers)
    faults.push(makeFault('EMPLOYMENT_END_ALONE', 'cuil', { nombre: person.name }))
  if (!reasonsFor(person.state).includes(reason)) faults.push(makeFault('END_REASON_OTHER_STATE', 'motivo'))
  if (on !== null && person.hiredOn && on < person.hiredOn)
    faults.push(makeFault('END_BEFORE_HIRE', 'fechabaja', { ingreso: printedDay(person.hiredOn) }))
  if (on !== null && on > addDays(limits.today, limits.daysAhead))
    faults.push(makeFault('END_TOO_FAR_AHEAD', 'fechabaja', { maximo: limits.daysAhead }))
  return faults
}

/** The end of one stay. */
export interface End {
  id: number
  on: string
  observation: string | null
}

interface Ending {
  services: Services
  evidence: Context['evidence']
  zone: string
  /** The person who asked for it, where another accepted it. */
  askedBy?: number
}

/**
 * Ends stays for one reason, in a few statements: today's and past ones act at once, later ones when their day comes.
 * Its caller has checked them and holds the people.
 */
export async function writeEnds(
  tx: Tx,
  { services, evidence, zone, askedBy = evidence.actorId }: Ending,
  ends: readonly End[],
  reason: EndReason,
): Promise<void> {
  if (ends.length === 0) return
  const now = services.clock()
  const rows = JSON.stringify(ends)
  await sql`update employments e set ends_on = one."on", reason = ${reason}, observation = one.observation
    from jsonb_to_recordset(${rows}::jsonb) as one(id bigint, "on" date, observation text)
    where e.employee_id = one.id and e.state in ('planned', 'running')`.execute(tx.db)
  await sql`insert into stay_ends (company_id, employee_id, employment_id, ends_on, state, asked_by, asked_at)
    select e.company_id, e.employee_id, e.id, e.ends_on, 'planned', ${askedBy}, ${now}
    from employments e
    where e.employee_id = any(${ends.map(({ id }) => id)}::bigint[]) and e.state in ('planned', 'running')
    on conflict (company_id, employment_id) where state in ('planned', 'acted')
    do update set ends_on = excluded.ends_on, asked_by = excluded.asked_by, asked_at = excluded.asked_at`.execute(
    tx.db,
  )
  await recordEvents(
    tx,
    ends.map(({ id, on, observation }) => ({
      subject: { kind: 'employee' as const, id },
      act: 'unsubscribed' as const,
      actorId: evidence.actorId,
      at: now,
      data: { reason, on },
      detail: { ...evidence.detail, text: observation },
    })),
  )
  const due = ends.filter(({ on }) => on <= today(zone, now)).map(({ id }) => id)
  await deactivate(tx, services, due, evidence)
}

/**
 * Makes people inactive whose stay has ended. From here on they only read, sign and download what is theirs, at the
 * employees' site, which a mail tells them. What the end takes is kept for an undo. `by` is null on the day of a planned
 * end.
 */
export async function deactivate(
  tx: Tx,
  services: Services,
  ids: readonly number[],
  by: Context['evidence'] | null,
): Promise<void> {
  if (ids.length === 0) return
  const now = services.clock()
  const people = sql<number>`any(${ids}::bigint[])`
  await tx.db.updateTable('employees').set({ state: 'inactive' }).where('id', '=', people).execute()
  const taken = await takeManagement(tx, services, ids, by)
  await sql`update stay_ends s set state = 'acted', acted_at = ${now},
      taken = coalesce((select one.taken from jsonb_to_recordset(${JSON.stringify(
        [...taken].map(([id, rights]) => ({ id, taken: rights })),
      )}::jsonb) as one(id bigint, taken jsonb) where one.id = s.employee_id), '{}')
    from employments e
    where e.id = s.employment_id and e.state in ('planned', 'running') and s.state = 'planned'
      and s.employee_id = ${people}`.execute(tx.db)
  await tx.db
    .updateTable('employments')
    .set({ state: 'ended' })
    .where('employee_id', '=', people)
    .where('state', 'in', ['planned', 'running'])
    .execute()
  await withdrawChanges(tx, services, ids, by)
  tx.enqueue(stayEnded, { people: [...ids] })
  const managed = [...taken].filter(([, { profiles }]) => profiles.length > 0).map(([id]) => id)
  await tellProfilesChanged(tx, services, managed, by?.actorId ?? 'planned_end')
  await tellEnded(tx, services, ids)
}

/** The author of what happens on the day of a planned end. */
const unattended = { actorId: null, detail: { address: '', device: '' } }

/** Withdraws changes of people's own profiles that wait for a second person: they are pointless now. */
async function withdrawChanges(
  tx: Tx,
  services: Services,
  ids: readonly number[],
  by: Context['evidence'] | null,
): Promise<void> {
  const waiting = await tx.db
    .deleteFrom('administrator_changes')
    .where('employee_id', '=', sql<number>`any(${ids}::bigint[])`)
    .returning('employee_id')
    .execute()
  for (const { employee_id } of waiting)
    await dropApproval(tx, { evidence: by ?? unattended, services }, 'administrator', employee_id)
}

/** Mails people what stays open to them, at every address that they have. */
async function tellEnded(tx: Tx, services: Services, ids: readonly number[]): Promise<void> {
  const people = await tx.db
    .selectFrom('users')
    .innerJoin('employees', 'employees.id', 'users.id')
    .where('users.id', '=', sql<number>`any(${ids}::bigint[])`)
    .select(['users.id', 'users.first_name', 'users.mail', 'employees.personal_mail', 'employees.ended_on'])
    .select(languageOfUser().as('language'))
    .orderBy('users.id')
    .execute()
  const mails = people.flatMap(({ id, first_name, mail, personal_mail, ended_on, language }) =>
    [...new Set([mail, personal_mail].flatMap((one) => one?.toLowerCase() ?? []))].map((to) => ({
      event: 'employment_ended' as const,
      userId: id,
      to,
      language,
      variables: { nombre: first_name, dia: printedDay(ended_on ?? '') },
    })),
  )
  await queueMails(tx, services, mails)
}
