import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { manyReceipts } from '#pdf/testing/receipts.ts'
import { aType } from '#server/testing/documents.ts'
import { inCompany } from '#server/testing/factories.ts'
import { startS3 } from '#server/testing/s3.ts'
import { startDatabase } from '../e2e/support/cluster.ts'
import { inside, type Place, rowsOf } from '../e2e/support/inside.ts'
import {
  continuePayroll,
  makePayroll,
  type Payroll,
  publishPayroll,
  sendPayroll,
  standingOf,
  untilStep,
} from '../e2e/support/payrolls.ts'
import { removeDataDir, type RunningServer, startServer } from '../e2e/support/server.ts'
import { newDataDir } from './support/data-dir.ts'

/**
 * Two servers for requests and two workers, on one PostgreSQL 15 behind a pooler and one S3 service: a payroll is
 * signed and published by one worker, by two, and by two of which one is killed half-way and a third joins. Aim: both
 * took items and no item was processed twice; the ratio to one worker is printed, without an aim on two cores.
 * DOCUMENTS makes it smaller.
 */
const documents = Number(process.env.DOCUMENTS ?? 1_000)

const folder = mkdtempSync(join(tmpdir(), 'legajo-two-workers-'))
const cleaning: (() => unknown)[] = [() => rmSync(folder, { recursive: true })]
try {
  const [database, s3] = await Promise.all([startDatabase(), startS3()])
  cleaning.push(
    () => database.stop(),
    () => s3.stop(),
  )
  const env = {
    DATABASE_URL: database.url,
    FILES_URL: s3.filesUrl,
    APP_SECRET: 'a secret of the benchmark, long enough for all',
    DATA_DIR: newDataDir(),
  }
  const place: Place = { env, adminUrl: database.adminUrl() }
  const start = async (role: 'api' | 'worker') => {
    const dataDir = newDataDir()
    const server = await startServer({ dataDir, env: { ...env, DATA_DIR: dataDir, ROLE: role } })
    cleaning.push(
      () => removeDataDir(dataDir),
      () => server.process.kill('SIGKILL'),
    )
    return server
  }
  const [first, second] = await Promise.all([start('api'), start('api')])
  const urls = [first.url, second.url] as const
  const payroll = await makePayroll({ url: first.url, dataDir: place }, documents)
  // The same receipts each time, in a file of other bytes: one that came before would have to be confirmed.
  const fileOf = (n: number) => {
    const file = join(folder, `payroll-${n}.pdf`)
    writeFileSync(file, manyReceipts(documents, { pageEntries: () => `/Tabs/${'RCS'[n] ?? 'R'}` }))
    return file
  }

  await start('worker')
  const alone = await publish(place, urls, payroll, fileOf(0))
  const two = await start('worker')
  const both = await publish(place, urls, await anotherType(place, payroll), fileOf(1))
  let third: RunningServer | null = null
  const killed = await publish(place, urls, await anotherType(place, payroll), fileOf(2), async (done) => {
    if (done < documents / 2 || third) return
    two.process.kill('SIGKILL')
    third = await start('worker')
  })
  const whole = [alone, both, killed].every(({ people, done }) => people === documents && done === documents)
  const shared = both.by.length === 2 && killed.by.length >= 2
  console.log(
    `two workers: ${whole && shared ? 'every document once, shared' : 'NOT as it should be'} - ${documents} documents, ` +
      `by one in ${alone.seconds.toFixed(1)} s, by two (${both.by.join(' and ')}) in ${both.seconds.toFixed(1)} s: ` +
      `${(alone.seconds / both.seconds).toFixed(2)} of one; with one killed half-way and one that joins ` +
      `(${killed.by.join(', ')}) in ${killed.seconds.toFixed(1)} s, the password asked for ${killed.asked} times`,
  )
  if (!whole || !shared) process.exitCode = 1
} finally {
  for (const clean of cleaning.toReversed()) await clean()
}

interface Published {
  seconds: number
  /** Different people with a document, and items published. */
  people: number
  done: number
  /** Items that each worker took to their end. */
  by: number[]
  asked: number
}

/** From publishing, by one server for requests and looked at by the other, to the last document. */
async function publish(
  place: Place,
  [url, other]: readonly [string, string],
  payroll: Payroll,
  file: string,
  meanwhile: (done: number) => Promise<void> = async () => {},
): Promise<Published> {
  const id = await sendPayroll(url, payroll, file)
  const { al_publicar } = await untilStep(other, payroll, id, 'preview', 900)
  const begun = performance.now()
  const { recibos } = al_publicar
  const answer = await publishPayroll(other, payroll, id, { recibos, notificar: false })
  if (answer.code) throw new Error(`refused: ${answer.code}`)
  let asked = 0
  for (;;) {
    const now = await standingOf(url, payroll, id)
    if (now?.paso === 'done') break
    if (now?.paso === 'waiting_password' && (await continuePayroll(url, payroll, id)).status === 200) asked++
    await meanwhile(await countDone(place, id))
    await sleep(250)
  }
  const seconds = (performance.now() - begun) / 1000
  const rows = await rowsOf<{ n: number }>(
    place,
    `select count(*)::int as n from process_items where process_id = $1 and state = 'done'
      group by split_part(claimed_by, ' ', 1) order by 1 desc`,
    [id],
  )
  const [people] = await rowsOf<{ n: number }>(
    place,
    `select count(distinct d.employee_id)::int as n from documents d
      join process_items i on i.company_id = d.company_id and i.id = d.process_item_id where i.process_id = $1`,
    [id],
  )
  return {
    seconds,
    asked,
    people: people?.n ?? 0,
    done: await countDone(place, id),
    by: rows.map(({ n }) => n),
  }
}

async function countDone(place: Place, id: number): Promise<number> {
  const [row] = await rowsOf<{ n: number }>(
    place,
    `select count(*)::int as n from process_items where process_id = $1 and state = 'done'`,
    [id],
  )
  return row?.n ?? 0
}

/** The same people and month once more, for a type of which they have nothing yet. */
function anotherType(place: Place, payroll: Payroll): Promise<Payroll> {
  return inside(place, async (services) => {
    const { id } = await aType({ services }, { id: payroll.company }, { name: `Recibo ${Math.random()}` })
    await inCompany({ services }, payroll.company, (tx) =>
      tx.db.updateTable('document_types').set({ capture: 'first_page' }).where('id', '=', id).execute(),
    )
    return { ...payroll, type: id }
  })
}
