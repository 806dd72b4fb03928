import { createHash } from 'node:crypto'

/** One step from a leaf to the root: the sibling's hash, and its side. */
export interface Step {
  side: 'left' | 'right'
  hash: string
}

/**
 * The root of a Merkle tree over hashes (hex) by RFC 6962 §2.1: leaves and nodes are hashed differently, so that no
 * node can pass for a leaf, and the odd last hash of a level moves up unchanged.
 */
export function merkleRoot(leaves: readonly string[]): string {
  const [root] = levels(leaves).at(-1) ?? []
  if (root === undefined) throw new Error('a tree needs a leaf')
  return root
}

/** The path from one leaf to the root. */
export function merklePath(leaves: readonly string[], index: number): Step[] {
  let at = index
  return levels(leaves).flatMap((level): Step[] => {
    const left = at % 2 === 1
    const hash = level[left ? at - 1 : at + 1]
    at >>= 1
    return hash === undefined ? [] : [{ side: left ? 'left' : 'right', hash }]
  })
}

/** The root that a leaf and its path lead to. */
export function rootOfPath(leaf: string, path: readonly Step[]): string {
  return path.reduce(
    (hash, step) => (step.side === 'left' ? node(step.hash, hash) : node(hash, step.hash)),
    leafHash(leaf),
  )
}

function levels(leaves: readonly string[]): string[][] {
  const all = [leaves.map(leafHash)]
  for (let level = all[0] ?? []; level.length > 1; all.push(level)) {
    const next: string[] = []
    for (let i = 0; i < level.length; i += 2) {
      const [left = '', right] = level.slice(i, i + 2)
      next.push(right === undefined ? left : node(left, right))
    }
    level = next
  }
  return all
}

function leafHash(hex: string): string {
  return createHash('sha256').update('\0').update(hex, 'hex').digest('hex')
}

function node(left: string, right: string): string {
  return createHash('sha256').update('\x01').update(left, 'hex').update(right, 'hex').digest('hex')
}
