import type { FileAnswer } from '#server/shared/context.ts'
import type { Context } from '#server/shared/context.ts'
import { recordEvents } from '#server/shared/evidence/events.ts'
import { csvStreamOf, spreadsheetOf } from '#server/shared/files/spreadsheet.ts'
import { today } from '#server/shared/today.ts'
import {
  cellsOf,
  documentColumns,
  downloadWords,
  headsOf,
  instantCell,
  observationColumns,
  type Reader,
} from './words.ts'
import { fileTypes, type RunningExport, type SearchAsked } from './exporting.ts'
import { type FoundDocument, observationsOf, partsOf, type Place, readBatch } from './reading.ts'
import { checkSearch } from '../search.ts'

/** Documents read, written down as exported and sent at a time. */
const batchSize = 500

/**
 * A search as a spreadsheet, as CSV, or its observations: read by keyset a batch after the other, each in a short
 * transaction of its own in which the session still lives, and sent as fast as it is taken.
 */
export function sheetOf(ctx: Context, running: RunningExport): FileAnswer {
  const { request, services, session } = ctx
  const reader: Reader = { language: request.language, country: session.country, zone: session.zone }
  const { kind } = running
  const observed = kind === 'observaciones'
  const words = downloadWords[request.language]
  const sheet = {
    name: observed ? words.hoja.observaciones : words.hoja.documentos,
    columns: headsOf(observed ? observationColumns : documentColumns, reader),
    rows: running.watched(
      observed ? observationRows(ctx, running, reader) : documentRows(ctx, running, reader),
    ),
  }
  const { type, ending } = fileTypes[kind]
  const name = `${words.archivo[kind]}-${today(session.zone, services.clock())}`
  return {
    body: kind === 'csv' ? csvStreamOf(sheet) : spreadsheetOf(sheet),
    type,
    download: `${name}.${ending}`,
  }
}

async function* documentRows(ctx: Context, running: RunningExport, reader: Reader) {
  for await (const { documents } of batches(ctx, running)) {
    yield documents.map((document) => {
      const cells = cellsOf(document, reader)
      return documentColumns.map((name) => cells[name] ?? '')
    })
    await running.wrote(documents.length)
  }
}

async function* observationRows(ctx: Context, running: RunningExport, reader: Reader) {
  for await (const { documents, observations } of batches(ctx, running)) {
    yield documents.flatMap((document) =>
      observations
        .filter(({ documento }) => documento === document.id)
        .map(({ texto, autor, fecha }) => {
          const cells = {
            ...cellsOf(document, reader),
            observacion: texto,
            autor,
            fecha: instantCell(fecha, reader.zone),
          }
          return observationColumns.map((name) => cells[name] ?? '')
        }),
    )
    await running.wrote(documents.length)
  }
}

interface Batch {
  documents: FoundDocument[]
  observations: Awaited<ReturnType<typeof observationsOf>>
}

/** Reads the search in batches; each document is recorded as exported in the transaction that reads it. */
async function* batches({ evidence, services }: Context, running: RunningExport): AsyncGenerator<Batch> {
  const asked = running.input as SearchAsked
  const observed = running.kind === 'observaciones'
  for (const part of partsOf(asked.orden)) {
    let after: Place | null = null
    for (;;) {
      const place: Place | null = after
      const batch = await running.work(async (tx, session): Promise<Batch> => {
        checkSearch(session, asked)
        const documents = await readBatch(tx.db, session, asked, {
          part,
          after: place,
          limit: batchSize,
          observed,
        })
        const observations =
          observed && documents.length > 0
            ? await observationsOf(
                tx.db,
                documents.map(({ id }) => id),
              )
            : []
        await recordEvents(
          tx,
          documents.map(({ id, revision }) => ({
            subject: { kind: 'document', id },
            act: 'exported',
            at: services.clock(),
            data: { format: running.kind, revision },
            ...evidence,
          })),
        )
        return { documents, observations }
      })
      const last = batch.documents.at(-1)
      if (!last) break
      yield batch
      if (batch.documents.length < batchSize) break
      after = { key: last.key, id: last.id }
    }
  }
}
