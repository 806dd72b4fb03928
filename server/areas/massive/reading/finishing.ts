import { sql } from 'kysely'
import { makeFault } from '#contract/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { moveProcess } from '#server/shared/processes/lifecycle.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { countPublished, isMonthly, lastPeriod } from '../preview/expected.ts'
import type { Notice } from '../queries.ts'
import type { LayoutTaught } from '../receipts/kept-layouts.ts'
import { restoreDecisions } from './decided.ts'
import { findOtherEmployer } from './other-employer.ts'
import type { Reading, Run } from './run.ts'

/** More or fewer than the month before by more than this part is worth a warning. */
const unlike = 0.1

/** The result of reading a file: its pages, and notices about the whole. */
export interface WasRead {
  pages: number
  notices: readonly Notice[]
  /** Layouts that its pages taught, and the kept ones by which pages were read. */
  learned: readonly LayoutTaught[]
  layouts: readonly number[]
}

/** Completes a reading: opens the preview, with differences from last month. */
export async function finishReading(
  run: Run,
  { pages, notices, learned, layouts, milliseconds }: WasRead & { milliseconds: number },
): Promise<void> {
  const { reading } = run
  const { process } = reading
  await run.write(async (tx) => {
    const onceEach = !reading.severalAPeriod && reading.period !== null
    if (onceEach) await markRepeated(tx, process)
    await restoreDecisions(tx, process, onceEach)
    const counts = await tx.db
      .selectFrom('publication_items')
      .select(({ fn }) => [
        fn.countAll<number>().as('all'),
        fn.countAll<number>().filterWhere('found', '=', 'otro_mes').as('otherMonth'),
        fn
          .countAll<number>()
          .filterWhere('found', 'not in', ['pagina_suelta', 'archivo_rechazado'])
          .as('receipts'),
      ])
      .where('process_id', '=', process)
      .executeTakeFirstOrThrow()
    await tx.db
      .updateTable('publications')
      .set({
        pages,
        read_milliseconds: milliseconds,
        learned: learned.length > 0 ? JSON.stringify(learned) : null,
        layouts: [...layouts],
        notices: JSON.stringify([...notices, ...(await noticesOf(tx, reading, counts))]),
      })
      .where('process_id', '=', process)
      .execute()
    await moveProcess(tx, process, { step: 'preview', done: counts.all, total: counts.all })
    await recordEvent(tx, {
      subject: { kind: 'publication', id: process },
      act: 'read',
      actorId: null,
      at: reading.startedAt,
      data: { receipts: counts.all, pages, ...(layouts.length > 0 && { layouts: [...layouts] }) },
    })
  })
}

/** Marks several receipts of one person, which separate files may contain. */
async function markRepeated(tx: Tx, process: number): Promise<void> {
  // One pass by an order: a join of a table with itself goes badly where PostgreSQL knows nothing of it yet.
  await sql`update publication_items item set found = 'repetido'
    where item.found = 'listo' and item.id = any (array(
      select id from (
        select id, count(*) over (partition by employee_id) as receipts from publication_items
        where process_id = ${process} and employee_id is not null and found in ('listo', 'repetido')
      ) mine where receipts > 1))`.execute(tx.db)
}

async function noticesOf(
  tx: Tx,
  { process, typeId, period, viewer, sha256 }: Reading,
  { receipts, otherMonth }: { receipts: number; otherMonth: number },
): Promise<Notice[]> {
  const other = await findOtherEmployer(tx, process)
  const notices: Notice[] = other ? [other] : []
  const of = { type: typeId, period }
  const before = (await isMonthly(tx.db, of)) ? await lastPeriod(tx.db, of) : null
  if (before !== null) {
    const count = await countPublished(tx.db, viewer, { type: typeId, period: before })
    if (count > 0 && Math.abs(receipts - count) > count * unlike)
      notices.push(makeFault('MASSIVE_COUNT_UNLIKE', undefined, { ahora: receipts, antes: count }))
  }
  const same = await tx.db
    .selectFrom('publications')
    .innerJoin('processes', 'processes.id', 'publications.process_id')
    .select('publications.file_name')
    .where('publications.sha256', '=', sha256)
    .where('publications.process_id', '<>', process)
    .where('processes.status', '<>', 'cancelled')
    .orderBy('publications.process_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (same) notices.push(makeFault('MASSIVE_SAME_FILE', undefined, { archivo: same.file_name }))
  if (otherMonth > 0) notices.push(makeFault('MASSIVE_OTHER_MONTH', undefined, { cantidad: otherMonth }))
  return notices
}
