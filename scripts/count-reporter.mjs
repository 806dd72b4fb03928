// A Vitest reporter for `npm test`: writes { passed, failures: ['where: message'], skipped: ['test: reason'] } to
// COUNT_FILE.
import { writeFileSync } from 'node:fs'

export default class CountReporter {
  onTestRunEnd(modules, errors) {
    const tests = modules
      .flatMap((module) => [...module.children.allTests()])
      .filter(({ tags }) => process.env.LONG || !tags.includes('long'))
    const results = tests.map((test) => ({ name: test.fullName, ...test.result() }))
    const suites = modules.flatMap((module) => [...module.children.allSuites()])
    const count = {
      passed: results.filter(({ state }) => state === 'passed').length,
      failures: [
        ...results
          .filter(({ state }) => state === 'failed')
          .map(({ name, errors: [error] }) => `${name}: ${messageOf(error)}`),
        // Failures outside of tests: files and suites that could not run, and uncaught errors.
        ...modules.flatMap((module) =>
          module.errors().map((error) => `${module.relativeModuleId}: ${messageOf(error)}`),
        ),
        ...suites.flatMap((suite) => suite.errors().map((error) => `${suite.fullName}: ${messageOf(error)}`)),
        ...errors.map((error) => `outside of tests: ${messageOf(error)}`),
      ],
      skipped: results
        .filter(({ state }) => state !== 'passed' && state !== 'failed')
        .map(({ name, note }) => `${name}: ${note ?? 'no reason given'}`),
    }
    writeFileSync(process.env.COUNT_FILE, JSON.stringify(count))
  }
}

/** The message and where it was thrown, on one line. */
function messageOf(error) {
  const [message, ...stack] = (error?.stack ?? String(error?.message)).split('\n    at ')
  return [message, stack.find((line) => !line.includes('node_modules'))]
    .filter(Boolean)
    .join(' at ')
    .replaceAll('\n', ' ')
    .slice(0, 400)
}
