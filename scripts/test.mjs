// Everything that can be shown of Legajo, and the count of it in the last line.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfChanged } from './build.mjs'
import { check } from './check.mjs'
import { root } from './install.mjs'
import { runHere } from './steps.mjs'

/** Answers the exit code. */
export async function test(node, env) {
  installPrograms()
  const total = { passed: 0, failed: 0, skipped: 0 }
  const add = (count) => Object.keys(count).forEach((kind) => (total[kind] += count[kind]))
  add(await check(node, env))
  await buildIfChanged(node, env)
  add(await vitest(node, env, ['unit', 'server']))
  add(await vitest(node, env, ['e2e']))
  if (total.skipped && env.CI === 'true') {
    console.log('With CI=true what is skipped has failed.')
    total.failed += total.skipped
  }
  console.log(
    `${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`,
  )
  return total.failed ? 1 : 0
}

async function vitest(node, env, projects) {
  const folder = mkdtempSync(join(tmpdir(), 'legajo-results-'))
  const results = join(folder, 'results.json')
  const args = [
    'run',
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}`,
  ]
  const code = await runHere(
    [
      node,
      join(root, 'node_modules/vitest/vitest.mjs'),
      ...args,
      ...projects.map((name) => `--project=${name}`),
    ],
    env,
  )
  const files = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')).testResults : []
  rmSync(folder, { recursive: true })
  const tests = files.flatMap((file) => file.assertionResults)
  const skipped = tests.filter((one) => one.status !== 'passed' && one.status !== 'failed')
  for (const one of skipped) console.log(`skipped: ${one.fullName}`)
  let failed = tests.filter((one) => one.status === 'failed').length
  // A file that cannot be loaded, or an error outside of any test, fails the run without a failed test.
  if (code !== 0 && failed === 0)
    failed = Math.max(1, files.filter((file) => file.status === 'failed').length)
  return { passed: tests.filter((one) => one.status === 'passed').length, failed, skipped: skipped.length }
}

/** The programs that look at our documents from outside, where they can be had: as root on Debian. */
function installPrograms() {
  const packages = { qpdf: 'qpdf', pdfsig: 'poppler-utils', openssl: 'openssl', git: 'git' }
  const lacking = Object.keys(packages).filter(
    (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0,
  )
  if (!lacking.length) return
  const names = lacking.map((program) => packages[program])
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.log(`Not installed, so the tests that need them are skipped: ${names.join(', ')}`)
    return
  }
  console.log(`Installing ${names.join(', ')} …`)
  const apt = (...args) =>
    spawnSync('apt-get', ['-qq', ...args], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt('update')
  apt('install', '--yes', '--no-install-recommends', ...names)
}
