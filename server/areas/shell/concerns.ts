import { sql } from 'kysely'
import type { z } from 'zod'
import { actions, type ActionId, satisfies } from '#contract/actions.ts'
import type { shell } from '#contract/shell/shell.ts'
import type { Session } from '#server/shared/identity/session.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { type KindsOfApproval, waitingFor } from '#server/areas/approvals/operations.ts'
import { visibleDocuments } from '#server/shared/reading/documents.ts'
import { visibleEmployees } from '#server/shared/visibility.ts'

type Concern = z.input<typeof shell.concerns.answer>['avisos'][number]

const day = 86_400_000
/** Days before its end from which a certificate concerns whoever looks after it. */
const certificateDays = 60
/** Days for which a mail that did not arrive is said. */
const mailDays = 14
/** Single lines of one kind. */
const linesAtMost = 5

/** The viewer's concerns on the bell: each kind only where they may open its screen, and only within reach. */
export async function concernsOf(
  db: Db,
  viewer: Session,
  kindsOfApproval: KindsOfApproval,
  now: Date,
): Promise<Concern[]> {
  const kinds: [ActionId, (db: Db, viewer: Session, now: Date) => Promise<Concern[]>][] = [
    [actions.documentSearch, unsignedByCompany],
    [actions.documentSearch, disagreements],
    [actions.certificates, endingCertificates],
    [actions.documentDetail, failedMails],
    [actions.employeeAdministration, failedInvitations],
    [actions.employeeAdministration, importsToLookAt],
  ]
  const found = await approvals(db, viewer, kindsOfApproval)
  for (const [action, ask] of kinds) {
    if (satisfies([action], viewer)) found.push(...(await ask(db, viewer, now)))
  }
  return found
}

/** Approvals that wait for the viewer's decision. */
async function approvals(db: Db, viewer: Session, kinds: KindsOfApproval): Promise<Concern[]> {
  const rows = await waitingFor(db, viewer, kinds, { limit: linesAtMost, offset: 0 })
  return rows
    .filter(({ kind }) => kind === 'publication')
    .map(({ subject_id, asker, opened_at }) => ({
      clase: 'por_liberar',
      id: subject_id,
      nombre: asker,
      total: 1,
      desde: opened_at,
      vence: null,
    }))
}

const nothing = { id: null, nombre: null, vence: null }

async function unsignedByCompany(db: Db, viewer: Session): Promise<Concern[]> {
  const { total, desde } = await visibleDocuments(db, viewer, ['waiting_company_signature'])
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.max('documents.created_at').as('desde')])
    .executeTakeFirstOrThrow()
  return desde ? [{ ...nothing, clase: 'falta_firma_empresa', total, desde }] : []
}

async function disagreements(db: Db, viewer: Session): Promise<Concern[]> {
  const { total, desde } = await visibleDocuments(db, viewer, ['published'])
    .innerJoin('disagreements', 'disagreements.document_id', 'documents.id')
    .where('disagreements.state', '=', 'open')
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.max('disagreements.opened_at').as('desde')])
    .executeTakeFirstOrThrow()
  return desde ? [{ ...nothing, clase: 'no_conforme', total, desde }] : []
}

async function endingCertificates(db: Db, _viewer: Session, now: Date): Promise<Concern[]> {
  const rows = await db
    .selectFrom('certificates')
    .where('expired_at', 'is', null)
    .where('valid_until', '>', now)
    .where('valid_until', '<', new Date(now.getTime() + certificateDays * day))
    .orderBy('valid_until')
    .limit(linesAtMost)
    .select(['id', 'holder_name as nombre', 'valid_until as vence'])
    .execute()
  return rows.map((row) => ({
    ...row,
    clase: 'certificado_vence',
    total: 1,
    desde: new Date(row.vence.getTime() - certificateDays * day),
  }))
}

async function failedMails(db: Db, viewer: Session, now: Date): Promise<Concern[]> {
  const rows = await visibleDocuments(db, viewer)
    .innerJoin('mails', 'mails.subject_id', 'documents.id')
    .leftJoin('users', 'users.id', 'documents.employee_id')
    .where('mails.subject_kind', '=', 'document')
    .where('mails.state', '=', 'failed')
    .where('mails.created_at', '>', new Date(now.getTime() - mailDays * day))
    .orderBy('mails.created_at', 'desc')
    .limit(linesAtMost)
    .select(['documents.id', sql<string>`users.sort_name`.as('nombre'), 'mails.created_at as desde'])
    .execute()
  return rows.map((row) => ({ ...row, clase: 'correo_fallido', total: 1, vence: null }))
}

/** People whose invitation failed, who have no password yet and were not invited again. */
async function failedInvitations(db: Db, viewer: Session, now: Date): Promise<Concern[]> {
  const rows = await db
    .selectFrom('mails')
    .innerJoin('users', 'users.id', 'mails.user_id')
    .innerJoin('employees', 'employees.id', 'users.id')
    .where(visibleEmployees(viewer, 'users.id'))
    .where('mails.event', '=', 'new_user')
    .where('mails.state', '=', 'failed')
    .where('mails.created_at', '>', new Date(now.getTime() - mailDays * day))
    .where('users.password_hash', 'is', null)
    .where('employees.state', '<>', 'inactive')
    .where(
      sql<boolean>`not exists (select from mails later where later.user_id = mails.user_id
        and later.event = 'new_user' and later.id > mails.id)`,
    )
    .orderBy('mails.created_at', 'desc')
    .limit(linesAtMost)
    .select(['users.id', sql<string>`users.sort_name`.as('nombre'), 'mails.created_at as desde'])
    .execute()
  return rows.map((row) => ({ ...row, clase: 'invitacion_fallida', total: 1, vence: null }))
}

async function importsToLookAt(db: Db, viewer: Session): Promise<Concern[]> {
  const rows = await db
    .selectFrom('processes')
    .innerJoin('employee_imports as file', 'file.process_id', 'processes.id')
    .where('processes.created_by', '=', viewer.userId)
    .where('processes.status', '=', 'in_progress')
    .where('processes.step', '=', 'preview')
    .orderBy('processes.created_at', 'desc')
    .limit(linesAtMost)
    .select(['processes.id', 'file.file_name as nombre', 'processes.total', 'processes.created_at as desde'])
    .execute()
  return rows.map((row) => ({ ...row, clase: 'importacion', vence: null }))
}
