import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { documentOf, type RichDocument, type RichNode } from '#contract/rich-text.ts'
import type { Facts } from './words.ts'

/** Markup that is ours or was escaped. Only {@link html} makes it. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

/** The only way to insert values into markup: everything is escaped except Html. */
export function html(parts: TemplateStringsArray, ...values: (string | Html | readonly Html[])[]): Html {
  return new Html(parts.reduce((made, part, i) => `${made}${markupOf(values[i - 1] ?? '')}${part}`))
}

/** Fills the {{placeholders}} of a compiled layout; `{{#name}}…{{/name}}` is removed where the value is missing. */
export function fillLayout(layout: string, values: Readonly<Record<string, string | Html | null>>): string {
  return keepSections(layout, values).replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) =>
    markupOf(values[name] ?? ''),
  )
}

function keepSections(layout: string, values: Readonly<Record<string, unknown>>): string {
  return layout.replace(
    /\{\{\s*#(\w+)\s*\}\}([\s\S]*?)\{\{\s*\/\1\s*\}\}/g,
    (_, name: string, inner: string) => (values[name] ? keepSections(inner, values) : ''),
  )
}

/** Fills the {{facts}} of a company's or the standard text; unknown ones become empty. */
export function fillWords(words: string, facts: Facts): string {
  return words.replace(/\{\{(\w+)\}\}/g, (_, name: string) => facts[name] ?? '')
}

const paragraph = 'margin:0 0 16px'

/** A text of ours as its paragraphs, for markup and for reading as it is. */
export function renderText(text: string, facts: Facts): { html: Html; text: string } {
  const paragraphs = text.split('\n\n').map((words) => fillWords(words, facts))
  return {
    html: html`${paragraphs.map((words) => html`<p style="${paragraph}">${lines(words)}</p>`)}`,
    text: paragraphs.join('\n\n'),
  }
}

const mark = z.object({ type: z.string(), attrs: z.object({ href: z.string().optional() }).optional() })
/** A company's text: the editor's document, of which only the parts named here are rendered. */
const node = z.object({
  type: z.string(),
  text: z.string().optional(),
  attrs: z.object({ name: z.string().optional() }).optional(),
  marks: z.array(mark).default([]),
  get content(): z.ZodDefault<z.ZodArray<typeof node>> {
    return z.array(node).default([])
  },
})
type Node = z.output<typeof node>

/** A company's own text (the editor's JSON) as markup and as plain text; null for what is no such document. */
export function renderDocument(stored: unknown, facts: Facts): { html: Html; text: string } | null {
  const parsed = node.safeParse(stored)
  if (!parsed.success || parsed.data.type !== 'doc') return null
  const text = plain(parsed.data, facts)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  return { html: blocks(parsed.data, facts), text }
}

/**
 * A document or a standard text with its values, as the editor's JSON of paragraphs, lists, words and line breaks: each
 * variable has become words. Null for what is no document.
 */
export function fillDocument(stored: unknown, facts: Facts): RichDocument | null {
  if (typeof stored === 'string') return fillDocument(documentOf(stored), facts)
  const parsed = node.safeParse(stored)
  if (!parsed.success || parsed.data.type !== 'doc') return null
  return { type: 'doc', content: parsed.data.content.map((each) => filledNode(each, facts)) }
}

function filledNode({ type, attrs, marks, content, text }: Node, facts: Facts): RichNode {
  if (type === 'text' || type === 'variable') {
    const kept = marks.map((one) => ({ type: one.type, ...(one.attrs && { attrs: one.attrs }) }))
    return { type: 'text', text: wordsOf({ type, attrs, marks, content, text }, facts), marks: kept }
  }
  return { type, content: content.map((each) => filledNode(each, facts)) }
}

function blocks(parent: Node, facts: Facts): Html {
  return html`${parent.content.map((each) => block(each, facts))}`
}

function block(each: Node, facts: Facts): Html {
  switch (each.type) {
    case 'paragraph':
      return html`<p style="${paragraph}">${each.content.map((inline) => marked(inline, facts))}</p>`
    case 'bulletList':
    case 'orderedList':
      return list(each, facts, paragraph)
    case 'listItem':
      return html`<li style="padding-bottom:4px">
        ${each.content.map((child) =>
          child.type === 'paragraph'
            ? html`<p style="margin:0">${child.content.map((inline) => marked(inline, facts))}</p>`
            : list(child, facts, 'margin:4px 0 0'),
        )}
      </li>`
    default:
      return html``
  }
}

function list(each: Node, facts: Facts, margin: string): Html {
  const items = blocks(each, facts)
  const style = `${margin};padding-left:24px`
  return each.type === 'bulletList'
    ? html`<ul style="${style}">
        ${items}
      </ul>`
    : html`<ol style="${style}">
        ${items}
      </ol>`
}

function marked(each: Node, facts: Facts): Html {
  if (each.type === 'hardBreak') return html`<br />`
  return each.marks.reduce(
    (inner, { type, attrs }) => {
      if (type === 'bold') return html`<strong>${inner}</strong>`
      if (type === 'italic') return html`<em>${inner}</em>`
      if (type === 'underline') return html`<u>${inner}</u>`
      const href = attrs?.href
      return type === 'link' && href && href.startsWith('https://')
        ? html`<a href="${href}" style="color:inherit">${inner}</a>`
        : inner
    },
    lines(wordsOf(each, facts)),
  )
}

function plain(each: Node, facts: Facts): string {
  const inner = () => each.content.map((child) => plain(child, facts)).join('')
  switch (each.type) {
    case 'hardBreak':
      return '\n'
    case 'paragraph':
      return `${each.content.map((child, at) => plain(child, facts) + addressAfter(each.content, at)).join('')}\n\n`
    case 'bulletList':
    case 'orderedList': {
      const items = each.content.map((item, at) => {
        const sign = each.type === 'bulletList' ? '-' : `${at + 1}.`
        const words = item.content.map((child) => plain(child, facts)).join('')
        return `${sign} ${words.replaceAll(/\n{2,}/g, '\n').trim()}\n`
      })
      return `${items.join('')}\n`
    }
    case 'doc':
      return inner()
    default:
      return wordsOf(each, facts)
  }
}

/** The address of a link that ends here, for a reader without links. */
function addressAfter(siblings: readonly Node[], at: number): string {
  const href = hrefOf(siblings[at])
  if (href === null || href === hrefOf(siblings[at + 1]) || href === siblings[at]?.text) return ''
  return ` (${href})`
}

function hrefOf(each: Node | undefined): string | null {
  const href = each?.marks.find(({ type }) => type === 'link')?.attrs?.href
  return href?.startsWith('https://') ? href : null
}

function wordsOf(each: Node, facts: Facts): string {
  if (each.type === 'variable') return facts[each.attrs?.name ?? ''] ?? ''
  return each.type === 'text' ? fillWords(each.text ?? '', facts) : ''
}

function lines(words: string): Html {
  return html`${words.split('\n').map((line, i) => (i === 0 ? html`${line}` : html`<br />${line}`))}`
}

function markupOf(value: string | Html | readonly Html[]): string {
  if (value instanceof Html) return value.markup
  if (typeof value !== 'string') return value.map((each) => each.markup).join('')
  return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

const root = join(import.meta.dirname, '../../..')
const compiled = join(root, 'dist/mail/layout.html')
const source = join(root, 'web/mail/layout.mjml')
let layout: Promise<string> | null = null

/** The compiled layout, read once. In a working copy it is compiled when it is missing or older than its source. */
export function mailLayout(): Promise<string> {
  layout ??= readLayout()
  return layout
}

async function readLayout(): Promise<string> {
  const [made, written] = await Promise.all([compiled, source].map((path) => stat(path).catch(() => null)))
  if (written && (!made || made.mtime < written.mtime)) {
    await promisify(execFile)(process.execPath, [join(root, 'web/mail/build.mjs')])
  }
  return readFile(compiled, 'utf8')
}
