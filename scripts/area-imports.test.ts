import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../server/areas')

/** The areas that each area imports, types included. */
function importsOfAreas(): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>()
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue
    const [area = ''] = file.split(/[\\/]/)
    const own = imports.get(area) ?? new Set()
    for (const [, imported = ''] of readFileSync(join(folder, file), 'utf8').matchAll(
      /from '#server\/areas\/([^/']+)\//g,
    ))
      if (imported !== area) own.add(imported)
    imports.set(area, own)
  }
  return imports
}

/** The areas on a cycle, or that import one: those that remain when areas that import no remaining one are taken away. */
function entangled(imports: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const left = new Map(imports)
  const free = () => [...left].filter(([, own]) => ![...own].some((area) => left.has(area)))
  for (let found = free(); found.length > 0; found = free()) for (const [area] of found) left.delete(area)
  return [...left.keys()].toSorted()
}

test('areas import each other in one direction only', () => {
  const imports = importsOfAreas()
  expect(imports.get('proof')).toEqual(new Set(['account', 'security', 'sso']))
  expect(entangled(imports)).toEqual([])
})

test('a pair of areas that import each other, and a longer cycle, are found', () => {
  const bad = {
    session: ['push', 'sso'],
    sso: ['session'],
    push: [],
    me: ['account'],
    account: ['shell'],
    shell: ['me'],
  }
  const imports = new Map(Object.entries(bad).map(([area, own]) => [area, new Set<string>(own)]))
  expect(entangled(imports)).toEqual(['account', 'me', 'session', 'shell', 'sso'])
})
