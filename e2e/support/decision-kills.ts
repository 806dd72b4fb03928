import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { inbox, mostDecided } from '#contract/inbox.ts'
import { session } from '#contract/session/session.ts'
import type { TestSmtp } from '#server/testing/smtp.ts'
import { aCompany, aPerson, inCompany, password } from '#server/testing/factories.ts'
import { aType } from '#server/testing/documents.ts'
import { ask } from './client.ts'
import { inside, rowsOf } from './inside.ts'
import { type Mortal, takenOf } from './kills.ts'
import { untilQuiet } from './ledger.ts'

interface Killed {
  kills: number
  minutes: number
  /** Papers that are of record, with the decisions on them, and the events of their approval. */
  published: number
  decisions: number
  events: number
  /** Papers that were answered as done, by how many answers said so: more than once never. */
  saidTwice: number[]
  mails: { different: number; doubles: number; unexplained: string[] }
}

/**
 * Approves papers by the hundred while the server is killed at random moments; what got no answer is asked for again. An
 * answer may be lost, but never is anything decided twice.
 */
export async function decideThroughKills(
  server: Mortal,
  smtp: TestSmtp,
  { papers, kills }: { papers: number; kills: number },
): Promise<Killed> {
  const { as, ids } = await makePapers(server, papers)
  const begun = Date.now()
  const said = new Map<number, number>()
  let killed = 0
  let waiting = ids
  const killing = (async () => {
    while (killed < kills && waiting.length > 0) {
      await sleep(randomInt(20, 400))
      await server.kill('server')
      killed++
    }
  })()
  while (waiting.length > 0) {
    const some = waiting.slice(0, mostDecided)
    const answer = await ask(server.url, inbox.approveMany, { ids: some }, { as }).catch(() => null)
    if (answer?.data) for (const id of answer.data.hechos) said.set(id, (said.get(id) ?? 0) + 1)
    else await sleep(50)
    waiting = await standing(server, waiting)
  }
  await killing
  await untilQuiet(server.dataDir, 120)
  const [seen] = await rowsOf<Pick<Killed, 'published' | 'decisions' | 'events'>>(
    server.dataDir,
    `select (select count(*)::int from documents where source = 'employee' and state = 'published') as published,
      (select count(*)::int from approval_decisions) as decisions,
      (select count(*)::int from events where subject_kind = 'document' and act = 'approved') as events`,
  )
  const taken = takenOf(smtp)
  const doubles = [...taken].filter(([, times]) => times > 1)
  const explained = new Set([...server.cutOff].map((one) => one.split(' ')[0]))
  return {
    kills: killed,
    minutes: (Date.now() - begun) / 60_000,
    ...(seen ?? { published: 0, decisions: 0, events: 0 }),
    saidTwice: [...said].filter(([, times]) => times > 1).map(([id]) => id),
    mails: {
      different: taken.size,
      doubles: doubles.length,
      unexplained: doubles.map(([id]) => id).filter((id) => !explained.has(id)),
    },
  }
}

/** Those of some papers that still wait. */
async function standing(server: Mortal, ids: readonly number[]): Promise<number[]> {
  for (;;) {
    try {
      const rows = await rowsOf<{ id: string }>(
        server.dataDir,
        `select id from documents where state = 'waiting_approval' and id = any($1) order by id`,
        [ids],
      )
      return rows.map(({ id }) => Number(id))
    } catch {
      await sleep(50)
    }
  }
}

/** Papers of as many people, each with an address, that wait for an administrator. */
async function makePapers(server: Mortal, papers: number): Promise<{ as: string; ids: number[] }> {
  const { hr, ids } = await inside(server.dataDir, async (services) => {
    const app = { services }
    const company = await aCompany(app, { slug: 'decisiones' })
    const hr = await aPerson(app, company, { profiles: ['hr'] })
    const { id: type } = await aType(app, company, { name: 'Certificado', hasPeriod: false })
    const ids = await inCompany(app, company.id, async ({ db }) => {
      await sql`with made as (
          insert into users (company_id, username, first_name, last_name, mail, country)
          select ${company.id}, 'papel' || n, 'Nombre', 'Apellido' || n, 'papel' || n || '@correo.example', 'AR'
          from generate_series(1, ${papers}) n returning id)
        insert into employees (company_id, id, file_number, dni, cuil, state)
        select ${company.id}, id, 'L' || id, (90000000 + id)::text, (20900000000 + id)::text, 'active' from made`.execute(
        db,
      )
      const { rows } = await sql<{
        id: number
      }>`insert into documents (company_id, employee_id, type_id, type_version,
          state, signing, source, file_name, pages, verification_code, created_at, created_by)
        select company_id, id, ${type}, 1, 'waiting_approval', 'none', 'employee', 'papel.pdf', 1, 'K' || id, now(), id
        from users where username like 'papel%' returning id`.execute(db)
      await sql`insert into approvals (company_id, kind, subject_id, employee_id, opened_by, opened_at)
        select company_id, 'document', id, employee_id, employee_id, created_at from documents
        where state = 'waiting_approval'`.execute(db)
      await sql`insert into approval_steps (company_id, approval_id, n, rule, state, opened_at)
        select company_id, id, 1, '{"action": 78, "last": true}', 'open', opened_at from approvals`.execute(
        db,
      )
      return rows.map(({ id }) => id)
    })
    return { hr, ids }
  })
  const { data } = await ask(server.url, session.login, { user: hr.username, password })
  return { as: data.jwt, ids }
}
