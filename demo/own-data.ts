import type { EmployeeChanges } from '#contract/employees/record.ts'
import type { Context } from '#server/shared/context.ts'
import type { Services } from '#server/shared/services.ts'
import { openSecret } from '#server/shared/identity/secret.ts'
import { askMailChange, useMailLink } from '#server/areas/account/mail-change.ts'
import { decide, newestOf } from '#server/areas/approvals/operations.ts'
import {
  adjust,
  freezeByLink,
  ownChange,
  proposeAddress,
  proposeSection,
  turnOn,
} from '#server/areas/self-service/operations.ts'
import { acting, type Acting } from './acting.ts'
import type { DemoCompany, Person } from './people.ts'

interface Filled {
  services: Services
  company: { id: number }
  demo: DemoCompany
  users: ReadonlyMap<string, number>
  password: string
}

const oneDay = 86_400_000
const phone = {
  address: '198.51.100.37',
  device: 'Mozilla/5.0 (Linux; Android 15; moto g54) AppleWebKit/537.36 Chrome/153 Mobile Safari/537.36',
}

/** Streets to which people move. */
const streets = ['Rivadavia', 'Las Heras', 'Belgrano', 'Sarmiento', 'Mitre', 'Chacabuco']

/** An own change of somebody, by their place among those who could make one, and how many days ago it was made. */
interface Change {
  who: number
  daysAgo: number
  section: 'address' | 'bank' | 'contact' | 'identity'
  /** Their mail was changed so many days before. */
  mailChanged?: number
  /** They gave the account of this other person. */
  accountOf?: number
  frozen?: boolean
  /** The part of their identity that they change. */
  identity?: 'nickname' | 'surname'
  decided?: 'aprobar' | 'rechazar'
}

const changes: readonly Change[] = [
  { who: 0, daysAgo: 9, section: 'address', decided: 'rechazar' },
  { who: 1, daysAgo: 8, section: 'address', decided: 'aprobar' },
  { who: 2, daysAgo: 7, section: 'address' },
  { who: 4, daysAgo: 6, section: 'bank' },
  { who: 5, daysAgo: 5, section: 'bank', accountOf: 11 },
  { who: 6, daysAgo: 4, section: 'bank', mailChanged: 2 },
  { who: 7, daysAgo: 3, section: 'bank', frozen: true },
  { who: 8, daysAgo: 3, section: 'bank' },
  { who: 9, daysAgo: 2, section: 'bank' },
  { who: 12, daysAgo: 2, section: 'identity', identity: 'surname' },
  { who: 16, daysAgo: 1, section: 'identity', identity: 'nickname' },
]

/** Chosen before the company began to decide on changes of identity. */
const nicknamed: Change = { who: 13, daysAgo: 11, section: 'identity', identity: 'nickname' }

const nicknames: Readonly<Record<string, string>> = {
  Agustina: 'Agus',
  Florencia: 'Flor',
  Guadalupe: 'Lupe',
  Ignacio: 'Nacho',
  Joaquín: 'Joaco',
  Lucía: 'Lu',
  Micaela: 'Mica',
  Rocío: 'Ro',
  Sebastián: 'Seba',
  Sofía: 'Sofi',
  Tomás: 'Tomi',
}

/** Lets people change their own data: four sections in Argentina, two in Brazil. Made by the product's own operations. */
export async function changeOwnData(filled: Filled, administrator: Acting): Promise<void> {
  const { services, company, demo, users } = filled
  const { country } = demo.employer
  if (country !== 'AR' && country !== 'BR') return
  const now = services.clock().getTime()
  const begun = administrator(new Date(now - 12 * oneDay))
  const place = await statementPlace(services, company.id)
  if (country === 'BR' || !place) {
    for (const action of ['contact', 'bank'] as const) await turnOn(begun, { action })
    return
  }
  for (const action of ['bank', 'contact', 'identity'] as const) await turnOn(begun, { action })
  await turnOn(begun, { action: 'address', ...place })
  const people = demo.people
    .filter(
      ({ profiles, state, access, mail }) =>
        profiles.length === 0 && state === 'active' && access === 'ready' && mail !== null,
    )
    .slice(-20)
  const makeOne = async (change: Change) => {
    const person = people[change.who]
    const userId = person && users.get(person.username)
    if (!person || !userId) return
    await make(filled, administrator, { change, person, userId, other: people[change.accountOf ?? -1] })
  }
  await makeOne(nicknamed)
  await adjust(administrator(new Date(now - 10 * oneDay)), { action: 'identity', aprobacion: true })
  for (const change of changes) await makeOne(change)
}

interface Made {
  change: Change
  person: Person
  userId: number
  other: Person | undefined
}

async function make(
  { services, company, password }: Filled,
  administrator: Acting,
  { change, person, userId, other }: Made,
): Promise<void> {
  const at = new Date(services.clock().getTime() - change.daysAgo * oneDay)
  const since = new Date(at.getTime() - (change.mailChanged ?? 0) * oneDay)
  const as = await acting(services, { company: company.id, userId, site: 'e', since, ...phone })
  const ctx = as(at)
  if (change.mailChanged !== undefined) {
    const before = as(since)
    const token = await tokenMailed(before, 'mail_confirm', 'correo.', (held) =>
      askMailChange(held, { email: `${person.username}@correo.example`, pass: password }),
    )
    await useMailLink(before, token)
  }
  if (change.section === 'address')
    await proposeAddress(ctx, {
      calle: streets[change.who % streets.length],
      numero: String(120 + change.who * 37),
      ciudad: person.address.city,
      provincia: person.address.province,
      password,
    })
  else if (change.section === 'identity') await proposeSection(ctx, 'identity', identityOf(change, person))
  else {
    const propose = (as: Context) => proposeSection(as, 'bank', accountOf(other, change.who))
    if (change.frozen)
      await freezeByLink(ctx, await tokenMailed(ctx, 'bank_change_proposed', 'cuenta.', propose))
    else await propose(ctx)
  }
  if (!change.decided) return
  const hr = administrator(new Date(at.getTime() + oneDay / 2))
  const { decided: acto } = change
  await hr.write(async (tx) => {
    const { id } = await tx.db
      .selectFrom('pending_changes')
      .select('id')
      .where('employee_id', '=', userId)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const approval = await newestOf(tx.db, 'change', id)
    if (approval === undefined) throw new Error('a change without its approval')
    const motivo = acto === 'rechazar' ? 'Falta el número de la puerta.' : undefined
    await decide(tx, hr, { change: ownChange }, { id: approval, acto, motivo, visto: true })
  })
}

function identityOf({ identity }: Change, { givenNames, surname }: Person): EmployeeChanges {
  if (identity === 'surname') return { apellido: `${surname} Ríos` }
  const [first = givenNames] = givenNames.split(' ')
  return { apodo: nicknames[first] ?? first }
}

/** The account that somebody proposes: their own new one, or by mistake that of a colleague. */
function accountOf(other: Person | undefined, who: number): EmployeeChanges {
  const banco = 'Banco de la Ribera'
  if (other) return { banco, tipo_cuenta: 'Caja de ahorro', cbu: other.bank.cbu }
  return { banco, tipo_cuenta: 'Caja de ahorro', cbu: cbuOf(`${who}`.padStart(13, '0')) }
}

/** A CBU with its check digits, by the central bank's rule. */
function cbuOf(account: string): string {
  const bank = '3110003'
  const digit = (digits: string, weights: string) =>
    (10 - ([...digits].reduce((sum, one, at) => sum + Number(one) * Number(weights[at]), 0) % 10)) % 10
  return `${bank}${digit(bank, '7139713')}${account}${digit(account, '3971397139713')}`
}

/** The token in the mail that an act sends to its person, read before the mail leaves and forgets it. */
async function tokenMailed(
  ctx: Context,
  event: 'mail_confirm' | 'bank_change_proposed',
  mark: string,
  act: (held: Context) => Promise<unknown>,
): Promise<string> {
  const { services, session } = ctx
  let link: string | undefined
  const write: Context['write'] = (work) =>
    ctx.write(async (tx) => {
      const done = await work(tx)
      const mail = await tx.db
        .selectFrom('mails')
        .select(['secret', 'message_id'])
        .where('user_id', '=', session.userId)
        .where('event', '=', event)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      if (mail?.secret) link = openSecret(services.config.appSecret, 'mail', mail.secret, mail.message_id)
      return done
    })
  await act({ ...ctx, write, act: write })
  if (link === undefined) throw new Error(`the mail ${event} has no link`)
  return link.slice(link.indexOf(mark) + mark.length)
}

/** A type for the statements: of the papers' folder, without months. */
function statementPlace(services: Services, company: number) {
  return services.tenant(company).write(async (tx) => {
    const folder = await tx.db
      .selectFrom('folders')
      .select('id')
      .where('system_key', '=', 'papers')
      .executeTakeFirst()
    if (!folder) return null
    const { id } = await tx.db
      .insertInto('document_types')
      .values({
        company_id: tx.company,
        folder_id: folder.id,
        name: 'Declaración jurada de domicilio',
        alias: 'Declaración de domicilio',
        has_period: false,
        position: 90,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.db
      .insertInto('document_type_versions')
      .values({ company_id: tx.company, type_id: id, version: 1 })
      .execute()
    return { idcarpeta: folder.id, idsubcarpeta: id }
  })
}
