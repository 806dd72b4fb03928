// Runs every check and test, with LONG=1 the long ones too; the last line of output is the count.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildIfChanged } from './build.mjs'
import { check } from './check.mjs'
import { root } from './install.mjs'
import { runHere } from './steps.mjs'

/** Resolves to the exit code. */
export async function test(node, env) {
  installPrograms()
  // Tests begin with a database and a demonstration, which keep one core busy: one check at a time runs beside them.
  const [checks, tests] = await Promise.all([
    check(node, env, 1),
    buildIfChanged(node, env).then(() => runVitest(node, env)),
  ])
  const failures = [...checks.failed, ...tests.failures]
  for (const one of failures) console.log(`failed: ${one}`)
  const skipsFail = env.CI === 'true'
  const { skipped } = tests
  for (const one of skipped) console.log(`skipped${skipsFail ? ', which fails with CI=true' : ''}: ${one}`)
  if (skipped.length && !skipsFail) console.log(`${skipped.length} skipped`)
  const failed = failures.length + (skipsFail ? skipped.length : 0)
  console.log(`${checks.passed + tests.passed} passed, ${failed} failed`)
  return failed ? 1 : 0
}

async function runVitest(node, env) {
  const folder = mkdtempSync(join(tmpdir(), 'legajo-count-'))
  const file = join(folder, 'count.json')
  const options = [
    '--passWithNoTests',
    '--reporter=default',
    `--reporter=${join(root, 'scripts/count-reporter.mjs')}`,
  ]
  const code = await runHere([node, join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...options], {
    ...env,
    COUNT_FILE: file,
  })
  const count = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { passed: 0, failures: [], skipped: [] }
  rmSync(folder, { recursive: true })
  if (code !== 0 && count.failures.length === 0) count.failures.push(`Vitest ended with ${code}`)
  return count
}

/**
 * Installs, on Debian as root, the programs that examine documents independently and the libraries of the packaged
 * browser.
 */
function installPrograms() {
  const programs = {
    qpdf: 'qpdf',
    pdfsig: 'poppler-utils',
    openssl: 'openssl',
    git: 'git',
    radosgw: 'radosgw',
    'ceph-mon': 'ceph-mon',
    'ceph-osd': 'ceph-osd',
    pgbouncer: 'pgbouncer',
    '/usr/sbin/clamd': 'clamav-daemon',
    '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  }
  const libraries = { 'libnss3.so': 'libnss3', 'libexpat.so.1': 'libexpat1' }
  const isThere = (command) => spawnSync('sh', ['-c', command]).status === 0
  const lacking = [
    ...Object.keys(programs).filter((program) => !isThere(`command -v ${program}`)),
    ...(process.platform === 'linux'
      ? Object.keys(libraries).filter(
          (library) => !isThere(`PATH=$PATH:/sbin:/usr/sbin ldconfig -p | grep -q ${library}`),
        )
      : []),
  ]
  if (!lacking.length) return
  const names = lacking.map((one) => programs[one] ?? libraries[one])
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
  // The tests start PostgreSQL on data directories of their own, so the package must not create a cluster.
  const clusters = '/etc/postgresql-common/createcluster.conf'
  if (names.includes('postgresql-15') && !existsSync(clusters)) {
    mkdirSync(dirname(clusters), { recursive: true })
    writeFileSync(clusters, 'create_main_cluster = false\n')
  }
  apt('update')
  apt('install', '--yes', '--no-install-recommends', '-o', 'Dpkg::Options::=--force-confold', ...names)
}
