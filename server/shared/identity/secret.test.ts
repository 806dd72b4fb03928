import { expect, test } from 'vitest'
import { keyedHash, openSecret, sealSecret } from './secret.ts'

const secret = 'a secret of the tests, long enough for all'

test('a sealed value opens with the same secret, purpose and place, and with no other', () => {
  const sealed = sealSecret(secret, 'mail', 'un texto: ñ', '<1@legajo>')
  expect(openSecret(secret, 'mail', sealed, '<1@legajo>')).toBe('un texto: ñ')
  expect(() => openSecret(`${secret}.`, 'mail', sealed, '<1@legajo>')).toThrow()
  expect(() => openSecret(secret, 'authority', sealed, '<1@legajo>')).toThrow()
  expect(() => openSecret(secret, 'mail', sealed, '<2@legajo>')).toThrow()
  for (const at of sealed.keys()) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => openSecret(secret, 'mail', changed, '<1@legajo>')).toThrow()
  }
  expect(() => openSecret(secret, 'mail', sealed.subarray(0, 20), '<1@legajo>')).toThrow()
})

test('sealing twice shows nothing in common; a keyed hash is the same for the same, by purpose', () => {
  expect(sealSecret(secret, 'mail', 'x', '').equals(sealSecret(secret, 'mail', 'x', ''))).toBe(false)
  expect(keyedHash(secret, 'throttle', 'x')).toBe(keyedHash(secret, 'throttle', 'x'))
  expect(keyedHash(secret, 'throttle', 'x')).not.toBe(keyedHash(secret, 'mail', 'x'))
})
