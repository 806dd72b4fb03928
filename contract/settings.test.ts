import { expect, test } from 'vitest'
import { settings } from './settings.ts'

test('a setting is declared by one area', () => {
  const tables = import.meta.glob<Record<string, object>>(['./settings/*.ts', '!./settings/table.ts'], {
    eager: true,
  })
  const declared = Object.values(tables).flatMap((module) => Object.values(module).flatMap(Object.keys))
  expect(declared.sort()).toEqual(Object.keys(settings).sort())
})
