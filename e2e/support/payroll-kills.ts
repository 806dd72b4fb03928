import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { manyReceipts, receiptOf } from '#pdf/testing/receipts.ts'
import type { TestSmtp } from '#server/testing/smtp.ts'
import { inside, type Place, rowsOf } from './inside.ts'
import { type Mortal, takenOf, type Victim } from './kills.ts'
import { findFaults, type Faults, untilQuiet } from './ledger.ts'
import {
  continuePayroll,
  makePayroll,
  type Payroll,
  publishPayroll,
  sendPayroll,
  standingOf,
} from './payrolls.ts'

interface KilledPayroll {
  killed: Record<Victim, number>
  minutes: number
  /** How often the certificate's password was asked for again. */
  asked: number
  faults: Faults
  /** Documents, different people who have one, and items that are published. */
  documents: number
  people: number
  items: number
  mails: { different: number; taken: number; doubles: number; unexplained: string[] }
  /** Documents whose signature poppler refuses, or that hold anybody else's id. */
  unsigned: number[]
  foreign: number[]
}

/**
 * Splits, signs and publishes a payroll while the server, its PostgreSQL or both are killed at random moments, and looks
 * what came of it. A person stands by, who gives the certificate's password again whenever it is asked for.
 */
export async function publishThroughKills(
  server: Mortal,
  smtp: TestSmtp,
  { documents, kills, tell }: { documents: number; kills: number; tell: (line: string) => void },
): Promise<KilledPayroll> {
  const folder = mkdtempSync(join(tmpdir(), 'legajo-payroll-'))
  try {
    const file = join(folder, 'payroll.pdf')
    writeFileSync(file, manyReceipts(documents))
    const payroll = await makePayroll(server, documents)
    const begun = Date.now()
    const person = { asked: 0, done: false }
    const id = await sendPayroll(server.url, payroll, file)
    const standing = standBy(server, payroll, id, person)
    const killed = await killAtRandom(server, { documents, kills, person, tell })
    await standing
    const minutes = (Date.now() - begun) / 60_000
    await untilQuiet(server.dataDir, 120)
    return { killed, minutes, asked: person.asked, ...(await look(server, smtp, payroll, id, folder)) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Publishes when the preview is there, and gives the password when it is asked for, until all is done. */
async function standBy(
  { url }: Mortal,
  payroll: Payroll,
  id: number,
  person: { asked: number; done: boolean },
): Promise<void> {
  for (; !person.done; await sleep(100)) {
    const now = await standingOf(url, payroll, id)
    if (now?.paso === 'preview') {
      const { recibos } = now.al_publicar
      await publishPayroll(url, payroll, id, { recibos, notificar: true }).catch(() => null)
    }
    if (now?.paso === 'waiting_password') {
      const reply = await continuePayroll(url, payroll, id).catch(() => null)
      if (reply?.status === 200) person.asked++
    }
    if (now?.paso === 'done') person.done = true
  }
}

/**
 * Each kill waits until so much is done, a random part of the way: the first of five while it is read, the others while
 * it is signed. Of three one is PostgreSQL's: alone, or with the server.
 */
async function killAtRandom(
  server: Mortal,
  wanted: { documents: number; kills: number; person: { done: boolean }; tell: (line: string) => void },
): Promise<Record<Victim, number>> {
  const { documents, kills, person, tell } = wanted
  const count: Record<Victim, number> = { server: 0, postgres: 0, both: 0 }
  const whileRead = Math.floor(kills / 5)
  const part = (many: number) =>
    Array.from({ length: many }, () => randomInt(0, Math.ceil(documents * 0.97))).toSorted((a, b) => a - b)
  const moments = [
    ...part(whileRead).map((items) => ({ table: 'publication_items', rows: items })),
    ...part(kills - whileRead).map((rows) => ({ table: 'documents', rows })),
  ]
  for (const [n, { table, rows }] of moments.entries()) {
    while (!person.done && (await countOf(server.dataDir, table)) < rows) await sleep(5)
    await sleep(randomInt(0, 150))
    const victim: Victim = n % 3 !== 2 ? 'server' : n % 2 === 0 ? 'postgres' : 'both'
    const before = await countOf(server.dataDir, 'documents')
    const moment = Date.now()
    await server.kill(victim)
    count[victim]++
    tell(
      `kill ${n + 1} (${victim}) at ${table} ${rows}, ${before} documents; serves again after ${Date.now() - moment} ms`,
    )
  }
  return count
}

async function countOf(place: Place, table: string): Promise<number> {
  const [row] = await rowsOf<{ n: number }>(place, `select count(*)::int as n from ${table}`).catch(() => [])
  return row?.n ?? 0
}

async function look(
  server: Mortal,
  smtp: TestSmtp,
  payroll: Payroll,
  id: number,
  folder: string,
): Promise<Omit<KilledPayroll, 'killed' | 'minutes' | 'asked'>> {
  const [counted] = await rowsOf<{ documents: number; people: number; items: number }>(
    server.dataDir,
    `select (select count(*)::int from documents) as documents,
      (select count(distinct employee_id)::int from documents) as people,
      (select count(*)::int from process_items where process_id = $1 and state = 'done') as items`,
    [id],
  )
  const { documents = 0, people = 0, items = 0 } = counted ?? {}
  const rows = await rowsOf<{ message_id: string }>(
    server.dataDir,
    `select message_id from mails where event = 'new_document'`,
  )
  const known = new Set(rows.map(({ message_id }) => message_id))
  const all = [...takenOf(smtp)].filter(([name]) => known.has(name))
  const taken = all.reduce((sum, [, times]) => sum + times, 0)
  const { faults } = await findFaults(server.dataDir, payroll.company, [])
  return {
    documents,
    people,
    items,
    faults,
    mails: {
      different: all.length,
      taken,
      doubles: taken - all.length,
      unexplained: all.flatMap(([name, times]) =>
        Array.from({ length: times - 1 }, (_, n) => `${name} ${n + 1}`).filter(
          (one) => !server.cutOff.has(one),
        ),
      ),
    },
    ...(await checkDocuments(server.dataDir, folder)),
  }
}

/** Every document, by poppler: whether its signature is valid, and whether it holds its own person's id and no other. */
async function checkDocuments(
  place: Place,
  folder: string,
): Promise<{ unsigned: number[]; foreign: number[] }> {
  const rows = await rowsOf<{ id: number; key: string; cuil: string }>(
    place,
    `select d.id::int, f.key, e.cuil from documents d
      join document_revisions r on r.company_id = d.company_id and r.document_id = d.id and r.n = d.revision
      join files f on f.company_id = r.company_id and f.id = r.file_id
      join employees e on e.company_id = d.company_id and e.id = d.employee_id`,
  )
  const everybody = new Set(
    Array.from({ length: rows.length }, (_, n) => receiptOf(n).cuil.replaceAll('-', '')),
  )
  const unsigned: number[] = []
  const foreign: number[] = []
  const path = join(folder, 'document.pdf')
  const plain = join(folder, 'plain.pdf')
  await inside(place, async ({ files }) => {
    for (const { id, key, cuil } of rows) {
      writeFileSync(path, await files.read(key))
      const said = execFileSync('pdfsig', ['-nocert', path], { encoding: 'utf8' })
      if (!said.includes('Signature is Valid') || !said.includes('Total document signed')) unsigned.push(id)
      // Neither the drawn text nor the file's other objects may hold anything of somebody else's page.
      const drawn = execFileSync('pdftotext', [path, '-'], { encoding: 'utf8' })
      const ids = [...drawn.matchAll(/\d{2}-\d{8}-\d/g)].map(([found]) => found.replaceAll('-', ''))
      execFileSync('qpdf', [
        '--qdf',
        '--object-streams=disable',
        '--remove-unreferenced-resources=no',
        path,
        plain,
      ])
      const held = execFileSync('qpdf', ['--json=2', '--json-key=pages', plain], { encoding: 'utf8' })
      const { pages } = JSON.parse(held) as { pages: { contents: string[]; images: unknown[] }[] }
      const own = ids.includes(cuil) && ids.every((one) => one === cuil || !everybody.has(one))
      // A receipt is one page with one logo and one bar code.
      if (!own || pages.length !== 1 || pages[0]?.images.length !== 2) foreign.push(id)
    }
  })
  return { unsigned, foreign }
}
