import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { codeOf, errorTables, isErrorName } from '#contract/errors.ts'
import { countryWords } from './countries.ts'

type Words = { [key: string]: string | Words }

const read = (path: string): Words => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
const filesOf = (language: string) =>
  readdirSync(new URL(language, import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .sort()
const files = filesOf('es')
const mailTables = import.meta.glob<Record<string, object>>('../contract/mails/*.ts', { eager: true })

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
    expect(filesOf('pt')).toEqual(files)
  })

  test.each(files)('%s has the same keys and variables in both, and no empty text', (file) => {
    expect(keys(read(`pt/${file}`))).toEqual(keys(read(`es/${file}`)))
    expect(JSON.stringify([read(`es/${file}`), read(`pt/${file}`)])).not.toContain('""')
  })

  test.each(files)('%s calls nobody usted, vos, tú or você', (file) => {
    const texts = JSON.stringify([read(`es/${file}`), read(`pt/${file}`)])
    expect(texts).not.toMatch(/(?<!\p{L})(ustedes|usted|vos|tú|contigo|vocês|você)(?!\p{L})/iu)
  })
})

test.each(Object.entries(errorTables))(
  'each error of %s has a text in the file of its area',
  (area, table) => {
    const codes = Object.keys(table)
      .filter(isErrorName)
      .map((name): string => codeOf(name))
    expect(Object.keys(read(`es/errors/${area}.json`)).sort()).toEqual(codes.sort())
  },
)

test('each mail has its words in the file of its area', () => {
  const declared = Object.entries(mailTables).map(([file, tables]) => [
    file.replace('../contract/mails/', '').replace('.ts', '.json'),
    Object.values(tables).flatMap((table) => Object.keys(table)),
  ])
  const found = files
    .filter((file) => file.startsWith('mails/') && file !== 'mails/frame.json')
    .map((file) => [file.replace('mails/', ''), Object.keys(read(`es/${file}`))])
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(declared.filter(([file]) => file !== 'table.json')),
  )
})

test('a country renames only words that exist', () => {
  const known = Object.keys(read('es/country.json'))
  const countries = readdirSync(new URL('.', import.meta.url)).filter((name) => /^[a-z]{2}$/.test(name))
  expect(countries).toHaveLength(11)
  for (const country of countries)
    expect(known, country).toEqual(expect.arrayContaining(Object.keys(read(`${country}/country.json`))))
})

test('each word of a country has a Spanish original with the same variables', () => {
  for (const [tag, overlay] of Object.entries(countryWords))
    for (const [file, words] of Object.entries(overlay))
      expect(keys(read(`es/${file}.json`)), `${tag} ${file}`).toEqual(expect.arrayContaining(keys(words)))
})

test('a file bears the name of an area, or of an area and a part of it, unless it belongs to none', () => {
  const areas = readdirSync(new URL('../server/areas', import.meta.url))
  const general = ['api', 'country', 'frame', 'general', 'help', 'privacy', 'rich-text', 'words']
  const names = files.map((file) => basename(file, '.json'))
  const isOfArea = (name: string) => areas.some((area) => name === area || name.startsWith(`${area}-`))
  expect(names.filter((name) => !general.includes(name) && !isOfArea(name))).toEqual([])
})
