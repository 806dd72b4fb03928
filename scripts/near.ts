// node scripts/near.ts [commit]: prints the test files nearest to what changed since main, or since the commit, and how
// many more the change can reach. Nearest means by the graph of imports; browser tests are found by the area's name.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { journeysNear } from './journeys.ts'
import { nearestTests, readImporters } from './nearest-tests.ts'

// As many as two cores run in two minutes.
const mostTests = 12
const mostJourneys = 2

const root = join(import.meta.dirname, '..')
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

const [since = 'main'] = process.argv.slice(2)
const [base = since] = git('merge-base', since, 'HEAD')
const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
const sources = git('ls-files', '--cached', '--others', '--exclude-standard').filter(
  (path) => /\.(ts|tsx|mjs|json)$/.test(path) && existsSync(join(root, path)),
)
const importers = readImporters(root, sources)

/** The nearest of each list, then the second of each, and so on. */
function inTurns(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(0, ...lists.map((list) => list.length))
  const turns = Array.from({ length: longest }, (_, n) => lists.flatMap((list) => list[n] ?? []))
  return [...new Set(turns.flat())]
}

const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const found = inTurns([
  changed.filter((path) => isTest(path) && existsSync(join(root, path))),
  ...changed
    .filter((path) => !isTest(path))
    .map((path) => [...nearestTests(importers, path), ...journeysNear(path)]),
])
const isJourney = (path: string) => path.startsWith('e2e/')
const near = [
  ...found.filter((path) => !isJourney(path)).slice(0, mostTests),
  ...found.filter(isJourney).slice(0, mostJourneys),
]
console.log(JSON.stringify({ near, more: found.length - near.length }))
