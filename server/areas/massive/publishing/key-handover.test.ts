import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Services } from '#server/shared/services.ts'
import { aCertificate } from '#server/testing/publishing.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { copyCertificate } from '#server/testing/certificates.ts'
import { aCompany, anAdministrator, inCompany } from '#server/testing/factories.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import {
  announceWorker,
  dropKey,
  forgetSealed,
  keyFor,
  sealForWorkers,
  tendKeys,
  withdraw,
  workerName,
} from './key-handover.ts'
import { newHolderKeys, openKey, sealKey } from './key-sealing.ts'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const bytesOf = (key: typeof privateKey) => key.export({ type: 'pkcs8', format: 'der' }).toString('hex')

let app: TestApp
let company: MadeCompany
let certificate: number
let by: number
beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  await aBystander(app, company)
  const { bearer, id } = await anAdministrator(app, company)
  by = id
  certificate = await aCertificate(app, company, bearer)
})

/** Another server on the same database: with a memory of its own. */
async function aWorker(): Promise<Services> {
  const worker = { ...app.services, database: { ...app.services.database } }
  await announceWorker(worker)
  return worker
}

const aSigning = () =>
  inCompany(app, company.id, async (tx) => {
    const { id } = await tx.db
      .insertInto('processes')
      .values({ company_id: tx.company, kind: 'massive', step: 'signing', created_by: by })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })

async function sealed(process: number): Promise<void> {
  const write = await sealForWorkers(app.services, {
    company: company.id,
    process,
    certificate,
    key: privateKey,
  })
  await inCompany(app, company.id, write)
}

const rowsOf = (process: number) =>
  inCompany(app, company.id, (tx) =>
    tx.db.selectFrom('sealed_keys').selectAll().where('process_id', '=', process).execute(),
  )

const workersOf = async (process: number) => (await rowsOf(process)).map(({ worker }) => worker).toSorted()

describe('a signing key', () => {
  test('opens for the worker it was sealed to, at that place, and for nobody else', () => {
    const own = newHolderKeys()
    const at = { company: 1, process: 2, certificate: 3, worker: 'a' }
    const box = sealKey(privateKey, own.publicKey, at)
    expect(bytesOf(openKey(box, own, at))).toBe(bytesOf(privateKey))
    for (const other of [{ company: 9 }, { process: 9 }, { certificate: 9 }, { worker: 'b' }])
      expect(() => openKey(box, own, { ...at, ...other })).toThrow()
    expect(() => openKey(box, newHolderKeys(), at)).toThrow()
    for (let at0 = 0; at0 < box.length; at0 += 37) {
      const changed = Buffer.from(box)
      changed[at0] = (changed[at0] ?? 0) ^ 1
      expect(() => openKey(changed, own, at)).toThrow()
    }
  })

  test('is deleted from the database when it is taken, and is held in memory', async () => {
    const worker = await aWorker()
    const process = await aSigning()
    const [other, later] = [await aWorker(), await aSigning()]
    await sealed(process)
    await sealed(later)
    const both = [workerName(worker), workerName(other)].toSorted()
    expect([await workersOf(process), await workersOf(later)]).toEqual([both, both])
    // Two lanes of a worker need it at once: whoever comes second must not find the first one's row gone.
    const [held, same] = await Promise.all([
      keyFor(worker, company.id, process, certificate),
      keyFor(worker, company.id, process, certificate),
    ])
    expect(same).toBe(held)
    expect(held && bytesOf(held.key)).toBe(bytesOf(privateKey))
    // A key sealed to another worker, or of another process, stays.
    expect([await workersOf(process), await workersOf(later)]).toEqual([[workerName(other)], both])
    expect(await keyFor(worker, company.id, process, certificate)).toBe(held)
    await inCompany(app, company.id, (tx) => forgetSealed(tx, process))
    expect([await workersOf(process), await workersOf(later)]).toEqual([[], both])
    await withdraw(worker)
    await withdraw(other)
  })

  test('is handed by a worker that has it to a later one, and by nobody once those are gone', async () => {
    const first = await aWorker()
    const process = await aSigning()
    await sealed(process)
    await keyFor(first, company.id, process, certificate)
    const late = await aWorker()
    const asked = keyFor(late, company.id, process, certificate)
    await expect.poll(() => workersOf(process)).toContain(workerName(late))
    const others = [
      { process_id: await aSigning(), worker: workerName(late), sealed: null },
      { process_id: process, worker: 'elsewhere', sealed: randomBytes(40) },
    ].map((row) => ({ ...row, company_id: company.id, certificate_id: certificate, expires_at: new Date() }))
    await inCompany(app, company.id, ({ db }) => db.insertInto('sealed_keys').values(others).execute())
    await tendKeys(first)
    expect(bytesOf((await asked)?.key ?? newHolderKeys().privateKey)).toBe(bytesOf(privateKey))
    // Nobody else is given this key: neither a worker that doesn't ask, nor one that asks for another process.
    expect(await rowsOf(process)).toEqual([others[1]])
    expect(await rowsOf(others[0]?.process_id ?? 0)).toEqual([others[0]])
    await withdraw(first)
    await withdraw(late)
    expect(await keyFor(await aWorker(), company.id, process, certificate)).toBeNull()
  })

  test('is waited for a minute where the worker that has it does not answer', async () => {
    const silent = await aWorker()
    const process = await aSigning()
    await sealed(process)
    await keyFor(silent, company.id, process, certificate)
    // It counts as alive for as long as this test may take.
    await sql`update key_holders set seen_at = now() + interval '1 hour' where worker = ${workerName(silent)}`.execute(
      app.services.database.db,
    )
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['Date'] })
    const asking = await aWorker()
    const asked = keyFor(asking, company.id, process, certificate)
    await expect.poll(async () => (await rowsOf(process)).some((row) => row.sealed === null)).toBe(true)
    vi.setSystemTime(Date.now() + 60_000)
    expect(await asked).toBeNull()
    await withdraw(silent)
    await withdraw(asking)
  })

  test('is not waited for while others are on their way: of another process, certificate or worker, or asked for', async () => {
    const worker = await aWorker()
    const name = workerName(worker)
    const [unsealed, elsewhere, replaced, other] = [
      await aSigning(),
      await aSigning(),
      await aSigning(),
      await aSigning(),
    ]
    const rows = [
      { process_id: unsealed, worker: name, certificate_id: certificate, sealed: null },
      { process_id: elsewhere, worker: 'gone', certificate_id: certificate, sealed: randomBytes(40) },
      {
        process_id: replaced,
        worker: name,
        certificate_id: await copyCertificate(app, company, certificate),
        sealed: randomBytes(40),
      },
      { process_id: other, worker: name, certificate_id: certificate, sealed: randomBytes(40) },
    ].map((row) => ({ ...row, company_id: company.id, expires_at: new Date() }))
    await inCompany(app, company.id, ({ db }) => db.insertInto('sealed_keys').values(rows).execute())
    for (const process of [unsealed, elsewhere, replaced, await aSigning()])
      expect(await keyFor(worker, company.id, process, certificate)).toBeNull()
    expect((await Promise.all(rows.map(({ process_id }) => rowsOf(process_id)))).flat()).toEqual(rows)
    await withdraw(worker)
  })

  test('is sealed anew in the place of what was sealed of its process before', async () => {
    const worker = await aWorker()
    const [process, other] = [await aSigning(), await aSigning()]
    await sealed(process)
    await sealed(other)
    const [before, others] = [await rowsOf(process), await rowsOf(other)]
    await sealed(process)
    const again = await rowsOf(process)
    expect(again.map((row) => row.worker).toSorted()).toEqual(before.map((row) => row.worker).toSorted())
    for (const { sealed: box } of again) expect(before.map((row) => row.sealed)).not.toContainEqual(box)
    expect(await rowsOf(other)).toEqual(others)
    await withdraw(worker)
  })

  test('is held no longer by a worker that has stopped, and workers that go on stay known', async () => {
    const [stopped, other] = [await aWorker(), await aWorker()]
    const process = await aSigning()
    await sealed(process)
    await keyFor(stopped, company.id, process, certificate)
    await inCompany(app, company.id, (tx) => forgetSealed(tx, process))
    const known = async () => {
      const { rows } = await sql<{ worker: string }>`select worker from key_holders`.execute(
        app.services.database.db,
      )
      return [stopped, other].map((one) => rows.some(({ worker }) => worker === workerName(one)))
    }
    expect(await known()).toEqual([true, true])
    await withdraw(stopped)
    expect(await known()).toEqual([false, true])
    expect(await keyFor(stopped, company.id, process, certificate)).toBeNull()
    // One that was killed is forgotten after a day.
    const silentSince = (time: string) =>
      sql`update key_holders set seen_at = now() - ${time}::interval where worker = ${workerName(other)}`.execute(
        app.services.database.db,
      )
    await silentSince('23 hours')
    await announceWorker(app.services)
    expect(await known()).toEqual([false, true])
    await silentSince('25 hours')
    await announceWorker(app.services)
    expect(await known()).toEqual([false, false])
  })

  test('is never sealed for a public key that was merely written into the database', async () => {
    await sql`delete from key_holders`.execute(app.services.database.db)
    const { publicKey } = newHolderKeys()
    await sql`insert into key_holders (worker, public_key, proof) values ('thief', ${publicKey}, ${'0'.repeat(64)})`.execute(
      app.services.database.db,
    )
    const process = await aSigning()
    await sealed(process)
    expect(await rowsOf(process)).toEqual([])
    await expect(
      inCompany(app, company.id, (tx) =>
        sql`insert into key_holders (worker, public_key, proof) values ('x', '', '')`.execute(tx.db),
      ),
    ).rejects.toThrow('permission denied')
  })

  test('is dropped when its process is over, with what lies sealed of it', async () => {
    const worker = await aWorker()
    const process = await aSigning()
    await sealed(process)
    await keyFor(worker, company.id, process, certificate)
    await inCompany(app, company.id, async (tx) => {
      await tx.db.updateTable('processes').set({ step: 'done' }).where('id', '=', process).execute()
      await forgetSealed(tx, process)
    })
    await tendKeys(worker)
    expect(await keyFor(worker, company.id, process, certificate)).toBeNull()
    await dropKey(worker, process)
  })

  test('is asked for from a worker that tends its keys, however long ago it took them', async () => {
    const worker = await aWorker()
    const process = await aSigning()
    await sealed(process)
    await keyFor(worker, company.id, process, certificate)
    await sql`update key_holders set seen_at = now() - interval '1 hour' where worker = ${workerName(worker)}`.execute(
      app.services.database.db,
    )
    await tendKeys(worker)
    const late = await aWorker()
    const asked = keyFor(late, company.id, process, certificate)
    await expect.poll(() => workersOf(process)).toContain(workerName(late))
    await tendKeys(worker)
    expect(await asked).not.toBeNull()
    await withdraw(worker)
    await withdraw(late)
  })
})
