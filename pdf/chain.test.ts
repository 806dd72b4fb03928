import { X509Certificate } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { leadsTo } from './chain.ts'
import { aWorkshop } from './testing/p12.ts'

const workshop = aWorkshop()
afterAll(() => workshop.close())

const authority = ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign']
const make = (name: string, wanted: Parameters<typeof workshop.certificate>[1] = {}) => {
  workshop.certificate(name, { key: 'prime256v1', extensions: authority, ...wanted })
  return new X509Certificate(workshop.der(name))
}

const root = make('root')
/** Authorities, each certified by the one before it, the first by the root. */
const authorities: X509Certificate[] = []
for (let n = 1; n <= 8; n++) authorities.push(make(`${n}`, { issuer: n === 1 ? 'root' : `${n - 1}` }))
const [first = root, second = root] = authorities

const leads = (certificate: X509Certificate, others: X509Certificate[], roots = [root]) =>
  leadsTo(
    certificate,
    others,
    roots.map(({ raw }) => raw),
  )

test('a certificate leads to a root that it is, that certified it, or whose authority did', () => {
  expect(leads(root, [])).toBe(true)
  expect(leads(first, [])).toBe(true)
  expect(leads(second, [first])).toBe(true)
  expect(leads(second, [second, first])).toBe(true)
  expect(leads(second, [], [root, first])).toBe(true)
})

test('a certificate leads nowhere without a root, or where an authority between is missing', () => {
  expect(leads(second, [])).toBe(false)
  expect(leads(second, [first, root], [])).toBe(false)
  expect(leads(root, [first, second], [first])).toBe(false)
})

test('a chain has eight certificates at most, with the root', () => {
  expect(authorities.map((one) => leads(one, authorities))).toEqual([...Array(7).fill(true), false])
})

test('a person’s certificate certifies nobody', () => {
  const person = make('person', { issuer: 'root', extensions: ['basicConstraints=CA:FALSE'] })
  const certified = make('certified', { issuer: 'person' })
  expect(leads(person, [])).toBe(true)
  expect(leads(certified, [person])).toBe(false)
})

test('an authority of the same name with another key certifies nobody for the root', () => {
  const namesake = make('namesake', { subject: 'root' })
  const certified = make('for-the-namesake', { issuer: 'namesake' })
  expect(namesake.subject).toBe(root.subject)
  expect(leads(certified, [])).toBe(false)
  expect(leads(certified, [namesake])).toBe(false)
  expect(leads(certified, [namesake], [root, namesake])).toBe(true)
})

test('an authority of another name with the same key certified nothing of the root’s', () => {
  const renamed = make('renamed', { keyOf: 'root' })
  expect(first.verify(renamed.publicKey)).toBe(true)
  expect(leads(first, [], [renamed])).toBe(false)
})
