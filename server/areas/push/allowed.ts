/**
 * Whether messages may be sent to an address that a browser gave: over https, at its usual port, to a push service
 * that the installation knows. Anything else would let whoever subscribes make this server call where they please.
 *
 * @param hosts names, with `*.` before one for all below it. An origin with its scheme is only ever in the
 * configuration of tests: the environment takes none
 */
export function mayCall(endpoint: string, hosts: readonly string[]): boolean {
  const url = URL.parse(endpoint)
  if (!url || url.username || url.password) return false
  if (hosts.includes(url.origin)) return true
  if (url.protocol !== 'https:' || url.port !== '') return false
  return hosts.some((host) =>
    host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host,
  )
}
