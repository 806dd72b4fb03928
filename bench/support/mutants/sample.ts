import type { Mutant } from './operators.ts'

/** Files that hold neither our code nor anything that a test could notice. */
const left = /\.test\.tsx?$|\/testing\/|^server\/db\/schema\.ts$|\.d\.ts$/

/** Where a fault lets somebody see, sign or change what they may not. */
const secured = [
  /^contract\/(actions|call)\.ts$/,
  /^contract\/permissions\//,
  /^pdf\/(byte-range|certificates|chain|cms|cms-verify|revisions|roles|verify)\.ts$/,
  /^server\/http\/csp\.ts$/,
  /^server\/shared\/(across|downloads|idempotency|route|tenancy|visibility)\.ts$/,
  /^server\/shared\/(evidence|identity)\//,
  /^server\/areas\/(account|permissions|proof|relations|security|session|signing|sso)\//,
]

export function isMutable(path: string): boolean {
  return /^(contract|pdf|server)\/.*\.ts$/.test(path) && !left.test(path)
}

export function isSecurity(path: string): boolean {
  return secured.some((pattern) => pattern.test(path))
}

/** The part of the product that a file is counted under: an area of the server, or a folder. */
export function partOf(path: string): string {
  const folders = path.split('/').slice(0, -1)
  return folders.slice(0, path.startsWith('server/areas/') ? 3 : path.startsWith('server/') ? 2 : 1).join('/')
}

/**
 * So many mutants at random, a quarter of them of security-relevant files: the same ones for the same seed and sources.
 */
export function sampleMutants(mutants: readonly Mutant[], count: number, seed: number): Mutant[] {
  const next = randomFrom(seed)
  const drawn = mutants
    .map((mutant) => ({ mutant, lot: next() }))
    .toSorted((a, b) => a.lot - b.lot)
    .map(({ mutant }) => mutant)
  const security = drawn.filter(({ path }) => isSecurity(path)).slice(0, Math.ceil(count / 4))
  const others = drawn.filter(({ path }) => !isSecurity(path)).slice(0, count - security.length)
  return [...security, ...others]
}

/** Mulberry32: numbers from 0 to 1 that depend on the seed alone. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
