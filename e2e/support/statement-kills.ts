import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Call, InputOf } from '#contract/call.ts'
import { selfService } from '#contract/self-service/self-service.ts'
import { pdfsig } from '#pdf/testing/judges.ts'
import { sweepFiles } from '#server/shared/files/files.ts'
import { newBearer } from '#server/shared/identity/session.ts'
import { aType } from '#server/testing/documents.ts'
import { aCompany, aPerson, inCompany, password } from '#server/testing/factories.ts'
import type { TestSmtp } from '#server/testing/smtp.ts'
import { ask, type Reply } from './client.ts'
import { inside, rowsOf } from './inside.ts'
import { type Mortal, takenOf } from './kills.ts'
import { untilQuiet } from './ledger.ts'

interface Killed {
  kills: number
  minutes: number
  changes: { approved: number; others: number }
  /** Statements that are of record, and documents in any other state. */
  published: number
  otherDocuments: number
  signatures: number
  /** People whose record has the address that their statement declares. */
  changed: number
  /** People for whom record, change and statement differ. */
  apart: unknown[]
  /** Evidence by its subject and act. */
  events: Record<string, number>
  /** Statements whose newest revision has no valid signature. */
  badlySigned: number[]
  /** Files of statements that belong to no revision. */
  filesLeft: number
  mails: { change_proposed: number; change_approved: number; doubles: number; unexplained: string[] }
}

interface Declarant {
  id: number
  bearer: string
}

/** People who work at the same time. */
const atOnce = 3

/**
 * People sign the statement of their new address, and an administrator approves each, while the server is killed at random
 * moments. What got no answer is asked for again under the same idempotency key, as the screens do.
 */
export async function declareThroughKills(
  server: Mortal,
  smtp: TestSmtp,
  { statements, kills }: { statements: number; kills: number },
): Promise<Killed> {
  const { company, hr, people } = await makePeople(server, statements)
  const begun = Date.now()
  const left = people.map((person, n) => ({ ...person, n }))
  const killer = { killed: 0, working: true }
  const killing = (async () => {
    while (killer.killed < kills && killer.working) {
      await sleep(randomInt(20, 1500))
      if (!killer.working) return
      await server.kill('server')
      killer.killed++
    }
  })()
  const declare = async () => {
    for (let next = left.shift(); next; next = left.shift()) await declareOne(server, hr, next, next.n)
  }
  await Promise.all(Array.from({ length: atOnce }, declare))
  killer.working = false
  await killing
  await untilQuiet(server.dataDir, 120)
  const found = await findings(server, smtp, company)
  return { kills: killer.killed, minutes: (Date.now() - begun) / 60_000, ...found }
}

/** One person's statement, until it is signed and approved. */
async function declareOne(server: Mortal, hr: string, { id, bearer }: Declarant, n: number): Promise<void> {
  const address = { calle: `Calle ${n}`, numero: String(n), ciudad: 'Pilar', provincia: 'Buenos Aires' }
  await untilAnswered(server, selfService.setAddress, { ...address, password }, bearer, `declara ${n}`)
  const { data } = await untilAnswered(server, selfService.ofPerson, { id }, hr)
  await untilAnswered(server, selfService.approve, { id: data[0].id }, hr, `aprueba ${n}`)
}

/** Asks until an answer comes. @throws where the answer is a refusal */
async function untilAnswered<C extends Call>(
  server: Mortal,
  call: C,
  input: InputOf<C>,
  as: string,
  idempotencyKey?: string,
): Promise<Reply> {
  for (;;) {
    const reply = await ask(server.url, call, input, { as, ...(idempotencyKey && { idempotencyKey }) }).catch(
      () => null,
    )
    if (reply && reply.status < 500) {
      if (reply.status !== 200) throw new Error(`${call.path}: ${reply.status} ${reply.code}`)
      return reply
    }
    await sleep(50)
  }
}

async function findings(
  server: Mortal,
  smtp: TestSmtp,
  company: number,
): Promise<Omit<Killed, 'kills' | 'minutes'>> {
  const rows = <Row>(sql: string) => rowsOf<Row>(server.dataDir, sql)
  const [counted] = await rows<{
    approved: number
    others: number
    published: number
    otherDocuments: number
    signatures: number
    changed: number
  }>(
    `select (select count(*)::int from pending_changes where state = 'approved') as approved,
      (select count(*)::int from pending_changes where state <> 'approved') as others,
      (select count(*)::int from documents where source = 'self_service' and state = 'published'
        and signing = 'conforme' and revision = 2) as published,
      (select count(*)::int from documents where source <> 'self_service' or state <> 'published') as "otherDocuments",
      (select count(*)::int from signatures) as signatures,
      (select count(*)::int from employee_addresses) as changed`,
  )
  if (!counted) throw new Error('nothing was counted')
  const { approved, others, ...whole } = counted
  const events = await rows<{ name: string; n: number }>(
    `select subject_kind || ' ' || act as name, count(*)::int as n from events group by 1 order by 1`,
  )
  const signed = await rows<{ id: number; key: string }>(
    `select d.id::int, f.key from documents d
      join document_revisions r on r.document_id = d.id and r.n = d.revision join files f on f.id = r.file_id
      order by d.id`,
  )
  const badlySigned = await inside(server.dataDir, async (services) => {
    await sweepFiles(services, company, 0)
    const bad: number[] = []
    for (const { id, key } of signed) if (pdfsig(await services.files.read(key)).valid !== 1) bad.push(id)
    return bad
  })
  const [files] = await rows<{ left: number }>(
    `select count(*)::int as left from files f where state <> 'gone' and not exists (
      select from document_revisions r where r.company_id = f.company_id and r.file_id = f.id)`,
  )
  const mails = await rows<{ event: string; n: number }>(
    `select event, count(*)::int as n from mails where state = 'sent' group by event`,
  )
  const mailsOf = (event: string) => mails.find((one) => one.event === event)?.n ?? 0
  const doubles = [...takenOf(smtp)].filter(([, times]) => times > 1).map(([id]) => id)
  const explained = new Set([...server.cutOff].map((one) => one.split(' ')[0]))
  return {
    ...whole,
    changes: { approved, others },
    apart: await rows(
      `select e.id from employees e
        left join pending_changes c on c.employee_id = e.id and c.state = 'approved'
        left join documents d on d.id = c.document_id and d.state = 'published' and d.employee_id = e.id
        left join employee_addresses a on a.employee_id = e.id
        where (c.id is null or d.id is null or a.street is distinct from c.proposed ->> 'calle')
          and exists (select from users u where u.id = e.id and u.username like 'declara%')`,
    ),
    events: Object.fromEntries(events.map(({ name, n }) => [name, n])),
    badlySigned,
    filesLeft: files?.left ?? 0,
    mails: {
      change_proposed: mailsOf('change_proposed'),
      change_approved: mailsOf('change_approved'),
      doubles: doubles.length,
      unexplained: doubles.filter((id) => !explained.has(id)),
    },
  }
}

/** People with a session each, an administrator's bearer, and the section switched on. */
async function makePeople(
  server: Mortal,
  statements: number,
): Promise<{ company: number; hr: string; people: Declarant[] }> {
  const made = await inside(server.dataDir, async (services) => {
    const app = { services }
    const company = await aCompany(app, { slug: 'domicilios' })
    const { id: type, folderId } = await aType(app, company, { name: 'Domicilio', hasPeriod: false })
    const session = async (user_id: number, kind: 'hr' | 'employee') => {
      const { bearer, hash } = newBearer(company.id)
      await inCompany(app, company.id, ({ db }) =>
        db
          .insertInto('sessions')
          .values({
            company_id: company.id,
            hash,
            user_id,
            profile_id: company.profiles[kind],
            audience: kind === 'hr' ? 's' : 'e',
            expires_at: new Date(Date.now() + 3 * 3_600_000),
          })
          .execute(),
      )
      return bearer
    }
    const admin = await aPerson(app, company, { profiles: ['hr'] })
    const people: Declarant[] = []
    for (let n = 0; n < statements; n++) {
      const { id } = await aPerson(app, company, { username: `declara${n}` })
      people.push({ id, bearer: await session(id, 'employee') })
    }
    return { company: company.id, folderId, type, hr: await session(admin.id, 'hr'), people }
  })
  const { company, hr, people, folderId, type } = made
  const place = { action: 'address', idcarpeta: folderId, idsubcarpeta: type } as const
  await untilAnswered(server, selfService.turnOn, place, hr)
  return { company, hr, people }
}
