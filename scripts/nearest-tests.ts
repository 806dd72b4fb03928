import { readFileSync } from 'node:fs'
import { dirname, join, matchesGlob, normalize } from 'node:path'

/** The modules of the project, each with those that import it. Paths are relative to the root. */
export type Importers = ReadonlyMap<string, readonly string[]>

/** Reads the import statements of these files, and their globs. */
export function readImporters(root: string, paths: readonly string[]): Importers {
  const importers = new Map<string, string[]>(paths.map((path) => [path, []]))
  for (const path of paths) {
    const source = readFileSync(join(root, path), 'utf8')
    for (const [, name = ''] of source.matchAll(/(?:from|import)\s*\(?\s*'([#.][^']+)'/g)) {
      const target = name.startsWith('#') ? name.slice(1) : normalize(join(dirname(path), name))
      importers.get(target)?.push(path)
    }
    for (const [, patterns = ''] of source.matchAll(
      /import\.meta\.glob(?:<.*>)?\(\s*(\[[^\]]*\]|'[^']*')/g,
    )) {
      const globs = [...patterns.matchAll(/'([^']+)'/g)].map(([, glob = '']) => glob)
      const matches = (target: string, glob: string) => matchesGlob(target, join(dirname(path), glob))
      for (const [target, list] of importers)
        if (
          globs.some((glob) => matches(target, glob)) &&
          !globs.some((glob) => glob.startsWith('!') && matches(target, glob.slice(1)))
        )
          list.push(path)
    }
  }
  return importers
}

/**
 * The test files that a module's change can reach, nearest first. A test is as near as the module it imports is to the
 * changed one, or as near as any module of its own folder: most tests of an area import the whole server and say by
 * their place what they are about.
 */
export function nearestTests(importers: Importers, changed: string): string[] {
  const distances = new Map([[changed, 0]])
  for (const [path, distance] of distances) {
    for (const importer of importers.get(path) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1)
  }
  const folders = new Map<string, number>()
  for (const [path, distance] of distances) {
    if (isTest(path)) continue
    const folder = dirname(path)
    folders.set(folder, Math.min(distance, folders.get(folder) ?? Infinity))
  }
  const rank = (test: string) => {
    const folder = folders.get(dirname(test)) ?? Infinity
    return Math.min((distances.get(test) ?? Infinity) + (folder === Infinity ? 1 : 0), folder + 1)
  }
  const twin = changed.replace(/\.ts$/, '.test.ts')
  return [...distances.keys()]
    .filter(isTest)
    .toSorted(
      (a, b) =>
        Number(b === twin) - Number(a === twin) ||
        rank(a) - rank(b) ||
        sharedFolders(b, changed) - sharedFolders(a, changed),
    )
}

function isTest(path: string): boolean {
  return path.endsWith('.test.ts') || path.endsWith('.test.tsx')
}

function sharedFolders(a: string, b: string): number {
  const [one, other] = [a.split('/'), b.split('/')]
  const differs = one.findIndex((part, i) => part !== other[i])
  return differs < 0 ? one.length : differs
}
