import { sql } from 'kysely'
import { createApp } from '#server/app.ts'
import type { Services } from '#server/shared/services.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { aSession, aShapedCompany, documentsEach, startBench, unhurried } from './support/seeding.ts'

/**
 * Searching a million documents against ten thousand, in companies of one shape on one PostgreSQL: p95 of the list
 * call through the HTTP server, small and large asked in turn, so that the ratio means the same under any load. As full
 * HR, as limited access with two pairs of sector and place, as a manager. Aim: at most 1.5 where both searches
 * meet equally many documents; what meets more in the larger company, or all in reach, is reported and has no aim.
 *
 * SMALL and LARGE: documents. ROUNDS: requests of each search, at least 200 for a p95. ONLY: hr, limited or manager.
 * WAITING: two companies of LARGE documents each; in one of them papers that wait for approval come on top, one for ten
 * documents, which no search meets. Aim: at most 1.1. FAST: only the searches that have an aim. BENCH_DIR: a folder that
 * stays, so that the data is made once.
 */
const small = Number(process.env['SMALL'] ?? 10_000)
const large = Number(process.env['LARGE'] ?? 1_000_000)
const rounds = Number(process.env['ROUNDS'] ?? 200)
const only = process.env['ONLY']
const fast = Boolean(process.env['FAST'])
const waiting = Boolean(process.env['WAITING'])
const aim = waiting ? 1.1 : 1.5

interface Search {
  name: string
  as: 'hr' | 'limited' | 'manager'
  query: Record<string, string>
  /** Meets as many documents in both companies. */
  alike: boolean
}

interface Target {
  bearers: Record<Search['as'], string>
  /** The type that everybody has, and that of one plant. */
  type: number
  plantType: number
}

async function target(services: Services, company: MadeCompany): Promise<Target> {
  const bearers = {
    hr: await aSession(services, company, 1, 'hr'),
    limited: await aSession(services, company, 2, 'limited'),
    manager: await aSession(services, company, 11, 'manager'),
  }
  const types = await unhurried(services, company.id, async (db) => {
    await sql`insert into user_filters (company_id, user_id, sector_id, location_id)
      select u.company_id, u.id, s.id, null from users u join sectors s on s.company_id = u.company_id
      where u.company_id = ${company.id} and u.username = 'persona2' and s.name in ('Sector 3', 'Sector 7')
      on conflict do nothing`.execute(db)
    await sql`insert into user_folder_filters (company_id, user_id, folder_id)
      select u.company_id, u.id, f.id from users u join folders f on f.company_id = u.company_id
      where u.company_id = ${company.id} and u.username = 'persona11'
      on conflict do nothing`.execute(db)
    const { rows } = await sql<{ id: number; name: string }>`select id, name from document_types
      where company_id = ${company.id} and name in ('Recibo', 'Recibo de la planta 0')`.execute(db)
    return rows
  })
  const typeOf = (name: string) => types.find((one) => one.name === name)?.id ?? 0
  return { bearers, type: typeOf('Recibo'), plantType: typeOf('Recibo de la planta 0') }
}

/** Somebody in each one's reach: in sector 3, or among the manager's own people. */
const within = { hr: 33, limited: 65, manager: 13 } as const

function searches({ type, plantType }: Target): Search[] {
  const people = (as: Search['as']): Search[] => [
    {
      name: 'a type of one plant, and a period',
      as,
      query: { tipo: `[${plantType}]`, periodo: '2025-06' },
      alike: true,
    },
    { name: 'one person', as, query: { buscar: String(20_000_000 + within[as]) }, alike: true },
    { name: 'a word that meets 80 people', as, query: { buscar: 'apellido0' }, alike: true },
    { name: 'two words, 2 people', as, query: { buscar: 'nombre13 apellido0' }, alike: true },
  ]
  const mine = (as: Search['as']): Search[] => [
    { name: 'everything in reach', as, query: {}, alike: false },
    {
      name: "everybody's type, and a period",
      as,
      query: { tipo: `[${type}]`, periodo: '2024-06' },
      alike: true,
    },
  ]
  return [
    ...people('hr'),
    ...people('limited'),
    ...mine('limited'),
    ...people('manager'),
    ...mine('manager'),
    { name: 'everything', as: 'hr', query: {}, alike: false },
    {
      name: "everybody's type, and a period",
      as: 'hr',
      query: { tipo: `[${type}]`, periodo: '2024-06' },
      alike: false,
    },
    { name: 'a first name, 2% of all people', as: 'hr', query: { buscar: 'nombre13' }, alike: false },
    { name: 'unread', as: 'hr', query: { lectura: 'sin_leer' }, alike: false },
    {
      name: 'no conforme, sorted by name',
      as: 'hr',
      query: { estado: '["no_conforme"]', orden: 'colaborador' },
      alike: false,
    },
  ]
}

/** Adds papers that wait for approval, one for ten documents. */
async function addWaiting(services: Services, company: number): Promise<void> {
  await unhurried(services, company, (db) =>
    sql`insert into documents (company_id, employee_id, type_id, type_version, state, signing, source, file_name,
        pages, verification_code, sector_id, location_id, created_at, created_by)
      select company_id, employee_id, type_id, 1, 'waiting_approval', 'none', 'employee', 'papel.pdf', 1, 'P' || id,
        sector_id, location_id, created_at, employee_id
      from documents where id % 10 = 0 and state <> 'waiting_approval' on conflict do nothing`.execute(db),
  )
}

async function main(): Promise<void> {
  const bench = await startBench(4)
  const { services } = bench
  const begun = performance.now()
  const companies = {
    small: await aShapedCompany(services, 'chica', (waiting ? large : small) / documentsEach),
    large: await aShapedCompany(services, 'grande', large / documentsEach),
  }
  const targets = {
    small: await target(services, companies.small),
    large: await target(services, companies.large),
  }
  if (waiting) await addWaiting(services, companies.large.id)
  await bench.settle()
  console.log(`made ${small} and ${large} documents in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  const { server } = await createApp(services)
  const ask = async (
    size: 'small' | 'large',
    { as, query }: Search,
  ): Promise<{ ms: number; total: number }> => {
    const from = performance.now()
    const answer = await server.inject({
      url: '/api/v2/admin-mod/documents',
      query,
      headers: { authorization: `Bearer ${targets[size].bearers[as]}` },
    })
    const ms = performance.now() - from
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${answer.body}`)
    return { ms, total: answer.json<{ pagination: { total: number } }>().pagination.total }
  }
  const p95 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
  const asked = { small: searches(targets.small), large: searches(targets.large) }
  const missed: string[] = []
  for (const [n, search] of asked.small.entries()) {
    const other = asked.large[n]
    if (!other) break
    if ((only && search.as !== only) || (fast && !search.alike)) continue
    const times = { small: [] as number[], large: [] as number[] }
    const totals = { small: 0, large: 0 }
    for (let round = -10; round < rounds; round++) {
      const one = await ask('small', search)
      const two = await ask('large', other)
      if (round < 0) continue // the first warm both
      times.small.push(one.ms)
      times.large.push(two.ms)
      Object.assign(totals, { small: one.total, large: two.total })
    }
    const ratio = p95(times.large) / p95(times.small)
    const median = (of: number[]) => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0
    if (search.alike && ratio > aim) missed.push(`${search.as}, ${search.name}`)
    console.log(
      `${search.as.padEnd(8)} ${search.name.padEnd(36)} ${totals.small}/${totals.large} found · ` +
        `p95 ${p95(times.small).toFixed(1)} → ${p95(times.large).toFixed(1)} ms = ${ratio.toFixed(2)}× ` +
        `(median ${median(times.small).toFixed(1)} → ${median(times.large).toFixed(1)} ms = ` +
        `${(median(times.large) / median(times.small)).toFixed(2)}×)${search.alike ? '' : ' · no aim'}`,
    )
  }
  console.log(missed.length ? `beyond ${aim}×: ${missed.join('; ')}` : `all within ${aim}×`)
  await server.close()
  await bench.close()
}

await main()
