import { hash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { EventsTable } from '../../db/schema.ts'
import type { Tx } from '../tenancy.ts'

export type SubjectKind = EventsTable['subject_kind']

/**
 * The acts that are recorded as evidence, by the kind of their subject. The words stand in rows that never change, so
 * none is renamed.
 */
interface Acts {
  document:
    | 'published'
    | 'uploaded'
    | 'sent'
    | 'approved'
    | 'returned'
    | 'sent_again'
    | 'withdrawn'
    | 'rejected'
    | 'cancelled'
    | 'replaced'
    | 'signed'
    | 'read'
    | 'seen'
    | 'downloaded'
    | 'exported'
    | 'reported'
    | 'changed'
    | 'observed'
    | 'observation_deleted'
    | 'disagreement_answered'
    | 'mail_resent'
    | 'analysis_sent'
    | 'paper_attached'
    | 'paper_seen'
    | 'reminded'
    | 'told_again'
  publication:
    | 'begun'
    | 'received'
    | 'read'
    | 'failed'
    | 'published'
    | 'sent_out'
    | 'continued'
    | 'taken_out'
    | 'coming_back'
    | 'came_back'
    | 'rescheduled'
    | 'cancelled'
    | 'item_assigned'
    | 'item_anyway'
    | 'item_excluded'
    | 'item_undone'
    | 'item_merged'
    | 'item_unmerged'
    | 'item_split'
    | 'taught'
    | 'forgotten'
    | 'leftovers_taken'
  process:
    | 'undone'
    | 'reminder_asked'
    | 'notice_asked'
    | 'reminder_stopped'
    | 'invitations_asked'
    | 'welcome_asked'
    | 'taken_over'
    | 'cancelled'
  credential:
    | 'invited'
    | 'link_mailed'
    | 'link_used'
    | 'code_printed'
    | 'code_used'
    | 'password_changed'
    | 'mail_change_asked'
    | 'mail_changed'
    | 'mail_change_undone'
    | 'mail_objected'
    | 'signing_asked'
    | 'signing_opened'
    | 'avatar_changed'
    | 'terms_accepted'
    | 'consent_given'
    | 'consent_refused'
    | 'consent_withdrawn'
    | 'locked'
    | 'factor_added'
    | 'factor_removed'
    | 'factor_used'
    | 'factor_locked'
    | 'factor_reset'
    | 'recovery_codes_made'
    | 'recovery_code_used'
    | 'related'
    | 'relation_used'
    | 'relation_suspended'
    | 'relation_cut'
    | 'sso_bound'
  session: 'signed_in' | 'signed_out' | 'session_closed' | 'device_notices_on' | 'device_notices_off'
  employee:
    | 'created'
    | 'changed'
    | 'bank_changed'
    | 'bank_seen'
    | 'identified'
    | 'imported'
    | 'import_invited'
    | 'sheet_taken'
    | 'unsubscribed'
    | 'unsubscribed_many'
    | 'end_called_off'
    | 'end_undone'
    | 'reactivated'
    | 'stay_ended'
    | 'profiles_changed'
    | 'filters_changed'
    | 'integration_profiles_changed'
    | 'folder_filter_added'
    | 'folder_filter_removed'
    | 'seen'
    | 'seen_as'
    | 'permission_asked'
    | 'note_added'
    | 'note_deleted'
  folder: 'created' | 'changed' | 'archived'
  document_type: 'created' | 'changed' | 'archived' | 'moved' | 'ordered' | 'configured' | 'layout_forgotten'
  certificate: 'created' | 'imported' | 'expired' | 'warned'
  approval:
    | 'requested'
    | 'approved'
    | 'rejected'
    | 'returned'
    | 'sent_again'
    | 'withdrawn'
    | 'redirected'
    | 'approved_by_time'
  change:
    | 'proposed'
    | 'superseded'
    | 'approved'
    | 'rejected'
    | 'withdrawn'
    | 'frozen'
    | 'released'
    | 'account_seen'
  workflow: 'activated' | 'replaced' | 'deactivated'
  deputy: 'named' | 'ended'
  post: 'published' | 'changed' | 'ended' | 'archived' | 'reminded' | 'acknowledged'
  company:
    | 'created'
    | 'administrator_added'
    | 'administrator_reset'
    | 'administrator_removed'
    | 'holder_granted'
    | 'holder_revoked'
    | 'sessions_ended'
    | 'sign_in_page_set'
    | 'provider_set'
    | 'provider_bound'
    | 'provider_unbound'
    | 'provider_removed'
    | 'terms_set'
    | 'notice_made'
    | 'notice_ended'
    | 'blocked_for_payment'
    | 'unblocked_for_payment'
    | 'addresses_set'
    | 'integration_profile_added'
    | 'integration_profile_changed'
    | 'integration_profile_removed'
    | 'organization_model_added'
    | 'organization_model_removed'
    | 'renamed'
    | 'domain_set'
    | 'logo_set'
    | 'colours_set'
    | 'mail_words_set'
    | 'mail_words_restored'
    | 'mail_picture_added'
    | 'mail_picture_archived'
    | 'mail_picture_restored'
  setting: 'changed' | 'sso_provider_set' | 'sso_provider_removed' | 'mfa_required' | 'mfa_not_required'
}

/** The acts that are recorded about one kind of subject. */
export type ActOf<K extends keyof Acts> = Acts[K]

/** Any JSON value. */
export type Fact =
  | string
  | number
  | boolean
  | null
  | readonly Fact[]
  | { readonly [name: string]: Fact | undefined }

/** The part of an event that may be erased later without breaking the evidence. */
export interface EventDetail {
  address?: string | null | undefined
  device?: string | null | undefined
  text?: string | null | undefined
}

/** The author of an act and where they were. `actorId` null: the operator. */
export interface Author {
  actorId: number | null
  detail: { address: string; device: string }
}

type SubjectAndAct = {
  [K in keyof Acts]: { subject: { kind: K; id: number }; act: Acts[K] }
}[keyof Acts]

/** Something that a person did or saw. `actorId` null: the system did it. */
export type EventToRecord = SubjectAndAct & {
  actorId: number | null
  at?: Date
  data?: { readonly [name: string]: Fact | undefined }
  detail?: EventDetail
}

/** The part of an event that its own hash covers. */
export interface HashedEvent {
  company: number
  subjectKind: SubjectKind
  subjectId: number
  act: string
  actorId: number | null
  at: Date
  data: Fact
  detailHash: string | null
}

/**
 * Writes an event into the company's evidence. Nobody changes or deletes it afterwards; the sealer puts it under
 * the next root. Address, device and free text lie in a salted side row, of which the event holds only the hash.
 */
export async function recordEvent(tx: Tx, event: EventToRecord): Promise<number> {
  const { detail, row } = rowsOf(tx, event)
  if (!detail) {
    const { id } = await tx.db.insertInto('events').values(row).returning('id').executeTakeFirstOrThrow()
    return id
  }
  // Both rows in one round trip.
  const { id } = await tx.db
    .with('written', (db) => db.insertInto('events').values(row).returning(['company_id', 'id']))
    .insertInto('event_details')
    .columns(['company_id', 'event_id', 'salt', 'address', 'device', 'text'])
    .expression((db) =>
      db
        .selectFrom('written')
        .select(['company_id', 'id'])
        .select((is) => [
          is.val(detail.salt).as('salt'),
          is.cast<string | null>(is.val(detail.address), 'text').as('address'),
          is.cast<string | null>(is.val(detail.device), 'text').as('device'),
          is.cast<string | null>(is.val(detail.text), 'text').as('text'),
        ]),
    )
    .returning('event_id as id')
    .executeTakeFirstOrThrow()
  return id
}

/** {@link recordEvent} for many, in one statement: each event has its own hash and salt. */
export async function recordEvents(tx: Tx, events: readonly EventToRecord[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map((event) => {
    const { detail, row } = rowsOf(tx, event)
    return { ...row, data: event.data ?? {}, ...detail }
  })
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(
        company_id bigint, subject_kind text, subject_id bigint, act text, actor_id bigint, at timestamptz,
        data jsonb, detail_hash text, hash text, salt text, address text, device text, text text)),
    written as (
      insert into events (company_id, subject_kind, subject_id, act, actor_id, at, data, detail_hash, hash)
      select company_id, subject_kind, subject_id, act, actor_id, at, data, detail_hash, hash from given
      returning company_id, id, detail_hash)
    insert into event_details (company_id, event_id, salt, address, device, text)
    select written.company_id, written.id, given.salt, given.address, given.device, given.text
    from written join given on given.detail_hash = written.detail_hash`.execute(tx.db)
}

/** An event's row and its side row. */
function rowsOf(tx: Tx, event: EventToRecord) {
  const at = event.at ?? new Date()
  const data = event.data ?? {}
  const detail = event.detail && { salt: randomBytes(16).toString('hex'), ...withNulls(event.detail) }
  const detailHash = detail ? hashOfDetail(detail) : null
  const row = {
    company_id: tx.company,
    subject_kind: event.subject.kind,
    subject_id: event.subject.id,
    act: event.act,
    actor_id: event.actorId,
    at,
    data: JSON.stringify(data),
    detail_hash: detailHash,
    hash: hashOfEvent({
      company: tx.company,
      subjectKind: event.subject.kind,
      subjectId: event.subject.id,
      act: event.act,
      actorId: event.actorId,
      at,
      data,
      detailHash,
    }),
  }
  return { detail, row }
}

/** SHA-256 (hex) of an event's canonical JSON. */
export function hashOfEvent(event: HashedEvent): string {
  return sha256(canonical(hashedFacts(event)))
}

/** The fields of an event that its hash covers. */
export function hashedFacts(event: HashedEvent): Fact {
  const { company, subjectKind, subjectId, act, actorId, at, data, detailHash } = event
  return { company, subjectKind, subjectId, act, actorId, at: at.toISOString(), data, detailHash }
}

/** SHA-256 (hex) of a side row, stored in its event. */
export function hashOfDetail(detail: {
  salt: string
  address: string | null
  device: string | null
  text: string | null
}): string {
  const { salt, address, device, text } = detail
  return sha256(canonical({ salt, address, device, text }))
}

/** JSON with sorted object keys (RFC 8785), so that a value read back from jsonb has the same hash. */
export function canonical(fact: Fact): string {
  if (fact === null || typeof fact !== 'object') return JSON.stringify(fact)
  if (isList(fact)) return `[${fact.map(canonical).join(',')}]`
  const members = Object.entries(fact)
    .flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${JSON.stringify(name)}:${canonical(value)}`)
  return `{${members.join(',')}}`
}

function isList(fact: Fact): fact is readonly Fact[] {
  return Array.isArray(fact)
}

function withNulls(detail: EventDetail) {
  return { address: detail.address ?? null, device: detail.device ?? null, text: detail.text ?? null }
}

function sha256(text: string): string {
  return hash('sha256', text)
}
