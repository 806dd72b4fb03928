import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import equivalent from './support/mutants/equivalent.json' with { type: 'json' }
import { nearestTests, readImporters } from './support/mutants/near.ts'
import { applyMutant, findMutants, type Mutant } from './support/mutants/operators.ts'
import type { Outcome, Request } from './support/mutants/runner.ts'
import { isMutable, isSecurity, partOf, sampleMutants } from './support/mutants/sample.ts'

/**
 * Puts small faults into a copy of the tree, one at a time, runs the unit and server tests that are nearest by the
 * imports, and prints the share that a test noticed. Aim: 90 % or more, and every one in security-relevant files.
 *
 * - MUTANTS: faults in the sample (120); SEED: which ones (1); ONLY: a regular expression that their path matches.
 * - TESTS: test files run for a fault at most (10); DEADLINE: seconds for a fault (120).
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
const known = new Set(equivalent.map(({ hash }: { hash: string }) => hash))
/** The sources as they were at the start: the tree may change while this runs. */
const originals = new Map(
  sources
    .filter((path) => isMutable(path) && only.test(path))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
)
const mutants = [...originals].flatMap(([path, source]) => findMutants(path, source))
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
  for (const mutant of sample) {
    const result = await tryMutant(mutant)
    results.push({ mutant, result })
    console.log(`${String(results.length).padStart(4)} ${result.padEnd(11)} ${describe(mutant)}`)
  }
} finally {
  endRunner()
  rmSync(copy, { recursive: true })
}
report()

async function tryMutant(mutant: Mutant): Promise<Result> {
  const original = originals.get(mutant.path) ?? ''
  const deadline = Date.now() + deadlineSeconds * 1000
  const tests = nearestTests(importers, mutant.path)
    .filter((test) => !test.startsWith('e2e/'))
    .slice(0, mostTests)
  put(mutant.path, applyMutant(original, mutant))
  try {
    for (const test of tests) {
      if (sound.get(test) === false) continue
      const passed = await runTest(test, deadline)
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
  const passed = await runTest(test, Date.now() + 10 * deadlineSeconds * 1000)
  sound.set(test, passed === true)
  if (!passed) console.log(`     ${test} fails without any fault: it is left out`)
  put(mutant.path, applyMutant(original, mutant))
  return passed === true
}

function put(path: string, source: string): void {
  writeFileSync(join(copy, path), source)
  changed.push(path)
}

/** Whether a test file passes; null where it isn't over by the deadline. */
async function runTest(test: string, deadline: number): Promise<boolean | null> {
  const child = (runner ??= await startRunner())
  const request: Request = { tests: [test], changed }
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
