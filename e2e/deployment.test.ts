import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import { me } from '#contract/me/me.ts'
import { session } from '#contract/session/session.ts'
import { migrate } from '#server/db/migrate.ts'
import { aCompany, aPerson, password } from '#server/testing/factories.ts'
import { newScratchFolder } from '#server/testing/scratch.ts'
import { hasS3, startS3 } from '#server/testing/s3.ts'
import { startSmtp, type TestSmtp } from '#server/testing/smtp.ts'
import { ask } from './support/client.ts'
import { hasDatabase, type OutsideDatabase, startDatabase } from './support/cluster.ts'
import { inside, type Place, rowsOf } from './support/inside.ts'
import { takenOf } from './support/kills.ts'
import { findFaults, untilQuiet } from './support/ledger.ts'
import { makePublishers, publicationsFor, publish, type Publishers } from './support/publishers.ts'
import { removeDataDir, type RunningServer, startServer } from './support/server.ts'
import { nothingSeen, publishAll } from './support/stream.ts'

const { requests, clients, workers } = process.env.LONG
  ? { requests: 300, clients: 8, workers: 2 }
  : { requests: 16, clients: 4, workers: 1 }
const begun = Date.now()
const tell = (what: string, facts: object = {}) =>
  process.env.LONG && console.log(`${((Date.now() - begun) / 1000).toFixed(1)} s: ${what}`, facts)

describe.skipIf(!hasDatabase || !hasS3)('two servers and their workers on external services', () => {
  const cleaning: (() => unknown)[] = []
  const place: Exclude<Place, string> = { env: {}, adminUrl: '' }
  let database: OutsideDatabase
  let smtp: TestSmtp
  let apis: RunningServer[]
  let publishers: Publishers
  /** The document that its employee signed too. */
  let signedTwice: number

  beforeAll(async () => {
    const [made, s3, mails] = await Promise.all([startDatabase(), startS3(), startSmtp()])
    cleaning.push(made.stop, s3.stop, mails.close)
    tell('PostgreSQL 15 with its replica, the pooler and S3 run')
    database = made
    smtp = mails
    place.adminUrl = database.adminUrl()
    place.env = {
      DATABASE_URL: database.url,
      FILES_URL: s3.filesUrl,
      SMTP_URL: smtp.url,
      APP_SECRET: 'a secret of the tests, long enough for all',
      DATA_DIR: newScratchFolder(),
    }
    // All at once, on an empty database: one of them migrates, the others wait for it.
    const start = async (role: 'api' | 'worker') => {
      const dataDir = newScratchFolder()
      const server = await startServer({ dataDir, env: { ...place.env, DATA_DIR: dataDir, ROLE: role } })
      cleaning.push(
        () => removeDataDir(dataDir),
        () => server.process.kill('SIGKILL'),
      )
      return server
    }
    const starting = [start('api'), start('api')] as const
    const working = Array.from({ length: workers }, () => start('worker'))
    // Those that start are known, and ended, even where another doesn't.
    await Promise.allSettled([...starting, ...working])
    const [first, second] = await Promise.all(starting)
    await Promise.all(working)
    apis = [first, second]
    tell('the servers and workers run')
    publishers = await makePublishers(
      { url: first.url, dataDir: place },
      { people: Math.ceil((requests + 1) / 12), administrators: clients },
    )
  }, 240_000)
  afterAll(async () => {
    tell('taken down')
    for (const clean of cleaning.toReversed()) await clean()
  })

  test('every migration was applied, once', async () => {
    const rows = await rowsOf<{ name: string }>(place, 'select name from schema_migrations order by name')
    const shipped = readdirSync(join(import.meta.dirname, '../server/db/migrations')).toSorted()
    expect(rows.map(({ name }) => name)).toEqual(shipped)
    const [version] = await rowsOf<{ server_version: string }>(place, 'show server_version')
    expect(version?.server_version).toMatch(/^15\./)
    const [owner] = await rowsOf(place, `select rolinherit, rolsuper from pg_roles where rolname = 'legajo'`)
    expect(owner).toEqual({ rolinherit: false, rolsuper: false })
    // A second installation beside it finds the roles made, and itself without inheritance.
    const client = new Client(database.direct('legajo'))
    await client.connect()
    await client.query('create database beside')
    await client.end()
    expect(await migrate(database.direct('beside'))).toEqual(shipped)
    expect(await migrate(database.direct('beside'))).toEqual([])
  })

  test('a document is published at one server, signed at the other, and verified', async () => {
    const [first, second] = apis
    const [publication] = await publicationsFor(publishers, requests + 1).then((all) => all.slice(-1))
    if (!first || !second || !publication) throw new Error('nothing to publish')
    const [as] = publishers.administrators
    const { data, code } = await publish(first.url, publishers, publication, { as })
    expect(code).toBeUndefined()
    signedTwice = data.id
    const person = { user: publication.person.username, password, site: 'e' } as const
    const bearer = (await ask(second.url, session.login, person)).data.jwt
    const pdf = async () => {
      const address = `${second.url}/api${me.pdf.path.replace('{id}', String(data.id))}`
      const answer = await fetch(address, { headers: { authorization: `Bearer ${bearer}` } })
      expect(answer.headers.get('content-type')).toBe('application/pdf')
      return answer.arrayBuffer()
    }
    await pdf()
    const signing = { ids: [data.id], decision: 'conforme' as const, password }
    const signed = await ask(second.url, me.sign, signing, { as: bearer })
    expect([signed.status, signed.code]).toEqual([200, undefined])
    const form = new FormData()
    form.append('archivo', new Blob([await pdf()]), 'signed.pdf')
    const report = await (
      await fetch(`${first.url}/api/v2/verification`, { method: 'POST', body: form })
    ).json()
    expect(report.data).toMatchObject({ veredicto: 'valido', faltan: 0, registro: { completo: true } })
    expect(report.data.firmas).toHaveLength(2)
    expect((await smtp.receive(20)).recipients).toEqual([publication.person.mail])
  })

  test('another company sees nothing of it', async () => {
    const [first, second] = apis
    if (!first || !second) throw new Error('no servers')
    const username = await inside(place, async (services) => {
      const company = await aCompany({ services })
      return (await aPerson({ services }, company, { profiles: ['hr'] })).username
    })
    const as = (await ask(second.url, session.login, { user: username, password })).data.jwt
    const [row] = await rowsOf<{ id: number }>(place, 'select max(id)::int as id from documents')
    for (const { url } of [first, second, first, second]) {
      expect((await ask(url, documents.list, {}, { as })).data).toEqual([])
      expect((await ask(url, documents.detail, { id: row?.id ?? 0 }, { as })).status).toBe(404)
    }
  })

  const timeout = 90_000 + requests * 2500

  test(
    `every publication that was answered exists after the replica takes over during ${requests} publications`,
    { timeout, tags: ['long'] },
    async () => {
      const publications = await publicationsFor(publishers, requests)
      const seen = nothingSeen()
      const publishing = publishAll(
        apis.map(({ url }) => url),
        publishers,
        publications,
        seen,
      )
      while (seen.answered.size < requests / 3) await sleep(5)
      // While the replica hears nothing, nothing is answered: its loss with the one that leads would be one.
      await database.deafen()
      const countWaiting = async () =>
        (await rowsOf(place, `select from pg_stat_activity where wait_event = 'SyncRep'`)).length
      await expect.poll(countWaiting, { timeout: 20_000 }).toBeGreaterThanOrEqual(clients)
      const answered = seen.answered.size
      for (let turn = 0; turn < 50; turn++) await countWaiting()
      expect(seen.answered.size).toBe(answered)
      const acknowledged = [...seen.answered.values()]
      const asking = seen.asking
      const milliseconds = await database.failOver()
      place.adminUrl = database.adminUrl()
      const there = await rowsOf<{ id: number }>(
        place,
        `select id::int from documents where state = 'published' and id = any ($1)`,
        [acknowledged],
      )
      expect(there).toHaveLength(acknowledged.length)
      const cutOff = await takenButWaiting(place, smtp)
      const moment = Date.now()
      await publishing
      tell('the replica leads', {
        acknowledgedBefore: acknowledged.length,
        askingThen: asking,
        failOver: `${milliseconds} ms`,
        lastAnswerAfter: `${Date.now() - moment} ms`,
        broken: seen.broken,
        putOff: seen.putOff,
        mailsCutOff: cutOff.length,
      })
      expect(seen.refused).toEqual([])
      expect(new Set(seen.answered.values()).size).toBe(requests)

      await untilQuiet(place, 90)
      const { faults } = await findFaults(place, publishers.company, [...seen.answered.values()])
      const others = {
        ...faults,
        unfinished: faults.unfinished.filter(({ id }) => id !== signedTwice),
        badlySigned: faults.badlySigned.filter((id) => id !== signedTwice),
      }
      expect(others).toEqual({
        missing: [],
        doubled: [],
        unfinished: [],
        withoutFile: [],
        badlySigned: [],
        keptForNothing: [],
        loose: [],
        strays: [],
        unsealed: [],
        stuckJobs: [],
      })
      const taken = takenOf(smtp)
      expect(taken.size).toBe(requests + 1)
      // A mail that was taken but not noted as sent goes out once more, under the same Message-ID.
      for (const [id, times] of taken) if (times > 1) expect(cutOff).toContain(id)
      tell('all is quiet', { mails: taken.size })

      const [as] = publishers.administrators
      for (const publication of publications.slice(0, 5)) {
        for (const { url } of apis) {
          const again = await publish(url, publishers, publication, {
            as: publishers.administrators[publications.indexOf(publication) % clients] ?? as,
          })
          expect(again.data?.id).toBe(seen.answered.get(publication))
        }
      }
      for (const { stop } of apis) {
        await stop()
        tell('stopped')
      }
    },
  )
})

/** Mails that were taken and are still to be sent, as the change left them: they go out once more. */
async function takenButWaiting(place: Place, smtp: TestSmtp): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    place,
    `select message_id as id from mails where state = 'queued'`,
  )
  const taken = takenOf(smtp)
  return rows.flatMap(({ id }) => (taken.has(id) ? [id] : []))
}
