import { sql } from 'kysely'
import { type Happened, happenedOnAccount, happenedOnDocuments } from '#contract/me/me.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { livingSessions } from '#server/areas/account/operations.ts'

/** Something that happened to a person's account or documents, and who did it. */
export interface Happening {
  id: number
  fecha: Date
  act: Happened
  /** Null: the system. */
  actor_id: number | null
  quien: string | null
  /** As the browser called itself. */
  dispositivo: string | null
  documento: { id: number; tipo: string; periodo: string | null; etiqueta: string | null } | null
}

/** Acts of others on a person's documents, the newest first. */
export async function onMyDocuments(db: Db, userId: number, limit: number): Promise<Happening[]> {
  const rows = await happened(db)
    .innerJoin('documents', 'documents.id', 'events.subject_id')
    .innerJoin('document_types', 'document_types.id', 'documents.type_id')
    .select([
      'documents.id as document_id',
      'document_types.name as tipo',
      'documents.period as periodo',
      'documents.label as etiqueta',
    ])
    .where('documents.employee_id', '=', userId)
    .where('events.subject_kind', '=', 'document')
    .where('events.act', 'in', happenedOnDocuments)
    .where((is) => is.or([is('events.actor_id', '<>', userId), is('events.actor_id', 'is', null)]))
    .limit(limit)
    .$narrowType<{ act: Happened }>()
    .execute()
  return rows.map(({ document_id, tipo, periodo, etiqueta, ...event }) => ({
    ...event,
    documento: { id: document_id, tipo, periodo, etiqueta },
  }))
}

/** Events of a person's account, and their sign-ins, the newest first. */
export async function onMyAccount(db: Db, userId: number, limit: number): Promise<Happening[]> {
  const about = (query: ReturnType<typeof happened>) =>
    query.where('events.act', 'in', happenedOnAccount).limit(limit).$narrowType<{ act: Happened }>().execute()
  const account = await about(
    happened(db)
      .where('events.subject_kind', 'in', ['credential', 'employee'])
      .where('events.subject_id', '=', userId),
  )
  const signIns = await about(
    happened(db).where('events.subject_kind', '=', 'session').where('events.actor_id', '=', userId),
  )
  return [...account, ...signIns].map((event) => ({ ...event, documento: null }))
}

function happened(db: Db) {
  return db
    .selectFrom('events')
    .leftJoin('event_details', 'event_details.event_id', 'events.id')
    .leftJoin('users', 'users.id', 'events.actor_id')
    .select([
      'events.id',
      'events.at as fecha',
      'events.act',
      'events.actor_id',
      sql<string | null>`users.first_name || ' ' || users.last_name`.as('quien'),
      'event_details.device as dispositivo',
    ])
    .orderBy('events.id', 'desc')
}

/** A person's open sessions, the one seen last first. */
export function openSessions(db: Db, userId: number, now: Date, idleMinutes: number) {
  return livingSessions(db, userId, now, idleMinutes)
    .select([
      'id',
      'created_at as desde',
      'seen_at as visto',
      'address as direccion',
      'device as dispositivo',
    ])
    .orderBy('seen_at', 'desc')
    .limit(20)
    .execute()
}
