import { sql } from 'kysely'
import { Client } from 'pg'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { actions } from '#contract/actions.ts'
import { codeOf } from '#contract/errors.ts'
import { employees } from '#contract/employees/employees.ts'
import { employeeFile, type FileChange } from '#contract/employees/file.ts'
import { employeeRights } from '#contract/employees/rights.ts'
import { employment } from '#contract/employees/employment.ts'
import { me } from '#contract/me/me.ts'
import { userFolders } from '#contract/folders/configuration.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import {
  aCompany,
  aLimited,
  anAdministrator,
  aPerson,
  inCompany,
  type Person,
  signIn,
  stepUp,
} from '#server/testing/factories.ts'

let app: TestApp
let company: MadeCompany
let hr: Person & { bearer: string }

beforeAll(async () => {
  app = await testApp()
  app.setNow(new Date('2024-11-04T15:00:00Z'))
  company = await aCompany(app)
  await aBystander(app, company)
})

// One of their own for each test: proofs a minute are limited.
beforeEach(async () => {
  hr = await anAdministrator(app, company)
})

/** A session of the administrator's at noon of a day, or at another hour (UTC; Argentina's day begins at 03:00). */
async function on(day: string, hour = '15:00'): Promise<Record<string, string>> {
  app.setNow(new Date(`${day}T${hour}:00Z`))
  hr.bearer = await signIn(app, company, hr)
  return stepUp(app, hr.bearer)
}

/** The confirmations that the acts of this file may be asked for. */
const confirm = (['PLACE_NEW', 'TAX_ID_CHECK_DIGIT', 'USERNAME_CHANGE_ENDS_PASSWORD'] as const).map(codeOf)

const history = (id: number, al?: string, as = hr.bearer) =>
  app.call(employeeFile.history, { id, ...(al && { al }) }, { as })

async function somebody() {
  const headers = await on('2024-11-04')
  const { data, status } = await app.call(
    employees.create,
    {
      usuario: 'ramiro',
      nombre: 'Ramiro',
      apellido: 'Acosta',
      mail: 'ramiro@correo.example',
      cuil: '20287145366',
      dni: '28714536',
      numero_legajo: 'R-1',
      fecha_contratacion: '2024-11-04',
      sector: 'Logística',
      locacion: 'Planta Pilar',
      cbu: '0110599500000012345674',
    },
    { as: hr.bearer, headers, confirm },
  )
  expect(status).toBe(200)
  return data
}

/** A record as it is today, without what belongs to the moment. */
async function copyOf(id: number) {
  const { data } = await app.call(employees.one, { id }, { as: hr.bearer })
  const {
    reportan: _,
    primer_ingreso: _first,
    ultimo_ingreso: _last,
    invitacion_vence: _until,
    propio: _own,
    da_de_baja: _ends,
    espera: _waits,
    ...copy
  } = data
  return { ...copy, perfiles: copy.perfiles.toSorted() }
}

describe('the file on a day', () => {
  test('is what a copy made on that day shows, through edits, an end, and a return', async () => {
    const { id } = await somebody()
    const copies = new Map<string, Awaited<ReturnType<typeof copyOf>>>()
    const day = async (
      date: string,
      act: (headers: Record<string, string>) => Promise<{ status: number }>,
    ) => {
      const headers = await on(date)
      const { status } = await act(headers)
      expect([date, status]).toEqual([date, 200])
      copies.set(date, await copyOf(id))
    }
    const change = (input: object) => (headers: Record<string, string>) =>
      app.call(employees.update, { id, ...input }, { as: hr.bearer, headers, confirm })
    copies.set('2024-11-04', await copyOf(id))
    await day('2024-12-01', change({ sector: 'Calidad', calle: 'Chacabuco', numero: '418' }))
    await day('2025-01-10', change({ fecha_contratacion: '2024-11-01', cargo: 'Operario' }))
    await day('2025-02-10', change({ calle: 'Rivadavia', numero: null, cbu: '2850590940090418135201' }))
    await day('2025-03-10', (headers) =>
      app.call(employment.identify, { id, usuario: 'racosta' }, { as: hr.bearer, headers, confirm }),
    )
    await day('2025-04-10', (headers) =>
      app.call(employees.changeMail, { id, mail: 'acosta@correo.example' }, { as: hr.bearer, headers }),
    )
    await day('2025-05-10', (headers) =>
      app.call(
        employment.end,
        { id, motivo: 'resignation', fechabaja: '2025-05-10' },
        { as: hr.bearer, headers },
      ),
    )
    await day('2025-08-01', (headers) =>
      app.call(employment.reactivate, { id, fecha_contratacion: '2025-08-01' }, { as: hr.bearer, headers }),
    )
    await day('2025-09-01', change({ fecha_contratacion: '2025-08-03', reporta: null, apodo: 'Rami' }))
    await on('2026-11-04')
    for (const [date, copy] of copies) {
      const { data } = await history(id, date)
      expect([date, data.ficha]).toEqual([date, copy])
      expect(data.sin_dato).toEqual([])
    }
    const { bytes } = await history(id, '2024-11-10')
    expect(bytes.toString()).not.toContain('0110599500000012345674')
    const { data: today } = await history(id)
    expect(today.al).toBe('2026-11-04')
    expect(today.ficha).toEqual(await copyOf(id))
  })

  test('has the profiles, filters and folders of that day', async () => {
    await on('2025-01-02')
    const clerk = await aPerson(app, company, { sector: 'Calidad' })
    await aPerson(app, company, { sector: 'Logística' })
    const { data: sectors } = await app.call(employees.sectors, {}, { as: hr.bearer })
    const [sector, other] = sectors
    const profiles = async (date: string, kinds: ('employee' | 'limited' | 'hr')[]) => {
      const headers = await on(date)
      const idperfiles = kinds.map((kind) => company.profiles[kind])
      return app.call(employeeRights.setProfiles, { id: clerk.id, idperfiles }, { as: hr.bearer, headers })
    }
    const filters = async (date: string, ids: number[], hour?: string) => {
      const headers = await on(date, hour)
      const filtros = ids.map((one) => ({ sector: one, locacion: null }))
      return app.call(employeeRights.setFilters, { id: clerk.id, filtros }, { as: hr.bearer, headers })
    }
    await profiles('2025-02-01', ['employee', 'limited'])
    await filters('2025-02-02', [sector.id])
    await filters('2025-02-03', [sector.id, other.id], '03:00')
    await on('2025-02-04')
    await inCompany(app, company.id, (tx) =>
      sql`insert into folders (company_id, name) values (${company.id}, 'Legales')`.execute(tx.db),
    )
    const folder = await inCompany(app, company.id, (tx) =>
      tx.db.selectFrom('folders').select('id').where('name', '=', 'Legales').executeTakeFirstOrThrow(),
    )
    const added = await app.call(
      userFolders.add,
      { idUsuario: clerk.id, idCarpeta: folder.id },
      { as: hr.bearer, headers: await stepUp(app, hr.bearer) },
    )
    expect(added.status).toBe(200)
    await profiles('2025-02-05', ['employee'])
    await profiles('2025-02-06', ['employee', 'limited'])
    await filters('2025-02-06', [other.id])
    const headers = await on('2025-02-07')
    await app.call(
      employment.end,
      { id: clerk.id, motivo: 'resignation', fechabaja: '2025-02-07' },
      { as: hr.bearer, headers },
    )
    await on('2026-11-04')
    const seen = async (date: string) => {
      const { data } = await history(clerk.id, date)
      return [
        data.ficha.perfiles?.length,
        data.filtros?.map((one: { sector: string }) => one.sector),
        data.carpetas,
      ]
    }
    expect(await seen('2025-01-31')).toEqual([1, [], []])
    expect(await seen('2025-02-01')).toEqual([2, [], []])
    expect(await seen('2025-02-02')).toEqual([2, [sector.nombre], []])
    expect(await seen('2025-02-03')).toEqual([2, [sector.nombre, other.nombre], []])
    expect(await seen('2025-02-04')).toEqual([2, [sector.nombre, other.nombre], ['Legales']])
    expect(await seen('2025-02-05')).toEqual([1, [], ['Legales']])
    expect(await seen('2025-02-06')).toEqual([2, [other.nombre], ['Legales']])
    expect(await seen('2025-02-07')).toEqual([1, [], ['Legales']])
  })

  test('says which values were erased, and finds those that the change before them kept', async () => {
    await on('2025-01-02')
    const person = await aPerson(app, company)
    const change = async (date: string, input: object) => {
      const headers = await on(date)
      await app.call(employees.update, { id: person.id, ...input }, { as: hr.bearer, headers, confirm })
    }
    await change('2025-02-01', { phone: '+54 11 4444-0001' })
    await change('2025-03-01', { phone: '+54 11 4444-0002', ciudad: 'Pilar' })
    const owner = new Client(app.database.url)
    await owner.connect()
    await owner.query(
      `set app.company = '${company.id}'; delete from event_details where event_id = (
        select max(id) from events where subject_kind = 'employee' and subject_id = ${person.id})`,
    )
    await owner.end()
    await on('2026-11-04')
    const { data } = await history(person.id, '2025-02-15')
    expect(data.ficha.phone).toBe('+54 11 4444-0001')
    expect(data.ficha).not.toHaveProperty('ciudad')
    expect(data.sin_dato).toEqual([{ campo: 'ciudad', causa: 'borrado' }])
    const { data: changes } = await app.call(employeeFile.changes, { id: person.id }, { as: hr.bearer })
    expect(changes.map((one: FileChange) => [one.borrado, one.diferencias])).toEqual([
      [true, ['phone', 'ciudad'].map((campo) => ({ campo, era: null, es: null }))],
      [false, [{ campo: 'phone', era: null, es: '+54 11 4444-0001' }]],
    ])
  })

  test('is refused before the file was opened and after today, by the company’s own clock', async () => {
    app.setNow(new Date('2025-06-01T12:00:00Z'))
    const island = await aCompany(app, { country: 'BR', zone: 'America/Noronha' })
    const keeper = await anAdministrator(app, island)
    const person = await aPerson(app, island)
    // 23:30 on the island, and the next day in UTC.
    app.setNow(new Date('2025-06-11T01:30:00Z'))
    const as = await signIn(app, island, keeper)
    const change = async () => {
      const { status } = await app.call(employees.update, { id: person.id, apodo: 'Lu' }, { as })
      expect(status).toBe(200)
    }
    await change()
    const ask = async (al: string) => {
      const { status, code, errors, data } = await history(person.id, al, as)
      return status === 200 ? data.ficha.apodo : [status, code, errors[0]?.field]
    }
    expect(await ask('2025-06-10')).toBe('Lu')
    expect(await ask('2025-06-09')).toBeNull()
    expect(await ask('2025-06-11')).toEqual([422, codeOf('HISTORY_IN_FUTURE'), 'al'])
    expect(await ask('2099-01-01')).toEqual([422, codeOf('HISTORY_IN_FUTURE'), 'al'])
    expect(await ask('2025-05-31')).toEqual([422, codeOf('HISTORY_BEFORE_FILE'), 'al'])
    expect(await ask('31/02/2025')).toEqual([422, expect.any(String), 'al'])
  })

  test('of somebody out of reach is as if nobody were there', async () => {
    await on('2025-01-02')
    const person = await aPerson(app, company, { sector: 'Ventas' })
    const clerk = await aLimited(app, company, {
      sector: 'Depósito',
      actions: [actions.employees, actions.employeeAdministration],
    })
    for (const call of [employeeFile.history, employeeFile.changes, employeeFile.notes])
      expect((await app.call(call, { id: person.id }, { as: clerk.bearer })).status).toBe(404)
  })
})

describe('the list of changes', () => {
  test('names references, masks accounts, and leaves observations of an end out', async () => {
    await on('2025-01-02')
    const person = await aPerson(app, company)
    const headers = await on('2025-02-01')
    await app.call(
      employees.update,
      { id: person.id, sector: 'Tráfico', cbu: '2850590940090418135201' },
      { as: hr.bearer, headers, confirm },
    )
    await app.call(
      employment.end,
      { id: person.id, motivo: 'others', fechabaja: '2025-02-01', observaciones: 'Reservado' },
      { as: hr.bearer, headers: await stepUp(app, hr.bearer) },
    )
    const { data, bytes, pagination } = await app.call(
      employeeFile.changes,
      { id: person.id, perPage: 2 },
      { as: hr.bearer },
    )
    expect(bytes.toString()).not.toMatch(/2850590940090418135201|Reservado/)
    expect(pagination).toMatchObject({ total: 2, perPage: 2 })
    expect(data).toEqual([
      {
        id: expect.any(Number),
        cuando: expect.stringMatching(/^2025-02-01T/),
        quien: expect.stringContaining(','),
        acto: 'unsubscribed',
        importado: false,
        borrado: false,
        diferencias: [
          { campo: 'baja', era: null, es: '2025-02-01' },
          { campo: 'motivo', era: null, es: 'others' },
        ],
      },
      {
        id: expect.any(Number),
        cuando: expect.stringMatching(/^2025-02-01T/),
        quien: expect.stringContaining(','),
        acto: 'changed',
        importado: false,
        borrado: false,
        diferencias: [
          { campo: 'sector', era: null, es: 'Tráfico' },
          { campo: 'cbu', era: null, es: '••••5201' },
        ],
      },
    ])
  })
})

describe('notes of human resources', () => {
  test('are added, listed with author and day, and deleted; their person finds none of it', async () => {
    await on('2025-01-02')
    const person = await aPerson(app, company)
    const add = (id: number, texto: string, as = hr.bearer) =>
      app.call(employeeFile.addNote, { id, texto }, { as })
    const listed = async () => (await app.call(employeeFile.notes, { id: person.id }, { as: hr.bearer })).data
    const first = await add(person.id, 'Pidió cambio de turno')
    expect(first.status).toBe(200)
    await add(person.id, '  Carnet renovado  ')
    expect(await listed()).toEqual([
      {
        id: expect.any(Number),
        texto: 'Carnet renovado',
        autor: expect.any(String),
        fecha: expect.stringMatching(/^2025-01-02T/),
      },
      {
        id: first.data.id,
        texto: 'Pidió cambio de turno',
        autor: expect.any(String),
        fecha: expect.stringMatching(/^2025-01-02T/),
      },
    ])
    const other = await aPerson(app, company)
    const forget = (id: number) =>
      app.call(employeeFile.deleteNote, { id, nota: first.data.id }, { as: hr.bearer })
    expect((await forget(other.id)).status).toBe(404)
    expect((await forget(person.id)).status).toBe(200)
    expect((await forget(person.id)).status).toBe(404)
    expect(await listed()).toHaveLength(1)

    const own = await signIn(app, company, person, 'e')
    const { bytes } = await app.call(me.activity, {}, { as: own })
    expect(bytes.toString()).not.toMatch(/note_added|note_deleted|Carnet/)
    expect((await app.call(employeeFile.notes, { id: person.id }, { as: own })).status).toBe(403)
  })

  test('on oneself are neither read nor written, by an administrator either', async () => {
    await on('2025-01-02')
    const answers = [
      await app.call(employeeFile.notes, { id: hr.id }, { as: hr.bearer }),
      await app.call(employeeFile.addNote, { id: hr.id, texto: 'Aumento' }, { as: hr.bearer }),
      await app.call(employeeFile.deleteNote, { id: hr.id, nota: 1 }, { as: hr.bearer }),
    ]
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => codeOf('NOTES_OF_ONESELF')))
  })

  test('need the right to administer, and a text of 1 to 1,000 signs', async () => {
    await on('2025-01-02')
    const person = await aPerson(app, company, { sector: 'Depósito' })
    const manager = await aPerson(app, company, { profiles: ['manager'] })
    await inCompany(app, company.id, (tx) =>
      tx.db.updateTable('employees').set({ manager_id: manager.id }).where('id', '=', person.id).execute(),
    )
    const as = await signIn(app, company, manager)
    expect((await app.call(employees.one, { id: person.id }, { as })).status).toBe(200)
    expect((await app.call(employeeFile.notes, { id: person.id }, { as })).status).toBe(403)
    for (const texto of ['', '   ', 'x'.repeat(1001)])
      expect((await app.call(employeeFile.addNote, { id: person.id, texto }, { as: hr.bearer })).status).toBe(
        422,
      )
  })
})
