import { describe, expect, test } from 'vitest'
import { applyMutant, findMutants } from './operators.ts'
import { callersOf, isReplaced, nameInStatement } from './sql.ts'

const mutate = (source: string): [string, string][] =>
  findMutants('a.ts', source).map((mutant) => [mutant.operator, applyMutant(source, mutant)])

describe('each operator makes its fault', () => {
  test.each<[string, string, [string, string][]]>([
    [
      'the condition of an if is negated',
      'if (a) f = g',
      [
        ['condition negated', 'if (!(a)) f = g'],
        ['statement removed', 'if (a) ;'],
      ],
    ],
    [
      'the condition of a choice is negated',
      'x(a ? b : c)',
      [
        ['statement removed', ';'],
        ['condition negated', 'x(!(a) ? b : c)'],
      ],
    ],
    [
      'either operand of a logical expression is dropped',
      'const x = a || b',
      [
        ['operand dropped', 'const x = (b)'],
        ['operand dropped', 'const x = (a)'],
      ],
    ],
    [
      'a condition is kept that only spares an undefined property',
      'const x = a.b && { c: a.b }',
      [['operand dropped', 'const x = (a.b)']],
    ],
    [
      'a condition is dropped that decides on a property',
      'const x = a && { b: a, c: 1 }',
      [
        ['operand dropped', 'const x = ({ b: a, c: 1 })'],
        ['operand dropped', 'const x = (a)'],
        ['constant changed', 'const x = a && { b: a, c: 2 }'],
      ],
    ],
    [
      'a condition that is an equality is turned once',
      'if (a !== b) throw c',
      [['equality turned', 'if (a === b) throw c']],
    ],
    ['an equality is turned', 'const x = a === b', [['equality turned', 'const x = a !== b']]],
    ['a boundary is moved', 'const x = a < b', [['boundary moved', 'const x = a <= b']]],
    [
      'a boolean is flipped',
      'const x = { stepUp: true }',
      [['boolean flipped', 'const x = { stepUp: false }']],
    ],
    ['a large number is doubled', 'const x = 60_000', [['constant changed', 'const x = 120000']]],
    [
      'the text of a statement is turned, but for what it assigns',
      'sql`update t set a = ${b} where c = 1 and d is null`',
      [
        ['statement removed', ';'],
        ['SQL turned', 'sql`update t set a = ${b} where c <> 1 and d is null`'],
        ['SQL turned', 'sql`update t set a = ${b} where c = 1 or d is null`'],
        ['SQL turned', 'sql`update t set a = ${b} where c = 1 and d is not null`'],
      ],
    ],
    ['a number grows by one', 'const x = 0.5', [['constant changed', 'const x = 1.5']]],
    ['an awaited call is removed', 'await f(a)', [['statement removed', ';']]],
    [
      'a where of a query is dropped and the rest of the chain stays',
      "const x = db.selectFrom('t').where('a', '=', b).execute()",
      [['where dropped', "const x = db.selectFrom('t').execute()"]],
    ],
    [
      'the first or the last item of a list is dropped',
      "const x = ['a', 'b', 'c']",
      [
        ['item dropped', "const x = ['b', 'c']"],
        ['item dropped', "const x = ['a', 'b']"],
      ],
    ],
  ])('%s', (_, source, wanted) => {
    expect(mutate(source)).toEqual(wanted)
  })
})

test('comments, types, imports, directives and log messages hold no mutant', () => {
  const source = `'use strict'
import data from './a.json' with { type: 'json' }
// if (a) b()
type A = 1 | true
interface B { c: 2 }
const x = y as 3
console.log(a === 1 ? 'b' : 'c')
services.log.warn({ n: 4 }, 'text')
`
  expect(mutate(source)).toEqual([])
})

test('a mutant keeps its hash when lines are inserted above it, and has its line number', () => {
  const source = 'const x = a < b'
  const [one] = findMutants('a.ts', source)
  const [moved] = findMutants('a.ts', `\n\n${source}\n`)
  expect(moved?.hash).toBe(one?.hash)
  expect([one?.line, moved?.line]).toEqual([1, 3])
  const [elsewhere] = findMutants('b.ts', source)
  expect(elsewhere?.hash).not.toBe(one?.hash)
})

test('a migration loses a right or a policy, and its comments are passed over', () => {
  const source = '-- a = b\ngrant select on t to r;\ncreate table t (n int check (n > 0));\n'
  const faults = findMutants('server/db/migrations/0001_a.sql', source).map((mutant) =>
    applyMutant(source, mutant),
  )
  expect(faults).toEqual([
    '-- a = b\n;\ncreate table t (n int check (n > 0));\n',
    '-- a = b\ngrant select on t to r;\ncreate table t (n int check (n >= 0));\n',
  ])
})

test('a function that a later migration replaces is passed over', () => {
  const made = 'create function app.f() returns bool return 1 = 1;'
  const later = 'create or replace function app.f() returns bool return true;'
  expect(isReplaced(made, made.indexOf('1 = 1'), [later])).toBe(true)
  expect(isReplaced(made, made.indexOf('1 = 1'), ['drop function app.g();'])).toBe(false)
})

test('the callers of a function are the functions that name it and the tables of its triggers', () => {
  const source = `create function app.f() returns int return 1;
    create function app.g() returns int return app.f();
    create constraint trigger t
      after insert on people for each row execute function app.f();`
  expect(callersOf('f', [source])).toEqual(['g', 'people'])
  expect(callersOf('g', [source])).toEqual([])
  expect(nameInStatement(source, source.indexOf('after'))).toBe('f')
})
