import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cuilOf } from '#server/testing/factories.ts'
import { indexPeople } from './people.ts'
import { nameWords } from './plain.ts'
import { readReceipts } from './receipts.ts'
import { pageOf, person, rules } from './testing/pages.ts'
import type { Person } from './types.ts'

const surnames = ['Pérez', 'Gómez', 'Vargas', 'Muñoz Yáñez', 'Aguilar', 'de la Cruz']
const firstNames = ['Juan', 'Ana', 'Iván', 'Carolina', 'Luis Alberto', 'María José']
const named = fc.record({
  lastName: fc.constantFrom(...surnames),
  firstName: fc.constantFrom(...firstNames),
  dni: fc.integer({ min: 10_000_000, max: 49_999_999 }).map(String),
  fileNumber: fc
    .tuple(fc.constantFrom('', '0', '00'), fc.integer({ min: 1, max: 60 }))
    .map(([zeros, n]) => `${zeros}${n}`),
})
const roster = fc
  .uniqueArray(named, { minLength: 2, maxLength: 7, selector: ({ dni }) => dni })
  .map((all) => all.map((one) => person({ ...one, cuil: cuilOf(one.dni) })))

/** An id as a page may have it: right, with one digit wrong, or missing. */
const slips = fc.constantFrom<(id: string) => string>(
  (id) => id,
  (id) => `${id.slice(0, -1)}${(Number(id.at(-1)) + 3) % 10}`,
  (id) => `${id.slice(0, 5)}${id.charAt(6)}${id.charAt(5)}${id.slice(7)}`,
  () => '',
)

interface Said {
  name: string
  id: string
  second: string
  number: string
}

function pageSaying({ name, id, second, number }: Said): string {
  return [
    name && `Apellido y nombre: ${name}`,
    id && `CUIL: ${id}`,
    number && `Legajo: ${number}`,
    'Sueldo basico  1.000,00',
    second && `CUIL: ${second}`,
    'Neto 12.345,67',
  ]
    .filter(Boolean)
    .join('\n')
}

const nameOf = (one: Person | undefined) => (one ? `${one.lastName}, ${one.firstName}` : '')
const sharesName = (one: string, other: string) =>
  nameWords(one).some((word) => nameWords(other).includes(word))
/** Differs in one digit or in two neighbours exchanged: what a slip of the hand makes of an id. */
function isSlipOf(id: string, meant: string): boolean {
  if (id.length !== meant.length) return false
  const differing = Array.from(id).flatMap((digit, at) => (digit === meant[at] ? [] : [at]))
  const [a = 0, b = 0] = differing
  return (
    differing.length < 2 ||
    (differing.length === 2 && b === a + 1 && id[a] === meant[b] && id[b] === meant[a])
  )
}

test('a suggested person is never one whose name or id the page denies', () => {
  let suggested = 0
  fc.assert(
    fc.property(
      roster,
      fc.array(fc.nat(), { minLength: 4, maxLength: 4 }),
      slips,
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      (people, picks, slip, withNumber, withSecond, stranger) => {
        const pick = (at: number) => people[(picks[at] ?? 0) % people.length]
        const said: Said = {
          name: nameOf(pick(0)),
          id: slip(pick(1)?.cuil ?? ''),
          number: withNumber ? (pick(2)?.fileNumber ?? '').replace(/^0+/, '') : '',
          // A relative's, or another employee's.
          second: withSecond ? (stranger ? cuilOf('50123456') : (pick(3)?.cuil ?? '')) : '',
        }
        const [receipt] = readReceipts([pageOf(pageSaying(said))], indexPeople(people), rules())
        const one = people.find(({ id }) => id === receipt?.suggestedId)
        if (!one) return
        suggested++
        expect(sharesName(said.name, one.lastName)).toBe(true)
        expect(sharesName(said.name, one.firstName)).toBe(true)
        const others = people.filter((other) => other !== one)
        for (const id of [said.id, said.second]) expect(others.map(({ cuil }) => cuil)).not.toContain(id)
        if (said.id !== '' && said.second !== one.cuil) expect(isSlipOf(said.id, one.cuil)).toBe(true)
      },
    ),
    { numRuns: 1500 },
  )
  expect(suggested).toBeGreaterThan(50)
})

const first = { lastName: 'Muñoz Yáñez', firstName: 'Iván' }
const ivan = person({ ...first, cuil: cuilOf('31000001'), fileNumber: '200' })
const namesake = person({ ...first, cuil: cuilOf('31000002'), fileNumber: '201' })
const vargas = person({
  lastName: 'Vargas',
  firstName: 'Adrián',
  cuil: cuilOf('31000003'),
  fileNumber: '01147',
})
const suggestedOn = (said: Partial<Said>, people: readonly Person[]) => {
  const text = pageSaying({ name: '', id: '', second: '', number: '', ...said })
  return readReceipts([pageOf(text)], indexPeople(people), rules())[0]
}

test('the tax id outweighs a file number that somebody else has without its zeros', () => {
  const receipt = suggestedOn(
    { name: nameOf(ivan), id: ivan.cuil, number: '1147', second: cuilOf('50123456') },
    [ivan, namesake, vargas],
  )
  expect(receipt).toMatchObject({ found: 'dos_ids', suggestedId: ivan.id, suggestedBy: ['nombre', 'id'] })
})

test('an exact file number goes before one without its zeros, and two that fit are none', () => {
  const exact = person({ ...first, cuil: cuilOf('31000004'), fileNumber: '1147' })
  const zeros = person({ ...first, cuil: cuilOf('31000005'), fileNumber: '001147' })
  const more = person({ ...first, cuil: cuilOf('31000006'), fileNumber: '0001147' })
  const said = { name: nameOf(exact), number: '1147' }
  expect(suggestedOn(said, [zeros, exact])).toMatchObject({ suggestedId: exact.id })
  expect(suggestedOn(said, [zeros, namesake])).toMatchObject({ suggestedId: zeros.id })
  expect(suggestedOn(said, [zeros, more])).toMatchObject({ suggestedId: null })
})

test('nobody is suggested whose surname is not on the page, or by a relative’s id', () => {
  expect(suggestedOn({ number: '01147' }, [vargas, ivan])).toMatchObject({ suggestedId: null })
  const relative = person({ lastName: 'Vargas', firstName: 'Lucía', cuil: cuilOf('31000007') })
  // The page has the id of one and the name of the other.
  const mixed = { name: nameOf(relative), id: vargas.cuil }
  expect(suggestedOn(mixed, [vargas])).toMatchObject({ found: 'nombre_distinto', suggestedId: null })
  expect(suggestedOn(mixed, [vargas, relative])).toMatchObject({ suggestedId: null })
})

test('a surname that is misread by a letter is on the page only where its words are recognised', () => {
  const read = pageOf('Apellido y nombre: VARGAZ, Adrian\nLegajo: 01147\nNeto 12.345,67')
  const seen = {
    ...read,
    words: read.words.map((word) => ({ ...word, confidence: 1 })),
    recognised: true as const,
    confidence: 1,
  }
  const suggested = [seen, read].map((page) => readReceipts([page], indexPeople([vargas]), rules())[0])

  expect(suggested).toMatchObject([{ suggestedId: vargas.id }, { suggestedId: null }])
})

test('whoever signs receipts of people that the roster lacks is suggested for none of them', () => {
  const signer = person({ cuil: cuilOf('20555666'), lastName: 'Acosta', firstName: 'Juan' })
  const dashed = (of: string) => of.replace(/^(..)(.*)(.)$/, '$1-$2-$3')
  const strangers = ['30111222', '30111333', '30111444', '30111555', '30111666'].map(cuilOf)
  const pages = strangers.map((stranger, at) =>
    pageOf(`
ACOSTA JUAN   CUIL: ${dashed(signer.cuil)}
${dashed(stranger)}
Sueldo basico       80${at}.000,00
Neto a cobrar       73${at}.000,00`),
  )
  expect(readReceipts(pages, indexPeople([signer]), rules())).toMatchObject(
    strangers.map((stranger) => ({
      found: 'desconocido',
      employeeId: null,
      suggestedId: null,
      idRead: dashed(stranger),
    })),
  )
})
