import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { errorWords } from '#locales/errors-es.ts'
import { codeRanges, ungivenNumbers } from './errors/ranges.ts'
import { type ErrorName, codeOf, errorTables, statusOf } from './errors.ts'

const root = join(import.meta.dirname, '..')
const rows = Object.entries(errorTables).flatMap(([area, table]) =>
  (Object.keys(table) as ErrorName[]).map((name) => ({ area, name, code: codeOf(name) })),
)

/** The comments above the entries of the tables, by name. */
function readComments(): Map<string, string> {
  const folder = join(root, 'contract/errors')
  const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
  return new Map(
    texts
      .flatMap((text) => [...text.matchAll(/^ {2}\/\*\* (.+) \*\/\n {2}(\w+): \{/gm)])
      .map(([, comment = '', name = '']) => [name, comment]),
  )
}

test('an error name and its code are given once', () => {
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
  expect(new Set(rows.map(({ code }) => code)).size).toBe(rows.length)
})

test('an error name consists of words, never of a number', () => {
  expect(rows.filter(({ name }) => !/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(name))).toEqual([])
})

test('an error has a comment that says when it is given', () => {
  const comments = readComments()
  expect(rows.filter(({ name }) => !/^[A-Z].{10,}\.$/.test(comments.get(name) ?? ''))).toEqual([])
})

test('a number of the catalogue lies in a range of its area', () => {
  for (const { area, code } of rows.filter((row) => /^\d+$/.test(row.code))) {
    const owners = Object.entries(codeRanges).filter(([, list]) =>
      list.some(([from, to]) => from <= code && code <= to),
    )
    expect([code, owners.map(([owner]) => owner)]).toEqual([code, expect.arrayContaining([area])])
  }
})

test('a number of the employees is given by a rule, or the page says why none gives it', () => {
  const within = (code: string, [from, to]: readonly [string, string]) => from <= code && code <= to
  const given = new Set<string>(rows.map(({ code }) => code))
  const numbers = (codeRanges['employees'] ?? []).flatMap(([from, to]) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) =>
      String(Number(from) + at).padStart(5, '0'),
    ),
  )
  const wrong = numbers.filter((code) => {
    const isUngiven = (ungivenNumbers['employees'] ?? []).some((one) => within(code, one.numbers))
    return given.has(code) === isUngiven
  })
  expect(wrong).toEqual([])
})

const folders = ['bench', 'contract', 'demo', 'e2e', 'server', 'web']

test('a number is written in the catalogue only; everything else names the error', () => {
  const numbers = rows.map(({ code }) => code).filter((code) => /^\d{5}$/.test(code))
  const written = new RegExp(`['"\`: ](${numbers.join('|')})['"\`]`)
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => `${folder}/${file}`),
  )
  const found = files
    .filter((file) => !file.startsWith('contract/errors/') && !file.startsWith('demo/'))
    .flatMap((file) => {
      const lines = readFileSync(join(root, file), 'utf8').split('\n')
      return lines.filter((line) => written.test(line)).map((line) => `${file}: ${line.trim()}`)
    })
  // The light pages carry a few numbers of their own, which types compare with the catalogue.
  expect(found.filter((line) => !line.startsWith('web/shared/calls/refused.ts'))).toEqual([])
})

test('docs/errors.md is the catalogue: a code once given keeps its name, status and area', async () => {
  const comments = readComments()
  const lines = rows
    .toSorted((a, b) => (a.area === b.area ? (a.code < b.code ? -1 : 1) : a.area < b.area ? -1 : 1))
    .map(
      ({ area, name, code }) =>
        `| ${name} | ${code === name ? '' : code} | ${statusOf(code)} | ${area} | ${comments.get(name)} | ${errorWords[code]} |`,
    )
  const ranges = Object.entries(codeRanges).map(
    ([area, list]) =>
      `| ${area} | ${list.map((range) => (range[0] === range[1] ? range[0] : range.join('–'))).join(', ')} |`,
  )
  const shown = ([from, to]: readonly [string, string]) => (from === to ? from : `${from}–${to}`)
  const ungiven = Object.entries(ungivenNumbers).flatMap(([area, list]) =>
    list.map(({ numbers, why }) => `| ${area} | ${shown(numbers)} | ${why} |`),
  )
  const page = [
    '# Errors',
    '',
    'Every refusal has the HTTP status of its code, and `{ code, message, errors: [{ code, message, field? }],',
    'results: { data: [message] }, requestId }` in the language of the caller. 401 means only: no valid session.',
    'The code on the wire is the number where there is one, and else the name.',
    'This page is written by a test from `contract/errors/` (`npx vitest run contract/errors.test.ts -u`).',
    '',
    '| name | number | status | area | when it is given | message in Spanish |',
    '|---|---|---|---|---|---|',
    ...lines,
    '',
    '## Numbers by area',
    '',
    'Numbers belong to an area before they have a meaning; the area gives one when it is built.',
    '',
    '| area | numbers |',
    '|---|---|',
    ...ranges,
    '',
    '## Numbers that no call gives',
    '',
    '| area | numbers | why |',
    '|---|---|---|',
    ...ungiven,
    '',
  ]
  await expect(page.join('\n')).toMatchFileSnapshot('../docs/errors.md')
})
