// Runs test files on request and keeps its Vitest, with its PostgreSQL, between requests: a process of its own, since
// a fault may never come to an end. `run` names the test files and the files that have changed since the last time.
import { createVitest, type TestCase, type TestSuite } from 'vitest/node'

export interface Request {
  tests: readonly string[]
  changed: readonly string[]
}
export interface Outcome {
  /** Names of the tests that failed; of suites and files that failed outside of a test. */
  failed: string[]
  /** False while tests still run: `failed` then names one that has just failed. */
  isOver: boolean
}

const root = process.cwd()
const vitest = await createVitest(
  'test',
  {
    watch: false,
    project: ['unit', 'server'],
    // A run that is cancelled, or ended by `bail`, spoils the next one: every file runs to its end.
    reporters: [
      {
        onTestCaseResult(test) {
          if (test.result().state === 'failed') send({ failed: [nameOf(test)], isOver: false })
        },
      },
    ],
  },
  { logLevel: 'silent' },
)
// The bench has a deadline of its own; a busy machine is no fault.
for (const { config } of vitest.projects) config.testTimeout = config.hookTimeout = 600_000
await vitest.standalone()
const specifications = await vitest.globTestSpecifications()

async function run({ tests, changed }: Request): Promise<void> {
  for (const path of changed) vitest.invalidateFile(`${root}/${path}`)
  const wanted = specifications.filter(({ moduleId }) => tests.some((test) => moduleId === `${root}/${test}`))
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(wanted)
  // Vitest returns every module since its start, with those that failed in an earlier run.
  const failed = testModules
    .filter(({ moduleId }) => tests.some((test) => moduleId === `${root}/${test}`))
    .flatMap((module) => [
      ...(module.state() === 'failed' && module.errors().length > 0 ? [module.moduleId] : []),
      ...[...module.children.allSuites()].filter((suite) => suite.errors().length > 0).map(nameOf),
      ...[...module.children.allTests('failed')].map(nameOf),
    ])
  if (wanted.length !== tests.length) failed.push('a test file that is not there')
  if (unhandledErrors.length > 0) failed.push('an error outside of tests')
  send({ failed, isOver: true })
}

function send(outcome: Outcome): void {
  process.send?.(outcome)
}

function nameOf({ module, fullName }: TestCase | TestSuite): string {
  return `${module.moduleId} ${fullName}`
}

process.on('message', (request: Request) => void run(request))
process.on('disconnect', () => void vitest.exit(true))
process.send?.('ready')
