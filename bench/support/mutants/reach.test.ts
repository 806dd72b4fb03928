import { expect, test } from 'vitest'
import { findUnits, markUnits, nameDeclaration, nameUnit, testsReaching } from './reach.ts'

const source = `export const calls = { list: 25, find: 1 }
export function countAdults(people: { age: number }[]) {
  if (people.length === 0) return 0
  return people.filter(({ age }) => age >= 18).length
}
`

test('every statement, branch and returned expression is marked, and the code behaves as before', async () => {
  const marked = markUnits('people.ts', source, 5)
  expect(marked.match(/\$\$reached\[\d+\] = 1/g)).toHaveLength(4)
  const run = async (people: { age: number }[]) => {
    const reached = new Uint8Array(9)
    Object.assign(globalThis, { $$reached: reached })
    const plain = marked.replace(': { age: number }[]', '')
    const module = (await import(`data:text/javascript,${encodeURIComponent(plain)}`)) as {
      countAdults(all: typeof people): number
    }
    return [module.countAdults(people), [...reached.keys()].filter((i) => reached[i])]
  }
  expect(await run([])).toEqual([0, [5, 6]])
  expect(await run([{ age: 17 }, { age: 18 }])).toEqual([1, [5, 7, 8]])
})

test('the tests of a fault are those that execute its statement; those that execute most of the file come first', () => {
  const [check, zero, count, adult] = findUnits('people.ts', source).map((unit) => nameUnit(source, unit))
  const record = (...units: (string | undefined)[]) => ({
    digest: '',
    units: { 'people.ts': units.filter((unit) => unit !== undefined) },
  })
  const reach = {
    'nobody.test.ts': record(check, zero),
    'some.test.ts': record(check, count),
    'all.test.ts': record(check, count, adult),
    'other.test.ts': { digest: '', units: {} },
  }
  const at = (text: string) => testsReaching(reach, 'people.ts', source, source.indexOf(text))
  expect(at('0) return')).toEqual(['all.test.ts', 'nobody.test.ts', 'some.test.ts'])
  expect(at('0\n')).toEqual(['nobody.test.ts'])
  expect(at('18')).toEqual(['all.test.ts'])
  expect(at('25')).toEqual(['all.test.ts', 'nobody.test.ts', 'some.test.ts'])
})

test('code outside of functions is named as tests name it', () => {
  const name = (text: string) => nameDeclaration('people.ts', source, source.indexOf(text))
  expect([name('25'), name('1 }'), name('18')]).toEqual(['calls.list', 'calls.find', null])
})
