import { createHash } from 'node:crypto'
import { isMigration, type Mutant } from './operators.ts'

/** Files that hold neither our code nor anything that a test could notice. */
const left = /\.test\.tsx?$|\/testing\/|^server\/db\/schema\.ts$|\.d\.ts$/

/** Where a fault lets somebody see, sign, change or receive what they may not, or stop the server. */
const secured = [
  /^contract\/(actions|call)\.ts$/,
  /^contract\/permissions\//,
  /^pdf\/(bounded|byte-range|certificates|chain|cms|cms-verify|content-names|copying|cutting|pool|revisions|roles|sign|split|split-off|unseen|verify)\.ts$/,
  /^server\/db\/((refusal|superuser)\.ts$|migrations\/)/,
  /^server\/http\/(csp|page-rate|refusals)\.ts$/,
  /^server\/shared\/(across|answer-headers|downloads|idempotency|route|tenancy|upload|visibility)\.ts$/,
  /^server\/shared\/(evidence|identity|reading)\//,
  /^server\/shared\/processes\/behalf\.ts$/,
  /^server\/areas\/(account|approvals|certificates|documents|evidence|massive|me|permissions|proof|publishing|relations|security|session|signing|sso|verification)\//,
]

export function isMutable(path: string): boolean {
  return isMigration(path) || (/^(contract|pdf|server)\/.*\.ts$/.test(path) && !left.test(path))
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
 * So many mutants at random, a quarter of them of security-relevant files, more where there are too few others. A seed
 * draws the same ones again after a change elsewhere, so that a sample shows what its faults have become.
 */
export function sampleMutants(mutants: readonly Mutant[], count: number, seed: number): Mutant[] {
  const drawn = mutants
    .map((mutant) => ({ mutant, lot: lotOf(mutant, seed) }))
    .toSorted((a, b) => (a.lot < b.lot ? -1 : Number(a.lot > b.lot)))
    .map(({ mutant }) => mutant)
  const [security = [], others = []] = [true, false].map((is) =>
    drawn.filter(({ path }) => isSecurity(path) === is),
  )
  const least = Math.min(security.length, Math.ceil(count / 4))
  const chosen = others.slice(0, count - least)
  return [...security.slice(0, count - chosen.length), ...chosen]
}

function lotOf({ hash }: Mutant, seed: number): string {
  return createHash('sha256').update(`${seed}\n${hash}`).digest('hex')
}
