import { beforeAll, describe, expect, test } from 'vitest'
import { actions } from '#contract/actions.ts'
import { codeOf, type ErrorName } from '#contract/errors.ts'
import {
  employeeImport,
  type ImportLine,
  type ImportState,
  unsubscription,
} from '#contract/employees/import.ts'
import { employment } from '#contract/employees/employment.ts'
import { session } from '#contract/session/session.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { setSetting } from '#server/shared/settings.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import {
  aCompany,
  aLimited,
  anAdministrator,
  aPerson,
  cuilOf,
  inCompany,
  type Person,
  signIn,
  ticketOf,
} from '#server/testing/factories.ts'

let app: TestApp
let company: MadeCompany
let hr: Person & { bearer: string }
let clerk: Person & { bearer: string }

beforeAll(async () => {
  app = await testApp()
  app.setNow(new Date('2026-11-05T15:00:00Z'))
  company = await aCompany(app)
  await aBystander(app, company)
  hr = await anAdministrator(app, company)
  clerk = await aLimited(app, company, { sector: 'Planta', actions: [actions.employees] })
})

const header = 'cuil;fechabaja;observaciones'
const upload = (content: string | Buffer, motivo = 'contract_end', as = hr.bearer) =>
  app.call(
    unsubscription.upload,
    { motivo: motivo as 'contract_end' },
    { as, file: { name: 'bajas.csv', bytes: Buffer.from(content as string) } },
  )

async function dryRun(content: string | Buffer, motivo?: string, as = hr.bearer): Promise<ImportState> {
  const { data, code } = await upload(content, motivo, as)
  if (!data) throw new Error(`not taken: ${code}`)
  await app.services.jobs.runDueJobs()
  return (await app.call(employeeImport.one, { id: data.id }, { as })).data
}

type Group = 'faulty' | 'changed' | 'unchanged' | 'left_out'
const lines = async (id: number, grupo: Group, as = hr.bearer): Promise<ImportLine[]> =>
  (await app.call(employeeImport.lines, { id, grupo, perPage: 100 }, { as })).data

/** The faults of a file: line, column, code. */
async function faults(content: string | Buffer, motivo?: string, as = hr.bearer): Promise<string[]> {
  const { id } = await dryRun(content, motivo, as)
  const faulty = await lines(id, 'faulty', as)
  return faulty.flatMap(({ linea, fallas }) => fallas.map(({ campo, code }) => `${linea} ${campo} ${code}`))
}
const fault = (line: number, field: string, name: ErrorName) => `${line} ${field} ${codeOf(name)}`

const confirm = async (id: number, faulty = false, as = hr.bearer) =>
  app.call(
    employeeImport.confirm,
    { id },
    { as, headers: await ticketOf(app, as), ...(faulty && { confirm: ['IMPORT_FAULTY_LEFT_OUT'] }) },
  )
const stateOf = (id: number) =>
  inCompany(app, company.id, async (tx) => {
    const { state } = await tx.db
      .selectFrom('employees')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return state
  })

describe('the file of an unsubscription', () => {
  test('is read with ; or , or a byte order mark, and in Latin-1', async () => {
    const { cuil } = await aPerson(app, company)
    const text = `${header}\r\n${cuil};10/11/2026;Terminó la campaña`
    const files = [text, text.replaceAll(';', ','), `\ufeff${text}`, Buffer.from(text, 'latin1')]
    for (const file of files) {
      const found = await dryRun(file)
      expect([found.clase, found.cantidades.changed, found.opciones]).toEqual([
        'unsubscription',
        1,
        { motivo: 'contract_end' },
      ])
      const [line] = await lines(found.id, 'changed')
      expect(line?.cambios).toEqual([
        { campo: 'fechabaja', antes: '', ahora: '10/11/2026' },
        { campo: 'observaciones', antes: '', ahora: 'Terminó la campaña' },
      ])
    }
  })

  test('needs its header, a line, and no more lines than a file may have', async () => {
    const { cuil } = await aPerson(app, company)
    expect((await upload(`${cuil};10/11/2026;\n${cuil};10/11/2026;`)).code).toBe(
      codeOf('END_FILE_WITHOUT_HEADER'),
    )
    expect((await upload(header)).code).toBe(codeOf('IMPORT_EMPTY'))
    const many = `${header}\n${`${cuil};10/11/2026;\n`.repeat(50_001)}`
    expect((await upload(many)).code).toBe(codeOf('IMPORT_TOO_MANY_ROWS'))
    expect((await upload(`${header};cuil\n${cuil};10/11/2026;;`)).code).toBe(codeOf('IMPORT_COLUMN_TWICE'))
  })

  test('names every fault by line, column and code, with the people', async () => {
    const [one, two, three, gone, boss] = [
      await aPerson(app, company),
      await aPerson(app, company),
      await aPerson(app, company),
      await aPerson(app, company, { state: 'inactive' }),
      await aPerson(app, company, { profiles: ['employee', 'hr'] }),
    ]
    const rows = [
      `;10/11/2026;`,
      `${one.cuil};;`,
      `${two.cuil};31/02/2026;`,
      `${three.cuil};01/01/1990;`,
      `${(await aPerson(app, company)).cuil};10/11/2026;${'x'.repeat(256)}`,
      `${(await aPerson(app, company)).cuil};10/11/2026;<b>`,
      `${hr.cuil};10/11/2026;`,
      `${gone.cuil};10/11/2026;`,
      `${boss.cuil};10/11/2026;`,
      `${cuilOf('99999999')};10/11/2026;`,
      `${(await aPerson(app, company)).cuil};=HOY();`,
      `${(await aPerson(app, company)).cuil};10/11/2027;`,
      `2,03E+10;10/11/2026;`,
      `${(await aPerson(app, company)).cuil};10/11/2026;;;sobra`,
    ]
    expect(await faults([header, ...rows].join('\n'))).toEqual([
      fault(2, 'cuil', 'END_LINE_WITHOUT_PERSON'),
      fault(3, 'fechabaja', 'END_LINE_WITHOUT_DAY'),
      fault(4, 'fechabaja', 'END_LINE_DAY_INVALID'),
      fault(5, 'fechabaja', 'END_BEFORE_HIRE'),
      fault(6, 'observaciones', 'END_LINE_OBSERVATION_LONG'),
      fault(7, 'observaciones', 'CHARACTERS_NOT_ALLOWED'),
      fault(8, 'cuil', 'OWN_EMPLOYMENT_END'),
      fault(9, 'cuil', 'EMPLOYMENT_ALREADY_ENDED'),
      fault(10, 'cuil', 'EMPLOYMENT_END_ALONE'),
      fault(11, 'cuil', 'END_LINE_UNKNOWN'),
      fault(12, 'fechabaja', 'IMPORT_FORMULA'),
      fault(13, 'fechabaja', 'END_TOO_FAR_AHEAD'),
      fault(14, 'cuil', 'IMPORT_ROUNDED_NUMBER'),
      fault(15, '', 'IMPORT_TOO_MANY_CELLS'),
    ])
  })

  test('names the same person twice until one line is left out', async () => {
    const { cuil } = await aPerson(app, company)
    const found = await dryRun(`${header}\n${cuil};10/11/2026;\n${cuil};11/11/2026;`)
    expect(found.cantidades).toMatchObject({ faulty: 2, changed: 0 })
    await app.call(employeeImport.leaveOut, { id: found.id, linea: 3, afuera: true }, { as: hr.bearer })
    await app.services.jobs.runDueJobs()
    const { data } = await app.call(employeeImport.one, { id: found.id }, { as: hr.bearer })
    expect(data.cantidades).toMatchObject({ faulty: 0, changed: 1, left_out: 1 })
  })

  test('asks for an observation with another reason, and drops only candidates', async () => {
    const [active, candidate] = [
      await aPerson(app, company),
      await aPerson(app, company, { state: 'onboarding' }),
    ]
    const file = `${header}\n${active.cuil};10/11/2026;\n${candidate.cuil};10/11/2026;`
    expect(await faults(file, 'others')).toEqual([
      fault(2, 'observaciones', 'END_OBSERVATION_REQUIRED'),
      fault(3, 'motivo', 'END_REASON_OTHER_STATE'),
      fault(3, 'observaciones', 'END_OBSERVATION_REQUIRED'),
    ])
    expect(await faults(`${header}\n${active.cuil};10/11/2026;Se mudó`, 'others')).toEqual([])
    expect(await faults(file, 'candidate_drop')).toEqual([fault(2, 'motivo', 'END_REASON_OTHER_STATE')])
  })

  test('names somebody out of reach as nobody', async () => {
    const [near, far] = [
      await aPerson(app, company, { sector: 'Planta' }),
      await aPerson(app, company, { sector: 'Ventas' }),
    ]
    const file = `${header}\n${near.cuil};10/11/2026;\n${far.cuil};10/11/2026;`
    expect(await faults(file, undefined, clerk.bearer)).toEqual([fault(3, 'cuil', 'END_LINE_UNKNOWN')])
  })
})

describe('a confirmed unsubscription', () => {
  test('needs the password, which leaves the file as it was where it is wrong', async () => {
    const person = await aPerson(app, company)
    const { id } = await dryRun(`${header}\n${person.cuil};05/11/2026;`)
    const wrong = await app.call(session.stepUp, { password: 'otra cosa 1' }, { as: hr.bearer })
    expect(wrong.status).toBe(422)
    expect((await app.call(employeeImport.confirm, { id }, { as: hr.bearer })).code).toBe('STEP_UP_REQUIRED')
    expect((await app.call(employeeImport.one, { id }, { as: hr.bearer })).data.paso).toBe('preview')
    expect(await stateOf(person.id)).toBe('active')
  })

  test('ends each stay by its line, plans the later ones, and leaves faulty lines alone', async () => {
    const [now, then, boss] = [
      await aPerson(app, company),
      await aPerson(app, company),
      await aPerson(app, company, { profiles: ['employee', 'hr'] }),
    ]
    const file = `${header}\n${now.cuil};05/11/2026;\n${then.cuil};20/11/2026;\n${boss.cuil};05/11/2026;`
    const { id } = await dryRun(file)
    expect((await confirm(id)).code).toBe('CONFIRMATION_REQUIRED')
    expect((await confirm(id, true)).data.paso).toBe('running')
    await app.services.jobs.runDueJobs()
    const { data } = await app.call(employeeImport.one, { id }, { as: hr.bearer })
    expect(data).toMatchObject({ paso: 'done', estado: 'completed_with_observations', hechas: 2 })
    expect([await stateOf(now.id), await stateOf(then.id), await stateOf(boss.id)]).toEqual([
      'inactive',
      'active',
      'active',
    ])
    const planned = await app.call(employment.stay, { id: then.id }, { as: hr.bearer })
    expect(planned.data.fin).toMatchObject({ dia: '2026-11-20', motivo: 'contract_end' })
    // The same file once more: who left is named, and the planned end is there already.
    const again = await dryRun(file)
    expect(again.cantidades).toMatchObject({ faulty: 2, changed: 0, unchanged: 1 })
  })

  test('passes over people who changed since the dry run, and says so', async () => {
    const [stays, left] = [await aPerson(app, company), await aPerson(app, company)]
    const { id } = await dryRun(`${header}\n${stays.cuil};05/11/2026;\n${left.cuil};05/11/2026;`)
    await app.call(
      employment.end,
      { id: left.id, motivo: 'resignation', fechabaja: '2026-11-05' },
      { as: hr.bearer, headers: await ticketOf(app, hr.bearer) },
    )
    await confirm(id)
    await app.services.jobs.runDueJobs()
    const { data } = await app.call(employeeImport.one, { id }, { as: hr.bearer })
    expect(data).toMatchObject({
      estado: 'completed_with_observations',
      cantidades: { faulty: 1, changed: 1 },
    })
    expect((await lines(id, 'faulty')).map(({ linea }) => linea)).toEqual([3])
    expect(await stateOf(stays.id)).toBe('inactive')
  })

  test('does nothing once its rights are taken away, and no other file loses its lines', async () => {
    const [person, other] = [await aPerson(app, company), await aPerson(app, company)]
    const colleague = await anAdministrator(app, company)
    const beside = await dryRun(`${header}\n${other.cuil};05/11/2026;`)
    const { id } = await dryRun(`${header}\n${person.cuil};05/11/2026;`, undefined, colleague.bearer)
    await confirm(id, false, colleague.bearer)
    await inCompany(app, company.id, (tx) =>
      tx.db.deleteFrom('user_profiles').where('user_id', '=', colleague.id).execute(),
    )
    await app.services.jobs.runDueJobs()
    expect(await stateOf(person.id)).toBe('active')
    const kinds = await inCompany(app, company.id, (tx) =>
      tx.db
        .selectFrom('employee_import_rows')
        .select(['process_id', 'kind'])
        .where('process_id', 'in', [id, beside.id])
        .orderBy('process_id', 'desc')
        .execute(),
    )
    expect(kinds).toEqual([
      { process_id: id, kind: 'faulty' },
      { process_id: beside.id, kind: 'changed' },
    ])
  })

  test('is nobody’s but its uploader’s', async () => {
    const person = await aPerson(app, company, { sector: 'Planta' })
    const { id } = await dryRun(`${header}\n${person.cuil};05/11/2026;`)
    expect((await app.call(employeeImport.one, { id }, { as: clerk.bearer })).code).toBe('NOT_FOUND')
  })
})

test('a manager ends the stays of a file only where their profile administers employees', async () => {
  const boss = await aPerson(app, company, { profiles: ['manager'] })
  const report = await aPerson(app, company, { managerId: boss.id })
  const as = await signIn(app, company, boss)
  const file = `${header}\n${report.cuil};05/11/2026;`
  for (const answer of [
    await upload(file, undefined, as),
    await app.call(unsubscription.template, {}, { as }),
  ])
    expect(answer.code).toBe('SYSTEM_ACTION_NOT_GRANTED')
  expect((await app.call(unsubscription.list, {}, { as })).data).toEqual([])
  const administers = { profile_id: company.profiles.manager, action: actions.employeeAdministration }
  await inCompany(app, company.id, (tx) =>
    tx.db
      .insertInto('profile_actions')
      .values({ company_id: tx.company, ...administers })
      .execute(),
  )
  const { id, cantidades } = await dryRun(file, undefined, as)
  expect(cantidades).toMatchObject({ changed: 1, faulty: 0 })
  await confirm(id, false, as)
  await inCompany(app, company.id, (tx) =>
    tx.db
      .deleteFrom('profile_actions')
      .where('profile_id', '=', administers.profile_id)
      .where('action', '=', administers.action)
      .execute(),
  )
  await app.services.jobs.runDueJobs()
  expect(await stateOf(report.id)).toBe('active')
})

test('a connected onboarding application asks for the right to onboard, also of the server', async () => {
  await inCompany(app, company.id, (tx) => setSetting(tx, 'integrations.onboarding', true, null))
  const person = await aPerson(app, company, { sector: 'Planta' })
  const file = `${header}\n${person.cuil};10/11/2026;`
  expect((await upload(file, undefined, clerk.bearer)).code).toBe('SYSTEM_ACTION_NOT_GRANTED')
  expect((await app.call(unsubscription.list, {}, { as: clerk.bearer })).code).toBe(
    'SYSTEM_ACTION_NOT_GRANTED',
  )
  expect((await upload(file)).status).toBe(200)
  await inCompany(app, company.id, (tx) => setSetting(tx, 'integrations.onboarding', false, null))
})

test('the CSV is an example, or has a line for each active person of the filtered list', async () => {
  const example = await app.call(unsubscription.template, {}, { as: hr.bearer })
  expect(example.bytes.toString()).toContain(header)
  expect((await upload(example.bytes)).code).toBe(codeOf('IMPORT_EMPTY'))
  const person = await aPerson(app, company, { sector: 'Planta' })
  const built = await app.call(
    unsubscription.template,
    { armar: true, buscar: person.cuil },
    { as: hr.bearer },
  )
  expect(built.bytes.toString()).toBe(`\ufeff${header}\r\n${person.cuil};05/11/2026;\r\n`)
})
