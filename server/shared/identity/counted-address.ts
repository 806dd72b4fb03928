import { isIPv6, SocketAddress } from 'node:net'

/**
 * The address under which rates and wrong passwords are counted: an IPv6 one by its /64, which one subscriber holds
 * whole, and an IPv4 one that reached an IPv6 socket as IPv4. Any other text is returned as it is.
 */
export function countedAddress(address: string): string {
  return prefixOf(address, 4)
}

/**
 * The network under which it is counted how many users an address tries: an IPv6 one by its /48, the most that a
 * provider gives one customer (RFC 6177), and any other as {@link countedAddress}.
 */
export function countedNetwork(address: string): string {
  return prefixOf(address, 3)
}

/** An IPv6 address cut to so many groups of 16 bits. */
function prefixOf(address: string, length: number): string {
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
  return `${[...left, ...zeros, ...right].slice(0, length).join(':')}::/${16 * length}`
}
