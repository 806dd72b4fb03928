import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { digestOf, findUnits, markUnits, nameUnit, type Reach } from './reach.ts'

/** Test files that run in one request, side by side. */
const together = 12

/** Kept between runs: only test files that are new or have changed are recorded again. */
export function readReach(root: string): Reach {
  const path = pathOf(root)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Reach) : {}
}

/**
 * Runs test files in a copy whose sources mark each unit that is executed, and adds to the record which test file
 * executes which. `copy` is left as it was.
 */
export async function recordReach(
  root: string,
  copy: string,
  sources: ReadonlyMap<string, string>,
  tests: readonly string[],
  runTests: (tests: readonly string[]) => Promise<unknown>,
): Promise<Reach> {
  const reach = readReach(root)
  const fresh = tests
    .map((test, i) => ({ test, source: read(copy, test), answer: join(copy, `reached-${i}.json`) }))
    .filter(({ test, source }) => reach[test]?.digest !== digestOf(source))
  if (fresh.length === 0) return reach
  console.log(`recording what ${fresh.length} test files execute`)
  const marks = join(copy, 'reached.mjs')
  const names: { path: string; name: string }[] = []
  for (const [path, source] of sources) {
    writeFileSync(join(copy, path), `import '${marks}'; ${markUnits(path, source, names.length)}`)
    names.push(...findUnits(path, source).map((unit) => ({ path, name: nameUnit(source, unit) })))
  }
  writeFileSync(marks, marksModule(names.length))
  for (const { test, source, answer } of fresh)
    writeFileSync(join(copy, test), `import '${marks}'; ${source}${ending(answer)}`)
  for (let i = 0; i < fresh.length; i += together) {
    const batch = fresh.slice(i, i + together)
    await runTests(batch.map(({ test }) => test))
    for (const { test, source, answer } of batch.filter((one) => existsSync(one.answer))) {
      const units: Record<string, string[]> = {}
      for (const unit of JSON.parse(readFileSync(answer, 'utf8')) as number[]) {
        const { path, name } = names[unit] ?? { path: '', name: '' }
        ;(units[path] ??= []).push(name)
      }
      reach[test] = { digest: digestOf(source), units }
    }
    mkdirSync(dirname(pathOf(root)), { recursive: true })
    writeFileSync(pathOf(root), JSON.stringify(reach))
  }
  for (const [path, source] of sources) writeFileSync(join(copy, path), source)
  for (const { test, source } of fresh) writeFileSync(join(copy, test), source)
  return reach
}

/** Sets the global `$$reached`. Threads share its bytes; processes that a test starts have their own, which are lost. */
function marksModule(size: number): string {
  return `import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'
    if (!getEnvironmentData('reached')) setEnvironmentData('reached', new SharedArrayBuffer(${size}))
    globalThis.$$reached ??= new Uint8Array(getEnvironmentData('reached'))`
}

function ending(answer: string): string {
  return `
    import { writeFileSync as writeReached } from 'node:fs'
    import { afterAll as afterReached } from 'vitest'
    afterReached(() => {
      writeReached('${answer}', JSON.stringify([...$$reached.keys()].filter((unit) => $$reached[unit])))
      $$reached.fill(0)
    })`
}

function pathOf(root: string): string {
  return join(root, 'node_modules/.cache/mutants-reach.json')
}

function read(folder: string, path: string): string {
  return readFileSync(join(folder, path), 'utf8')
}
