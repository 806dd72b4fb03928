import { Client } from 'pg'
import pino from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { employeeFile } from '#contract/employees/file.ts'
import { employeeSelection } from '#contract/employees/selection.ts'
import { inbox } from '#contract/inbox.ts'
import { selfService } from '#contract/self-service/self-service.ts'
import { shell } from '#contract/shell/shell.ts'
import { printedText } from '#pdf/testing/judges.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aPerson, password, stepUp } from '#server/testing/factories.ts'
import {
  account,
  type OwnData,
  otherAccount,
  outbox,
  ownDataCompany,
  type Somebody,
} from '#server/testing/own-data.ts'

const street = 'Pasaje de los Zorzales'
const home = { calle: street, numero: '8123', ciudad: 'Pilar', provincia: 'Buenos Aires' }
const accounts = [account, otherAccount]
const secrets = [...accounts, street]

let app: TestApp
let own: OwnData
const logged: string[] = []
let worker: Somebody
let statement: Buffer

// One person's account, twice, and their address, through every way that there is.
beforeAll(async () => {
  app = await testApp({ log: pino({ level: 'trace' }, { write: (line) => logged.push(line) }) })
  own = await ownDataCompany(app)
  worker = await own.worker()
  const { bearer: as } = worker
  const bank = { banco: 'Banco Nación', tipo_cuenta: 'Caja de ahorro', cbu: account }
  await app.call(shell.keepDraft, { clave: 'own-data.bank', valor: bank }, { as })
  await own.setBank(as, { ...bank, cbu: '1234567890123456789012' })
  await own.setBank(as, bank)
  await own.setAddress(as, { ...home, password })
  const open = await own.changes(worker)
  const address = open.find(({ seccion }) => seccion === 'address')?.id ?? 0
  statement = (await app.call(selfService.myStatement, { id: address }, { as })).bytes
  for (const { id } of open) await own.decide(id, 'aprobado')
  const hr = { as: own.hr.bearer, headers: await stepUp(app, own.hr.bearer) }
  await app.call(selfService.hrSetBank, { id: worker.id, cbu: otherAccount }, hr)
  await own.setBank(as, bank)
  await own.setAddress(as, { ...home, numero: '8124', password })
  await outbox(app)
})

const said = (text: string) => secrets.filter((secret) => text.includes(secret))

test('mails never name an account or an address, as HTML or plain text, nor do their sealed rows', async () => {
  const mails = await outbox(app)
  const events = (await own.mailed(worker)).map(([event]) => event)
  expect(events).toEqual(
    expect.arrayContaining([
      'bank_change_proposed',
      'bank_change_approved',
      'bank_account_changed',
      'change_proposed',
      'change_approved',
    ]),
  )
  expect(mails.length).toBeGreaterThanOrEqual(events.length)
  for (const { html, text, subject } of mails) expect(said(`${html} ${text} ${subject}`)).toEqual([])
})

test('the database has them in the record, in what waits and, of an address, in the erasable side of the evidence', async () => {
  const client = new Client({ connectionString: app.database.adminUrl })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss')`,
  )
  const found: Record<string, string[]> = {}
  for (const { name } of tables) {
    for (const secret of secrets) {
      const { rows } = await client.query(`select 1 from ${name} t where t::text like $1 limit 1`, [
        `%${secret}%`,
      ])
      if (rows.length > 0) (found[secret === street ? 'street' : 'account'] ??= []).push(name)
    }
  }
  await client.end()
  expect([...new Set(found['account'])].toSorted()).toEqual([
    'public.employee_bank_accounts',
    'public.pending_changes',
  ])
  expect(found['street']?.toSorted()).toEqual([
    'public.employee_addresses',
    'public.event_details',
    'public.pending_changes',
  ])
})

test('no line of the log has them', () => {
  expect(logged.length).toBeGreaterThan(10)
  expect(said(logged.join('\n'))).toEqual([])
})

test('the bell, the inbox and the list’s file have neither; the history has an address, and accounts masked', async () => {
  const as = own.hr.bearer
  const { id } = worker
  const bell = await app.call(shell.concerns, {}, { as })
  expect(bell.data.avisos).toContainEqual(
    expect.objectContaining({ clase: 'cambios_por_decidir', total: 2, id: null }),
  )
  const tasks = await app.call(inbox.tasks, { pagination: '100,1,0', bandeja: 'cambios' }, { as })
  expect(tasks.pagination?.total).toBe(2)
  const csv = await app.call(employeeSelection.csv, { ids: [id] }, { as })
  expect(said(`${JSON.stringify([bell.data, tasks.data])} ${csv.bytes.toString()}`)).toEqual([])
  const read = async (by: string) =>
    said(
      JSON.stringify([
        (await app.call(employeeFile.history, { id }, { as: by })).data,
        (await app.call(employeeFile.changes, { id, perPage: 50, page: 1 }, { as: by })).data,
        await own.changes(worker, by),
        (await app.call(selfService.hrBank, { id }, { as: by })).data,
      ]),
    )
  expect(await read(as)).toEqual([street])
})

test('whoever has no reach gets nothing, and the statement names an address and no account', async () => {
  const boss = await aPerson(app, own.company, { profiles: ['manager'] })
  const as = await own.enter(boss, { site: 's' })
  for (const call of [selfService.hrAddress, selfService.hrBank, employeeFile.history])
    expect((await app.call(call, { id: worker.id }, { as })).code).toBe('NOT_FOUND')
  const bell = await app.call(shell.concerns, {}, { as })
  expect(bell.data.avisos).toEqual([])
  expect(said(printedText(statement).replaceAll(/\s+/g, ' '))).toEqual([street])
})

test('the draft of a section is kept sealed, and given back to its owner alone', async () => {
  const { bearer: as } = worker
  const clave = 'own-data.bank'
  const { data } = await app.call(shell.draft, { clave }, { as })
  expect(data).toMatchObject({ valor: { banco: 'Banco Nación', cbu: account } })
  const colleague = await own.worker()
  expect((await app.call(shell.draft, { clave }, { as: colleague.bearer })).data).toEqual({ data: null })
  expect((await app.call(shell.dropDraft, { clave }, { as })).status).toBe(200)
  expect((await app.call(shell.draft, { clave }, { as })).data).toEqual({ data: null })
})
