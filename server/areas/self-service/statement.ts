import { sql } from 'kysely'
import type { AnswerOf } from '#contract/call.ts'
import type { selfService } from '#contract/self-service/self-service.ts'
import es from '#locales/es/self-service-statement.json' with { type: 'json' }
import pt from '#locales/pt/self-service-statement.json' with { type: 'json' }
import type { Context } from '#server/shared/context.ts'
import { onlyOf } from '#server/shared/elements.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { languageOfCountry } from '#server/shared/text/language.ts'
import { filled, printedDay, printedInstant, printedTaxId } from '#server/shared/text/printed.ts'
import { type OwnPaper, readSigningRights } from '#server/areas/me/operations.ts'
import type { Values } from './queries.ts'

const words = { es, pt }
/** The signature's room, in millimetres. */
const room = { width: 90, height: 24 }

/** A country's own text, the law on which it is based, and the day on which it was compared with that law. */
interface CountryText {
  texto: string
  norma: string
  dia: string
}

/** Everything that a statement says, as its person reads it before signing and as its PDF prints it. */
export type Statement = AnswerOf<typeof selfService.statement>

/** The statement of an address change. */
export async function statementOf(
  tx: Tx,
  { session }: Context,
  { was, is }: { was: Values; is: Values },
): Promise<
  Statement & { language: 'es' | 'pt'; company: string; archivo: string; pie: string; pagina: string }
> {
  const person = await tx.db
    .selectFrom('employees')
    .innerJoin('users', 'users.id', 'employees.id')
    .innerJoin('companies', 'companies.id', 'employees.company_id')
    .leftJoin('employers', 'employers.id', 'employees.employer_id')
    .where('employees.id', '=', session.userId)
    .select([
      'users.first_name',
      'users.last_name',
      'employees.cuil',
      'employees.file_number',
      'companies.country',
      sql<string>`coalesce(employers.legal_name, companies.name)`.as('company'),
    ])
    .executeTakeFirstOrThrow()
  const language = languageOfCountry(person.country)
  const w = words[language]
  const texts: Partial<Record<string, CountryText>> = w.textos
  const own = texts[person.country]
  return {
    language,
    company: person.company,
    archivo: w.archivo,
    pie: w.pie,
    pagina: w.pagina,
    titulo: w.titulo,
    datos: [
      [w.nombre, `${person.first_name} ${person.last_name}`],
      [w.documento, printedTaxId(person.cuil, person.country)],
      [w.legajo, person.file_number],
      [w.empresa, person.company],
      [w.antes, addressLine(was, language) || w.ninguno],
      [w.ahora, addressLine(is, language)],
    ],
    texto: filled(own?.texto ?? w.general, { empresa: person.company }),
    fuente: own ? filled(w.fuente, { norma: own.norma, dia: printedDay(own.dia) }) : null,
  }
}

/** An address in one line: street, number, floor, place; a country's code by its name. */
function addressLine(values: Values, language: 'es' | 'pt'): string {
  const { calle, numero, piso, departamento, barrio, manzana, ciudad, provincia, pais } = values
  const street = [calle, numero].filter(Boolean).join(' ')
  return [
    street,
    piso && `${piso}${departamento ?? ''}`,
    !piso && departamento,
    barrio,
    manzana,
    ciudad,
    provincia,
    pais && countryName(pais, language),
  ]
    .filter(Boolean)
    .join(', ')
}

function countryName(country: string, language: 'es' | 'pt'): string {
  if (!/^[A-Z]{2}$/.test(country)) return country
  return new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country
}

/** Lays a statement out, with room for the signature. */
export async function layStatementOut(
  { services, session }: Context,
  statement: Awaited<ReturnType<typeof statementOf>>,
  typeId: number,
): Promise<OwnPaper> {
  const at = services.clock()
  const w = words[statement.language]
  const laid = await services.engine.layOut({
    title: statement.titulo,
    author: statement.company,
    language: statement.language,
    created: at,
    foot: statement.pie,
    pageWords: statement.pagina,
    blocks: [
      { kind: 'heading', level: 1, text: statement.titulo },
      { kind: 'facts', rows: statement.datos },
      { kind: 'paragraph', text: statement.texto },
      ...(statement.fuente ? [{ kind: 'paragraph' as const, text: statement.fuente, quiet: true }] : []),
      { kind: 'paragraph', text: filled(w.fecha, { fecha: printedInstant(at, session.zone) }), quiet: true },
      { kind: 'place', name: 'firma', ...room, caption: w.firma },
    ],
  })
  if (!laid.ok) throw new Error(`the statement of user ${session.userId}: ${laid.detail}`)
  const { page, x, y, width, height } = onlyOf(laid.places)
  return {
    pdf: Buffer.from(laid.pdf),
    pages: laid.pages,
    typeId,
    fileName: `${statement.archivo}.pdf`,
    source: 'self_service',
    place: { page, x, y, width, height },
    at,
  }
}

/** Why a person doesn't sign the statement here now, so that it is signed on paper; null: they sign here. */
export async function signingShut(tx: Tx, ctx: Context) {
  const { shut } = await readSigningRights(ctx, tx, ctx.session.userId, ctx.session.id)
  return shut
}
