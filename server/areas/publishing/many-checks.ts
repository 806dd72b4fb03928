import { createHash } from 'node:crypto'
import type { Context, UploadedFile } from '#server/shared/context.ts'
import { publishingActs } from '#contract/publishing/publishing.ts'
import { type Fault, Refusal, refuse } from '#server/shared/errors.ts'
import { getSettings } from '#server/shared/settings.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { checkPeriod, checkRecipient, type Doubted, doubting, type ReadFile, readFile } from './checks.ts'
import { type PublishableType, publishableType, type Recipient, recipientsOf, standingAt } from './queries.ts'
import { checkXml, type ReadXml, readXml } from './xml.ts'

/** One of many documents: the PDF, with its XML where the type has the flag. */
export interface Publication {
  cuil: string
  tipo: number
  /** The month's first day (ISO); null where the type has no period. */
  periodo: string | null
  notificar: boolean
  file: UploadedFile
}

/** A publication that may be made, with what was found out of it. */
export interface Ready {
  publication: Publication
  person: Recipient
  type: PublishableType
  read: ReadFile
  xml: ReadXml | null
  sha256: string
  doubts: Fault[]
  /** The document that an interruption left waiting, where there is one. */
  begun: number | undefined
}

/** Everything that is asked of each before anything is written; the files are read beside each other. */
export async function prepareWave(
  ctx: Context,
  publications: readonly Publication[],
): Promise<(Ready | { refused: readonly Fault[] })[]> {
  const cuils = publications.map(({ cuil }) => cuil.toUpperCase())
  const { people, types, megabytes } = await ctx.read(async (tx) => ({
    people: new Map((await recipientsOf(tx.db, ctx.session, cuils)).map((one) => [one.cuil, one])),
    types: await typesOf(tx, ctx, publications),
    megabytes: (await getSettings(tx))['publishing.max_megabytes'],
  }))
  const reading = publications.map((publication) =>
    kept(async () => {
      const { cuil, tipo, file, notificar } = publication
      const person = people.get(cuil.toUpperCase())
      if (!person) refuse('SYSTEM_API_INVALID_CUIL', 'cuil')
      const type = types.get(tipo)
      if (!type) refuse('NOT_FOUND', 'tipo')
      if (type.is_form) refuse('PUBLISH_TYPE_NOT_SUITABLE', 'tipo')
      checkXml(type, file, file.beside)
      if (notificar && !type.visible) refuse('PUBLISH_NOTIFY_NOT_VISIBLE', 'notificar')
      const read = await readFile(ctx, file.bytes, megabytes)
      if (!read.takes.company) refuse('SIGN_DOCUMENT_LOCKED', 'file')
      const sha256 = createHash('sha256').update(file.bytes).digest('hex')
      return { publication, person, type, read, xml: file.beside ? readXml(file.beside) : null, sha256 }
    }),
  )
  const read = await Promise.all(reading)
  return ctx.read(async (tx) => {
    const standing = await standingAt(
      tx.db,
      read.flatMap((one) => ('refused' in one ? [] : [placeOf(one)])),
    )
    const months = new Map<string, Promise<{ refused: readonly Fault[] } | null>>()
    const found: (Ready | { refused: readonly Fault[] })[] = []
    const doubt = await doubting(
      tx,
      ctx,
      read.flatMap((one) => ('refused' in one ? [] : [doubtedOf(one)])),
    )
    for (const one of read) {
      if ('refused' in one) {
        found.push(one)
        continue
      }
      const month = `${one.type.id} ${one.publication.periodo}`
      const outside = months.get(month) ?? monthRefused(tx, ctx, one)
      months.set(month, outside)
      const refusedMonth = await outside
      found.push(refusedMonth ?? (await kept(() => doubted(tx, ctx, one, standing, doubt))))
    }
    return found
  })
}

function monthRefused(tx: Tx, ctx: Context, { type, publication }: Pick<Ready, 'type' | 'publication'>) {
  return kept(() => checkPeriod(tx, ctx, type, publication.periodo)).then((outcome) => outcome ?? null)
}

/** Checks one publication: documents already there, an interrupted attempt, and doubts to confirm. */
async function doubted(
  tx: Tx,
  ctx: Context,
  one: Omit<Ready, 'doubts' | 'begun'>,
  standing: Awaited<ReturnType<typeof standingAt>>,
  doubt: Awaited<ReturnType<typeof doubting>>,
): Promise<Ready> {
  const { person, type, publication, sha256 } = one
  await checkRecipient(tx, ctx, person)
  const there = standing.filter(
    (document) =>
      document.employee_id === person.id &&
      document.type_id === type.id &&
      document.period === publication.periodo,
  )
  const begun = there.find(
    (document) =>
      publishingActs.sign.includes(document.state) &&
      document.sha256 === sha256 &&
      document.created_by === ctx.session.userId,
  )
  if (begun) return { ...one, doubts: [], begun: begun.id }
  if (there[0] && publication.periodo !== null && !type.several_a_period)
    refuse('SYSTEM_API_FILE_EXISTS', 'periodo', { existente: `: ${there[0].file_name}` })
  const needed = await doubt(doubtedOf(one))
  ctx.confirm(needed)
  return { ...one, doubts: needed, begun: undefined }
}

function doubtedOf({
  person,
  type,
  publication,
  read,
  xml,
  sha256,
}: Omit<Ready, 'doubts' | 'begun'>): Doubted {
  return { person, type, period: publication.periodo, file: read, xml, sha256 }
}

async function typesOf(tx: Tx, ctx: Context, publications: readonly Publication[]) {
  const types = new Map<number, PublishableType>()
  for (const id of new Set(publications.map(({ tipo }) => tipo))) {
    const type = await publishableType(tx.db, ctx.session, id)
    if (type) types.set(id, type)
  }
  return types
}

/** The place that the document takes. */
export function placeOf({ person, type, publication }: Pick<Ready, 'person' | 'type' | 'publication'>) {
  return { employeeId: person.id, typeId: type.id, period: publication.periodo }
}

/** A refusal of one as what became of it. */
async function kept<T>(work: () => Promise<T>): Promise<T | { refused: readonly Fault[] }> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.faults }
    throw error
  }
}
