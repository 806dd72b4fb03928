import { expect, test } from 'vitest'
import { seeded } from '#demo/random.ts'
import { cuilOf } from '#server/testing/factories.ts'
import { indexPeople } from '../../server/areas/massive/receipts/people.ts'
import { readReceipts } from '../../server/areas/massive/receipts/receipts.ts'
import { pageOf, person, rules } from '../../server/areas/massive/receipts/testing/pages.ts'
import type { Person } from '../../server/areas/massive/receipts/types.ts'

type Random = () => number

const files = process.env['LONG'] ? 5_000 : 400
const turns = [0, 0, 0, 90, 180, 270] as const
const surnames = ['Pérez', 'Pérez Sosa', 'Sosa', 'Muñoz', "D'Angelo", 'de la Cruz', 'Martín', 'San Martín']
const firstNames = ['Ana', 'Ana María', 'María', 'Juan', 'Juan Martín', 'José Luis', 'Sol', 'João']

const pick = <T>(random: Random, all: readonly T[]): T => all[Math.floor(random() * all.length)] as T

/** Ids of which every second differs from the one before in a single digit, with few names for many people. */
function makePeople(random: Random, country: 'AR' | 'CO'): Person[] {
  const ids = new Set<string>()
  while (ids.size < 14) {
    const id = String(10_000_000 + Math.floor(random() * 40_000_000))
    const place = 1 + Math.floor(random() * 7)
    const near = id.slice(0, place) + String((Number(id[place]) + 1) % 10) + id.slice(place + 1)
    ids.add(id).add(near)
  }
  return [...ids].map((dni, at) =>
    person({
      dni,
      cuil: country === 'AR' ? cuilOf(dni) : dni,
      lastName: pick(random, surnames),
      firstName: pick(random, firstNames),
      fileNumber: String(4000 + at),
    }),
  )
}

const dotted = (id: string) => id.replace(/\B(?=(\d{3})+(?!\d))/g, '.')
const writings: ((id: string) => string)[] = [
  (id) => id,
  (id) => (id.length === 11 ? `${id.slice(0, 2)}-${id.slice(2, 10)}-${id.slice(10)}` : dotted(id)),
]
const namings: ((one: Person) => string)[] = [
  (one) => `${one.lastName}, ${one.firstName}`,
  (one) => `${one.firstName} ${one.lastName}`,
  (one) => `${one.lastName} ${one.firstName}`.toUpperCase(),
]
const heads: ((name: string, id: string, file: string) => string)[] = [
  (name, id, file) => `Apellido y nombre: ${name}\nDocumento: ${id}\nLegajo: ${file}`,
  (name, id, file) => `Legajo  Nombre${' '.repeat(34)}Documento\n${file}    ${name.padEnd(40)}${id}`,
  (name, id, file) => `${id}    ${name}    ${file}`,
  (name, id, file) => `${file}\n${name}\n${id}`,
  (name, id) => `Por la presente el Sr. ${name}, con documento ${id}, recibe`,
  (name, id, file) => `${name}    ${id}    ${file}\nNOMBRE    DOCUMENTO    LEGAJO`,
  (name, _, file) => `${name}    ${file}`,
  (_, id) => `Documento ${id}`,
]
const signatures: ((name: string, id: string) => string)[] = [
  () => '',
  (name, id) => `Por la empresa: ${name}  ${id}`,
  (name, id) => `${name}\nApoderado\nC.U.I.L. ${id}`,
  (name, id) => `Nombre: ${name}   Documento: ${id}`,
]

interface Made {
  texts: string[]
  pages: ReturnType<typeof pageOf>[]
  /** The people of each page. */
  owners: Person[][]
  roster: Person[]
  employer: Person
  country: 'AR' | 'CO'
}

/** Temptations that a file may have: signatures with an id, pages without ids, pages with receipts of two people. */
interface Temptations {
  signed: boolean
  /** Pages with a name and a file number, without an id. */
  withoutIds: boolean
  paired: boolean
}

/** A file of receipts of employees and strangers, with its true owners. */
function makeFile(seed: string, { signed, withoutIds, paired }: Temptations): Made {
  const random = seeded(seed)
  const country = random() < 0.5 ? 'AR' : 'CO'
  const people = makePeople(random, country)
  const lacking = pick(random, [0, 0.3, 0.6, 0.85])
  const roster = people.filter(() => random() >= lacking)
  const signer = pick(random, people)
  const employer = pick(random, people)
  const layout = () => ({
    head: pick(random, withoutIds ? heads : heads.filter((_, at) => at !== 6)),
    sign: pick(random, signed ? signatures : signatures.slice(0, 1)),
    write: pick(random, writings),
    say: pick(random, namings),
    indent: ' '.repeat(Math.floor(random() * 30)),
    above: '\n.'.repeat(Math.floor(random() * 12)),
    employed: random() < 0.3,
    personFirst: random() < 0.7,
  })
  const layouts = Array.from({ length: pick(random, [1, 1, 2, 3]) }, layout)
  const turned = pick(random, turns)
  const made: Made = { texts: [], pages: [], owners: [], roster, employer, country }
  const add = (text: string, owners: Person[]) => {
    made.texts.push(text)
    made.pages.push(pageOf(text, { turned }))
    made.owners.push(owners)
  }
  // Somebody beside others on many pages cannot be told from whoever signs them.
  const joined = new Set<Person>()
  const count = 2 + Math.floor(random() * 8)
  for (let at = 0; at < count; at++) {
    const way = pick(random, layouts)
    const one = pick(random, people)
    const half = (who: Person) => {
      const amounts = ['Sueldo', 'Horas', 'Jubilación', 'Neto']
        .map((word) => `${word}    ${100 + Math.floor(random() * 800)}.000,00`)
        .join('\n')
      const head = way.head(way.say(who), way.write(who.cuil), who.fileNumber).replace(/^/gm, way.indent)
      return way.personFirst ? `${head}\n\n${amounts}` : `${amounts}\n\n${head}`
    }
    const company = way.employed ? `${way.say(employer)}  ${way.write(employer.cuil)}` : 'MOLINOS S.A.'
    const foot = way.sign(way.say(signer), way.write(signer.cuil))
    const other = pick(random, people)
    const isFree = other !== one && !joined.has(one) && !joined.has(other)
    const both = paired && random() < 0.1 && isFree
    if (both) joined.add(one).add(other)
    const text = both ? `${half(one)}\n\n\n${half(other)}` : half(one)
    add(`${company}\nRECIBO OCTUBRE 2026${way.above}\n${text}\n\n${foot}`, both ? [one, other] : [one])
    if (!both && random() < 0.2)
      add(`MOLINOS S.A.\nHoja 2 de 2\nTransporte   345.678,00\nNeto   1.000,00\n${foot}`, [one])
  }
  return made
}

function readFiles(temptations: Temptations) {
  let ready = 0
  for (let seed = 0; seed < files; seed++) {
    const { texts, pages, owners, roster, employer, country } = makeFile(`never wrong ${seed}`, temptations)
    const receipts = readReceipts(
      pages,
      indexPeople(roster),
      rules({ country, employerIds: new Set([employer.cuil]) }),
    )
    for (const receipt of receipts) {
      if (receipt.found !== 'listo') continue
      ready++
      for (const page of receipt.pages) {
        const whose = owners[page]?.map(({ id }) => id)
        expect(whose, `seed ${seed}, page ${page + 1}:\n${texts[page]}`).toEqual([receipt.employeeId])
      }
    }
  }
  expect(ready).toBeGreaterThan(files / 2)
}

test('no page of a random file goes to anybody but its owner', { timeout: 1_800_000 }, () => {
  readFiles({ signed: false, withoutIds: false, paired: false })
})

test(
  'no page that somebody else signs with an id goes to anybody but its owner',
  { timeout: 1_800_000 },
  () => {
    readFiles({ signed: true, withoutIds: false, paired: false })
  },
)

test('no page with receipts of two people goes to a wrong one', { timeout: 1_800_000 }, () => {
  readFiles({ signed: false, withoutIds: false, paired: true })
})

test(
  'no page with a name and a file number alone goes to anybody but its owner',
  { timeout: 1_800_000 },
  () => {
    readFiles({ signed: false, withoutIds: true, paired: false })
  },
)
