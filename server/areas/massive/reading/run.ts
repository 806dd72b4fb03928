import { sql } from 'kysely'
import type { TaughtPlace } from '#contract/folders/capture-pattern.ts'
import type { MassiveMode } from '#contract/massive/modes.ts'
import { moveProcess } from '#server/shared/processes/lifecycle.ts'
import { progressNoter } from '#server/shared/processes/progress.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { loosenFiles } from '#server/shared/files/files.ts'
import type { Reader } from '../creating.ts'
import { insertItems, type ReadItem } from './found-items.ts'

/** The input of a reading. */
export interface Reading {
  company: number
  process: number
  /** Which beginning this is: a later one has taken over from it. */
  run: number
  mode: MassiveMode
  viewer: Reader
  file: { key: string; size: number }
  fileName: string
  sha256: string
  typeId: number
  typeVersion: number
  capture: 'first_page' | 'file_name'
  hasXml: boolean
  severalAPeriod: boolean
  rotate: 0 | 90 | 180 | 270
  cut: { x: number; y: number; width: number; height: number } | null
  /** Each sheet is two receipts. */
  halves: boolean
  period: string | null
  label: string | null
  startedAt: Date
  /** Places of owners that a person has shown on its pages. */
  taught: TaughtPlace[]
  /** The beginning of the publication: layouts that were kept until then count. */
  keptUntil: Date
}

declare module '#server/db/schema.ts' {
  interface JsonColumns {
    'document_type_versions.cut': NonNullable<Reading['cut']>
  }
}

/** It was cancelled, or another worker reads it: what this one still does is in vain. */
export class NoLongerReading extends Error {}

/** Writes of one reading, each of which finds out first whether it goes on. */
export interface Run {
  reading: Reading
  signal: AbortSignal
  /** A transaction that holds the process, and fails with {@link NoLongerReading} where it is over. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Says how far it is, at most once a second; `now` says it at once. */
  progress(done: number, total: number, now?: boolean): Promise<void>
  /** Keeps what was read, after what was kept before. */
  keep(items: readonly ReadItem[]): Promise<void>
}

/**
 * Begins to read a publication, or begins anew: what a worker before had read goes. Null where there is nothing to be
 * read: it was cancelled, or is read already.
 */
export async function beginReading(
  services: Services,
  company: number,
  process: number,
  signal: AbortSignal,
): Promise<Run | null> {
  const read: Run['read'] = (work) => services.tenant(company).write(work)
  const reading = await read(async (tx) => {
    const found = await toBeRead(tx, process)
    if (!found?.typeId || !found.capture || found.status !== 'in_progress') return null
    if (found.step !== 'uploaded' && found.step !== 'reading') return null
    const startedAt = services.clock()
    await dropItems(tx, process)
    const { reading: run } = await tx.db
      .updateTable('publications')
      .set({
        reading: sql`reading + 1`,
        waiting: false,
        read_milliseconds: null,
        pages: null,
        notices: '[]',
        learned: null,
        layouts: [],
      })
      .where('process_id', '=', process)
      .returning('reading')
      .executeTakeFirstOrThrow()
    await moveProcess(tx, process, { step: 'reading', startedAt, done: 0, total: 0, failed: 0 })
    const { typeId, capture, viewer, mode, rotate, cut, halves, typeVersion, taught, ...rest } = found
    return {
      ...rest,
      typeId,
      capture,
      company,
      process,
      run,
      startedAt,
      typeVersion: typeVersion ?? 1,
      viewer,
      mode,
      rotate: rotate ?? 0,
      cut,
      halves: halves ?? false,
      taught: taught?.places ?? [],
      file: { key: found.key, size: found.size },
      sha256: found.sha256 ?? '',
    } satisfies Reading
  })
  if (!reading) return null
  const write: Run['write'] = (work) =>
    read(async (tx) => {
      signal.throwIfAborted()
      const still = await tx.db
        .selectFrom('processes')
        .innerJoin('publications', 'publications.process_id', 'processes.id')
        .select('processes.id')
        .where('processes.id', '=', process)
        .where('processes.step', '=', 'reading')
        .where('processes.status', '=', 'in_progress')
        .where('publications.reading', '=', reading.run)
        // Both: of a row that isn't locked, who waited for another's lock sees what it was before.
        .forUpdate(['processes', 'publications'])
        .executeTakeFirst()
      if (!still) throw new NoLongerReading()
      return work(tx)
    })
  const note = progressNoter(write, process)
  let kept = 0
  return {
    reading,
    signal,
    read,
    write,
    progress: (done, total, now) => note({ done, total }, now),
    async keep(items) {
      await write((tx) => insertItems(tx, process, items, kept))
      kept += items.length
    },
  }
}

function toBeRead(tx: Tx, process: number) {
  return tx.db
    .selectFrom('processes')
    .innerJoin('publications', 'publications.process_id', 'processes.id')
    .innerJoin('files', 'files.id', 'publications.file_id')
    .innerJoin('document_types as type', 'type.id', 'processes.type_id')
    .leftJoin('document_type_versions as v', (on) =>
      on.onRef('v.type_id', '=', 'type.id').onRef('v.version', '=', 'publications.type_version'),
    )
    .select([
      'processes.step',
      'processes.status',
      'processes.period',
      'processes.created_at as keptUntil',
      'publications.mode',
      'publications.viewer',
      'publications.label',
      'publications.file_name as fileName',
      'publications.sha256',
      'publications.taught',
      'publications.type_version as typeVersion',
      'files.key',
      'files.size',
      'type.id as typeId',
      'type.capture',
      'type.has_xml as hasXml',
      'type.several_a_period as severalAPeriod',
      'v.rotation as rotate',
      'v.cut',
      'v.halves',
    ])
    .where('processes.id', '=', process)
    .where('publications.mode', '<>', 'generic')
    .$narrowType<{ mode: MassiveMode }>()
    .forUpdate('processes')
    .executeTakeFirst()
}

/** Takes away the receipts of a publication of which none was published; their files are swept. */
async function dropItems(tx: Tx, process: number): Promise<void> {
  const gone = await tx.db
    .deleteFrom('publication_items')
    .where('process_id', '=', process)
    .returning(['file_id', 'xml_file_id'])
    .execute()
  await tx.db.deleteFrom('process_items').where('process_id', '=', process).execute()
  await loosenFiles(
    tx,
    gone.flatMap(({ file_id, xml_file_id }) => [file_id, xml_file_id]),
  )
}
