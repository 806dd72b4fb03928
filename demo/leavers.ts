import type { Services } from '#server/shared/services.ts'
import { readCsv } from '#server/shared/files/csv.ts'
import { addDays, today } from '#server/shared/today.ts'
import { importRows } from '#contract/employees/import.ts'
import { endStay, reactivate, undoEnd } from '#server/areas/employees/employment.ts'
import { keepImport } from '#server/areas/employees/import/importing.ts'
import { checkImport } from '#server/areas/employees/jobs.ts'
import { addEmployees } from '#server/areas/employees/many.ts'
import type { Acting } from './acting.ts'
import { cpfOf } from './ids.ts'
import type { DemoCompany, Person } from './people.ts'

interface Filled {
  services: Services
  company: { id: number }
  demo: DemoCompany
  users: ReadonlyMap<string, number>
}

/** Ways of leaving, with the days since then; the last two come back. */
const ways = [
  { motivo: 'termination', days: 20 },
  { motivo: 'contract_end', days: 12 },
  { motivo: 'resignation', days: 5 },
  { motivo: 'retirement', days: 3 },
  { motivo: 'others', days: 2, observaciones: 'Mudou-se para outro estado.' },
  { motivo: 'resignation', days: 40 },
  { motivo: 'contract_end', days: 30 },
] as const

/**
 * Ends stays in each way: eight people leave, two of whom are taken on again, one end is undone by a second person, and one
 * is planned. A file of unsubscriptions with twenty faulty lines stands in its dry run. `second` sees one location.
 */
export async function endStays(
  filled: Filled,
  administrator: Acting,
  second: { acts: Acting; location: string },
): Promise<void> {
  const { services, demo } = filled
  const now = services.clock()
  const day = today(demo.employer.zone, now)
  const ctx = administrator(now)
  const people = plainPeople(filled)
  const end = (
    person: Person,
    fechabaja: string,
    also: { motivo: (typeof ways)[number]['motivo']; observaciones?: string },
  ) => endStay(ctx, { id: idOf(filled, person), fechabaja, ...also })

  for (const { days, ...way } of ways) await end(take(people), addDays(day, -days), way)
  const left = plainPeople(filled).slice(0, ways.length)
  for (const person of left.slice(-2))
    await reactivate(ctx, { id: idOf(filled, person), fecha_contratacion: addDays(day, -1) })
  await endStay(ctx, { id: await addCandidate(filled, day), fechabaja: day, motivo: 'candidate_drop' })
  await end(take(people), addDays(day, 20), { motivo: 'retirement' })
  const mistaken = people.find(({ location }) => location === second.location)
  if (mistaken) {
    await end(mistaken, day, { motivo: 'termination' })
    await undoEnd(second.acts(new Date(now.getTime() + 3_600_000)), { id: idOf(filled, mistaken) })
  }
  await leaveFile(filled, ctx, { day, gone: left, staying: people.filter((one) => one !== mistaken) })
}

/** People whose leaving disturbs nothing else: without a team, another profile or a first sign-in to come. */
function plainPeople({ demo: { people } }: Filled): Person[] {
  const heads = new Set(people.map(({ reportsTo }) => reportsTo))
  return people.filter(
    ({ username, profiles, state, access, mail, confidential }) =>
      !heads.has(username) &&
      profiles.length === 0 &&
      state === 'active' &&
      access === 'ready' &&
      mail !== null &&
      !confidential,
  )
}

function take(people: Person[]): Person {
  const first = people.shift()
  if (!first) throw new Error('nobody is left to leave')
  return first
}

function idOf({ users }: Filled, { username }: Person): number {
  const id = users.get(username)
  if (id === undefined) throw new Error(`${username} is nobody`)
  return id
}

/** Somebody who is about to join, and doesn't. */
async function addCandidate({ services, company }: Filled, day: string): Promise<number> {
  const usuario = 'tainara_coelho'
  const made = await services.tenant(company.id).write((tx) =>
    addEmployees(tx, services, [
      {
        usuario,
        nombre: 'Tainara',
        apellido: 'Coelho',
        mail: 'tainara.coelho@correo.example',
        cuil: cpfOf('402918365'),
        dni: '418827305',
        numero_legajo: '00399',
        fecha_nacimiento: '1999-04-12',
        fecha_contratacion: day,
        sector: 'Produção',
        locacion: 'Matriz',
        state: 'onboarding',
      },
    ]),
  )
  return made.get(usuario) ?? 0
}

/** A file with a good line for some people and twenty faulty ones, read and not confirmed. */
async function leaveFile(
  { services, company }: Filled,
  ctx: ReturnType<Acting>,
  { day, gone, staying }: { day: string; gone: readonly Person[]; staying: readonly Person[] },
): Promise<void> {
  const spoken = (date: string) => date.split('-').toReversed().join('/')
  const good = spoken(addDays(day, 10))
  const [one, two, ...others] = staying
  if (!one || !two) throw new Error('nobody is left for the file')
  const faulty = [
    ...gone.slice(0, 5).map(({ cuil }) => `${cuil};${good};`),
    `;${good};Sem número`,
    ...others.slice(0, 2).map(({ cuil }) => `${cuil};;`),
    ...others.slice(2, 4).map(({ cuil }) => `${cuil};31/02/2026;`),
    ...others.slice(4, 6).map(({ cuil }) => `${cuil};01/03/1998;`),
    ...others.slice(6, 8).map(({ cuil }) => `${cuil};${spoken(addDays(day, 90))};`),
    `${others[8]?.cuil};${good};${'Fim da safra de verão. '.repeat(12)}`,
    `${others[9]?.cuil};=HOJE();`,
    `${one.cuil};${good};`,
    `${one.cuil};${good};`,
    `${cpfOf('999888777')};${good};`,
    `4,18E+10;${good};`,
  ]
  const right = others.slice(10, 22).map(({ cuil }) => `${cuil};${good};Fim da safra`)
  const bytes = Buffer.from(['cuil;fechabaja;observaciones', ...right, ...faulty].join('\r\n'))
  const table = await readCsv(bytes, importRows)
  const { userId, profileKind, seesConfidential, profileId, zone } = ctx.session
  const process = await ctx.act((tx) =>
    keepImport(
      tx,
      { name: 'fim da safra.csv', bytes, table, kind: 'unsubscription', options: { motivo: 'contract_end' } },
      {
        viewer: { userId, profileKind, seesConfidential, profileId, zone },
        language: 'pt',
        now: services.clock(),
      },
    ),
  )
  await checkImport(services, company.id, process)
}
