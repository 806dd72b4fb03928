import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { actions } from './actions.ts'
import { settings } from './settings.ts'

test('a setting is declared by one area', () => {
  const tables = import.meta.glob<Record<string, object>>(['./settings/*.ts', '!./settings/table.ts'], {
    eager: true,
  })
  const declared = Object.values(tables).flatMap((module) => Object.values(module).flatMap(Object.keys))
  expect(declared.sort()).toEqual(Object.keys(settings).sort())
})

test('docs/settings.md has each setting with its comment, values, default and action', async () => {
  const comments = readComments()
  const nameOf = (id: number) => Object.entries(actions).find(([, one]) => one === id)?.[0]
  const lines = Object.entries(settings)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, { schema, default: initial, action }]) => {
      const { $schema: _, ...values } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
      const cells = [key, comments.get(key), code(values), code(initial), nameOf(action)]
      return `| ${cells.join(' | ')} |`
    })
  const page = [
    '# Settings',
    '',
    'What a company may decide for itself. The values are a JSON Schema; changing one needs the action.',
    'This page is written by a test from `contract/settings/` (`npx vitest run contract/settings.test.ts -u`).',
    '',
    '| key | meaning | values | default | action |',
    '|---|---|---|---|---|',
    ...lines,
    '',
  ]
  await expect(page.join('\n')).toMatchFileSnapshot('../docs/settings.md')
})

function code(value: unknown): string {
  return `\`${JSON.stringify(value).replaceAll('|', '\\|')}\``
}

/** The comment above each setting, in one line; a setting without one shares that of the one before. */
function readComments(): Map<string, string> {
  const found = new Map<string, string>()
  for (const area of Object.keys(import.meta.glob('./settings/*.ts'))) {
    let comment = ''
    const source = readFileSync(join(import.meta.dirname, area), 'utf8')
    for (const [, said, key] of source.matchAll(/\/\*\*([\s\S]*?)\*\/|^ {2}'([a-z_.]+)':/gm)) {
      if (said !== undefined) comment = said.replaceAll(/\s*\n\s*\*\s*/g, ' ').trim()
      else if (key !== undefined) found.set(key, comment)
    }
  }
  return found
}
