// Runs test files on request and keeps its Vitest, with its PostgreSQL, between requests: a process of its own, since
// a fault may never come to an end. `run` names the test files and the files that have changed since the last time.
import { createVitest } from 'vitest/node'

export interface Request {
  tests: readonly string[]
  changed: readonly string[]
}
export interface Outcome {
  passed: boolean
}

const root = process.cwd()
const vitest = await createVitest(
  'test',
  {
    watch: false,
    project: ['unit', 'server'],
    // A run that is cancelled, or ended by `bail`, spoils the next one: every file runs to its end.
    reporters: [{}],
  },
  { logLevel: 'silent' },
)
await vitest.standalone()
const specifications = await vitest.globTestSpecifications()

async function run({ tests, changed }: Request): Promise<void> {
  for (const path of changed) vitest.invalidateFile(`${root}/${path}`)
  const wanted = specifications.filter(({ moduleId }) => tests.some((test) => moduleId === `${root}/${test}`))
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(wanted)
  const passed =
    wanted.length === tests.length &&
    unhandledErrors.length === 0 &&
    // Vitest returns every module since its start, with those that failed in an earlier run.
    testModules
      .filter(({ moduleId }) => tests.some((test) => moduleId === `${root}/${test}`))
      .every((module) => module.ok())
  process.send?.({ passed } satisfies Outcome)
}

process.on('message', (request: Request) => void run(request))
process.on('disconnect', () => void vitest.exit(true))
process.send?.('ready')
