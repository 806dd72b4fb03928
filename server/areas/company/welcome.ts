import { sql } from 'kysely'
import { z } from 'zod'
import { defineJob } from '#server/shared/jobs.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { previewMail } from '#server/shared/mail/fill.ts'
import { queueMail, queueMails } from '#server/shared/mail/mail.ts'
import { noteItemsDone, pendingItems } from '#server/shared/processes/items.ts'
import { beginProcess, endProcess, lockProcess } from '#server/shared/processes/lifecycle.ts'
import { endInterrupted, type LostWork } from '#server/shared/processes/lost.ts'
import { noteProgress } from '#server/shared/processes/progress.ts'
import { languageOfUser } from '#server/shared/reading/people.ts'
import type { Services } from '#server/shared/services.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'

/** People who are written to in one transaction. */
const batch = 50

/** Writing the welcome to everybody, a few in each transaction. */
export const welcomeJob = defineJob({
  name: 'company.welcome',
  input: z.object({ process: z.number() }),
  concurrency: 1,
})

export const lostWelcome: LostWork = { jobs: [welcomeJob.name], steps: ['running'], free: endInterrupted }

/** The active employees of the company, by whether the welcome reaches them. */
async function countReached(db: Db) {
  const { rows } = await sql<{ active: number; mailed: number; new: number }>`
    select count(*)::int as active,
      count(users.mail_key)::int as mailed,
      count(users.mail_key) filter (where users.password_hash is null
        and users.first_sign_in_done_at is null)::int as new
    from employees join users on users.company_id = employees.company_id and users.id = employees.id
    where employees.state = 'active'`.execute(db)
  const [counted] = rows
  if (!counted) throw new Error('a count answered no row')
  return counted
}

/** The number of people whom the welcome would reach, its words for the viewer, and its sending, if it was sent. */
export function showWelcome({ read, session, request }: Context) {
  return read(async ({ db }) => {
    const { active, mailed, new: never } = await countReached(db)
    const viewer = await viewerOf(db, session.userId)
    const correo = await previewMail(db, {
      event: 'welcome',
      language: request.language,
      userId: session.userId,
      variables: variablesOf(viewer.first_name),
    })
    return {
      activos: active,
      con_correo: mailed,
      nunca_ingresaron: never,
      sin_correo: active - mailed,
      correo,
      envio: await sentWelcome(db),
    }
  })
}

async function sentWelcome(db: Db) {
  const sent = await db
    .selectFrom('processes')
    .innerJoin('users', (on) =>
      on
        .onRef('users.company_id', '=', 'processes.company_id')
        .onRef('users.id', '=', 'processes.created_by'),
    )
    .select(['processes.id', 'processes.created_at', 'processes.done', 'processes.total', 'processes.status'])
    .select(['users.first_name', 'users.last_name'])
    .where('processes.kind', '=', 'welcome_mail')
    .executeTakeFirst()
  if (!sent) return null
  return {
    proceso: sent.id,
    cuando: sent.created_at,
    quien: `${sent.first_name} ${sent.last_name}`,
    hechos: sent.done,
    total: sent.total,
    terminado: sent.status !== 'in_progress',
  }
}

/** Begins to write the welcome to everybody active who has a mail; the list is that of this moment. */
export function sendWelcome({ act, session, services, evidence }: Context) {
  return act(async (tx) => {
    // Two at once: the second waits here, and then finds that it was sent.
    await tx.db.selectFrom('companies').select('id').forUpdate().executeTakeFirstOrThrow()
    if (await sentWelcome(tx.db)) refuse('WELCOME_EMAIL_ALREADY_USED')
    const { mailed } = await countReached(tx.db)
    if (mailed === 0) refuse('NOT_RESULT')
    const at = services.clock()
    const process = await beginProcess(tx, {
      kind: 'welcome_mail',
      step: 'running',
      by: session.userId,
      at,
      started: true,
    })
    const listed = await sql`insert into process_items (company_id, process_id, n, state, data)
      select ${tx.company}, ${process}, row_number() over (order by employees.id), 'pending',
        jsonb_build_object('employee', employees.id)
      from employees join users on users.company_id = employees.company_id and users.id = employees.id
      where employees.state = 'active' and users.mail_key is not null`.execute(tx.db)
    const total = Number(listed.numAffectedRows ?? 0)
    await noteProgress(tx, process, { total })
    await recordEvent(tx, {
      subject: { kind: 'process', id: process },
      act: 'welcome_asked',
      at,
      data: { count: total },
      ...evidence,
    })
    tx.enqueue(welcomeJob, { process })
    return { proceso: process, personas: total }
  })
}

/** Mails the welcome to the caller alone, as they would get it. */
export function testWelcome({ act, session, services }: Context) {
  return act(async (tx) => {
    const viewer = await viewerOf(tx.db, session.userId)
    if (viewer.mail === null) refuse('USER_WITHOUT_MAIL')
    await queueMail(tx, services, {
      event: 'welcome',
      userId: session.userId,
      to: viewer.mail,
      language: viewer.language,
      subject: { kind: 'employee', id: session.userId },
      variables: variablesOf(viewer.first_name),
    })
    return { correo: viewer.mail }
  })
}

/** Writes the welcome of one process, batch by batch; after a kill it continues with the rest. */
export async function welcomeAll(
  services: Services,
  company: number,
  process: number,
  signal: AbortSignal,
): Promise<void> {
  const { write } = services.tenant(company)
  for (let left = true; left && !signal.aborted;)
    left = await write((tx) => welcomeSome(tx, services, process))
  signal.throwIfAborted()
}

async function welcomeSome(tx: Tx, services: Services, process: number): Promise<boolean> {
  await lockProcess(tx, process)
  const { status } = await tx.db
    .selectFrom('processes')
    .select('status')
    .where('id', '=', process)
    .executeTakeFirstOrThrow()
  if (status !== 'in_progress') return false
  const items = await pendingItems(tx, process, batch)
  if (items.length === 0) {
    await endProcess(tx, process, { status: 'successful', at: services.clock() })
    return false
  }
  const ids = items.map(({ data }) => z.object({ employee: z.number() }).parse(data).employee)
  // People who left meanwhile, or lost their mail, are welcomed no more.
  const people = await tx.db
    .selectFrom('users')
    .innerJoin('employees', (on) =>
      on.onRef('employees.company_id', '=', 'users.company_id').onRef('employees.id', '=', 'users.id'),
    )
    .select(['users.id', 'users.first_name', 'users.mail', languageOfUser().as('language')])
    .where('users.id', 'in', ids)
    .where('employees.state', '=', 'active')
    .where('users.mail_key', 'is not', null)
    .execute()
  await queueMails(
    tx,
    services,
    people.flatMap(({ id, first_name, mail, language }) =>
      mail === null
        ? []
        : {
            event: 'welcome' as const,
            name: `welcome ${id}`,
            userId: id,
            to: mail,
            language,
            subject: { kind: 'employee' as const, id },
            process,
            variables: variablesOf(first_name),
          },
    ),
  )
  await noteItemsDone(tx, process, items)
  return true
}

const variablesOf = (firstName: string) => ({ nombre: firstName, sitio: 'e' as const })

function viewerOf(db: Db, id: number) {
  return db
    .selectFrom('users')
    .select(['first_name', 'mail', languageOfUser().as('language')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
