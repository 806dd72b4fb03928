import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Html, html } from './html.ts'

interface Plain {
  lang: string
  title: string
  nonce: string
  /** The address of the font, from `findFont`; without it the system's own is used. */
  font: string | null
  /** Styles beside the common ones. */
  style: string
  /** Where the mark at the upper left leads, and what it says. */
  back: { to: string; label: string }
  /** Links at the upper right. */
  links: Html
  body: Html
}

const common = readFileSync(join(import.meta.dirname, 'plain-page.css'), 'utf8')

/** The policy of a page that runs nothing: its own styles and the font, and its own search where it has one. */
export function plainPolicy(nonce: string, forms: 'none' | 'self' = 'none'): string {
  return `default-src 'none'; style-src 'nonce-${nonce}'; font-src 'self'; form-action '${forms}'; base-uri 'none'; frame-ancestors 'none'`
}

/** The address of the font in the built pages; its name changes with its content. */
export function findFont(web: string | undefined): string | null {
  const name =
    web && readdirSync(join(web, 'assets')).find((file) => /^inter-latin-wght-.*\.woff2$/.test(file))
  return name ? `/s/assets/${name}` : null
}

/** A page that the server writes by itself, in the look of the others: it needs no session and no script. */
export function plainPage({ lang, title, nonce, font, style, back, links, body }: Plain): string {
  const face = font
    ? `@font-face { font-family: 'Inter Variable'; src: url('${font}') format('woff2'); font-weight: 100 900; font-display: swap; }`
    : ''
  return html`<!doctype html>
    <html lang="${lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${font && html`<link rel="preload" as="font" type="font/woff2" href="${font}" crossorigin />`}
        <style nonce="${nonce}">
          ${new Html(face + common + style)}
        </style>
      </head>
      <body>
        <header>
          <a class="mark" href="${back.to}" aria-label="${back.label}">
            <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
              <path
                d="M4 8.5A2.5 2.5 0 0 1 6.5 6h6l3 3.5h10A2.5 2.5 0 0 1 28 12v11.5a2.5 2.5 0 0 1-2.5 2.5h-19A2.5 2.5 0 0 1 4 23.5z"
              />
              <path d="M10 20.5c2-4 3.5-4 4.5-1s2.5 2 3.5 0 2.5-1.5 4 0" />
            </svg>
            Legajo
          </a>
          <nav>
            <a href="${back.to}">${back.label}</a>
            ${links}
          </nav>
        </header>
        ${body}
      </body>
    </html>`.markup
}
