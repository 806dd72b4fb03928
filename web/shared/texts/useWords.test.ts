import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, '../..')

test('no other module asks react-i18next for texts: nothing would check its keys', () => {
  const sources = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?<!\.test)\.tsx?$/.test(path),
  )
  const asking = sources.filter((path) => readFileSync(join(web, path), 'utf8').includes("'react-i18next'"))
  expect(asking.toSorted()).toEqual(['shared/texts/i18n.ts', 'shared/texts/useWords.ts'])
})
