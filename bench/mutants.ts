import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import equivalent from './support/mutants/equivalent.json' with { type: 'json' }
import { nearestTests, readImporters } from '../scripts/nearest-tests.ts'
import { applyMutant, findMutants, type Mutant } from './support/mutants/operators.ts'
import { nameDeclaration, type Reach, testsReaching } from './support/mutants/reach.ts'
import { recordReach } from './support/mutants/record.ts'
import type { Outcome, Request } from './support/mutants/runner.ts'
import { isMutable, isSecurity, partOf, sampleMutants } from './support/mutants/sample.ts'

/**
 * Puts small faults into a copy of the tree, one at a time, runs the unit and server tests that execute the
 * changed line, and prints the share that a test noticed. Aim: 90 % or more, and every one in security-relevant files.
 *
 * - MUTANTS: faults in the sample (120); SEED: which ones (1); ONLY: a regular expression that their path matches.
 * - TESTS: test files run for a fault at most (10), those that execute most of its file first; DEADLINE: seconds for a fault (120).
 *
 * The first run records which test file executes which lines, which takes as long as all of them; later ones record only
 * test files that have changed.
 *
 * A fault whose tests run out of time counts as not noticed. A mutant that changes nothing that can be seen is listed in
 * support/mutants/equivalent.json with its hash and the reason, and is left out of the sample.
 */
const count = Number(process.env.MUTANTS ?? 120)
const seed = Number(process.env.SEED ?? 1)
const only = new RegExp(process.env.ONLY ?? '')
const mostTests = Number(process.env.TESTS ?? 10)
const deadlineSeconds = Number(process.env.DEADLINE ?? 120)

const root = dirname(import.meta.dirname)
const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter((path) => path && existsSync(join(root, path)))
const sources = paths.filter((path) => /\.tsx?$/.test(path))
const importers = readImporters(root, sources)
const tests = sources.filter((path) =>
  /^(bench\/corpus|contract|pdf|server|demo|scripts)\/.*\.test\.ts$/.test(path),
)
const known = new Set(equivalent.map(({ hash }: { hash: string }) => hash))
/** The sources as they were at the start: the tree may change while this runs. */
const originals = new Map(
  sources.filter(isMutable).map((path) => [path, readFileSync(join(root, path), 'utf8')]),
)
const mutants = [...originals]
  .filter(([path]) => only.test(path))
  .flatMap(([path, source]) => findMutants(path, source))
const sample = sampleMutants(
  mutants.filter(({ hash }) => !known.has(hash)),
  count,
  seed,
)

const copy = mkdtempSync(join(tmpdir(), 'legajo-mutants-'))
for (const path of paths) cpSync(join(root, path), join(copy, path))
for (const folder of ['node_modules', 'dist'])
  if (existsSync(join(root, folder))) symlinkSync(join(root, folder), join(copy, folder))

let runner: ChildProcess | null = null
/** Files that differ from what the runner last saw. */
let changed: string[] = []
/** Test files seen to pass without any fault; one that doesn't proves nothing. */
const sound = new Map<string, boolean>()

type Result = 'noticed' | 'not noticed' | 'out of time'
const results: { mutant: Mutant; result: Result }[] = []
try {
  const reach = await recordReach(root, copy, originals, tests, (some) =>
    runTests(some, Date.now() + 3_600_000),
  )
  endRunner()
  for (const mutant of sample) {
    const result = await tryMutant(mutant, testsFor(reach, mutant))
    results.push({ mutant, result })
    console.log(`${String(results.length).padStart(4)} ${result.padEnd(11)} ${describe(mutant)}`)
  }
} finally {
  endRunner()
  rmSync(copy, { recursive: true })
}
report()

/**
 * The test files of a fault: those that execute its line, then those near it, since what runs on import or in a child
 * process is not recorded. For a declaration those come first that look at all of them by a glob, or name this one.
 */
function testsFor(reach: Reach, { path, start }: Mutant): string[] {
  const near = nearestTests(importers, path).filter((test) => tests.includes(test))
  const source = originals.get(path) ?? ''
  const reaching = testsReaching(reach, path, source, start)
  const name = nameDeclaration(path, source, start)
  const mentioning = (text: string) =>
    name ? near.filter((test) => readFileSync(join(copy, test), 'utf8').includes(text)) : []
  const first = [...mentioning('import.meta.glob'), ...mentioning(name ?? '')]
  return [...new Set([...first, ...reaching, ...near])].slice(0, mostTests)
}

async function tryMutant(mutant: Mutant, chosen: readonly string[]): Promise<Result> {
  const original = originals.get(mutant.path) ?? ''
  const deadline = Date.now() + deadlineSeconds * 1000
  put(mutant.path, applyMutant(original, mutant))
  try {
    for (const test of chosen) {
      if (sound.get(test) === false) continue
      const passed = await runTests([test], deadline)
      if (passed === null) return 'out of time'
      if (passed) sound.set(test, true)
      else if (await isSound(test, mutant, original)) return 'noticed'
    }
    return 'not noticed'
  } finally {
    put(mutant.path, original)
  }
}

/** Whether a test that failed passes without the fault. */
async function isSound(test: string, mutant: Mutant, original: string): Promise<boolean> {
  const before = sound.get(test)
  if (before !== undefined) return before
  put(mutant.path, original)
  const passed = await runTests([test], Date.now() + 10 * deadlineSeconds * 1000)
  sound.set(test, passed === true)
  if (!passed) console.log(`     ${test} fails without any fault: it is left out`)
  put(mutant.path, applyMutant(original, mutant))
  return passed === true
}

function put(path: string, source: string): void {
  writeFileSync(join(copy, path), source)
  changed.push(path)
}

/** Whether test files pass; null where they aren't over by the deadline. */
async function runTests(some: readonly string[], deadline: number): Promise<boolean | null> {
  const child = (runner ??= await startRunner())
  const request: Request = { tests: some, changed }
  changed = []
  const timeout = AbortSignal.timeout(Math.max(1, deadline - Date.now()))
  try {
    child.send(request)
    const [outcome] = (await once(child, 'message', { signal: timeout })) as [Outcome]
    return outcome.passed
  } catch {
    endRunner()
    return null
  }
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
    `mutants: a sample of ${results.length} (seed ${seed}) of ${mutants.length}, ${known.size} known to be equivalent`,
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
