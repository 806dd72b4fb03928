import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { on, once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import equivalent from './support/mutants/equivalent.json' with { type: 'json' }
import { nearestTests, readImporters } from '../scripts/nearest-tests.ts'
import { applyMutant, findMutants, isMigration, type Mutant } from './support/mutants/operators.ts'
import { nameDeclaration, type Reach, testsReaching } from './support/mutants/reach.ts'
import { readReach, recordReach } from './support/mutants/record.ts'
import type { Outcome, Request } from './support/mutants/runner.ts'
import { isMutable, isSecurity, partOf, sampleMutants } from './support/mutants/sample.ts'
import { callersOf, isReplaced, nameInStatement } from './support/mutants/sql.ts'

/**
 * Puts small faults into a copy of the tree (the code, the SQL in its templates, the migrations), one at a time, runs the
 * unit and server tests that execute the changed line, and prints the share that a test noticed. Aim: 90 % or more, and
 * every one in security-relevant files.
 *
 * - MUTANTS: faults in the sample (120); SEED: which ones (1); ONLY: a regular expression that their path matches.
 * - HASHES: faults by their printed hashes, parted by anything but hexadecimal digits; tried instead of a sample.
 * - TESTS: test files run for a fault at most (10): three near it, then those that execute most of its file; DEADLINE:
 *   seconds for a test file (120).
 * - RECORD=0: takes the record as it is; for a test file that isn't in it, its nearness counts.
 *
 * The first run records which test file executes which lines, which takes as long as all of them; later ones record only
 * test files that have changed.
 *
 * A test that fails without any fault proves nothing. A fault whose tests run out of time counts as not noticed, unless
 * they end in a quarter of that time without it: the tests' own limit then fails them. A mutant that changes nothing
 * that can be seen is listed in support/mutants/equivalent.json with its hash and the reason, and is left out of the
 * sample; so is a fault in a function that a later migration replaces.
 */
const count = Number(process.env.MUTANTS ?? 120)
const seed = Number(process.env.SEED ?? 1)
const only = new RegExp(process.env.ONLY ?? '')
const mostTests = Number(process.env.TESTS ?? 10)
const withoutRecording = process.env.RECORD === '0'
const deadlineSeconds = Number(process.env.DEADLINE ?? 120)

const root = dirname(import.meta.dirname)
const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter((path) => path && existsSync(join(root, path)))
const sources = paths.filter((path) => /\.tsx?$/.test(path))
const importers = readImporters(root, sources)
const tests = sources.filter(
  (path) =>
    /^(bench\/corpus|contract|pdf|server|demo|scripts)\/.*\.test\.ts$/.test(path) &&
    // It is a project of its own, which the runner doesn't know.
    path !== 'server/standstill.test.ts',
)
const ofDatabase = [
  'server/db/schema.test.ts',
  'server/db/data-migrations.test.ts',
  'server/db/across-role.test.ts',
  'server/shared/tenancy.test.ts',
]
const known = new Set(equivalent.map(({ hash }: { hash: string }) => hash))
/** The sources as they were at the start: the tree may change while this runs. */
const originals = new Map(
  paths.filter(isMutable).map((path) => [path, readFileSync(join(root, path), 'utf8')]),
)
const mutants = [...originals]
  .filter(([path]) => only.test(path))
  .flatMap(([path, source]) => findMutants(path, source))
  .filter(
    ({ path, start }) => !isMigration(path) || !isReplaced(originals.get(path) ?? '', start, laterThan(path)),
  )
const candidates = mutants.filter(({ hash }) => !known.has(hash))
const chosen = new Set(process.env.HASHES?.match(/\b[\da-f]{16}\b/g))
const sample = chosen.size
  ? candidates.filter(({ hash }) => chosen.has(hash))
  : sampleMutants(candidates, count, seed)

const copy = mkdtempSync(join(tmpdir(), 'legajo-mutants-'))
for (const path of paths) cpSync(join(root, path), join(copy, path))
for (const folder of ['node_modules', 'dist'])
  if (existsSync(join(root, folder))) symlinkSync(join(root, folder), join(copy, folder))

let runner: ChildProcess | null = null
/** Files that differ from what the runner last saw. */
let changed: string[] = []
interface Before {
  /** Tests that fail without any fault, as where a program is missing: they prove nothing. */
  before: ReadonlySet<string>
  seconds: number
}
/** By test file. */
const withoutFault = new Map<string, Before>()
/** Once a test has failed, the other tests of its file have so long: starting a new runner takes no less. */
const restMilliseconds = 15_000

interface Tried {
  result: 'noticed' | 'not noticed' | 'out of time'
  /** The test that noticed it. */
  by?: string
}
const results: (Tried & { mutant: Mutant })[] = []
try {
  const code = new Map([...originals].filter(([path]) => !isMigration(path)))
  const reach = withoutRecording
    ? readReach(root)
    : await recordReach(root, copy, code, tests, (some) => runTests(some, Date.now() + 3_600_000))
  endRunner()
  for (const mutant of sample) {
    const tried = await tryMutant(mutant, testsFor(reach, mutant))
    results.push({ ...tried, mutant })
    console.log(`${String(results.length).padStart(4)} ${tried.result.padEnd(11)} ${describe(mutant)}`)
    if (tried.by) console.log(`       by ${tried.by.replace(`${copy}/`, '')}`)
  }
} finally {
  endRunner()
  rmSync(copy, { recursive: true })
}
report()

/**
 * The test files of a fault: its file's own, those that execute its line, then those near it, since what runs on import
 * or in a child process is not recorded. For a declaration those come early that look at all of them by a glob, or name
 * this one.
 */
function testsFor(reach: Reach, { path, start }: Mutant): string[] {
  if (isMigration(path)) return testsOfMigration(path, start)
  const near = nearestTests(importers, path).filter((test) => tests.includes(test))
  const source = originals.get(path) ?? ''
  const reaching = testsReaching(reach, path, source, start)
  const name = nameDeclaration(path, source, start)
  const mentioning = (text: string) =>
    name ? near.filter((test) => readFileSync(join(copy, test), 'utf8').includes(text)) : []
  const own = near.filter((test) => test === path.replace(/\.ts$/, '.test.ts'))
  const first = [...own, ...mentioning('import.meta.glob'), ...mentioning(name ?? '')]
  const nearest = near.filter((test) => !(test in reach) || reaching.includes(test)).slice(0, 3)
  return [...new Set([...first, ...nearest, ...reaching, ...near])].slice(0, mostTests)
}

/**
 * The test files of a fault in a migration: those of the database's own rules, those that name what the statement makes or a
 * function that calls it, then those that a change of the sources reaches that name it, or a table whose trigger it is.
 */
function testsOfMigration(path: string, start: number): string[] {
  const made = nameInStatement(originals.get(path) ?? '', start)
  const migrations = [...originals].filter(([source]) => isMigration(source)).map(([, text]) => text)
  const callers = made ? callersOf(made, migrations) : []
  const names = made ? [made, ...callers, ...callers.flatMap((caller) => callersOf(caller, migrations))] : []
  const namesOne = (text: string) => names.some((name) => new RegExp(`\\b${name}\\b`).test(text))
  const first = tests.filter(
    (test) => made && readFileSync(join(copy, test), 'utf8').includes(`app.${made}(`),
  )
  const naming = [...originals].filter(([source, text]) => !isMigration(source) && namesOne(text))
  const ranked = naming.map(([source]) =>
    nearestTests(importers, source).filter((test) => tests.includes(test)),
  )
  const nearest = ranked.flatMap((list) => list.slice(0, 2))
  return [...new Set([...ofDatabase, ...first, ...nearest])].slice(0, mostTests)
}

async function tryMutant(mutant: Mutant, chosen: readonly string[]): Promise<Tried> {
  const original = originals.get(mutant.path) ?? ''
  put(mutant.path, applyMutant(original, mutant))
  try {
    for (const test of chosen) {
      const known = withoutFault.get(test)
      const run = () =>
        runTests(
          [test],
          Date.now() + deadlineSeconds * 1000,
          (name) => !withoutFault.get(test)?.before.has(name),
        )
      const failed = await run()
      if (failed?.length === 0) continue
      const { before, seconds } = known ?? (await failingBefore(test, mutant, original))
      if (failed === null)
        return 4 * seconds < deadlineSeconds && before.size === 0
          ? { result: 'noticed', by: `${test}, which does not end` }
          : { result: 'out of time' }
      const isNew = (name: string) => !before.has(name)
      // The first run may have been left when a test failed that fails anyway.
      const by = failed.find(isNew) ?? (known ? undefined : (await run())?.find(isNew))
      if (by !== undefined) return { result: 'noticed', by }
    }
    return { result: 'not noticed' }
  } finally {
    put(mutant.path, original)
  }
}

/** The tests of a file that fail without the fault, and the time that they all take. */
async function failingBefore(test: string, mutant: Mutant, original: string): Promise<Before> {
  put(mutant.path, original)
  const began = performance.now()
  const before = new Set(await runTests([test], Date.now() + 10 * deadlineSeconds * 1000))
  const found = { before, seconds: (performance.now() - began) / 1000 }
  withoutFault.set(test, found)
  if (before.size > 0) console.log(`     ${test}: ${before.size} fail without any fault and are left out`)
  put(mutant.path, applyMutant(original, mutant))
  return found
}

/** The migrations that come after one. */
function laterThan(path: string): string[] {
  return [...originals].filter(([other]) => isMigration(other) && other > path).map(([, source]) => source)
}

function put(path: string, source: string): void {
  writeFileSync(join(copy, path), source)
  changed.push(path)
  // The runner's database was migrated when it started.
  if (isMigration(path)) endRunner()
}

/**
 * The tests of some files that fail; null where they aren't over by the deadline. After the first that `isEnough` the others
 * may be left out.
 */
async function runTests(
  some: readonly string[],
  deadline: number,
  isEnough: (failed: string) => boolean = () => false,
): Promise<readonly string[] | null> {
  const child = (runner ??= await startRunner())
  const request: Request = { tests: some, changed }
  changed = []
  const early: string[] = []
  const ended = new AbortController()
  const end = () => ended.abort()
  let timer = setTimeout(end, deadline - Date.now())
  try {
    child.send(request)
    for await (const [{ failed, isOver }] of on(child, 'message', { signal: ended.signal }) as AsyncIterable<
      [Outcome]
    >) {
      if (isOver) return failed
      const telling = failed.filter(isEnough)
      if (early.length === 0 && telling.length > 0) {
        clearTimeout(timer)
        timer = setTimeout(end, Math.min(deadline - Date.now(), restMilliseconds))
      }
      early.push(...telling)
    }
  } catch {
    endRunner()
  } finally {
    clearTimeout(timer)
  }
  return early.length > 0 ? early : null
}

async function startRunner(): Promise<ChildProcess> {
  const child = fork(join(copy, 'bench/support/mutants/runner.ts'), {
    cwd: copy,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  changed = []
  await once(child, 'message')
  return child
}

/** Ends the runner with all that it started: a test that never ends listens to nothing. */
function endRunner(): void {
  if (runner?.pid) process.kill(-runner.pid, 'SIGKILL')
  runner = null
}

function describe({ path, line, operator, original, replacement, hash }: Mutant): string {
  const short = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 90)
  return `${path}:${line} ${operator} (${hash}): ${short(original)} → ${short(replacement)}`
}

function report(): void {
  const line = (name: string, some: typeof results) => {
    const noticed = some.filter(({ result }) => result === 'noticed').length
    const late = some.filter(({ result }) => result === 'out of time').length
    const share = some.length ? `${((100 * noticed) / some.length).toFixed(0)} %` : '-'
    console.log(
      `  ${name.padEnd(28)} ${noticed} of ${some.length} ${share}${late ? `, ${late} out of time` : ''}`,
    )
  }
  console.log(
    `mutants: ${chosen.size ? 'the chosen' : 'a sample of'} ${results.length}${chosen.size ? '' : ` (seed ${seed})`} of ${mutants.length}, ${known.size} known to be equivalent`,
  )
  for (const part of [...new Set(results.map(({ mutant }) => partOf(mutant.path)))].toSorted())
    line(
      part,
      results.filter(({ mutant }) => partOf(mutant.path) === part),
    )
  line(
    'security-relevant',
    results.filter(({ mutant }) => isSecurity(mutant.path)),
  )
  line('all', results)
  const left = results.filter(({ result }) => result !== 'noticed')
  if (left.length)
    console.log(`not noticed:\n${left.map(({ mutant }) => `  ${describe(mutant)}`).join('\n')}`)
}
