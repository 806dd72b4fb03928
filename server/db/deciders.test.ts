import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { putRows, type Row } from '#server/testing/rows.ts'

// The functions by which the database finds the people who decide a step. Of the people here 7 is locked and 8 has left;
// 1 is managed by 2 and has the approver 3, whose approver is 4.

const company = 100000001
const [asker, gone, locked] = [9, 8, 7]
const [approvers, hr, others] = [31, 32, 33]
let client: Client

const put = (table: string, ...rows: readonly Row[]) => putRows(client, company, table, rows)

/** The first column of a query, sorted. */
async function list(query: string): Promise<unknown[]> {
  const { rows } = await client.query<unknown[]>({ text: query, rowMode: 'array' })
  return rows
    .map(([value]) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value))
    .toSorted((a, b) => String(a).localeCompare(String(b)))
}

beforeAll(async () => {
  client = new Client((await testDatabase()).adminUrl)
  await client.connect()
  await client.query(`insert into app.company_ids values (${company})`)
  await put('companies', {
    id: company,
    slug: 'one',
    name: 'One',
    country: 'AR',
    zone: 'America/Argentina/Buenos_Aires',
  })
  for (const id of [1, 2, 3, 4, 5, 6, locked, gone, asker, 10, 70]) {
    const locked_at = id === locked ? '2026-01-01T00:00Z' : null
    await put('users', {
      id,
      username: `p${id}`,
      first_name: 'Ana',
      last_name: 'Paz',
      country: 'AR',
      locked_at,
    })
    if (id === asker) continue
    const links = { 1: { manager_id: 2, approver_id: 3 }, 3: { approver_id: 4 } }[id]
    const state = id === gone ? 'inactive' : 'active'
    await put('employees', { id, file_number: id, dni: id, cuil: id, state, ...links })
  }
  const profile = (id: number, type: number, kind: string) => ({ id, type, kind, name: kind })
  await put(
    'profiles',
    profile(approvers, 3, 'leave_approver'),
    profile(hr, 2, 'hr'),
    profile(others, 2, 'limited'),
  )
  await put('profile_actions', { profile_id: hr, action: 78 }, { profile_id: others, action: 77 })
  const held = (user_id: number, profile_id: number) => ({
    user_id,
    profile_id,
    type: profile_id === approvers ? 3 : 2,
  })
  const approving = [1, 2, 5, locked, gone, asker, 10].map((id) => held(id, approvers))
  await put('user_profiles', ...approving, held(3, hr), held(gone, hr), held(4, others))
  const member = (group_id: number) => (user_id: number) => ({ group_id, user_id })
  await put('workflow_members', ...[1, 2, 3, 5, 6, locked, gone, asker, 10].map(member(50)), member(51)(4))
})
afterAll(() => client.end())

test.each([
  ['person:1', [1]],
  ['person:50', [50]],
  ['group:51', [4]],
  ['manager:1', [2]],
  ['manager:3', []],
  ['approver:1', [3]],
  ['approver:2', []],
  ['second_approver:1', [4]],
  ['second_approver:3', []],
])('%s names %j', async (named, people) => {
  expect(await list(`select user_id from app.named_people('${named}')`)).toEqual(people)
})

test('whoever is locked, has left or does not exist is not at work; a user who is no employee is', async () => {
  const atWork = await list('select id from generate_series(1, 12) id where app.is_at_work(id)')
  expect(atWork).toEqual([1, 10, 2, 3, 4, 5, 6, asker])
})

test('an approver’s profile or the inbox’s action lets somebody stand in a group', async () => {
  const able = await list('select id from generate_series(1, 12) id where app.may_approve(id)')
  expect(able).toEqual([1, 10, 2, 3, 5, locked, gone, asker])
})

test('people of a step who may decide it and have not since it opened are undecided', async () => {
  const [before, opened, after] = ['2026-03-01T00:00Z', '2026-03-02T00:00Z', '2026-03-03T00:00Z']
  const approval = (id: number, employee_id: number | null) => ({
    id,
    kind: 'change',
    subject_id: id,
    employee_id,
    opened_by: asker,
    opened_at: before,
  })
  await put('approvals', approval(1, 1), approval(2, null))
  const step = (approval_id: number, n: number, named: string) => ({
    approval_id,
    n,
    named,
    rule: {},
    state: 'open',
    opened_at: opened,
  })
  await put(
    'approval_steps',
    step(1, 1, 'group:50'),
    step(1, 2, 'person:6'),
    step(2, 1, 'person:5'),
    step(2, 2, 'person:9'),
  )
  const decision = (user_id: number, at: string, row: Row = {}) => ({
    approval_id: 1,
    n: 1,
    user_id,
    act: 'approve',
    at,
    ...row,
  })
  await put(
    'approval_decisions',
    decision(3, opened),
    decision(5, before), // before it came back
    decision(4, after, { acting_for: 10 }),
    decision(2, after, { n: 2 }),
    decision(2, after, { approval_id: 2 }),
  )
  const undecided = (id: number, n: number) => list(`select user_id from app.undecided(${id}, ${n})`)
  expect(await undecided(1, 1)).toEqual([2, 5])
  expect(await undecided(1, 2)).toEqual([6])
  expect(await undecided(2, 1)).toEqual([5])
  expect(await undecided(2, 2)).toEqual([])
})

test('steps call a person by their own names, and by those of the people whom they stand in for, and may, on that day', async () => {
  const deputy = (user_id: number, deputy_id: number, row: Row = {}) => ({
    user_id,
    deputy_id,
    from_day: '2026-05-04',
    to_day: '2026-05-08',
    named_by: user_id,
    named_at: '2026-05-01T00:00Z',
    ...row,
  })
  await put(
    'deputies',
    deputy(2, 10),
    deputy(4, 10, { ended_at: '2026-05-02T00:00Z' }),
    deputy(locked, 10),
    deputy(3, 5),
    // Neither an approver's profile nor the inbox's action.
    deputy(1, 6),
  )
  const names = (person: number, day: string) =>
    list(`select user_id || ' ' || named from app.names_of(${person}, '${day}')`)
  expect(await names(4, '2026-05-04')).toEqual(['4 approver:3', '4 person:4', '4 second_approver:1'])
  const own = ['10 group:50', '10 person:10']
  for (const day of ['2026-05-04', '2026-05-08'])
    expect(await names(10, day)).toEqual([...own, '2 group:50', '2 manager:1', '2 person:2'])
  for (const day of ['2026-05-03', '2026-05-09']) expect(await names(10, day)).toEqual(own)
  expect(await names(6, '2026-05-04')).toEqual(['6 person:6'])
  expect(await names(locked, '2026-05-04')).toEqual([])
  expect(await names(3, '2026-05-04')).toEqual(['3 approver:1', '3 group:50', '3 person:3'])
})

test('an action is held where somebody at work has it who neither asks nor is concerned', async () => {
  const isHeld = async (action: number, by: number, concerned: number | null) =>
    (await list(`select app.is_held(${action}, ${by}, ${concerned})`))[0]
  expect(await isHeld(78, asker, 1)).toBe(true)
  expect(await isHeld(78, asker, null)).toBe(true)
  // Only somebody who has left has it besides.
  expect(await isHeld(78, 3, null)).toBe(false)
  expect(await isHeld(78, asker, 3)).toBe(false)
  expect(await isHeld(79, asker, 1)).toBe(false)
})

test('working days leave out the first day, Saturdays and Sundays', async () => {
  const days = (from: string, to: string) => list(`select app.working_days('${from}', '${to}')`)
  expect(await days('2026-11-06', '2026-11-08')).toEqual([0])
  expect(await days('2026-11-06', '2026-11-09')).toEqual([1])
  expect(await days('2026-11-09', '2026-11-13')).toEqual([4])
  expect(await days('2026-11-09', '2026-11-09')).toEqual([0])
})
