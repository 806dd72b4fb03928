import { expect, test } from 'vitest'
import { isAmong } from './blocking.ts'

test.each<[string, string[], boolean]>([
  ['10.1.2.3', [], false],
  ['10.1.2.3', ['10.1.2.3'], true],
  ['10.1.2.4', ['10.1.2.3'], false],
  ['::ffff:10.1.2.3', ['10.1.2.3'], true],
  ['10.1.2.255', ['192.0.2.1', '10.1.2.0/24'], true],
  ['10.1.3.0', ['192.0.2.1', '10.1.2.0/24'], false],
  ['2001:db8::1', ['2001:db8::1'], true],
  ['2001:db8::2', ['2001:db8::1'], false],
  ['2001:db8:0:1::9', ['2001:db8::/48'], true],
  ['2001:db8:1::9', ['2001:db8::/48'], false],
  ['10.1.2.3', ['2001:db8::/48'], false],
  ['unknown', ['10.1.2.3', '2001:db8::/48'], false],
])('%s among %j: %s', (address, networks, expected) => {
  expect(isAmong(address, networks)).toBe(expected)
})
