/**
 * The default Trusted Types policy, without which Mantine and pdf.js show a blank page. Imported first by every entry.
 * It accepts style sheets (no '<' in them) and two scripts, pdf.js's worker and the push worker; markup is passed to
 * the entry's sanitiser, and refused without one.
 */
interface Policy {
  createHTML: (text: string) => string
  createScriptURL: (address: string) => string
}

declare global {
  interface Window {
    trustedTypes?: { createPolicy: (name: string, policy: Policy) => unknown }
  }
}

const workers = [/^\/e\/avisos\.js$/, /^\/s\/assets\/pdf\.worker[\w.-]*\.mjs$/]
// Where the development server has its own.
if (import.meta.env.DEV) workers.push(/^\/s\/(@fs|node_modules)\//)
let sanitise: (markup: string) => string = () => {
  throw new TypeError('Markup is not written in this page')
}

/** Lets an entry write markup after sanitising it. */
export function allowMarkup(with_: (markup: string) => string): void {
  sanitise = with_
}

window.trustedTypes?.createPolicy('default', {
  createHTML: (text) => (text.includes('<') ? sanitise(text) : text),
  createScriptURL: (address) => {
    const { origin, pathname } = new URL(address, location.href)
    if (origin === location.origin && workers.some((worker) => worker.test(pathname))) return address
    throw new TypeError(`Not a script of this page: ${address}`)
  },
})
