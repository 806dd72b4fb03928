import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Context, FileAnswer } from '#server/shared/context.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { csvOf } from '#server/shared/files/csv.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { today } from '#server/shared/today.ts'
import type { Viewer } from '#server/shared/visibility.ts'
import { safeName, uniqueNames, type ZipEntry, zipOf } from '#server/shared/files/zip.ts'
import { downloadWords, headsOf, periodCell, type Reader, stateWord } from './words.ts'
import { fileTypes, type RunningExport } from './exporting.ts'
import { rowColumns, listedDocuments, withWord } from '../queries.ts'

/** The input of a prepared zip: documents to include, and those that were cancelled already. */
const asked = z.object({ ids: z.array(z.int()), cancelled: z.array(z.int()) })

/**
 * Chosen documents as a zip, one after the other: looked up again within reach, read and compared with their
 * fingerprint, written down as downloaded, and only then sent. What can't be had stands in the index, which is the
 * zip's last file, and on the screen: nothing is missing in silence.
 */
export function zipOfDocuments(ctx: Context, running: RunningExport): FileAnswer {
  const { request, services, session } = ctx
  const words = downloadWords[request.language]
  const { type, ending } = fileTypes.zip
  return {
    body: zipOf(running.watched(entries(ctx, running))),
    type,
    download: `${words.archivo.zip}-${today(session.zone, services.clock())}.${ending}`,
  }
}

type Outcome = keyof (typeof downloadWords)['es']['resultado']

async function* entries(ctx: Context, running: RunningExport): AsyncGenerator<ZipEntry> {
  const { evidence, request, services, session } = ctx
  const reader: Reader = { language: request.language, country: session.country, zone: session.zone }
  const unique = uniqueNames()
  const rows: string[][] = []
  const list = (name: string, document: Zipped, outcome: Outcome) =>
    rows.push(indexRow(name, document, outcome, reader))
  const { ids, cancelled } = asked.parse(running.input)
  for (const id of ids) {
    const document = await running.work((tx, now) => findZipped(tx.db, now, id))
    const bytes = document && document.state !== 'cancelled' ? await readWhole(ctx, document) : null
    if (!document || !bytes) {
      // For documents that are out of reach by now, only the id is written.
      if (!document) rows.push(['', String(id), '', '', '', '', '', resultado(reader, 'fuera')])
      else list('', document, document.state === 'cancelled' ? 'fuera' : 'no_leido')
      await running.failed({
        id,
        colaborador: document?.colaborador ?? '',
        documento: document ? nameOf(document) : '',
      })
      await running.wrote(1)
      continue
    }
    await running.work((tx) =>
      recordEvent(tx, {
        subject: { kind: 'document', id },
        act: 'downloaded',
        at: services.clock(),
        data: { revision: document.revision, zip: running.id },
        ...evidence,
      }),
    )
    const folder = safeName([nameOf(document), document.periodo?.slice(0, 7)].filter(Boolean).join(' '))
    const name = unique(`${folder}/${safeName(`${document.colaborador} ${document.cuil}`)}.pdf`)
    const at = document.publicado ?? services.clock()
    yield { name, stream: bytes, at }
    if (document.xml)
      yield { name: unique(name.replace(/\.pdf$/, '.xml')), stream: services.files.stream(document.xml), at }
    list(name, document, 'incluido')
    await running.wrote(1)
  }
  for (const id of cancelled) {
    const document = await running.work((tx, now) => findZipped(tx.db, now, id))
    if (document) list('', document, 'anulado')
  }
  const heads = headsOf(
    ['archivo', 'numero', 'colaborador', 'cuil', 'documento', 'periodo', 'estado', 'resultado'],
    reader,
  )
  const index = csvOf([heads.map(({ head }) => head), ...rows])
  yield {
    name: `${downloadWords[reader.language].archivo.indice}.csv`,
    stream: Buffer.from(index),
    at: services.clock(),
  }
}

/** A document's bytes, if they are there and are what they were: null otherwise, and the log says why. */
async function readWhole({ services }: Context, { id, key, sha256 }: Zipped): Promise<Buffer | null> {
  try {
    const bytes = await services.files.read(key)
    if (createHash('sha256').update(bytes).digest('hex') === sha256) return bytes
    services.log.error({ document: id }, 'a file is not what it was: left out of a zip')
  } catch (error) {
    services.log.error({ document: id, error }, 'a file cannot be read: left out of a zip')
  }
  return null
}

function indexRow(name: string, document: Zipped, outcome: Outcome, reader: Reader): string[] {
  return [
    name,
    String(document.id),
    document.colaborador,
    document.cuil,
    nameOf(document),
    periodCell(document.periodo),
    stateWord(document.estado, reader.language),
    resultado(reader, outcome),
  ]
}

function resultado({ language }: Reader, outcome: Outcome): string {
  return downloadWords[language].resultado[outcome]
}

function nameOf({ tipo, etiqueta }: { tipo: string; etiqueta: string | null }): string {
  return [tipo, etiqueta].filter(Boolean).join(' · ')
}

type Zipped = NonNullable<Awaited<ReturnType<typeof findZipped>>>

async function findZipped(db: Db, viewer: Viewer, id: number) {
  const row = await listedDocuments(db, viewer)
    .where('documents.id', '=', id)
    .innerJoin('employees', 'employees.id', 'documents.employee_id')
    .innerJoin('users', 'users.id', 'documents.employee_id')
    .innerJoin('document_types', 'document_types.id', 'documents.type_id')
    .innerJoin('document_revisions', (on) =>
      on
        .onRef('document_revisions.document_id', '=', 'documents.id')
        .onRef('document_revisions.n', '=', 'documents.revision'),
    )
    .innerJoin('files', 'files.id', 'document_revisions.file_id')
    .leftJoin('files as xml', 'xml.id', 'documents.xml_file_id')
    .select(rowColumns)
    .select(['documents.revision', 'files.key', 'document_revisions.sha256', 'xml.key as xml'])
    .executeTakeFirst()
  return row && withWord({ ...row, colaborador: row.colaborador ?? '' })
}
