// A Vitest reporter for `npm test`: writes { passed, failed, skipped: ['test: reason'] } to COUNT_FILE.
import { writeFileSync } from 'node:fs'

export default class CountReporter {
  onTestRunEnd(modules, errors) {
    const tests = modules
      .flatMap((module) => [...module.children.allTests()])
      .filter(({ tags }) => process.env.LONG || !tags.includes('long'))
    const results = tests.map((test) => ({ name: test.fullName, ...test.result() }))
    const failedTests = results.filter(({ state }) => state === 'failed').length
    // Failures outside of tests: files and suites that could not run, and uncaught errors.
    const others = modules.reduce((sum, module) => {
      const suites = [...module.children.allSuites()].reduce(
        (inner, suite) => inner + suite.errors().length,
        0,
      )
      return sum + module.errors().length + suites
    }, errors.length)
    const count = {
      passed: results.filter(({ state }) => state === 'passed').length,
      failed: failedTests + others,
      skipped: results
        .filter(({ state }) => state !== 'passed' && state !== 'failed')
        .map(({ name, note }) => `${name}: ${note ?? 'no reason given'}`),
    }
    writeFileSync(process.env.COUNT_FILE, JSON.stringify(count))
  }
}
