import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { employeeImport } from '#contract/employees/import.ts'
import { generic } from '#contract/generic.ts'
import { massive } from '#contract/massive/massive.ts'
import { processes } from '#contract/processes/processes.ts'
import { undo } from '#contract/processes/undo.ts'
import { reminders } from '#contract/reminders.ts'
import { payslip } from '#pdf/testing/samples.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { joints } from '#server/areas.ts'
import { freeLostProcesses } from '#server/shared/processes/lost.ts'
import type { TestApp } from '#server/testing/app.ts'
import { aDocument, aType } from '#server/testing/documents.ts'
import { aPerson, cuilOf, inCompany, type Person, stepUp } from '#server/testing/factories.ts'
import { aPreview, aReadableType, begin, loseJobs, sendWhole, zipOfFiles } from '#server/testing/massive.ts'
import { aPublisher, certificatePassword } from '#server/testing/publishing.ts'
import { receive } from './upload/receiving.ts'

let app: TestApp
let company: MadeCompany
let as: string
let certificado: number
let person: Person
beforeAll(async () => {
  ;({ app, company, bearer: as, certificado } = await aPublisher())
  person = await aPerson(app, company, { sector: 'Logística', location: 'Planta Pilar' })
  await sql`create function fail_on_purpose() returns trigger language plpgsql as
    $$ begin raise exception 'this table fails on purpose'; end $$`.execute(app.database.db)
})

const runJobs = () => app.services.jobs.runDueJobs({ later: true })
const sweep = () => freeLostProcesses(app.services, joints.kindsOfProcess)

/** Sends a file whole; its publication waits to be received. */
async function uploaded(modo: 'split_sign' | 'publish' = 'split_sign'): Promise<number> {
  const type = await aReadableType(app, company)
  const pdf = await payslip({ taxId: person.cuil })
  const bytes = modo === 'publish' ? await zipOfFiles(new Map([['a.pdf', pdf]])) : pdf
  const { id, subida } = await begin(app, as, type.id, { modo, tamano: bytes.length })
  await sendWhole(app, as, subida, bytes)
  return id
}

async function received(modo?: 'publish'): Promise<number> {
  const id = await uploaded(modo)
  await receive(app.services, company.id, id)
  return id
}

/** Confirms a publication of one receipt, which is not begun. */
async function confirmed(modo: 'split' | 'publish' | 'split_sign'): Promise<number> {
  const type = await aReadableType(app, company)
  const { id } = await aPreview(app, company, as, type.id, [{ found: 'listo', to: person }], { modo })
  const signs = modo === 'split_sign' && { certificado, password: certificatePassword }
  const { code } = await app.call(massive.publish, { id, recibos: 1, ...signs }, { as })
  expect(code).toBeUndefined()
  return id
}

/** Sends the zip that was signed elsewhere back. */
async function returned(): Promise<number> {
  const id = await confirmed('split')
  await runJobs()
  const zip = await zipOfFiles(new Map([['otro.pdf', await payslip()]]))
  const input = { id, archivo: 'firmados.zip', tamano: zip.length }
  const { data } = await app.call(massive.returned, input, { as })
  await sendWhole(app, as, data.subida, zip)
  return id
}

async function returnedAndReceived(): Promise<number> {
  const id = await returned()
  await receive(app.services, company.id, id)
  return id
}

async function undone(): Promise<number> {
  const id = await confirmed('publish')
  await runJobs()
  const { data } = await app.call(undo.undo, { id }, { as, headers: await stepUp(app, as) })
  return data.proceso
}

async function toMany(): Promise<number> {
  const { id: tipo } = await aType(app, company, { generic: true, hasPeriod: false })
  const file = { name: 'reglamento.pdf', bytes: await payslip({ name: 'Reglamento interno' }) }
  const beside = { name: 'lista.csv', bytes: Buffer.from(`cuil\n${person.cuil}\n`) }
  const { data } = await app.call(generic.publish, { tipo, personas: 1, modo: 'csv' }, { as, file, beside })
  return data.id
}

async function reminded(): Promise<number> {
  const { id } = await aType(app, company)
  await aDocument(app, company, { employee_id: (await aPerson(app, company)).id, type_id: id })
  await app.call(reminders.create, { tipo: [id] }, { as })
  const rows = await inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('processes')
      .select('id')
      .where('kind', '=', 'signature_reminder')
      .orderBy('id', 'desc')
      .limit(1)
      .execute(),
  )
  return rows[0]?.id ?? 0
}

async function imported(): Promise<number> {
  const cuil = cuilOf(String(31_000_000 + counter++ * 91))
  const line = `CUIL;Apellido;Nombre;Legajo;Ingreso;Sector;Lugar\r\n${cuil};Núñez;Zoë;I${counter};02/11/2026;Logística;Planta Pilar`
  const file = { name: 'altas.csv', bytes: Buffer.from(line) }
  return (await app.call(employeeImport.upload, {}, { as, file })).data.id
}
let counter = 0

async function importConfirmed(): Promise<number> {
  const id = await imported()
  await runJobs()
  const { code } = await app.call(employeeImport.confirm, { id }, { as })
  expect(code).toBeUndefined()
  return id
}

/** The process as its screen shows it: its state and step, and every reason that it gives. */
async function shown(id: number) {
  const { data } = await app.call(processes.one, { id }, { as })
  const { avisos = [] } = (await app.call(massive.one, { id }, { as })).data ?? {}
  const said = [data.aviso, ...avisos, ...data.fallas].filter(Boolean)
  return [data.estado, data.paso, [...new Set(said.map(({ code }: { code: string }) => code))]]
}

/** Runs jobs until none is tried again. Returns whether any failed. */
async function exhaust(): Promise<boolean> {
  let failed = false
  for (let n = 0; n < 4; n++) {
    await runJobs().catch(() => (failed = true))
    // As after as many attempts as there may be.
    await sql`update pgboss.job set retry_count = retry_limit where state = 'retry'`.execute(app.database.db)
  }
  return failed
}

async function whileFailing<T>(table: string, work: () => Promise<T>): Promise<T> {
  const on = sql.table(table)
  await sql`create trigger fails before insert or update or delete on ${on}
    for each statement execute function fail_on_purpose()`.execute(app.database.db)
  try {
    return await work()
  } finally {
    await sql`drop trigger fails on ${on}`.execute(app.database.db)
  }
}

const again = 'MASSIVE_READING_FAILED'
const interrupted = 'PROCESS_INTERRUPTED'
const waitsForPassword = ['in_progress', 'waiting_password', ['PROCESS_SIGNING_INTERRUPTED']]

/** Each kind of step: how it is reached, how its process ends, and the tables that it writes. */
const steps: [string, () => Promise<number>, unknown[], string[]][] = [
  ['receiving a file', uploaded, ['error', 'done', [again]], ['files', 'publications', 'events']],
  [
    'reading a PDF',
    received,
    ['error', 'done', [again]],
    ['publication_items', 'processes', 'publications', 'process_items', 'files', 'events'],
  ],
  [
    'reading a zip',
    () => received('publish'),
    ['error', 'done', [again]],
    ['process_items', 'publication_items', 'processes', 'files'],
  ],
  [
    'making the outgoing zip',
    () => confirmed('split'),
    ['in_progress', 'preview', ['PROCESS_ZIP_FAILED']],
    ['publication_items', 'processes', 'publications', 'files'],
  ],
  [
    'receiving the signed zip',
    returned,
    ['in_progress', 'waiting_upload', [again]],
    ['files', 'publications', 'processes', 'events'],
  ],
  [
    'comparing the signed zip',
    returnedAndReceived,
    ['in_progress', 'waiting_upload', [again]],
    ['publication_items', 'processes', 'process_items'],
  ],
  [
    'publishing',
    () => confirmed('publish'),
    ['error', 'done', [interrupted]],
    ['documents', 'process_items', 'document_revisions', 'events'],
  ],
  ['signing', () => confirmed('split_sign'), waitsForPassword, ['documents', 'process_items', 'files']],
  ['publishing to many', toMany, ['error', 'done', [interrupted]], ['documents', 'process_items']],
  ['reminding', reminded, ['error', 'done', [interrupted]], ['process_items', 'mails']],
  ['undoing', undone, ['error', 'done', [interrupted]], ['documents', 'process_items', 'processes']],
  [
    'checking an import',
    imported,
    ['error', 'done', ['IMPORT_FAILED']],
    ['employee_import_rows', 'employee_imports', 'processes'],
  ],
  [
    'applying an import',
    importConfirmed,
    ['in_progress', 'preview', ['IMPORT_FAILED']],
    ['employees', 'users', 'events'],
  ],
]

describe('a step whose job fails for the last time leaves its process ended, or to a person, with a reason', () => {
  const places = steps.flatMap(([step, reach, outcome, tables]) =>
    // One place of each step; with LONG=1 every place.
    (process.env['LONG'] ? tables : tables.slice(0, 1)).map((table) => ({ step, table, reach, outcome })),
  )
  test.each(places)('$step where $table fails', async ({ table, reach, outcome }) => {
    const id = await reach()
    expect(await whileFailing(table, exhaust)).toBe(true)
    // A table that ends the process as well is written again by the sweep.
    await sweep()
    await exhaust()
    expect(await shown(id)).toEqual(outcome)
    if (outcome[0] === 'in_progress') await app.call(processes.cancel, { id }, { as })
  })
})

describe('the sweep', () => {
  test.each(steps)('frees a process whose worker died too often: %s', async (_, reach, outcome) => {
    const id = await reach()
    await loseJobs(app, id)
    await sweep()
    await runJobs()
    expect(await shown(id)).toEqual(outcome)
    if (outcome[0] === 'in_progress') await app.call(processes.cancel, { id }, { as })
  })

  test('leaves alone a process that has a job, or waits for a person', async () => {
    const { id: type } = await aReadableType(app, company)
    const coming = await begin(app, as, type)
    const preview = await aPreview(app, company, as, type, [{ found: 'listo', to: person }])
    const sent = await confirmed('split')
    await runJobs()
    const ids = [coming.id, preview.id, sent, await received()]
    const before = await Promise.all(ids.map(shown))
    expect(before.map(([, step]) => step)).toEqual(['uploaded', 'preview', 'waiting_upload', 'uploaded'])
    await sweep()
    expect(await Promise.all(ids.map(shown))).toEqual(before)
  })
})
