import fc from 'fast-check'
import { expect, test } from 'vitest'
import { merklePath, merkleRoot, rootOfPath } from './merkle.ts'

const hash = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('hex'))
const leavesAndOne = fc
  .array(hash, { minLength: 1, maxLength: 40 })
  .chain((leaves) => fc.tuple(fc.constant(leaves), fc.nat(leaves.length - 1)))

test('each leaf’s path leads to the root, and no other leaf’s does', () => {
  fc.assert(
    fc.property(leavesAndOne, hash, ([leaves, at], other) => {
      const path = merklePath(leaves, at)
      const root = merkleRoot(leaves)
      expect(rootOfPath(leaves[at] ?? '', path)).toBe(root)
      fc.pre(other !== leaves[at])
      expect(rootOfPath(other, path)).not.toBe(root)
    }),
  )
})

test('changing, adding, removing or exchanging a leaf changes the root', () => {
  fc.assert(
    fc.property(leavesAndOne, hash, ([leaves, at], other) => {
      fc.pre(!leaves.includes(other))
      const root = merkleRoot(leaves)
      expect(merkleRoot(leaves.with(at, other))).not.toBe(root)
      expect(merkleRoot([...leaves, other])).not.toBe(root)
      expect(merkleRoot(leaves.toSpliced(at, 0, other))).not.toBe(root)
      if (leaves.length > 1) expect(merkleRoot(leaves.toSpliced(at, 1))).not.toBe(root)
    }),
  )
})

test('the empty string’s leaf and a pair are as RFC 6962 says', () => {
  expect(merkleRoot([''])).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d')
  // The test vectors of Certificate Transparency: leaves '' and '00'.
  expect(merkleRoot(['', '00'])).toBe('fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125')
})
