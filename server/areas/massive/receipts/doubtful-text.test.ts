import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Country } from '#contract/fields.ts'
import { cuilOf } from '#server/testing/factories.ts'
import { indexPeople } from './people.ts'
import { readReceipts } from './receipts.ts'
import { pageOf, person, rules } from './testing/pages.ts'
import type { Person } from './types.ts'

const named = (lastName: string, firstName: string, dni: string) =>
  person({ lastName, firstName, dni, cuil: cuilOf(dni) })
const ana = named('Gómez Ruiz', 'Ana María', '28714536')
const luis = named('Gómez', 'Luis', '28714544')

/** A receipt as recognition returns it, with this confidence in its words. */
function seen(name: string, id: string, confidence: number, label = 'Apellido y nombre') {
  const page = pageOf(`${label}: ${name}\nCUIL: ${id}\nSueldo   1.000,00\nJubilación   100,00\nNeto   900,00`)
  const words = page.words.map((word) => ({ ...word, confidence }))
  return { ...page, words, recognised: true as const, confidence }
}

function read(
  page: ReturnType<typeof seen>,
  roster: readonly Person[] = [ana, luis],
  country: Country = 'AR',
) {
  const [receipt] = readReceipts([page], indexPeople(roster), rules({ country }))
  return [receipt?.found, receipt?.employeeId]
}

test('an id of low confidence is its person’s where check digit and whole name agree', () => {
  expect(read(seen('GOMEZ RUIZ, Ana Maria', ana.cuil, 0.4))).toEqual(['listo', ana.id])
  const rosa = named('de la Cruz', 'Rosa', '30111222')
  expect(read(seen('de la CRUZ, Rosa', rosa.cuil, 0.4), [rosa])).toEqual(['listo', rosa.id])
})

test('without its whole name it assigns nothing', () => {
  for (const name of [
    'GOMEZ, Ana Maria',
    'GOMEZ RUIZ, Ana',
    'GOMEZ RUIZ, Ana Narla',
    'G0MEZ RUIZ, Ana Maria',
    'GOMEZ RUIZ, A. M.',
  ])
    expect([name, ...read(seen(name, ana.cuil, 0.4))]).not.toContain('listo')
})

test('without a check digit that agrees it assigns nothing', () => {
  const wrong = `${ana.cuil.slice(0, -1)}${(Number(ana.cuil.at(-1)) + 1) % 10}`
  const mistyped = { ...ana, cuil: wrong }
  expect(read(seen('GOMEZ RUIZ, Ana Maria', wrong, 0.9), [mistyped])[0]).toBe('listo')
  expect(read(seen('GOMEZ RUIZ, Ana Maria', wrong, 0.4), [mistyped])[0]).toBe('texto_dudoso')
  // The DNI has none, nor have the ids of some countries.
  expect(read(seen('GOMEZ RUIZ, Ana Maria', ana.dni, 0.4))[0]).toBe('texto_dudoso')
  const peruvian = { ...ana, cuil: '45678912', dni: '45678912' }
  expect(read(seen('GOMEZ RUIZ, Ana Maria', '45678912', 0.4), [peruvian], 'PE')[0]).not.toBe('listo')
})

test('nor where two of the roster have that name', () => {
  const namesake = named('Gómez Ruiz', 'Ana María', '30999888')
  expect(read(seen('GOMEZ RUIZ, Ana Maria', ana.cuil, 0.4), [ana, namesake])[0]).toBe('texto_dudoso')
})

test('a receipt misread anywhere at low confidence never goes to anybody but its person', () => {
  const surnames = 'Gómez,Ruiz,Paz,Gomes,Rui,Pas'.split(',')
  const firstNames = 'Ana,Luis,Ana María,María'.split(',')
  const someone = fc.record({
    surname: fc.constantFrom(...surnames),
    first: fc.constantFrom(...firstNames),
    dni: fc.integer({ min: 28_714_500, max: 28_714_560 }),
    known: fc.boolean(),
  })
  const misread = fc.record({ at: fc.nat({ max: 40 }), as: fc.constantFrom(...'0123456789ilos') })
  let ready = 0
  fc.assert(
    fc.property(
      fc.uniqueArray(someone, { minLength: 2, maxLength: 8, selector: ({ dni }) => dni }),
      fc.array(misread, { maxLength: 3 }),
      (all, faults) => {
        const everybody = all.map((one) => ({
          ...one,
          person: named(one.surname, one.first, String(one.dni)),
        }))
        const roster = everybody.filter(({ known }) => known).map((one) => one.person)
        for (const { person: owner } of everybody) {
          const written = `${owner.lastName}, ${owner.firstName}|${owner.cuil}`
          const read_ = Array.from(written, (sign, at) =>
            /[\p{L}\d]/u.test(sign) ? (faults.find((one) => one.at === at)?.as ?? sign) : sign,
          ).join('')
          const [name = '', id = ''] = read_.split('|')
          const [found, employeeId] = read(seen(name, id, 0.5), roster)
          if (found !== 'listo') continue
          ready++
          expect(employeeId).toBe(owner.id)
        }
      },
    ),
    { numRuns: 200 },
  )
  expect(ready).toBeGreaterThan(40)
})
