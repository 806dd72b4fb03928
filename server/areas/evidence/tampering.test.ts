import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { me } from '#contract/me/me.ts'
import { merkleRoot } from '#server/shared/evidence/merkle.ts'
import { hashOfEvent, type SubjectKind } from '#server/shared/evidence/events.ts'
import { sealDue, sealFolder, sealRoot } from '#server/shared/evidence/seal.ts'
import { run } from '#server/operator/running.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aDocument, aType } from '#server/testing/documents.ts'
import { aCompany, aPerson, inCompany, password, signIn } from '#server/testing/factories.ts'
import { withSection } from '#server/testing/sections.ts'

/**
 * Tampering with the database and the files behind the product's back, and the sentences of `evidence check` about
 * each.
 */
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

/** A company whose employee signed a document: some seals, one signature. */
interface Place {
  slug: string
  company: number
  document: number
  /** Path of the signed file. */
  file: string
  /** Folder of the days' roots. */
  days: string
}

type Sql = (text: string, values?: unknown[]) => Promise<Record<string, string>[]>

async function aPlace(): Promise<Place> {
  const made = await aCompany(app)
  const ana = await aPerson(app, made)
  const { id: type_id } = await aType(app, made)
  const document = await aDocument(app, made, { employee_id: ana.id, type_id })
  const bearer = await signIn(app, made, ana, 'e')
  await sealAll(made.id)
  await app.call(me.pdf, { id: document }, { as: bearer })
  await sealAll(made.id)
  await app.call(me.sign, { ids: [document], decision: 'conforme', password }, { as: bearer })
  await sealAll(made.id)
  const { key, slug } = await inCompany(app, made.id, (tx) =>
    tx.db
      .selectFrom('document_revisions')
      .innerJoin('files', 'files.id', 'document_revisions.file_id')
      .innerJoin('companies', 'companies.id', 'files.company_id')
      .select(['files.key', 'companies.slug'])
      .where('document_revisions.made_by', '=', 'employee')
      .executeTakeFirstOrThrow(),
  )
  const { config } = app.services
  return {
    slug,
    company: made.id,
    document,
    file: join(config.filesDir, key),
    days: sealFolder(config, made.id),
  }
}

/** A transaction open anywhere on the PostgreSQL delays the sealing of newer events, and parallel tests have such. */
async function sealAll(company: number): Promise<void> {
  await vi.waitFor(
    async () => {
      await sealDue(app.services)
      const open = await inCompany(app, company, (tx) =>
        tx.db.selectFrom('events').select('id').where('seal_id', 'is', null).execute(),
      )
      expect(open).toEqual([])
    },
    { timeout: 30_000, interval: 50 },
  )
}

/** Work on the database as its owner, or as the role of requests, bound to one company. */
async function as<T>(
  role: 'owner' | 'requests',
  company: number,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const client = new Client(app.database.url)
  await client.connect()
  try {
    await client.query(`begin; set local app.company = '${company}'`)
    if (role === 'requests') await client.query('set local role legajo_app')
    const done = await work(async (text, values) => (await client.query(text, values)).rows)
    await client.query('commit')
    return done
  } finally {
    await client.end()
  }
}

/** The lines of `evidence check`, without its counts and with the ids of rows left out. */
async function checked({ slug }: Place): Promise<{ code: number; lines: string[] }> {
  let out = ''
  const terminal = {
    say: (text: string) => void (out += text),
    tell: (line: string) => void (out += line),
    isConfirmed: () => Promise.resolve(false),
  }
  const work = { services: app.services, by: 'rosa.operaciones' }
  const code = await run(['evidence', 'check', '--company', slug], terminal, (act) => act(work))
  const [head = '', ...found] = out.split('\n').filter((line) => !line.startsWith('  note:'))
  const lines = found.length > 0 ? found.map((line) => line.trim()) : [head.replace(/ \(.*/, '')]
  return {
    code,
    lines: lines.map((line) =>
      line
        .replace(`${slug}: `, '')
        .replace(/\d{4}-\d\d-\d\d/, 'day')
        .replace(/ \d+/g, ''),
    ),
  }
}

interface Tampering {
  what: string
  /** Changes the database. */
  sql?: (sql: Sql, place: Place) => Promise<unknown>
  /** Switches off the triggers meanwhile, as the owner can. */
  unguarded?: true
  /** Changes files. */
  files?: (place: Place) => void
  says: string[]
}

const lastSeal = '(select max(id) from seals)'
const signedEvent = `(select id from events where act = 'signed')`

/** Makes all roots anew from the present events, as somebody with the owner's rights can. */
async function rebuild(sql: Sql): Promise<void> {
  let previous: string | null = null
  for (const { id } of await sql('select id from seals order by id')) {
    const events = await sql('select * from events where seal_id = $1 order by leaf', [id])
    const hashes: string[] = []
    for (const [leaf, event] of events.entries()) {
      const hash = hashOfEvent({
        company: Number(event['company_id']),
        subjectKind: event['subject_kind'] as SubjectKind,
        subjectId: Number(event['subject_id']),
        act: event['act'] ?? '',
        actorId: event['actor_id'] === null ? null : Number(event['actor_id']),
        at: new Date(event['at'] ?? 0),
        data: event['data'] ?? {},
        detailHash: event['detail_hash'] ?? null,
      })
      hashes.push(hash)
      await sql('update events set hash = $1, leaf = $2 where id = $3', [hash, leaf, event['id']])
    }
    const root = sealRoot(previous, merkleRoot(hashes))
    await sql('update seals set root = $1, previous_root = $2, events = $3 where id = $4', [
      root,
      previous,
      hashes.length,
      id,
    ])
    previous = root
  }
}

const list: Tampering[] = [
  {
    what: 'the facts of an event changed',
    sql: (sql) => sql(`update events set data = data || '{"method": "passkey"}' where id = ${signedEvent}`),
    says: ['event was changed after it was recorded'],
  },
  {
    what: 'the address beside an event changed',
    sql: (sql) => sql(`update event_details set address = '10.9.9.9' where event_id = ${signedEvent}`),
    says: ['the address, device or text of event was changed'],
  },
  {
    what: 'an event deleted',
    sql: async (sql) => {
      await sql(
        `delete from event_details where event_id = (select id from events where act = 'read' limit 1)`,
      )
      await sql(`delete from events where id = (select id from events where act = 'read' limit 1)`)
    },
    says: ['seal covers events that are missing'],
  },
  {
    what: 'an event put among sealed ones',
    sql: (sql) =>
      sql(`insert into events (company_id, subject_kind, subject_id, act, at, hash, seal_id, leaf)
        select company_id, subject_kind, subject_id, 'seen', at, hash, seal_id, 1 + leaf from events where act = 'signed'`),
    says: ['event was changed after it was recorded', "seal has an event that it doesn't cover"],
  },
  {
    what: 'the last seal deleted with its events',
    sql: async (sql) => {
      await sql(
        `delete from event_details where event_id in (select id from events where seal_id = ${lastSeal})`,
      )
      await sql(`delete from events where seal_id = ${lastSeal}`)
      await sql(`delete from seals where id = ${lastSeal}`)
    },
    says: [
      "the root in the file of day isn't the database's",
      "signature of document isn't the one that was recorded",
    ],
  },
  {
    what: 'a seal in the middle deleted with its events',
    sql: async (sql) => {
      const middle = '(select id from seals order by id offset 1 limit 1)'
      await sql(
        `delete from event_details where event_id in (select id from events where seal_id = ${middle})`,
      )
      await sql(`delete from events where seal_id = ${middle}`)
      await sql(`delete from seals where id = ${middle}`)
    },
    says: ["seal doesn't continue the seal before it"],
  },
  {
    what: 'the facts of an event changed and all roots made anew',
    sql: async (sql) => {
      await sql(`update events set data = '{}' where act = 'read'`)
      await rebuild(sql)
    },
    says: ["the root in the file of day isn't the database's"],
  },
  {
    what: 'the same, and the files of the days removed',
    sql: async (sql) => {
      await sql(`update events set data = '{}' where act = 'read'`)
      await rebuild(sql)
    },
    files: ({ days }) => rmSync(days, { recursive: true }),
    says: ['no difference'],
  },
  {
    what: 'a document marked as signed',
    sql: async (sql, { company, document }) => {
      await sql(
        `insert into documents (company_id, employee_id, type_id, type_version, state, signing, source, file_name, pages,
          verification_code, created_by, sequence)
        select company_id, employee_id, type_id, type_version, state, 'pending', source, file_name, pages,
          'ANOTHERCODE', created_by, 2 from documents where id = $1 and company_id = $2`,
        [document, company],
      )
      await sql(`update documents set signing = 'conforme' where sequence = 2`)
    },
    unguarded: true,
    says: ['document is marked as signed and has no signature'],
  },
  {
    what: 'a signature deleted, its document put back to wait for one',
    sql: async (sql, { document }) => {
      await sql(`delete from signatures where document_id = ${document}`)
      await sql(`update documents set signing = 'pending', revision = 1 where id = ${document}`)
    },
    says: ['signature of document was recorded and is missing'],
  },
  {
    what: 'conforme turned into no conforme, in the document and its signature',
    sql: async (sql, { document }) => {
      await sql(`update signatures set decision = 'no_conforme' where document_id = ${document}`)
      await sql(`update documents set signing = 'no_conforme' where id = ${document}`)
    },
    says: ["signature of document isn't the one that was recorded"],
  },
  {
    what: 'a signed document put back to wait for a signature',
    sql: (sql, { document }) => sql(`update documents set signing = 'pending' where id = ${document}`),
    says: ["the state of document isn't what its signature says"],
  },
  {
    what: 'the digest of a signed file changed wherever it is kept',
    sql: async (sql, { document }) => {
      const digest = 'ab'.repeat(32)
      await sql(
        `update document_revisions set sha256 = '${digest}' where document_id = ${document} and n = 2`,
      )
      await sql(`update signatures set sha256 = '${digest}' where document_id = ${document}`)
    },
    says: [
      "signature of document isn't the one that was recorded",
      'the file of signature of document was changed',
    ],
  },
  {
    what: 'the file of a signature changed',
    files: ({ file }) => writeFileSync(file, '%PDF-1.7 another'),
    says: ['the file of signature of document was changed'],
  },
  {
    what: 'the file of a signature deleted',
    files: ({ file }) => rmSync(file),
    says: ['the file of signature of document is missing'],
  },
  {
    what: "the file of a day's root changed",
    files: ({ days }) => {
      for (const name of readdirSync(days)) writeFileSync(join(days, name), '{}')
    },
    says: ["the file of day can't be read"],
  },
]

test('an untouched company has no difference, also where address and device were erased', async () => {
  const place = await aPlace()
  expect(await checked(place)).toEqual({ code: 0, lines: ['no difference'] })
  await as('owner', place.company, (sql) => sql('delete from event_details'))
  expect(await checked(place)).toEqual({ code: 0, lines: ['no difference'] })
})

const rows: string[] = []

test.each(list)('$what: the check names it', async ({ what, sql, unguarded, files, says }) => {
  const place = await aPlace()
  let asRequests = '–'
  if (sql) {
    const refused = await as('requests', place.company, (query) => sql(query, place)).then(
      () => null,
      (error: Error) => error.message.replace(/ \d+/g, ''),
    )
    asRequests = refused ? `refused: ${refused}` : (await checked(place)).lines.join('<br>')
    if (refused)
      await as('owner', place.company, async (query) => {
        if (unguarded) await query('alter table documents disable trigger documents_signed_by_signature')
        await sql(query, place)
        if (unguarded) await query('alter table documents enable trigger documents_signed_by_signature')
      })
  }
  files?.(place)
  const found = await checked(place)
  expect(found).toEqual({ code: says[0] === 'no difference' ? 0 : 1, lines: says })
  rows.push(`| ${what} | ${asRequests} | ${found.lines.join('<br>')} |`)
})

test('docs/tampering.md lists the answer to each', async () => {
  const section = [
    "What somebody with the rights of the database's owner, or with the files, changes behind the product's back, and what",
    '`npm run legajo -- evidence check` says of it (ids left out). The middle column is the same change as the role of',
    'requests, `legajo_app`. This section is written by a test (`npx vitest run server/areas/evidence/tampering.test.ts -u`).',
    'Roots made anew together with the files are detected by timestamps alone (`TSA_URL`), see security.md.',
    '',
    '| what was done | as the role of requests | as the owner, or with the files |',
    '|---|---|---|',
    ...rows,
  ]
  const page = join(import.meta.dirname, '../../../docs/tampering.md')
  await expect(withSection(page, 'With the database', section)).toMatchFileSnapshot(page)
})
