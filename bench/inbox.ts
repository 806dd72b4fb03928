import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { createApp } from '#server/app.ts'
import { companyBySlug } from '#server/shared/across.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { aSession, aShapedCompany, startBench, unhurried } from './support/seeding.ts'

/**
 * The inbox with 100,000 papers waiting against 1,000, in companies of one shape on one PostgreSQL: p95 of its calls
 * through the HTTP server, small and large asked in turn, so that the ratio means the same under any load. Of the papers
 * one in ten waits for a group of a workflow. As full HR, as limited access with two sectors, and as a member of the
 * group. Aim: at most 1.5. The same again once 10,000 changes of people's own data wait beside the large company's papers:
 * at most 1.1 of that ratio. Then the memory that 5,000 rows at once take beyond 25: at most 30 MB.
 *
 * SMALL and LARGE: papers. CHANGES: changes. ROUNDS: requests of each call. BENCH_DIR: a folder that stays, so that the
 * papers are made once; it serves one run with changes.
 */
const small = Number(process.env['SMALL'] ?? 1000)
const large = Number(process.env['LARGE'] ?? 100_000)
const changes = Number(process.env['CHANGES'] ?? 10_000)
const rounds = Number(process.env['ROUNDS'] ?? 100)
const aim = 1.5
const aimWithChanges = 1.1
/** Megabytes. */
const aimMemory = 30
/** Papers that each person sent. */
const papersEach = 25

const calls = {
  'those to decide': '/v2/uploaddocuments/documentWaiting?turno=mio',
  'those of others': '/v2/uploaddocuments/documentWaiting?turno=otros',
  'the counts of its filters': '/v2/uploaddocuments/documentWaitingFilters',
  'open steps of every kind': '/v2/admin/inbox',
} as const
type Who = 'hr' | 'limited' | 'member'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const bench = await startBench(4)
const { server: app } = await createApp(bench.services)
const sizes = {
  small: await filled('chica', small),
  large: await filled('grande', large),
}
await bench.settle()
const before = await measure()
const company = await companyBySlug(bench.services.database.pool, 'grande')
if (!company) throw new Error('no company')
await unhurried(bench.services, company.id, (db) => fillChanges(db, changes))
await bench.settle()
const after = await measure()
for (const [call, { small: one, large: other }] of before) {
  const then = after.get(call)
  if (!then) continue
  const ratio = other / one
  console.log(
    `${call}: ${one.toFixed(1)} ms and ${other.toFixed(1)} ms, ratio ${ratio.toFixed(2)} (aim ≤ ${aim});` +
      ` with changes ${then.small.toFixed(1)} ms and ${then.large.toFixed(1)} ms,` +
      ` ${(then.large / then.small / ratio).toFixed(2)} of it (aim ≤ ${aimWithChanges})`,
  )
}
await rowsAtOnce()
await app.close()
await bench.close()

/** The p95 of each call as each person, in milliseconds, small and large asked in turn. */
async function measure(): Promise<Map<string, { small: number; large: number }>> {
  const found = new Map<string, { small: number; large: number }>()
  for (const who of ['hr', 'limited', 'member'] as const) {
    for (const [name, path] of Object.entries(calls)) {
      const times = { small: [] as number[], large: [] as number[] }
      for (let round = -3; round < rounds; round++) {
        for (const size of ['small', 'large'] as const) {
          const from = performance.now()
          const { statusCode, body } = await app.inject({
            url: `/api${path}`,
            headers: { authorization: `Bearer ${sizes[size][who]}` },
          })
          if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${body}`)
          if (round >= 0) times[size].push(performance.now() - from)
        }
      }
      found.set(`${who}: ${name}`, { small: p95(times.small), large: p95(times.large) })
    }
  }
  return found
}

/** The memory that a list of 5,000 rows takes beyond one of 25, each from a heap without garbage. */
async function rowsAtOnce(): Promise<void> {
  const taken: Record<number, number[]> = { 25: [], 5000: [] }
  for (let round = 0; round < 5; round++)
    for (const rows of [25, 5000]) {
      collect()
      const before = held()
      const { statusCode, body } = await app.inject({
        url: `/api${calls['those to decide']}&pagination=${rows},1,0`,
        headers: { authorization: `Bearer ${sizes.large.hr}` },
      })
      if (statusCode !== 200) throw new Error(`${rows} rows: ${statusCode} ${body}`)
      if (round > 0) taken[rows]?.push(held() - before)
    }
  const [few, many] = [Math.max(...(taken[25] ?? [])), Math.max(...(taken[5000] ?? []))]
  console.log(`5,000 rows: ${(many - few).toFixed(1)} MB more than 25 (aim ≤ ${aimMemory})`)
}

/** Megabytes of the heap and of buffers. */
function held(): number {
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1_048_576
}

function p95(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
}

/** A company with so many papers waiting, and somebody of each sort signed in. */
async function filled(slug: string, papers: number): Promise<Record<Who, string>> {
  const company = await aShapedCompany(bench.services, slug, Math.max(200, papers / papersEach))
  const bearers = {
    hr: await aSession(bench.services, company, 1, 'hr'),
    limited: await aSession(bench.services, company, 2, 'limited'),
    member: await aSession(bench.services, company, 3, 'limited'),
  }
  await unhurried(bench.services, company.id, async (db) => {
    const { rows } = await sql`select from approvals limit 1`.execute(db)
    if (rows.length === 0) await fill(db, company, papers)
  })
  return bearers
}

async function fill(
  db: Parameters<Parameters<typeof unhurried>[2]>[0],
  { id, profiles }: MadeCompany,
  papers: number,
): Promise<void> {
  await sql`insert into user_filters (company_id, user_id, sector_id)
    select u.company_id, u.id, s.id from users u join sectors s on s.company_id = u.company_id
    where (u.username = 'persona2' and s.name in ('Sector 3', 'Sector 7'))
      or (u.username = 'persona3' and s.name = 'Sector 9')`.execute(db)
  await sql`insert into workflows (company_id, name, state, changed_by, changed_at, created_at)
    select ${id}, 'Circuito', 'active', min(id), now(), now() from users`.execute(db)
  await sql`insert into workflow_groups (company_id, workflow_id, n, name, need)
    select ${id}, id, 1, 'Grupo', 'one' from workflows`.execute(db)
  await sql`insert into user_profiles (company_id, user_id, profile_id, type)
    select ${id}, id, ${profiles.leave_approver}, 3 from users where username in ('persona3', 'persona4', 'persona5')`.execute(
    db,
  )
  await sql`insert into workflow_members (company_id, group_id, user_id)
    select ${id}, g.id, u.id from workflow_groups g, users u
    where u.username in ('persona3', 'persona4', 'persona5')`.execute(db)
  await sql`insert into documents (company_id, employee_id, type_id, type_version, state, signing, source, file_name,
      pages, verification_code, sector_id, location_id, created_at, created_by)
    select e.company_id, e.id, (select min(t.id) from document_types t), 1, 'waiting_approval', 'none', 'employee',
      'papel.pdf', 1, 'P' || n, e.sector_id, e.location_id, now() - make_interval(mins => n), e.id
    from generate_series(1, ${papers}) n
      join (select *, row_number() over (order by id) as place from employees) e
        on e.place = 10 + n % ((select count(*) from employees) - 10)`.execute(db)
  await sql`insert into approvals (company_id, kind, subject_id, employee_id, opened_by, opened_at)
    select company_id, 'document', id, employee_id, employee_id, created_at from documents
    where state = 'waiting_approval'`.execute(db)
  await sql`insert into approval_steps (company_id, approval_id, n, rule, named, state, opened_at)
    select company_id, id, 1, '{"action": 78, "last": true}',
      case when id % 10 = 0 then 'group:' || (select min(g.id) from workflow_groups g) end, 'open', opened_at
    from approvals`.execute(db)
  await sql`insert into document_revisions (company_id, document_id, n, file_id, sha256, made_by, created_at)
    select d.company_id, d.id, 1, (select min(f.id) from files f), repeat('0', 64), 'original', d.created_at
    from documents d where d.state = 'waiting_approval'`.execute(db)
}

/** Changes of their own data that people proposed, spread over the employees and then over the sections. */
async function fillChanges(db: Parameters<typeof fill>[0], changed: number): Promise<void> {
  const { rows } = await sql`select from pending_changes limit 1`.execute(db)
  if (rows.length > 0) throw new Error('the changes are there already: BENCH_DIR serves one run with changes')
  await sql`insert into pending_changes (company_id, employee_id, section, was, proposed, source, state, proposed_at)
    select e.company_id, e.id, section, '{}', '{}', 'self_service', 'pending', now() - make_interval(mins => n::int)
    from (select company_id, id, section, row_number() over (order by section, id) as n
      from employees, unnest(array['address', 'bank', 'contact', 'identity']) section) e
    where n <= ${changed}`.execute(db)
  await sql`insert into approvals (company_id, kind, subject_id, employee_id, opened_by, opened_at)
    select company_id, 'change', id, employee_id, employee_id, proposed_at from pending_changes`.execute(db)
  await sql`insert into approval_steps (company_id, approval_id, n, rule, state, opened_at)
    select a.company_id, a.id, 1,
      jsonb_build_object('action', case when c.section = 'bank' then 1 else 7 end, 'last', true), 'open', a.opened_at
    from approvals a join pending_changes c on c.id = a.subject_id
    where a.kind = 'change'`.execute(db)
}
