// A package with a part for each platform (oxlint, sharp, @napi-rs/canvas …) whose lockfile entry lacks some of them
// cannot be installed on those platforms: `npm ci` fails, or the program fails when it starts. Versions that are not
// exact are refused too.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './install.mjs'

/** Packages that the lockfile's packages require, optionally or not, and that the lockfile does not contain. */
export function holesOf(packages) {
  return Object.entries(packages).flatMap(([path, entry]) => {
    const wanted = Object.keys({
      ...entry.dependencies,
      ...entry.optionalDependencies,
      ...(path ? {} : entry.devDependencies),
    })
    return wanted
      .filter((name) => !isHeld(packages, path, name))
      .map((name) => `${path || 'package.json'} wants ${name}, which package-lock.json lacks`)
  })
}

/** Resolves as Node does: the package's own node_modules first, then those above it. */
function isHeld(packages, path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(at.lastIndexOf('/node_modules/'), 0))) {
    if (packages[`${at ? `${at}/` : ''}node_modules/${name}`]?.version) return true
    if (!at) return false
  }
}

/** Entries of package.json without one exact version. */
export function inexactOf(manifest) {
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides']
  return kinds
    .flatMap((kind) => Object.entries(manifest[kind] ?? {}))
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `package.json: ${name} ${version} is no exact version`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'))
  const faults = [...holesOf(read('package-lock.json').packages), ...inexactOf(read('package.json'))]
  if (faults.length) {
    console.error(faults.join('\n'))
    process.exitCode = 1
  }
}
