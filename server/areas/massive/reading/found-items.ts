import type { Exception, Mark } from '#contract/massive/preview.ts'
import { insertKept, type StoredFile } from '#server/shared/files/files.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import type { ReadReceipt } from '../receipts/types.ts'
import type { Notice } from '../queries.ts'

/** A receipt that was read, or what of a file can't be taken, as it is kept. */
export interface ReadItem extends Pick<
  ReadReceipt,
  'readBy' | 'confidence' | 'idRead' | 'nameRead' | 'employeeId' | 'suggestedId' | 'shows'
> {
  found: 'listo' | Exception
  marks: readonly Mark[]
  /** Its place in the order of the file, and of what was made of it. */
  place: number
  part?: number
  /** From 1. */
  pages: number[]
  sourceName: string | null
  pdf: StoredFile | null
  xml: StoredFile | null
  fault: Notice | null
}

/** The row of a receipt that was read, without its files. */
export function makeItem(receipt: ReadReceipt, place: number): ReadItem {
  const { pages, readBy, confidence, idRead, nameRead, marks, shows, found, employeeId, suggestedId } =
    receipt
  return {
    readBy,
    confidence,
    idRead,
    nameRead,
    marks,
    shows,
    found,
    employeeId,
    suggestedId,
    place,
    pages: pages.map((page) => page + 1),
    sourceName: null,
    pdf: null,
    xml: null,
    fault: null,
  }
}

/** A file that can't be taken, and why. */
export function rejected(place: number, sourceName: string, fault: Notice): ReadItem {
  return {
    readBy: 'file_name',
    confidence: null,
    idRead: null,
    nameRead: null,
    marks: [],
    shows: [],
    found: 'archivo_rechazado',
    employeeId: null,
    suggestedId: null,
    place,
    pages: [],
    sourceName,
    pdf: null,
    xml: null,
    fault,
  }
}

/** Keeps receipts with their files. `after` is the number of the last one before them. Answers their ids. */
export async function insertItems(
  tx: Tx,
  process: number,
  items: readonly ReadItem[],
  after: number,
): Promise<number[]> {
  if (items.length === 0) return []
  const files = await insertKept(
    tx,
    items.flatMap(({ pdf, xml }) => [pdf, xml].filter((file) => file !== null)),
  )
  const made = await tx.db
    .insertInto('process_items')
    .values(items.map((_, at) => ({ company_id: tx.company, process_id: process, n: after + at + 1 })))
    .returning(['id', 'n'])
    .execute()
  const ids = made.toSorted((one, other) => one.n - other.n).map(({ id }) => id)
  const next = files.values()
  await tx.db
    .insertInto('publication_items')
    .values(
      items.map((item, at) => ({
        company_id: tx.company,
        id: ids[at] ?? 0,
        process_id: process,
        place: item.place,
        part: item.part ?? 0,
        pages: item.pages,
        source_name: item.sourceName,
        file_id: item.pdf ? (next.next().value ?? null) : null,
        xml_file_id: item.xml ? (next.next().value ?? null) : null,
        read_by: item.readBy,
        confidence: item.confidence,
        id_read: item.idRead,
        name_read: item.nameRead,
        marks: JSON.stringify(item.marks),
        shows: [...item.shows],
        found: item.found,
        fault: item.fault && JSON.stringify(item.fault),
        employee_id: item.employeeId,
        suggested_id: item.suggestedId,
      })),
    )
    .execute()
  return ids
}
