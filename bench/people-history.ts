import { createApp } from '#server/app.ts'
import { recordEvents, type EventToRecord } from '#server/shared/evidence/events.ts'
import { aSession, aShapedCompany, startBench } from './support/seeding.ts'

/**
 * A person's file on a former day against their record, both through the HTTP server and asked in turn, so that the
 * ratio means the same under any load: p95 of each. The person has 2,000 changes, all of them but a few after that day. Aim: at
 * most 3. Then a page of their changes, against the record as well.
 *
 * EVENTS: changes of the person. ROUNDS: requests of each call.
 */
const events = Number(process.env['EVENTS'] ?? 2000)
const rounds = Number(process.env['ROUNDS'] ?? 200)
const aim = 3

const bench = await startBench(4)
const { server: app } = await createApp(bench.services)
const company = await aShapedCompany(bench.services, 'historia', 400)
const bearer = await aSession(bench.services, company, 0, 'hr')
const id = await changeOften()
await bench.settle()

const day = new Date(Date.now() - 729 * 86_400_000).toISOString().slice(0, 10)
const calls = {
  record: `/v2/admin-mod/users/${id}`,
  history: `/v2/admin-mod/users/${id}/history?al=${day}`,
  changes: `/v2/admin-mod/users/${id}/changes`,
} as const
const times: Record<keyof typeof calls, number[]> = { record: [], history: [], changes: [] }
for (let round = -5; round < rounds; round++)
  for (const name of Object.keys(calls) as (keyof typeof calls)[]) {
    const from = performance.now()
    const { statusCode, body } = await app.inject({
      url: `/api${calls[name]}`,
      headers: { authorization: `Bearer ${bearer}` },
    })
    if (statusCode !== 200) throw new Error(`${name}: ${statusCode} ${body}`)
    if (round >= 0) times[name].push(performance.now() - from)
  }
const record = p95(times.record)
for (const name of ['history', 'changes'] as const) {
  const other = p95(times[name])
  console.log(
    `${name}: ${record.toFixed(1)} ms for the record, ${other.toFixed(1)} ms, ratio ${(other / record).toFixed(2)} (aim ≤ ${aim})`,
  )
}
await app.close()
await bench.close()

/** Gives one person changes of a few fields over two years, the file's opening before them. Returns their id. */
async function changeOften(): Promise<number> {
  const fields = ['phone', 'calle', 'numero', 'ciudad', 'estado_civil', 'hijos', 'sector', 'cbu']
  return bench.services.tenant(company.id).write(async (tx) => {
    const { id: person } = await tx.db
      .selectFrom('employees')
      .select('id')
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    const span = 730 * 86_400_000
    const begin = Date.now() - span
    await tx.db
      .updateTable('employees')
      .set({ created_at: new Date(begin - 86_400_000) })
      .where('id', '=', person)
      .execute()
    const changes = Array.from({ length: events }, (_, at): EventToRecord => {
      const field = fields[at % fields.length] ?? 'phone'
      return {
        subject: { kind: 'employee', id: person },
        act: 'changed',
        actorId: person,
        at: new Date(begin + (span * at) / events),
        data: { fields: [field] },
        detail: {
          address: '203.0.113.20',
          device: 'Mozilla/5.0 (X11; Linux x86_64)',
          text: JSON.stringify([{ field, was: valueOf(field, at), is: valueOf(field, at + 1) }]),
        },
      }
    })
    for (let from = 0; from < changes.length; from += 500)
      await recordEvents(tx, changes.slice(from, from + 500))
    return person
  })
}

function valueOf(field: string, at: number): string | number {
  return field === 'sector' || field === 'hijos' ? at : String(at)
}

function p95(measured: readonly number[]): number {
  return measured.toSorted((a, b) => a - b)[Math.floor(measured.length * 0.95)] ?? 0
}
