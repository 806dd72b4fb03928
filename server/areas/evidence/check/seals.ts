import { setImmediate } from 'node:timers/promises'
import { leadsTo } from '#pdf/chain.ts'
import { checkTimestamp } from '#pdf/cms-verify.ts'
import { hashOfDetail, hashOfEvent } from '#server/shared/evidence/events.ts'
import { merkleRoot } from '#server/shared/evidence/merkle.ts'
import { dayOf, sealRoot, stampDays } from '#server/shared/evidence/seal.ts'
import type { Services } from '#server/shared/services.ts'
import { type DayFiles } from './day-files.ts'
import { enterNextPhase, noteDifference, type Progress } from './progress.ts'
import {
  type EventRow,
  eventsOfSeals,
  type SealRow,
  sealsAfter,
  signaturesOn,
  unsealedAfter,
} from './queries.ts'

/** Seals and events of one step. A seal with more events is a step of its own. */
const mostSeals = 200
const mostEvents = 2000
/** Events hashed before other work gets its turn. */
const eventsATurn = 500
/** Milliseconds after its seal within which a timestamp is made. */
const stampPatience = (stampDays + 1) * 86_400_000

/** Checks the next seals of the chain: their events, roots, timestamps, and that each covers the one before. */
export async function checkSeals(
  services: Services,
  company: number,
  progress: Progress,
  dayFiles: DayFiles,
): Promise<void> {
  const { seals, events, signed } = await services.tenant(company).read(async (db) => {
    const page = withinStep(await sealsAfter(db, progress.after, mostSeals))
    const [first, last] = [page[0], page.at(-1)]
    if (!first || !last) return { seals: page, events: [], signed: new Set<string>() }
    const expected = page.reduce((sum, seal) => sum + seal.events, 0)
    const found = await eventsOfSeals(db, first.id, last.id, expected + mostEvents)
    return { seals: page, events: found, signed: await signaturesOn(db, signedDocumentsOf(found)) }
  })
  if (seals.length === 0) return enterNextPhase(progress)
  const bySeal = Map.groupBy(events, (event) => event.seal_id)
  for (const seal of seals) {
    const day = dayOf(seal.created_at)
    if (day !== progress.day) {
      checkPastDay(services, progress)
      if (!dayFiles.has(day)) progress.daysWithoutFile++
    }
    progress.day = day
    const own = bySeal.get(seal.id) ?? []
    await checkEvents(progress, own, signed)
    checkRoot(progress, seal, own)
    checkStamp(services, progress, seal)
    progress.isStamped = seal.timestamp_token !== null
    progress.root = seal.root
    progress.after = seal.id
    progress.checked.seals++
  }
}

/** Checks the next events that no seal covers yet. */
export async function checkUnsealed(services: Services, company: number, progress: Progress): Promise<void> {
  const { events, signed } = await services.tenant(company).read(async (db) => {
    const found = await unsealedAfter(db, progress.after, mostEvents)
    return { events: found, signed: await signaturesOn(db, signedDocumentsOf(found)) }
  })
  await checkEvents(progress, events, signed)
  const last = events.at(-1)
  if (last) progress.after = last.id
  else enterNextPhase(progress)
}

function withinStep(seals: readonly SealRow[]): SealRow[] {
  let events = 0
  const over = seals.findIndex((seal, at) => at > 0 && (events += seal.events) > mostEvents)
  return over < 0 ? [...seals] : seals.slice(0, over)
}

async function checkEvents(
  progress: Progress,
  events: readonly EventRow[],
  signed: ReadonlySet<string>,
): Promise<void> {
  for (const [at, event] of events.entries()) {
    if (at % eventsATurn === eventsATurn - 1) await setImmediate()
    progress.checked.events++
    if (hashOfEvent(event) !== event.hash)
      noteDifference(progress, { kind: 'event_changed', event: event.id })
    if (!isDetailWhole(event)) noteDifference(progress, { kind: 'detail_changed', event: event.id })
    const signature = signatureOf(event)
    if (signature && !signed.has(`${signature.document} ${signature.revision}`))
      noteDifference(progress, { kind: 'signature_removed', ...signature })
  }
}

/** Whether an event's address, device and text are those that it covers, or were erased. */
function isDetailWhole({ salt, address, device, text, detailHash }: EventRow): boolean {
  return salt === null || hashOfDetail({ salt, address, device, text }) === detailHash
}

/** The signature that an event records; null for other acts. */
function signatureOf(event: EventRow): { document: number; revision: number } | null {
  const { subjectKind, subjectId, act, data } = event
  if (subjectKind !== 'document' || act !== 'signed') return null
  const revision =
    typeof data === 'object' && data !== null && 'revision' in data ? data['revision'] : undefined
  return typeof revision === 'number' ? { document: subjectId, revision } : null
}

function signedDocumentsOf(events: readonly EventRow[]): number[] {
  return [...new Set(events.flatMap((event) => signatureOf(event)?.document ?? []))]
}

function checkRoot(progress: Progress, seal: SealRow, events: readonly EventRow[]): void {
  if (seal.previous_root !== progress.root) noteDifference(progress, { kind: 'chain_broken', seal: seal.id })
  if (events.length < seal.events) noteDifference(progress, { kind: 'events_missing', seal: seal.id })
  else if (events.length > seal.events) noteDifference(progress, { kind: 'events_added', seal: seal.id })
  else if (!isRootOf(seal, events)) noteDifference(progress, { kind: 'root_differs', seal: seal.id })
}

function isRootOf(seal: SealRow, events: readonly EventRow[]): boolean {
  return (
    events.length > 0 &&
    events.every(({ leaf }, at) => leaf === at) &&
    sealRoot(seal.previous_root, merkleRoot(events.map(({ hash }) => hash))) === seal.root
  )
}

/** The day of the last seal checked is over: its last root has a timestamp, from the first timestamp on. */
function checkPastDay({ config, clock }: Services, progress: Progress): void {
  const { day, isStamped, checked, after } = progress
  if (!config.tsaUrl || day === null || isStamped || checked.stamps === 0) return
  if (clock().getTime() - new Date(day).getTime() > stampPatience + 86_400_000)
    noteDifference(progress, { kind: 'stamp_missing', seal: after })
}

function checkStamp({ config }: Services, progress: Progress, seal: SealRow): void {
  if (!seal.timestamp_token) return
  progress.checked.stamps++
  const stamp = checkTimestamp(seal.timestamp_token, Buffer.from(seal.root, 'hex'))
  const isTrusted =
    stamp?.valid &&
    (config.tsaRoots.length === 0 || leadsTo(stamp.authority, stamp.certificates, config.tsaRoots))
  if (!isTrusted) noteDifference(progress, { kind: 'stamp_invalid', seal: seal.id })
  else if (stamp.time.getTime() - seal.created_at.getTime() > stampPatience)
    noteDifference(progress, { kind: 'stamp_late', seal: seal.id })
}
