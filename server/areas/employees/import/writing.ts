import type { Context } from '#server/shared/context.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { fold } from '#server/shared/text/fold.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { noteBankChange } from '../bank-change.ts'
import { wasAndIs, writeChanges } from '../editing.ts'
import type { CheckedLine } from './check.ts'
import { appoint, insertEmployees, type Newcomer } from '../many.ts'
import { makePlaces, type PlaceIds } from '../places.ts'

const batch = 500

interface Writing {
  now: Date
  country: string
  evidence: Context['evidence']
  services: Pick<Services, 'config' | 'clock'>
  onProgress: (done: number) => Promise<void>
}

/**
 * Writes what was checked, in the caller's transaction: all of it or nothing. Answers the ids of those who were
 * made, by their lines. It invites nobody, sets no password and gives no profile but the employee's.
 */
export async function writeLines(
  tx: Tx,
  lines: readonly CheckedLine[],
  writing: Writing,
): Promise<Map<number, number>> {
  const made = new Map<number, number>()
  const places = new Map<string, number>()
  const placeIds = async (line: CheckedLine): Promise<PlaceIds> => {
    const ids: PlaceIds = { ...line.placeIds }
    for (const { field, name } of line.missingPlaces) {
      const key = `${field} ${fold(name)}`
      const known = places.get(key) ?? (await makePlaces(tx, [{ field, name }]))[field]
      if (known) places.set(key, known)
      ids[field] = known ?? null
    }
    return ids
  }
  let done = 0
  const news = lines.filter(({ kind }) => kind === 'new')
  for (let from = 0; from < news.length; from += batch) {
    const some = news.slice(from, from + batch)
    const newcomers: (Newcomer & { line: number })[] = []
    for (const line of some)
      if (line.creation)
        newcomers.push({ line: line.line, employee: line.creation, places: await placeIds(line) })
    const ids = await insertEmployees(tx, newcomers, { ...writing, data: { import: true } })
    for (const [at, { line }] of newcomers.entries()) made.set(line, ids[at] ?? 0)
    await writing.onProgress((done += some.length))
  }
  for (const line of lines) {
    if (line.kind !== 'changed' || !line.before || !line.edit) continue
    const edit = { ...line.edit, ...managerOf(line, made) }
    await writeChanges(tx, line.before.id, edit, await placeIds(line))
    await recordEvent(tx, {
      subject: { kind: 'employee', id: line.before.id },
      act: 'changed',
      actorId: writing.evidence.actorId,
      at: writing.now,
      data: { fields: Object.keys(edit), import: true },
      detail: { ...writing.evidence.detail, text: JSON.stringify(wasAndIs(line.before, edit)) },
    })
    await noteBankChange(tx, writing.services, {
      before: line.before,
      changes: edit,
      evidence: writing.evidence,
    })
    done++
    if (done % 100 === 0) await writing.onProgress(done)
  }
  // Managers of new employees are set after all of them exist.
  await appoint(
    tx,
    news.flatMap((line) => {
      const { reporta } = managerOf(line, made)
      const id = made.get(line.line)
      return reporta && id ? [{ id, reporta }] : []
    }),
  )
  return made
}

function managerOf(line: CheckedLine, made: ReadonlyMap<number, number>): { reporta?: number } {
  if (!line.reportsTo) return {}
  const id = 'id' in line.reportsTo ? line.reportsTo.id : made.get(line.reportsTo.line)
  return id === undefined ? {} : { reporta: id }
}
