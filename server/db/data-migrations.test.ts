import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase } from '#server/testing/database.ts'
import { putRows, type Row } from '#server/testing/rows.ts'
import { migrate } from './migrate.ts'

// Migrations that change rows, each applied to rows as they were before it. The database goes on from one test to the next,
// as an installation's does. Two companies use the same ids. Foreign keys are not checked, so that a row needs no other.

const shipped = join(import.meta.dirname, 'migrations')
const one = 100000001
const other = 100000002

let folder: string
let url: string
let client: Client

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'legajo-migrations-'))
  const empty = await emptyDatabase()
  url = empty.url
  client = new Client(empty.adminUrl)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  rmSync(folder, { recursive: true })
})

/** Applies the migrations whose number is less than this one; without a number, all. */
async function migrateBefore(number = '9999'): Promise<void> {
  for (const name of readdirSync(shipped).filter((file) => file < number))
    copyFileSync(join(shipped, name), join(folder, name))
  await migrate(url, folder)
}

/** Applies the migration of this number, and those that are missing before it. */
const migrateThrough = (number: string) => migrateBefore(`${number}~`)

/** Rows of the first company, where they name none. */
const put = (table: string, ...rows: readonly Row[]) => putRows(client, one, table, rows)

/** The values of a query, a row a list. */
async function values(query: string): Promise<unknown[][]> {
  const { rows } = await client.query<unknown[]>({ text: query, rowMode: 'array' })
  return rows
}

test('0007 gives each employee the days of the newest stay that is not void', async () => {
  await migrateBefore('0007')
  await client.query(`insert into app.company_ids values (${one}), (${other})`)
  await put(
    'companies',
    { id: one, slug: 'one', name: 'One', country: 'AR', zone: 'America/Argentina/Buenos_Aires' },
    { id: other, slug: 'other', name: 'Other', country: 'PE', zone: 'America/Lima' },
  )
  for (const company of [one, other])
    for (const id of [1, 2, 3, 7, 8, 9]) {
      const person = { company_id: company, id }
      const names = { username: `p${id}`, first_name: 'Ana', last_name: `Paz${id}` }
      await put('users', {
        ...person,
        ...names,
        country: 'AR',
        created_by: 8,
        created_at: '2024-01-01T00:00Z',
      })
      if (id < 7) await put('employees', { ...person, file_number: id, dni: id, cuil: id, state: 'active' })
    }
  await put(
    'employments',
    { employee_id: 1, starts_on: '2020-01-01', ends_on: '2020-12-31', state: 'ended' },
    { employee_id: 1, starts_on: '2022-01-01', ends_on: null, state: 'running' },
    { employee_id: 1, starts_on: '2023-01-01', ends_on: '2023-02-01', state: 'void' },
    { employee_id: 2, starts_on: '2021-05-01', ends_on: '2021-06-01', state: 'ended' },
    { company_id: other, employee_id: 3, starts_on: '2024-05-01', state: 'planned' },
  )
  await migrateThrough('0007')
  const days = await values(
    'select id, hired_on::text, ended_on::text from employees order by company_id, id',
  )
  expect(days).toEqual([
    ['1', '2022-01-01', null],
    ['2', '2021-05-01', '2021-06-01'],
    ['3', null, null],
    ['1', null, null],
    ['2', null, null],
    ['3', '2024-05-01', null],
  ])
})

test('0023 gives each version of a type the rules of its own type', async () => {
  await put('folders', { id: 1, name: 'Recibos' }, { id: 2, name: 'Varios' })
  await put(
    'document_types',
    { id: 1, folder_id: 1, name: 'Sueldo', alias: 'Sueldo', days_to_sign: 5, is_salary: true },
    { id: 2, folder_id: 1, name: 'Aguinaldo', alias: 'Aguinaldo', days_to_sign: 9 },
    { id: 3, folder_id: 2, name: 'Aviso', alias: 'Aviso' },
    { company_id: other, id: 1, folder_id: 1, name: 'Boleta', alias: 'Boleta', days_to_sign: 7 },
  )
  await put(
    'document_type_versions',
    { type_id: 1, version: 1 },
    { type_id: 2, version: 1 },
    { company_id: other, type_id: 1, version: 1 },
    { company_id: other, type_id: 9, version: 1 },
  )
  await migrateThrough('0023')
  const rules = await values(`select rules -> 'days_to_sign', rules -> 'is_salary'
    from document_type_versions order by company_id, type_id`)
  expect(rules).toEqual([
    [5, true],
    [9, false],
    [7, false],
    [null, null],
  ])
})

test('0043 puts the types of each folder in the order of their names', async () => {
  await migrateThrough('0043')
  const positions = await values('select name, position from document_types order by company_id, id')
  expect(positions).toEqual([
    ['Sueldo', 2],
    ['Aguinaldo', 1],
    ['Aviso', 1],
    ['Boleta', 1],
  ])
})

test('0044 keeps what the company put into an account, and who set its address', async () => {
  const link = (id: number, row: Row) => ({
    id,
    hash: id,
    expires_at: '2026-01-01T00:00Z',
    created_at: `2025-01-0${id}T00:00Z`,
    created_by: 9,
    ...row,
  })
  await put(
    'credential_links',
    link(1, { user_id: 1, kind: 'printed_code', used_at: '2025-02-01T00:00Z' }),
    link(2, { user_id: 1, kind: 'printed_code', used_at: '2025-02-02T00:00Z' }),
    link(3, { user_id: 1, kind: 'printed_code' }),
    link(4, { user_id: 1, kind: 'invitation', used_at: '2025-02-09T00:00Z' }),
    link(5, { user_id: 2, kind: 'printed_code' }),
  )
  const event = (id: number, row: Row) => ({
    id: id + 100,
    subject_kind: 'credential',
    act: 'mail_changed',
    actor_id: 9,
    at: `2025-03-0${id}T00:00Z`,
    hash: id,
    ...row,
  })
  await put(
    'events',
    event(1, { subject_id: 2, actor_id: 8 }), // the older of two
    event(2, { subject_id: 2 }),
    event(3, { subject_id: 2, act: 'locked' }),
    event(4, { subject_id: 2, subject_kind: 'employee', actor_id: 7 }),
    event(5, { subject_id: 2, actor_id: 7 }), // took no address's place
    event(6, { subject_id: 3, actor_id: 3 }), // the person's own
    event(7, { company_id: other, subject_id: 3 }), // without a detail
    event(8, { company_id: other, subject_id: 1, actor_id: null }), // nobody's
  )
  const detail = (event_id: number, text: string | null) => ({ event_id: event_id + 100, salt: 's', text })
  await put(
    'event_details',
    detail(1, '{"was": "a@x.test"}'),
    detail(2, '{"was": "b@x.test"}'),
    detail(3, '{"was": "c@x.test"}'),
    detail(4, '{"was": "d@x.test"}'),
    detail(5, '{}'),
    detail(6, '{"was": "f@x.test"}'),
  )
  // By the day on which the account's password was made: before, on and after the company's access.
  await client.query(`update users set password_changed_at = (case id when 1 then '2025-01-02' when 2 then '2025-03-01'
    else '2025-03-08' end)::date at time zone 'UTC'`)
  const subject = (user_id: number, row: Row) => ({
    issuer: 'idp',
    subject: user_id,
    user_id,
    bound_by: 'mail',
    bound_at: '2025-04-01T00:00Z',
    ...row,
  })
  await put(
    'sso_subjects',
    subject(1, {}),
    subject(2, { bound_by: 'operator' }),
    subject(3, {}),
    subject(3, { company_id: other, bound_at: '2025-03-07T00:00Z', bound_by: 'password' }),
  )
  await migrateThrough('0044')

  const accesses =
    await values(`select user_id, kind, put_by, to_char(put_at at time zone 'UTC', 'DD/MM'), former_mail,
      silence_opens from company_accesses order by company_id, user_id`)
  expect(accesses).toEqual([
    ['1', 'printed_code', '9', '02/01', null, false],
    ['2', 'mail', '9', '02/03', 'b@x.test', false],
    ['3', 'mail', '9', '07/03', null, false],
  ])
  const passwords = await values(`select a.company_id, a.user_id, u.id from users u
    join company_accesses a on a.company_id = u.company_id and a.id = u.password_access_id order by 1, 2`)
  expect(passwords).toEqual([
    [String(one), '1', '1'],
    [String(other), '3', '3'],
  ])
  const ties = await values(`select s.user_id, a.user_id, a.kind
    from sso_subjects s left join company_accesses a on a.company_id = s.company_id and a.id = s.access_id
    order by s.company_id, s.user_id`)
  expect(ties).toEqual([
    ['1', '1', 'printed_code'],
    ['2', null, null],
    ['3', null, null],
    ['3', '3', 'mail'],
  ])
  const addresses = await values(`select id, mail_set_by, to_char(mail_set_at at time zone 'UTC', 'DD/MM/YY')
    from users where id < 7 order by company_id, id`)
  expect(addresses).toEqual([
    ['1', '8', '01/01/24'],
    ['2', '7', '05/03/25'],
    ['3', '3', '06/03/25'],
    ['1', '8', '08/03/25'],
    ['2', '8', '01/01/24'],
    ['3', '9', '07/03/25'],
  ])
})

test('0046 notes when a management or additive profile was taken within thirty days', async () => {
  const profile = (id: number, type: number, kind: string) => ({ id, type, kind, name: `${kind} ${id}` })
  await put(
    'profiles',
    profile(101, 1, 'employee'),
    profile(102, 2, 'hr'),
    profile(103, 3, 'certificate_holder'),
  )
  const taken = (subject_id: number, days: number, ids: number[], row: Row = {}) => ({
    subject_kind: 'employee',
    subject_id,
    act: 'profiles_changed',
    actor_id: 9,
    at: new Date(Date.now() - days * 86_400_000),
    data: { taken: ids },
    hash: 'x',
    ...row,
  })
  await put(
    'events',
    taken(1, 9, [102]),
    taken(1, 5, [101, 103]), // the newest of two
    taken(2, 3, [101]), // manages nothing
    taken(3, 40, [102]), // long ago
    taken(7, 2, [102], { act: 'record_changed' }),
    taken(8, 2, [102], { subject_kind: 'credential' }),
  )
  await migrateThrough('0046')
  const managed = await values(`select id, extract(day from now() - managed_until)::int from users
    where managed_until is not null order by company_id, id`)
  expect(managed).toEqual([['1', 5]])
})

test('0061 leaves open exceptions for later and counts them as no failures', async () => {
  const process = (id: number, counts: Row) => ({
    id,
    kind: 'publication',
    step: 'done',
    created_by: 9,
    ...counts,
  })
  await put(
    'processes',
    process(1, { total: 10, done: 6, failed: 4 }),
    process(2, { total: 3, done: 3, failed: 1 }),
    process(3, { total: 5, done: 4, failed: 1 }),
  )
  const unsolved = 'PROCESS_RECEIPT_NOT_SOLVED'
  const items = [
    { id: 1, process_id: 1, failure: unsolved, file_id: 1 },
    { id: 2, process_id: 1, failure: unsolved, file_id: 2 },
    { id: 3, process_id: 1, failure: unsolved, file_id: null }, // has no file
    { id: 4, process_id: 1, failure: 'SYSTEM_API_FILE_EXISTS', file_id: 4 },
    { id: 5, process_id: 2, failure: unsolved, file_id: 5 },
    { id: 6, process_id: 3, failure: 'SYSTEM_API_FILE_EXISTS', file_id: 6 },
  ]
  for (const { id, process_id, failure, file_id } of items) {
    await put('process_items', { id, process_id, n: id, state: 'failed', failure })
    await put('publication_items', { id, process_id, place: id, pages: [1], found: 'sin_persona', file_id })
  }
  await migrateThrough('0061')
  expect(await values('select id, state, failure from process_items order by id')).toEqual([
    ['1', 'excluded', null],
    ['2', 'excluded', null],
    ['3', 'failed', unsolved],
    ['4', 'failed', 'SYSTEM_API_FILE_EXISTS'],
    ['5', 'excluded', null],
    ['6', 'failed', 'SYSTEM_API_FILE_EXISTS'],
  ])
  expect(await values('select id, total, done, failed from processes order by id')).toEqual([
    ['1', 8, 6, 2],
    ['2', 3, 3, 0],
    ['3', 5, 4, 1],
  ])
})

test('0101 opens an approval for each paper that already waits', async () => {
  const paper = (id: number, row: Row = {}) => ({
    id,
    employee_id: 1,
    type_id: 1,
    type_version: 1,
    state: 'waiting_approval',
    source: 'employee',
    file_name: 'a.pdf',
    pages: 1,
    verification_code: id,
    created_by: 2,
    created_at: '2025-05-01T00:00Z',
    ...row,
  })
  await put(
    'documents',
    paper(1),
    paper(2, { employee_id: 3 }),
    paper(3, { state: 'rejected' }),
    paper(4, { process_item_id: 1 }), // of a payroll
    paper(5, { source: 'portal' }),
  )
  const approval = (id: number, kind: string, row: Row = {}) => ({
    id: id + 100,
    kind,
    subject_id: id + 100,
    opened_by: 9,
    opened_at: '2025-01-01T00:00Z',
    ...row,
  })
  await put(
    'approvals',
    approval(1, 'change'),
    approval(2, 'document', { state: 'approved', ended_at: '2025-01-02T00:00Z' }),
    approval(3, 'document'), // has a step
  )
  const step = { rule: { action: 78 }, state: 'open', opened_at: '2025-01-01T00:00Z' }
  await put('approval_steps', { ...step, approval_id: 103, n: 1, need: 'all' })
  await migrateThrough('0101')
  const opened =
    await values(`select a.kind, a.subject_id, a.employee_id, a.opened_by, a.state, s.n, s.rule, s.need, s.state,
      s.opened_at = a.opened_at
    from approvals a left join approval_steps s on s.company_id = a.company_id and s.approval_id = a.id
    order by a.subject_id`)
  const rule = { action: 78 }
  expect(opened).toEqual([
    ['document', '1', '1', '2', 'pending', 1, rule, 'one', 'open', true],
    ['document', '2', '3', '2', 'pending', 1, rule, 'one', 'open', true],
    ['change', '101', null, '9', 'pending', null, null, null, null, null],
    ['document', '102', null, '9', 'approved', null, null, null, null, null],
    ['document', '103', null, '9', 'pending', 1, rule, 'all', 'open', true],
  ])
})

test('0102 makes the profile of approvers in the words of each country, once', async () => {
  const [brazil, had] = [100000003, 100000004]
  await client.query(`insert into app.company_ids values (${brazil}), (${had})`)
  await put(
    'companies',
    { id: brazil, slug: 'three', name: 'Three', country: 'BR', zone: 'America/Sao_Paulo' },
    { id: had, slug: 'four', name: 'Four', country: 'AR', zone: 'America/Argentina/Buenos_Aires' },
  )
  await put(
    'profiles',
    { company_id: other, type: 2, kind: 'limited', name: 'Aprobador' },
    { company_id: had, type: 3, kind: 'leave_approver', name: 'Jefes' },
  )
  await migrateThrough('0102')
  const made = await values(`select company_id, type, kind, name, sees_confidential from profiles
    where kind in ('leave_approver', 'limited') order by company_id, kind`)
  expect(made).toEqual([
    [String(one), 3, 'leave_approver', 'Aprobador', false],
    [String(other), 3, 'leave_approver', 'Aprobador 2', false],
    [String(other), 2, 'limited', 'Aprobador', false],
    [String(brazil), 3, 'leave_approver', 'Aprovador', false],
    [String(had), 3, 'leave_approver', 'Jefes', false],
  ])
})

test('0115 moves the interbank account code of Peru alone', async () => {
  await put(
    'employee_bank_accounts',
    { employee_id: 1, cbu: '0170099220000067797370' },
    { company_id: other, employee_id: 1, cbu: '00219300123456789012' },
    { company_id: other, employee_id: 2, bank: 'Banco' },
  )
  await migrateThrough('0115')
  const codes = await values('select cbu, cci from employee_bank_accounts order by company_id, employee_id')
  expect(codes).toEqual([
    ['0170099220000067797370', null],
    [null, '00219300123456789012'],
    [null, null],
  ])
})

test('0117 plans the ends of stays that are to end', async () => {
  const before = await values('select state, ends_on::text from employments order by id')
  expect(before).toEqual([
    ['ended', '2020-12-31'],
    ['running', null],
    ['void', '2023-02-01'],
    ['ended', '2021-06-01'],
    ['planned', null],
  ])
  await put(
    'employments',
    { employee_id: 3, starts_on: '2024-01-01', ends_on: '2099-01-31', state: 'running' },
    { company_id: other, employee_id: 1, starts_on: '2098-01-01', ends_on: '2099-02-28', state: 'planned' },
  )
  await migrateThrough('0117')
  const ends =
    await values(`select e.company_id, e.employee_id, s.starts_on::text, e.ends_on::text, e.state from stay_ends e
    join employments s on s.company_id = e.company_id and s.id = e.employment_id order by 1`)
  expect(ends).toEqual([
    [String(one), '3', '2024-01-01', '2099-01-31', 'planned'],
    [String(other), '1', '2098-01-01', '2099-02-28', 'planned'],
  ])
})

test('0136 gives each post the words of its body, a paragraph a line', async () => {
  await migrateBefore('0136')
  const post = { author_id: 9, author_kind: 'hr', created_at: '2026-01-01', changed_at: '2026-01-01' }
  await put('posts', { ...post, body: 'Hola\n\nHasta el lunes' }, { ...post, body: '' })
  await migrateBefore()
  const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
  const content = [paragraph('Hola'), { type: 'paragraph' }, paragraph('Hasta el lunes')]
  expect(await values('select words from posts order by id')).toEqual([[{ type: 'doc', content }], [null]])
})
