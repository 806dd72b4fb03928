import { sql } from 'kysely'
import { exceptions, type PreviewGroup, previewGroups } from '#contract/massive/preview.ts'
import type { MassivePublication } from '#contract/massive/publication.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { type Viewer, visibleEmployees } from '#server/shared/visibility.ts'
import { expectedPeople } from './expected.ts'
import type { FoundPublication } from '../queries.ts'

type Counts = Pick<MassivePublication, 'grupos' | 'paginas' | 'esperados' | 'al_publicar'>

/** Counts the groups of a publication: two passes over its items, and one over the expected people. */
export async function countPublication(db: Db, viewer: Viewer, of: FoundPublication): Promise<Counts> {
  const kinds = await db
    .selectFrom('publication_items')
    .select(({ fn }) => [
      'found',
      'standing',
      'read_by',
      sql<boolean>`decision in ('assigned', 'anyway')`.as('by_hand'),
      fn.countAll<number>().as('receipts'),
      sql<number>`sum(cardinality(pages))::int`.as('pages'),
    ])
    .where('process_id', '=', of.id)
    .groupBy(['found', 'standing', 'read_by', sql`4`])
    .execute()
  return {
    grupos: previewGroups.map((grupo) => groupOf(grupo, kinds)),
    paginas: pagesOf(kinds, of.pages),
    esperados: await countExpected(db, viewer, of),
    al_publicar: await wouldPublish(db, viewer, of),
  }
}

interface Kind {
  found: string
  standing: string | null
  read_by: string
  by_hand: boolean | null
  receipts: number
  pages: number
}

const belongs: Record<'por_resolver' | 'listo' | 'a_mano' | 'ocr' | 'excluido', (kind: Kind) => boolean> = {
  por_resolver: ({ found }) => found !== 'listo',
  listo: ({ standing }) => standing === 'ready',
  a_mano: ({ by_hand, standing }) => by_hand === true && standing === 'ready',
  ocr: ({ read_by }) => read_by === 'ocr',
  excluido: ({ standing }) => standing === 'excluded' || standing === 'merged',
}

function groupOf(grupo: PreviewGroup, kinds: readonly Kind[]): Counts['grupos'][number] {
  const exception = exceptions.find((one) => one === grupo)
  const fits = exception ? ({ found }: Kind) => found === exception : belongs[grupo as keyof typeof belongs]
  const mine = kinds.filter(fits)
  return {
    grupo,
    cantidad: sum(mine, 'receipts'),
    resueltos: sum(
      mine.filter(({ standing }) => standing !== 'open'),
      'receipts',
    ),
  }
}

/** Pages of merged receipts are counted with the receipt that has them. */
function pagesOf(kinds: readonly Kind[], total: number | null): Counts['paginas'] {
  const pages = (fits: (kind: Kind) => boolean) => sum(kinds.filter(fits), 'pages')
  const loose = ({ found }: Kind) => found === 'pagina_suelta'
  const counted = {
    listas: pages(({ standing }) => standing === 'ready'),
    excepciones: pages((kind) => kind.standing === 'open' && !loose(kind)),
    sueltas: pages((kind) => kind.standing === 'open' && loose(kind)),
    excluidas: pages(({ standing }) => standing === 'excluded'),
  }
  const { listas, excepciones, sueltas, excluidas } = counted
  return { total: total ?? listas + excepciones + sueltas + excluidas, ...counted }
}

function sum(kinds: readonly Kind[], what: 'receipts' | 'pages'): number {
  return kinds.reduce((all, kind) => all + kind[what], 0)
}

/**
 * Whether somebody decides on it. A running publication is polled each second, without the counts that only decisions
 * need.
 */
function isDecided({ step }: FoundPublication): boolean {
  return step === 'preview' || step === 'waiting_upload'
}

const nobody: Counts['esperados'] = { total: 0, listos: 0, ya_publicados: 0, en_excepcion: 0, sin_recibo: 0 }

async function countExpected(db: Db, viewer: Viewer, of: FoundPublication): Promise<Counts['esperados']> {
  if (!isDecided(of)) return nobody
  const { id, type_id, period, label } = of
  const expected = await expectedPeople(db, viewer, { type: type_id, period })
  if (!expected) return nobody
  const { rows } = await sql<{ standing: keyof typeof nobody; n: number }>`
    with expected as materialized (${expected}), mine as materialized (
      select recipient_id, bool_or(standing = 'ready') as ready from publication_items
      where process_id = ${id} and standing in ('ready', 'open') and recipient_id is not null group by 1),
    there as materialized (
      select distinct employee_id from documents where type_id = ${type_id} and period = ${period}
        and state not in ('cancelled', 'rejected') and label is not distinct from ${label})
    select case when mine.ready then 'listos' when there.employee_id is not null then 'ya_publicados'
        when mine.recipient_id is not null then 'en_excepcion' else 'sin_recibo' end as standing,
      count(*)::int as n
    from expected left join mine on mine.recipient_id = expected.id
      left join there on there.employee_id = expected.id
    group by 1`.execute(db)
  const counted = { ...nobody }
  for (const { standing, n } of rows) {
    counted[standing] = n
    counted.total += n
  }
  return counted
}

async function wouldPublish(db: Db, viewer: Viewer, of: FoundPublication): Promise<Counts['al_publicar']> {
  if (!isDecided(of)) return { recibos: 0, personas: 0, correos: 0, sin_correo: 0 }
  const found = await db
    .selectFrom(
      db
        .selectFrom('publication_items')
        .innerJoin('users', 'users.id', 'publication_items.recipient_id')
        .select(({ fn }) => [
          'recipient_id',
          fn.countAll<number>().as('receipts'),
          sql<boolean>`bool_or(users.mail is not null)`.as('mail'),
        ])
        .where('process_id', '=', of.id)
        .where('standing', '=', 'ready')
        .where(visibleEmployees(viewer, 'recipient_id'))
        .groupBy('recipient_id')
        .as('person'),
    )
    .select(({ fn }) => [
      sql<number>`coalesce(sum(receipts), 0)::int`.as('recibos'),
      fn.countAll<number>().as('personas'),
      fn.countAll<number>().filterWhere('mail', '=', true).as('correos'),
    ])
    .executeTakeFirstOrThrow()
  const personas = found.personas
  return {
    recibos: found.recibos,
    personas,
    correos: found.correos,
    sin_correo: personas - found.correos,
  }
}
