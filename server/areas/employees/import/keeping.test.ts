import { beforeAll, expect, test } from 'vitest'
import { type FileKindName, employeeImport, unsubscription } from '#contract/employees/import.ts'
import { integrationProfiles } from '#contract/employees/integration-profiles.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import {
  aCompany,
  anAdministrator,
  aPerson,
  cuilOf,
  inCompany,
  type Person,
  ticketOf,
} from '#server/testing/factories.ts'
import { sweepImports } from '../jobs.ts'
import { kindsOfFile } from './kinds.ts'

const uploaded = new Date('2026-11-05T15:00:00Z')
const faulty = cuilOf('99999999')

let app: TestApp
let company: MadeCompany
let hr: Person & { bearer: string }
let profile: number

beforeAll(async () => {
  app = await testApp()
  app.setNow(uploaded)
  company = await aCompany(app)
  await aBystander(app, company)
  hr = await anAdministrator(app, company)
  profile = await inCompany(app, company.id, async (tx) => {
    const made = await tx.db
      .insertInto('profiles')
      .values({
        company_id: company.id,
        type: 3,
        kind: 'integration',
        name: 'Academia',
        address: 'https://academia.example/',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return made.id
  })
})

const file = (rows: string[]) => ({
  as: hr.bearer,
  file: { name: 'personas.csv', bytes: Buffer.from(rows.join('\n')) },
})
const uploads: Record<FileKindName, (cuil: string) => Promise<{ data: { id: number } }>> = {
  employee_import: (cuil) =>
    app.call(employeeImport.upload, {}, file(['cuil;nombre', `${cuil};Ana`, `${faulty};Eva`])),
  unsubscription: (cuil) =>
    app.call(
      unsubscription.upload,
      { motivo: 'contract_end' },
      file(['cuil;fechabaja;observaciones', `${cuil};05/11/2026;`, `${faulty};05/11/2026;`]),
    ),
  integration_profiles: (cuil) =>
    app.call(integrationProfiles.assign, { profileTypesId: [profile] }, file(['cuil', cuil, faulty])),
}

/** A file with one good and one faulty line; one that is done, and one that stands in its dry run. */
async function twoFiles(kind: FileKindName): Promise<[done: number, standing: number]> {
  const ids: number[] = []
  for (let n = 0; n < 2; n++) {
    const { data } = await uploads[kind]((await aPerson(app, company)).cuil)
    ids.push(data.id)
  }
  await app.services.jobs.runDueJobs()
  const [done = 0, standing = 0] = ids
  const answer = await app.call(
    employeeImport.confirm,
    { id: done },
    { as: hr.bearer, headers: await ticketOf(app, hr.bearer), confirm: ['IMPORT_FAULTY_LEFT_OUT'] },
  )
  expect([kind, answer.code]).toEqual([kind, undefined])
  await app.services.jobs.runDueJobs()
  return [done, standing]
}

/** The rest of a file: its lines, whether its content is there, and its state. */
const leftOf = (id: number) =>
  inCompany(app, company.id, async ({ db }) => {
    const { lines } = await db
      .selectFrom('employee_import_rows')
      .select((eb) => eb.fn.countAll<number>().as('lines'))
      .where('process_id', '=', id)
      .executeTakeFirstOrThrow()
    const { content, status } = await db
      .selectFrom('employee_imports')
      .innerJoin('processes', 'processes.id', 'employee_imports.process_id')
      .select(['employee_imports.content', 'processes.status'])
      .where('process_id', '=', id)
      .executeTakeFirstOrThrow()
    return { lines, content: content !== null, status }
  })

const daysLater = (days: number, minutes: number) =>
  app.setNow(new Date(uploaded.getTime() + days * 86_400_000 + minutes * 60_000))

test.each<[FileKindName, number]>([
  ['employee_import', 7],
  ['unsubscription', 30],
  ['integration_profiles', 30],
])('lines and content of a file (%s) are deleted after %i days, faulty ones too', async (kind, days) => {
  app.setNow(uploaded)
  expect(kindsOfFile[kind].keptDays).toBe(days)
  const [done, standing] = await twoFiles(kind)
  daysLater(days, -1)
  await sweepImports(app.services)
  const before = await leftOf(standing)
  expect(before).toMatchObject({ lines: 2, content: true, status: 'in_progress' })
  expect((await leftOf(done)).lines).toBe(2)
  daysLater(days, 1)
  await sweepImports(app.services)
  expect(await leftOf(standing)).toEqual({ lines: 0, content: false, status: 'cancelled' })
  expect(await leftOf(done)).toEqual({
    lines: 0,
    content: false,
    status: 'completed_with_observations',
  })
})
