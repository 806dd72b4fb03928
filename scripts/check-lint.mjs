// Proves that the lint rules work: runs them on scripts/fixtures/lint, a small bad Legajo, and compares the findings
// with the lines marked `// bad: rule`. A finding that is missing or unexpected fails the check.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { root } from './install.mjs'

const folder = mkdtempSync(join(tmpdir(), 'legajo-lint-'))
try {
  cpSync(join(root, 'scripts/fixtures/lint'), folder, { recursive: true })
  for (const file of ['.oxlintrc.json', 'tsconfig.json', 'package.json'])
    cpSync(join(root, file), join(folder, file))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  execFileSync('git', ['init', '-q', folder]) // oxlint skips files that an enclosing repository ignores

  const expected = filesOf(folder).flatMap(marksOf)
  const ran = spawnSync(process.execPath, [join(root, 'node_modules/oxlint/bin/oxlint'), '-f', 'json'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const found = JSON.parse(ran.stdout).diagnostics.map((one) => {
    const rule = /\(([\w-]+)\)$/.exec(one.code)?.[1] ?? one.message
    return `${one.filename.replaceAll('\\', '/')}:${one.labels[0]?.span.line} ${rule}`
  })
  const silent = expected.filter((line) => !found.includes(line)).map((line) => `not found: ${line}`)
  const wrong = found.filter((line) => !expected.includes(line)).map((line) => `not expected: ${line}`)
  if (silent.length || wrong.length || expected.length === 0) {
    console.error([...silent, ...wrong].join('\n') || 'the fixture marks nothing')
    process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true })
}

function filesOf(place) {
  return readdirSync(place)
    .filter((name) => name !== 'node_modules' && name !== '.git')
    .map((name) => join(place, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesOf(path) : [path]))
    .filter((path) => /\.tsx?$/.test(path))
}

function marksOf(path) {
  const name = relative(folder, path).replaceAll('\\', '/')
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      const rule = /\/\/ bad: ([\w-]+)/.exec(line)?.[1]
      return rule ? [`${name}:${index + 1} ${rule}`] : []
    })
}
