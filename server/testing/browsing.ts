/** Follows redirects as a browser would, keeping a provider's cookies, until an address begins with `home`. */
export async function browse(
  address: string,
  home: string,
  jar = new Map<string, string>(),
): Promise<string> {
  let at = address
  for (let steps = 0; steps < 12; steps++) {
    if (at.startsWith(home)) return at
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(at, { redirect: 'manual', headers: cookie ? { cookie } : {} })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value) jar.set(name, value)
      else jar.delete(name)
    }
    const next = response.headers.get('location')
    if (!next) throw new Error(`${response.status} at ${at}: ${(await response.text()).slice(0, 400)}`)
    at = new URL(next, at).href
  }
  throw new Error(`no way home from ${address}`)
}
