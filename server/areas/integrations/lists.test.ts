import { beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { codeOf } from '#contract/errors.ts'
import { countries } from '#contract/fields.ts'
import { type Choice, integrations, mostChoices } from '#contract/integrations.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aCompany, anAdministrator, aPerson, inCompany, signIn } from '#server/testing/factories.ts'
import { fold } from '#server/shared/text/fold.ts'
import { listPlaces, listStates } from './places.ts'

let app: TestApp
let as: string
beforeAll(async () => {
  app = await testApp()
  as = (await anAdministrator(app, await aCompany(app))).bearer
})

interface Asked {
  bearer?: string
  language?: string
}

function ask(call: Call, input: Record<string, unknown> = {}, { bearer = as, language = 'es' }: Asked = {}) {
  return app.call(call, input, { as: bearer, headers: { 'accept-language': language } })
}

async function listed(call: Call, input: Record<string, unknown> = {}, asked: Asked = {}) {
  const answer = await ask(call, input, asked)
  expect(answer.status).toBe(200)
  return answer.data as Choice[]
}

async function names(call: Call, input: Record<string, unknown> = {}, asked: Asked = {}) {
  return (await listed(call, input, asked)).map(({ nombre }) => nombre)
}

const packaged = [
  [integrations.countries, {}],
  [integrations.states, { id: 'AR' }],
  [integrations.cities, { country: 'AR', state: 'AR-B' }],
  [integrations.counties, { state: 'AR-B' }],
  [integrations.maritalStatuses, {}],
  [integrations.addressTypes, {}],
  [integrations.nationalities, {}],
  [integrations.streetTypes, {}],
  [integrations.zoneTypes, {}],
] as const

test.each(packaged)(
  '$0.path answers choices that the caller’s browser keeps for a day',
  async (call, input) => {
    const answer = await ask(call, input)
    expect(answer.headers['cache-control']).toBe('private, max-age=86400')
    expect(answer.headers['vary']).toBe('accept-language, authorization')
    const choices = answer.data as Choice[]
    expect(choices.length).toBeGreaterThan(3)
    for (const key of ['id', 'nombre'] as const)
      expect(new Set(choices.map((each) => each[key])).size).toBe(choices.length)
  },
)

test.each(packaged)(
  '$0.path is refused without a session and offered at an employee’s own site',
  async (call, input) => {
    expect((await app.call(call as Call, input)).status).toBe(401)
    const company = await aCompany(app)
    const bearer = await signIn(app, company, await aPerson(app, company), 'e')
    expect(await names(call, input, { bearer })).toEqual(await names(call, input))
  },
)

test('the company’s organization models and integrations are refused at an employee’s own site', async () => {
  const company = await aCompany(app)
  await aBystander(app, company)
  const bearer = await signIn(app, company, await aPerson(app, company), 'e')
  for (const call of [integrations.organizationModels, integrations.check, integrations.payroll]) {
    const refused = await ask(call, {}, { bearer })
    expect([refused.status, refused.code]).toEqual([403, codeOf('SESSION_OTHER_SITE')])
  }
})

describe('countries', () => {
  test('are all of ISO 3166-1, named and sorted in the caller’s language', async () => {
    const spanish = await listed(integrations.countries)
    expect(spanish.length).toBe(249)
    expect(spanish).toContainEqual({ id: 'BR', nombre: 'Brasil' })
    expect(spanish).toContainEqual({ id: 'DE', nombre: 'Alemania' })
    const portuguese = await listed(integrations.countries, {}, { language: 'pt' })
    expect(portuguese).toContainEqual({ id: 'PY', nombre: 'Paraguai' })
    expect(portuguese[0]).toEqual({ id: 'AF', nombre: 'Afeganistão' })
  })
})

describe('states', () => {
  test.each([
    ['AR', 24, { id: 'AR-X', nombre: 'Córdoba' }],
    ['BR', 27, { id: 'BR-SP', nombre: 'São Paulo' }],
    ['CL', 16, { id: 'CL-NB', nombre: 'Ñuble' }],
    ['MX', 32, { id: 'MX-CMX', nombre: 'Ciudad de México' }],
    ['uy', 19, { id: 'UY-TT', nombre: 'Treinta y Tres' }],
  ])('of %s are those of ISO 3166-2', async (id, count, one) => {
    const states = await listed(integrations.states, { id })
    expect(states.length).toBe(count)
    expect(states).toContainEqual(one)
  })

  test('of a country that is none of Legajo’s are offered as well', async () => {
    expect(await names(integrations.states, { id: 'US' })).toContain('California')
  })

  test('an accent doesn’t sort a name last', async () => {
    const found = await names(integrations.states, { id: 'CL' })
    expect(found.indexOf('Ñuble')).toBeLessThan(found.indexOf('Tarapacá'))
  })
})

describe('towns and counties', () => {
  test('are those of the state alone, sorted', async () => {
    const found = await names(integrations.cities, { country: 'UY', state: 'UY-SA' })
    expect(found).toContain('Salto')
    expect(found).not.toContain('Montevideo')
    expect(found).toEqual(found.toSorted(new Intl.Collator('es').compare))
  })

  test('a search finds the words that begin with the text, without accents or case', async () => {
    const search = { country: 'BR', state: 'BR-SP', buscar: 'RIBEIRAO' }
    expect(await names(integrations.cities, search)).toContain('Ribeirão Preto')
    expect(await names(integrations.cities, { ...search, buscar: 'preto' })).toContain('Ribeirão Preto')
    expect(await names(integrations.cities, { ...search, buscar: 'zzzz' })).toEqual([])
    expect(await names(integrations.cities, { ...search, buscar: '.*' })).toEqual([])
  })

  test('of a large state are bounded, and a search reaches the others', async () => {
    const state = 'BR-MG'
    expect((await names(integrations.cities, { country: 'BR', state })).length).toBe(mostChoices)
    const counties = await names(integrations.counties, { state })
    expect(counties.length).toBe(mostChoices)
    expect(counties).not.toContain('Uberlândia')
    expect(await names(integrations.counties, { state, buscar: 'uberl' })).toEqual(['Uberlândia'])
  })

  test('a county’s name has no word for its kind', async () => {
    const found = await names(integrations.counties, { state: 'AR-B' })
    expect(found).toContain('Vicente López')
    expect(found.filter((name) => /^(Partido|Departamento) /.test(name))).toEqual([])
  })

  test('a country outside Legajo’s offers none', async () => {
    expect(await names(integrations.cities, { country: 'US', state: 'US-CA' })).toEqual([])
    expect(await names(integrations.counties, { state: 'US-CA' })).toEqual([])
  })

  test.each(countries)('every state of %s has towns and counties', async (country) => {
    const states = (await listStates(country)) ?? []
    const without = async (kind: 'cities' | 'counties') => {
      const empty = await Promise.all(
        states.map(async ({ id }) => ((await listPlaces(kind, id))?.length ? [] : [id])),
      )
      return empty.flat()
    }
    expect({ cities: await without('cities'), counties: await without('counties') }).toEqual({
      cities: [],
      counties: [],
    })
  })
})

test('a state’s name in place of its code is refused as one that nothing has', async () => {
  const refused = await ask(integrations.counties, { state: 'Provincia de Buenos Aires' })
  expect([refused.status, refused.code]).toEqual([404, codeOf('NOT_FOUND')])
})

test.each([
  [integrations.states, { id: 'ZZ' }, 'id'],
  [integrations.states, { id: 'AR-B' }, 'id'],
  [integrations.states, { id: '../etc' }, 'id'],
  [integrations.cities, { country: 'ZZ', state: 'AR-B' }, 'country'],
  [integrations.cities, { country: 'AR', state: 'AR-ZZ' }, 'state'],
  [integrations.cities, { country: 'AR', state: 'BR-SP' }, 'state'],
  [integrations.counties, { state: 'AR' }, 'state'],
  [integrations.counties, { state: '__proto__' }, 'state'],
] as const)('$0.path refuses $1, which nothing has', async (call, input, field) => {
  const refused = await ask(call, input)
  expect([refused.status, refused.code]).toEqual([404, codeOf('NOT_FOUND')])
  expect(refused.errors).toMatchObject([{ field }])
  expect(refused.headers['cache-control']).toBe('no-store')
})

test.each([
  [integrations.cities, { country: 'AR', state: 'AR-B', buscar: 'a'.repeat(101) }],
  [integrations.counties, { state: 'AR-B', pagina: 2 }],
  [integrations.countries, { buscar: 'a' }],
] as const)('$0.path refuses the malformed $1', async (call, input) => {
  expect((await ask(call, input)).status).toBe(422)
})

describe('lists of a company’s country', () => {
  async function administratorOf(country: string) {
    return { bearer: (await anAdministrator(app, await aCompany(app, { country }))).bearer }
  }

  test('call a union without marriage as the country does', async () => {
    expect(await names(integrations.maritalStatuses)).toContain('Unión convivencial')
    const peru = await administratorOf('PE')
    expect(await names(integrations.maritalStatuses, {}, peru)).toEqual([
      'Soltero/a',
      'Casado/a',
      'Conviviente',
      'Separado/a',
      'Divorciado/a',
      'Viudo/a',
    ])
    const chile = await administratorOf('CL')
    expect(await names(integrations.maritalStatuses, {}, chile)).toContain('Conviviente civil')
    const brazil = { ...(await administratorOf('BR')), language: 'pt' }
    expect(await names(integrations.maritalStatuses, {}, brazil)).toContain('União estável')
    expect((await names(integrations.streetTypes, {}, brazil))[0]).toBe('Rua')
  })

  test('have the street and zone types of the country', async () => {
    const peru = await administratorOf('PE')
    expect(await names(integrations.streetTypes, {}, peru)).toContain('Jirón')
    expect(await names(integrations.zoneTypes, {}, peru)).toContain('Pueblo joven')
    expect(await names(integrations.streetTypes)).not.toContain('Jirón')
    const mexico = await administratorOf('MX')
    expect(await names(integrations.zoneTypes, {}, mexico)).toContain('Colonia')
  })

  test.each(countries)('of %s fit the fields of a record, in both languages', async (country) => {
    const asked = await administratorOf(country)
    for (const language of ['es', 'pt'])
      for (const call of [integrations.maritalStatuses, integrations.streetTypes, integrations.zoneTypes]) {
        const found = await names(call, {}, { ...asked, language })
        expect(found.length).toBeGreaterThan(3)
        expect(new Set(found.map(fold)).size).toBe(found.length)
        expect(found.filter((name) => name.length > 40)).toEqual([])
      }
  })
})

test('a company’s organization models are its own, sorted, and never kept by a browser', async () => {
  const [company, other] = [await aCompany(app), await aCompany(app)]
  const bearer = (await anAdministrator(app, company)).bearer
  await inCompany(app, company.id, async ({ db }) => {
    await db
      .insertInto('organization_models')
      .values(['Planta', 'Ámbito central'].map((name) => ({ company_id: company.id, name })))
      .execute()
  })
  const answer = await ask(integrations.organizationModels, {}, { bearer })
  expect(answer.data).toEqual([
    { id: expect.any(Number), nombre: 'Ámbito central' },
    { id: expect.any(Number), nombre: 'Planta' },
  ])
  expect(answer.headers['cache-control']).toBe('no-store')
  const without = (await anAdministrator(app, other)).bearer
  expect((await ask(integrations.organizationModels, {}, { bearer: without })).data).toEqual([])
})
