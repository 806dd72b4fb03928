import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { verifyPdf } from '#pdf/verify.ts'
import { sweepFiles } from '#server/shared/files/files.ts'
import { inside, type Place, rowsOf } from './inside.ts'

/** Faults in a company's documents; each list should be empty. */
export interface Faults {
  /** Answered for, and not there as answered. */
  missing: number[]
  /** Publications of the same type and month to the same person. */
  doubled: unknown[]
  /** Not published with two revisions, one signature, one mail and one event of each act. */
  unfinished: { id: number }[]
  /** Revisions whose file is missing or has other bytes. */
  withoutFile: string[]
  /** Documents with an invalid company signature. */
  badlySigned: number[]
  /** Kept rows of files that belong to nothing. */
  keptForNothing: string[]
  /** Rows still loose after a sweep. */
  loose: string[]
  /** Files that have no row after a sweep. */
  strays: string[]
  /** Events that no seal covers, and seals that don't cover what they say. */
  unsealed: unknown[]
  /** Jobs that failed for good or wait for ever. */
  stuckJobs: unknown[]
}

interface Document {
  id: number
  key: string
  sha256: string
  n: number
}

/** Waits until no mail and no job waits any more. Gives up after `seconds` in which not one of them got done. */
export async function untilQuiet(place: Place, seconds: number): Promise<void> {
  let until = Date.now() + seconds * 1000
  for (let before = 0; ; await sleep(250)) {
    const waiting = await rowsOf<{ what: string; state: string; reason: string | null; n: number }>(
      place,
      `select what, state, reason, count(*)::int as n from (
         select 'mail' as what, state, reason from mails where state = 'queued'
         union all select name, state::text, output::text from pgboss.job
           where state in ('created', 'retry', 'active') and name not like '%\\_\\_%' and name <> 'sweep'
         union all select 'event', act, null from events where seal_id is null) all_of_them
       group by 1, 2, 3`,
    )
    if (waiting.length === 0) return
    const now = waiting.reduce((sum, { n }) => sum + n, 0)
    if (now < before) until = Date.now() + seconds * 1000
    if (Date.now() > until) throw new Error(`still waiting: ${JSON.stringify(waiting)}`)
    before = now
  }
}

/** Reads everything that is there and compares it with what was answered: ids by their number of publications. */
export async function findFaults(
  place: Place,
  company: number,
  answered: readonly number[],
): Promise<{ faults: Faults; swept: { loose: number; strays: number } }> {
  const rows = <Row = { key: string }>(sql: string) => rowsOf<Row>(place, sql)
  const looseBefore = await rows(`select key from files where state = 'loose'`)
  const sweptAll = await inside(place, (services) => sweepFiles(services, company, 0))

  const there = await everyKey(place, company)
  const known = new Set((await rows('select key from files')).map(({ key }) => key))
  const revisions = await rows<Document>(
    `select r.document_id::int as id, r.n, f.key, f.sha256 from document_revisions r
       join files f on f.company_id = r.company_id and f.id = r.file_id where r.sha256 = f.sha256`,
  )
  const { withoutFile, badlySigned } = await checkFiles(place, revisions)
  const published = new Set(
    (await rows<{ id: number }>(`select id::int from documents where state = 'published'`)).map(
      ({ id }) => id,
    ),
  )
  return {
    swept: { loose: looseBefore.length, strays: sweptAll - looseBefore.length },
    faults: {
      missing: answered.filter((id) => !published.has(id)),
      doubled: await rows(
        `select employee_id, type_id, period, count(*) from documents
          group by employee_id, type_id, period having count(*) > 1`,
      ),
      unfinished: await rows<{ id: number }>(unfinished),
      withoutFile,
      badlySigned,
      keptForNothing: (
        await rows(
          `select key from files f where state = 'kept'
            and not exists (select from document_revisions r where r.company_id = f.company_id and r.file_id = f.id)
            and not exists (select from certificates c
              where c.company_id = f.company_id and c.signature_file_id = f.id)
            and not exists (select from publications p where p.company_id = f.company_id and p.file_id = f.id)`,
        )
      ).map(({ key }) => key),
      loose: (await rows(`select key from files where state = 'loose'`)).map(({ key }) => key),
      strays: there.filter((key) => !known.has(key)),
      unsealed: await rows(unsealed),
      stuckJobs: await rows(
        `select name, state, output from pgboss.job where state = 'failed' or (state <> 'completed' and name = 'mail.deliver')`,
      ),
    },
  }
}

const unfinished = `
  select * from (
    select d.id::int, d.massive, d.state, d.revision,
      (select count(*)::int from document_revisions r where r.company_id = d.company_id and r.document_id = d.id
        and r.made_by = case r.n when 1 then 'original' else 'company' end) as revisions,
      (select count(*)::int from signatures s where s.company_id = d.company_id and s.document_id = d.id) as signatures,
      (select count(*)::int from mails m where m.company_id = d.company_id and m.subject_kind = 'document'
        and m.subject_id = d.id and m.state = 'sent') as mails,
      (select string_agg(e.act, ' ' order by e.id) from events e where e.company_id = d.company_id
        and e.subject_kind = 'document' and e.subject_id = d.id) as acts
    from documents d) as documents
  where (state, revision, revisions, signatures, mails, acts)
    is distinct from ('published', 2, 2, 1, 1, case when massive then 'published' else 'uploaded published' end)`

const unsealed = `
  select id, act, null as root from events where seal_id is null
  union all
  select s.id, null, s.root from (select *, lag(root) over (partition by company_id order by id) as before
      from seals) s
    where previous_root is distinct from before
      or events <> (select count(*) from events e where e.company_id = s.company_id and e.seal_id = s.id)`

/** Every revision's bytes are on the disk and hash to what the row says; the signed ones verify. */
async function checkFiles(place: Place, revisions: Document[]) {
  const withoutFile: string[] = []
  const badlySigned: number[] = []
  await inside(place, async ({ files }) => {
    for (const { id, key, sha256, n } of revisions) {
      const bytes = await files.read(key).catch(() => Buffer.alloc(0))
      if (createHash('sha256').update(bytes).digest('hex') !== sha256) withoutFile.push(key)
      if (n === 1) continue
      const report = await verifyPdf(bytes)
      const valid = report.ok && report.signatures.length === 1 && report.signatures[0]?.valid
      if (!valid) badlySigned.push(id)
    }
  })
  return { withoutFile, badlySigned }
}

/** Every file that is there: below a folder half-written ones included, in a bucket those of the company. */
async function everyKey(place: Place, company: number): Promise<string[]> {
  if (typeof place !== 'string') {
    const tomorrow = new Date(Date.now() + 86_400_000)
    return inside(place, ({ files }) => Readable.from(files.putBefore(company, tomorrow)).toArray())
  }
  const folder = join(place, 'files')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
}
