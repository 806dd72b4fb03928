import { type Expression, sql, type SqlBool } from 'kysely'
import type { z } from 'zod'
import type { massive } from '#contract/massive/massive.ts'
import type { PreviewGroup } from '#contract/massive/preview.ts'
import type { ParsedOf } from '#contract/call.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { countRows, paginationOf, rowsOf } from '#server/shared/list.ts'
import { peopleFound } from '#server/shared/text/search.ts'
import { expectedPeople } from './expected.ts'
import { findPublication, itemColumns, people, visibleItems } from '../queries.ts'
import { wirePerson } from './evidence.ts'
import { shownItems } from './showing.ts'

/** A page of a group of receipts, in the order of the file, with how many there are. */
export function listItems(ctx: Context, input: ParsedOf<typeof massive.items>) {
  const page = rowsOf(input)
  return ctx.read(async (tx) => {
    if (!(await findPublication(tx.db, ctx.session, input.id))) refuse('NOT_FOUND')
    const found = visibleItems(tx.db, ctx.session, input.id)
      .where(sql<SqlBool>`${groups[input.grupo] ?? sql`item.found = ${input.grupo}`}`)
      .where((is) => {
        const search = input.buscar
        if (!search) return is.val(true)
        const like = `%${search.replace(/[\\%_]/g, '\\$&')}%`
        const ways: Expression<SqlBool>[] = [
          peopleFound(search, 'item.recipient_id'),
          peopleFound(search, 'item.suggested_id'),
          is('item.name_read', 'ilike', like),
          is('item.source_name', 'ilike', like),
          // The id is kept as the page writes it.
          is(
            sql<string>`upper(regexp_replace(item.id_read, '[^[:alnum:]]', '', 'g'))`,
            'like',
            `%${search.replace(/[^0-9A-Za-z]/g, '').toUpperCase() || '-'}%`,
          ),
        ]
        if (/^\d{1,5}$/.test(search)) ways.push(sql<SqlBool>`${Number(search)} = any (item.pages)`)
        return is.or(ways)
      })
    const rows = await found
      .leftJoin('users as decider', 'decider.id', 'item.decided_by')
      .select(itemColumns)
      .select('decider.sort_name as decided_by')
      .orderBy('item.place')
      .orderBy('item.part')
      .orderBy('item.id')
      .limit(page.limit)
      .offset(page.offset)
      .execute()
    const total = await countRows(tx.db, found.select('item.id'))
    return { data: await shownItems(tx, ctx, rows), pagination: paginationOf(total, input) }
  })
}

/** The groups that are no single exception. */
const groups: Partial<Record<PreviewGroup, ReturnType<typeof sql>>> = {
  por_resolver: sql`item.found <> 'listo'`,
  listo: sql`item.standing = 'ready'`,
  a_mano: sql`item.standing = 'ready' and item.decision in ('assigned', 'anyway')`,
  ocr: sql`item.read_by = 'ocr'`,
  excluido: sql`item.standing in ('excluded', 'merged')`,
}

type Missing = z.output<typeof massive.missing.answer>[number]

/** Expected people within reach who have nothing: no receipt here, decided or open, and none published. */
export function listMissing(ctx: Context, input: ParsedOf<typeof massive.missing>) {
  const { limit, offset } = rowsOf(input)
  return ctx.read(async (tx) => {
    const of = await findPublication(tx.db, ctx.session, input.id)
    if (!of) refuse('NOT_FOUND')
    const expected = await expectedPeople(tx.db, ctx.session, { type: of.type_id, period: of.period })
    if (!expected) return { data: [], pagination: paginationOf(0, input) }
    const missing = tx.db
      .selectFrom(sql<{ id: number; motive: Missing['motivo'] }>`(${expected})`.as('expected'))
      .innerJoin(people(tx.db, ctx.session).as('person'), 'person.id', 'expected.id')
      .where(
        sql<SqlBool>`not exists (select from publication_items item where item.process_id = ${of.id}
          and item.recipient_id = expected.id and item.standing in ('ready', 'open'))`,
      )
      .where(
        sql<SqlBool>`not exists (select from documents d where d.employee_id = expected.id
          and d.type_id = ${of.type_id} and d.period = ${of.period} and d.state not in ('cancelled', 'rejected')
          and d.label is not distinct from ${of.label})`,
      )
      .where((is) => (input.buscar ? peopleFound(input.buscar, 'expected.id') : is.val(true)))
    const rows = await missing
      .selectAll('person')
      .select('expected.motive')
      .orderBy('person.nombre')
      .orderBy('person.id')
      .limit(limit)
      .offset(offset)
      .execute()
    const { total } = await missing
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return {
      data: rows.map(({ motive, ...person }) => ({ ...wirePerson(person), motivo: motive })),
      pagination: paginationOf(total, input),
    }
  })
}

/** At most so many people are proposed for a search. */
const mostCandidates = 20

/** People within reach by name, id or file number, each with whether a receipt of this file is theirs already. */
export function listCandidates(ctx: Context, { id, buscar }: ParsedOf<typeof massive.candidates>) {
  return ctx.read(async (tx) => {
    if (!(await findPublication(tx.db, ctx.session, id))) refuse('NOT_FOUND')
    const rows = await people(tx.db, ctx.session)
      .where(peopleFound(buscar, 'employees.id'))
      .select(
        sql<boolean>`exists (select from publication_items item where item.process_id = ${id}
          and item.recipient_id = employees.id and item.standing = 'ready')`.as('recibo'),
      )
      .orderBy('users.sort_name')
      .limit(mostCandidates)
      .execute()
    return rows.map(({ recibo, ...person }) => ({ ...wirePerson(person), recibo }))
  })
}
