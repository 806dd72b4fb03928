import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { errors } from '#contract/errors.ts'
import { countryWords } from './countries.ts'

type Words = { [key: string]: string | Words }

const read = (path: string): Words => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
const files = readdirSync(new URL('es', import.meta.url))

/** Every key with the variables of its text, sorted. */
function keys(words: Words, before = ''): string[] {
  return Object.entries(words)
    .flatMap(([key, value]) =>
      typeof value === 'string'
        ? [`${before}${key} ${[...value.matchAll(/\{\{\w+\}\}|<\d>/g)].map(String).sort().join(' ')}`]
        : keys(value, `${before}${key}.`),
    )
    .sort()
}

describe('the two languages', () => {
  test('have the same files', () => {
    expect(readdirSync(new URL('pt', import.meta.url)).sort()).toEqual([...files].sort())
  })

  test.each(files)('%s has the same keys and variables in both, and no empty text', (file) => {
    expect(keys(read(`pt/${file}`))).toEqual(keys(read(`es/${file}`)))
    expect(JSON.stringify([read(`es/${file}`), read(`pt/${file}`)])).not.toContain('""')
  })
})

test('every code that a call can be refused with has a text, and no text is left over', () => {
  expect(Object.keys(read('es/errors.json')).sort()).toEqual(Object.keys(errors).sort())
})

test('a country renames only words that exist', () => {
  const known = Object.keys(read('es/country.json'))
  const countries = readdirSync(new URL('.', import.meta.url)).filter((name) => /^[a-z]{2}$/.test(name))
  expect(countries).toHaveLength(11)
  for (const country of countries)
    expect(known, country).toEqual(expect.arrayContaining(Object.keys(read(`${country}/country.json`))))
})

test('what a country says otherwise is said in Spanish too, with the same variables', () => {
  for (const [tag, overlay] of Object.entries(countryWords))
    for (const [file, words] of Object.entries(overlay))
      expect(keys(read(`es/${file}.json`)), `${tag} ${file}`).toEqual(expect.arrayContaining(keys(words)))
})
