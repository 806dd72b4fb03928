import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { portalWords } from '#locales/portal-es.ts'
import type { AreaScreen } from './screens.ts'

const root = join(import.meta.dirname, '../..')
const namespaces = new Set(readdirSync(join(root, 'locales/es')).map((file) => file.replace('.json', '')))
const inFrame = new Set(Object.keys(portalWords))

const areas = import.meta.glob<readonly AreaScreen[]>('./areas/*/screens.ts', {
  eager: true,
  import: 'screens',
})

interface Module {
  imports: string[]
  later: string[]
  words: string[]
}

/** The modules that a module imports, at once and later, and the namespaces that it names. */
function readModule(file: string): Module {
  const source = readFileSync(join(root, file), 'utf8').replaceAll(/^import type .*$/gm, '')
  const find = (pattern: RegExp) => [...source.matchAll(pattern)].map(([, found = '']) => found)
  const files = (specifiers: string[]) =>
    specifiers
      .map((one) => (one.startsWith('#') ? one.slice(1) : join(dirname(file), one)))
      .filter((one) => /^web\/.*\.tsx?$/.test(one) && existsSync(join(root, one)))
  const named = find(/useWords\(([^)]*)\)/g).flatMap((names) => names.match(/[a-z][\w-]*/g) ?? [])
  const others = [
    ...find(/['"`]([a-z][\w-]*):[\w$]/g),
    ...find(/\bns: '([\w-]+)'/g),
    ...find(/getResourceBundle\(\w+, '([\w-]+)'/g),
  ]
  return {
    imports: files(find(/(?:from|^import) '([#.][^']+)'/gm)),
    later: files(find(/import\('([#.][^']+)'\)/g)),
    words: [...named, ...others].filter((name) => namespaces.has(name)),
  }
}

const modules = new Map<string, Module>()

/** The namespaces of a module and of all that it imports; `withLater` follows dynamic imports too. */
function findWords(entry: string, withLater: boolean): Set<string> {
  const seen = new Set<string>()
  const waiting = [entry]
  const found = new Set<string>()
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    const read = modules.get(file) ?? readModule(file)
    modules.set(file, read)
    for (const name of read.words) found.add(name)
    waiting.push(...read.imports, ...(withLater ? read.later : []))
  }
  return found
}

const screens = Object.entries(areas).flatMap(([path, list]) =>
  list.map(({ id, lazy, words }) => {
    const [page = ''] = /\w+\.tsx/.exec(lazy.toString()) ?? []
    return { id, page: join('web/portal', dirname(path), page), words }
  }),
)

test.each(screens)('the screen $id loads the words that it uses beyond the frame’s', ({ page, words }) => {
  const used = [...findWords(page, true)].filter((name) => !inFrame.has(name))
  expect(words.toSorted()).toEqual(used.toSorted())
})

test('the frame is loaded with every word that it uses', () => {
  expect([...findWords('web/portal/main.tsx', false)].filter((name) => !inFrame.has(name))).toEqual([])
})

test('the frame’s dialogs need two more files of words, which switching companies loads', () => {
  const used = [...findWords('web/portal/main.tsx', true)].filter((name) => !inFrame.has(name))
  expect(used.toSorted()).toEqual(['account', 'errors'])
})
