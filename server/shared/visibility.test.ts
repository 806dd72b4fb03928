import { beforeAll, describe, expect, test } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import { employees } from '#contract/employees/employees.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aDocument, aType, type MadeType } from '#server/testing/documents.ts'
import {
  aCompany,
  aPerson,
  inCompany,
  type Person,
  type PersonWanted,
  signIn,
} from '#server/testing/factories.ts'
import { visibleEmployees } from './visibility.ts'

let app: TestApp
let company: MadeCompany
/** Names of people by id. The viewers themselves are among them as `own`, each in their own list alone. */
const names = new Map<number, string>()
const people: Record<string, Person> = {}

/** The people whom a list shows, one letter each. */
const places: [string, Pick<PersonWanted, 'sector' | 'location' | 'confidential'>][] = [
  ['a', { sector: 'Ventas', location: 'Norte' }],
  ['b', { sector: 'Ventas', location: 'Sur' }],
  ['c', { sector: 'Planta', location: 'Norte' }],
  ['d', { sector: 'Planta', location: 'Sur' }],
  ['e', { sector: 'Ventas' }],
  ['f', { location: 'Norte' }],
  ['g', {}],
  ['h', { sector: 'Ventas', location: 'Norte', confidential: true }],
]

beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  for (const [name, place] of places) {
    const person = await aPerson(app, company, place)
    people[name] = person
    names.set(person.id, name)
  }
})

async function namesSeenBy(viewer: Person): Promise<string> {
  const as = await signIn(app, company, viewer)
  const { data } = await app.call(employees.list, { perPage: 100 }, { as })
  const seen = data.map(({ id }: { id: number }) => (id === viewer.id ? 'own' : (names.get(id) ?? '')))
  return seen.filter(Boolean).toSorted().join(' ')
}

describe('a limited profile sees', () => {
  test.each<[string, PersonWanted, string]>([
    ['a sector in every location', { filters: [{ sector: 'Ventas' }] }, 'a b e'],
    ['a location in every sector', { filters: [{ location: 'Norte' }] }, 'a c f'],
    ['a sector in one location', { filters: [{ sector: 'Ventas', location: 'Norte' }] }, 'a'],
    [
      'each of several pairs',
      {
        filters: [
          { sector: 'Ventas', location: 'Norte' },
          { sector: 'Planta', location: 'Sur' },
        ],
      },
      'a d',
    ],
    ['everybody with an empty pair', { filters: [{}] }, 'a b c d e f g own'],
    [
      'what its filters name and not its own place',
      { sector: 'Planta', location: 'Norte', filters: [{ location: 'Sur' }] },
      'b d',
    ],
    ['its own sector and location without a filter', { sector: 'Ventas', location: 'Norte' }, 'a own'],
    ['its own sector in every location without a location', { sector: 'Ventas' }, 'a b e own'],
    ['its own location in every sector without a sector', { location: 'Norte' }, 'a c f own'],
    ['itself alone without filter and place', {}, 'own'],
    ['itself where it is confidential', { confidential: true }, 'own'],
  ])('%s', async (_, wanted, expected) => {
    const viewer = await aPerson(app, company, { ...wanted, profiles: ['limited'] })
    expect(await namesSeenBy(viewer)).toBe(expected)
  })
})

test('a manager sees direct reports but the confidential, also where colleagues manage others', async () => {
  const [chief, other] = [
    await aPerson(app, company, { profiles: ['manager'] }),
    await aPerson(app, company, { profiles: ['manager'] }),
  ]
  for (const [name, manager, confidential] of [
    ['report', chief, false],
    ['hidden', chief, true],
    ['another’s', other, false],
  ] as const) {
    const person = await aPerson(app, company, { managerId: manager.id, confidential })
    names.set(person.id, name)
  }
  expect(await namesSeenBy(chief)).toBe('report')
  expect(await namesSeenBy(other)).toBe('another’s')
})

test('an employee sees themselves alone, whatever else their viewer says', async () => {
  const { id: userId } = people['a'] as Person
  const viewer = { userId, profileKind: 'employee' as const, seesConfidential: true, reachesFew: false }
  const rows = await inCompany(app, company.id, ({ db }) =>
    db.selectFrom('employees').select('id').where(visibleEmployees(viewer, 'employees.id')).execute(),
  )
  expect(rows).toEqual([{ id: userId }])
})

describe('a folder filter', () => {
  const types: Record<string, MadeType> = {}

  beforeAll(async () => {
    types['chosen'] = await aType(app, company, { name: 'Recibo' })
    types['second'] = await aType(app, company, { name: 'Licencia' })
    types['secret'] = await aType(app, company, {
      name: 'Sumario',
      folderId: types['chosen'].folderId,
      confidential: true,
    })
    const employee_id = people['a']?.id ?? 0
    for (const type of Object.values(types)) await aDocument(app, company, { employee_id, type_id: type.id })
  })

  async function typesSeenBy(wanted: PersonWanted, folders: string[]): Promise<string[]> {
    const viewer = await aPerson(app, company, wanted)
    const chosen = folders.map((name) => types[name]?.folderId ?? 0)
    if (chosen.length > 0)
      await inCompany(app, company.id, (tx) =>
        tx.db
          .insertInto('user_folder_filters')
          .values(chosen.map((folder_id) => ({ company_id: tx.company, user_id: viewer.id, folder_id })))
          .execute(),
      )
    if (wanted.profiles?.includes('manager'))
      await inCompany(app, company.id, (tx) =>
        tx.db
          .updateTable('employees')
          .set({ manager_id: viewer.id })
          .where('id', '=', people['a']?.id ?? 0)
          .execute(),
      )
    const as = await signIn(app, company, viewer)
    const { data } = await app.call(documents.list, { perPage: 100 }, { as })
    return data.map(({ tipo }: { tipo: string }) => tipo).toSorted()
  }

  test.each<[string, PersonWanted, string[], string[]]>([
    ['shows HR the chosen folder alone', { profiles: ['hr'] }, ['chosen'], ['Recibo', 'Sumario']],
    ['isn’t needed by HR', { profiles: ['hr'] }, [], ['Licencia', 'Recibo', 'Sumario']],
    [
      'shows no confidential type to a limited profile',
      { profiles: ['limited'], filters: [{}] },
      ['chosen'],
      ['Recibo'],
    ],
    ['of somebody else narrows nobody', { profiles: ['limited'], filters: [{}] }, [], ['Licencia', 'Recibo']],
    ['shows a manager the chosen folder alone', { profiles: ['manager'] }, ['second'], ['Licencia']],
    ['is needed by a manager to see any', { profiles: ['manager'] }, [], []],
  ])('%s', async (_, wanted, folders, expected) => {
    expect(await typesSeenBy(wanted, folders)).toEqual(expected)
  })
})
