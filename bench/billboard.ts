import { sql } from 'kysely'
import { createApp } from '#server/app.ts'
import { tellAll, tellOfPosts } from '#server/areas/billboard/telling.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { announce } from '#server/areas/publishing/operations.ts'
import { registerJobs } from '#server/jobs.ts'
import { aSession, aShapedCompany, type Bench, startBench, unhurried } from './support/seeding.ts'

/**
 * The list of posts with 10,000 of them against 100, in companies of one shape on one PostgreSQL: p95 through the HTTP
 * server, small and large asked in turn. Aim: at most 1.2. Then telling 5,000 people of a post against telling them of a
 * publication, in batches as a publication does it: mails queued a minute, in turn. Aim: at least 1.0.
 *
 * ROUNDS: requests of the list. PEOPLE: those who are told.
 */
const rounds = Number(process.env['ROUNDS'] ?? 100)
const people = Number(process.env['PEOPLE'] ?? 5000)
/** People whom a publication's batch tells in one transaction. */
const publicationBatch = 100

const bench = await startBench(4)
const { server } = await createApp(bench.services)
registerJobs(bench.services)
await bench.services.jobs.start('api')
await measureList(bench)
await measureTelling(bench)
await bench.services.jobs.stop()
await server.close()
await bench.close()

async function measureList(of: Bench): Promise<void> {
  const { services } = of
  const bearers: Record<'small' | 'large', string> = { small: '', large: '' }
  for (const [size, posts] of [
    ['small', 100],
    ['large', 10_000],
  ] as const) {
    const company = await aShapedCompany(services, size === 'small' ? 'chica' : 'grande', 400)
    bearers[size] = await aSession(services, company, 1, 'hr')
    await addPosts(company, posts)
  }
  await of.settle()
  const times = { small: [] as number[], large: [] as number[] }
  for (let round = -3; round < rounds; round++)
    for (const size of ['small', 'large'] as const) {
      const from = performance.now()
      const { statusCode, body } = await server.inject({
        url: '/api/v2/admin-mod/billboard',
        headers: { authorization: `Bearer ${bearers[size]}` },
      })
      if (statusCode !== 200) throw new Error(`${statusCode} ${body}`)
      if (round >= 0) times[size].push(performance.now() - from)
    }
  const [one, other] = [p95(times.small), p95(times.large)]
  console.log(
    `list: ${one.toFixed(1)} ms and ${other.toFixed(1)} ms, ratio ${(other / one).toFixed(2)} (aim ≤ 1.2)`,
  )
}

async function addPosts({ id }: MadeCompany, posts: number, notify = false): Promise<void> {
  await unhurried(bench.services, id, (db) =>
    sql`insert into posts (company_id, state, title, body, from_day, to_day, all_sectors, all_locations, notify,
        author_id, author_kind, created_at, changed_at, published_at)
      select ${id}, 'published', 'Aviso ' || n, 'Texto', current_date - 1, current_date + 30, true, true, ${notify},
        (select min(u.id) from users u), 'hr', now(), now() - make_interval(mins => n), now()
      from generate_series(1, ${posts}) n`.execute(db),
  )
}

async function measureTelling(of: Bench): Promise<void> {
  const { services } = of
  const company = await aShapedCompany(services, 'avisos', people)
  await unhurried(services, company.id, (db) =>
    sql`update users set mail = username || '@example.org'`.execute(db),
  )
  await of.settle()
  const everybody = await unhurried(services, company.id, (db) =>
    db.selectFrom('users').select(['id', 'first_name', 'mail']).orderBy('id').execute(),
  )
  const { write, read } = services.tenant(company.id)
  const noon = new Date(`${new Date().toISOString().slice(0, 10)}T15:00:00Z`)
  const atNoon = { ...services, clock: () => noon }
  const taken = { post: 0, publication: 0 }
  for (let round = 0; round < 3; round++) {
    await addPosts(company, 1, true)
    await tellOfPosts(atNoon)
    const { id } = await read((db) =>
      db.selectFrom('processes').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow(),
    )
    let from = performance.now()
    await tellAll(atNoon, company.id, id, new AbortController().signal)
    taken.post += performance.now() - from
    from = performance.now()
    for (let at = 0; at < everybody.length; at += publicationBatch)
      await write((tx) =>
        announce(
          tx,
          atNoon,
          everybody.slice(at, at + publicationBatch).map((one) => ({
            ...one,
            language: 'es' as const,
            documents: [{ id: one.id, type: 'Recibo', period: '2026-10-01' }],
          })),
          1_000_000 + round,
        ),
      )
    taken.publication += performance.now() - from
  }
  const queued = await read((db) =>
    db
      .selectFrom('mails')
      .select(['event', ({ fn }) => fn.countAll<number>().as('n')])
      .groupBy('event')
      .execute(),
  )
  const rate = (ms: number) => Math.round((3 * people * 60_000) / ms)
  console.log(queued.map(({ event, n }) => `${event}: ${n} mails`).join(', '))
  console.log(
    `told a minute: ${rate(taken.post)} of a post, ${rate(taken.publication)} of a publication, ratio ${(
      taken.publication / taken.post
    ).toFixed(2)} (aim ≥ 1.0)`,
  )
}

function p95(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
}
