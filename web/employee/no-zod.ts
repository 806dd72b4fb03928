/**
 * Stands for zod in the build of the light pages: 25 kB of rules that a phone would load to refuse what the
 * server refuses with the same words. The contract's calls are made as ever; their schemas take everything.
 */
interface Anything {
  (...inputs: unknown[]): Anything
  [name: string]: unknown
}

const own: Record<string, unknown> = {
  shape: {},
  _zod: { def: { type: 'object' } },
  safeParse: (data: unknown) => ({ success: true, data }),
}

const anything: Anything = new Proxy((() => anything) as Anything, {
  get: (target, name) => (typeof name === 'string' && Object.hasOwn(own, name) ? own[name] : target()),
})

export const z = anything
export const config = anything
