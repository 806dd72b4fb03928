import { isIPv6, SocketAddress } from 'node:net'

/**
 * The address under which rates and wrong passwords are counted: an IPv6 one by its /64, which one subscriber holds
 * whole, and an IPv4 one that reached an IPv6 socket as IPv4. Any other text is returned as it is.
 */
export function countedAddress(address: string): string {
  const [plain = ''] = address.split('%', 1)
  if (!isIPv6(plain)) return address
  const { address: canonical } = new SocketAddress({ address: plain, family: 'ipv6' })
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(canonical)
  if (mapped?.[1]) return mapped[1]
  const [head = '', tail] = canonical.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const left = groups(head)
  const right = groups(tail ?? '')
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}
