import type { ErrorName } from './errors.ts'

/** Parts of one text: nodes and marks. */
const mostParts = 1500
/** The deepest list inside a list. */
const deepestList = 3
const longestAddress = 500

/** A text as the editor keeps it: paragraphs and lists of words, each with a short list of marks. */
export interface RichDocument {
  type: 'doc'
  content?: RichNode[] | undefined
}
export interface RichNode {
  type: string
  text?: string
  attrs?: Record<string, unknown>
  marks?: RichMark[]
  content?: RichNode[]
}
export interface RichMark {
  type: string
  attrs?: Record<string, unknown>
}

/** Something that a text can't say. */
export interface TextFault {
  code: ErrorName
  params?: Record<string, string | number>
}

/** Line breaks of any kind: in a subject they would begin a header of their own. */
const lineBreak = /[\n\v\f\r\u0085\u2028\u2029]/
/** Characters that nobody sees: control characters, the direction of writing, letters without width. */
const hidden = /\p{Cc}|\p{Bidi_Control}|[\u00ad\u200b\u2060\ufeff]/u

/** The first fault of a text of one line, in which variables are written as {{name}}. */
export function lineFault(text: string, variables: readonly string[], most: number): TextFault | null {
  if (text.length > most) return { code: 'TEXT_TOO_LONG', params: { maximo: most } }
  if (lineBreak.test(text)) return { code: 'MAIL_LINE_BREAK' }
  if (hidden.test(text)) return { code: 'TEXT_HIDDEN_CHARACTER' }
  if (text.trim() === '') return { code: 'SYSTEM_API_PARAMETER_REQUIRED' }
  return bracesFault(text, variables)
}

/** The rules of a text with marks. */
export interface TextRules {
  /** Names that {{braces}} and chips may have; null: braces are words like any others, and there are no chips. */
  variables: readonly string[] | null
  links: boolean
  /** Letters at most. */
  letters: number
}

/** The first fault of a text with marks. Anything that isn't on the short list is one. */
export function documentFault(document: unknown, { variables, links, letters }: TextRules): TextFault | null {
  const seen = { parts: 0, letters: 0, words: false }
  try {
    if (!isRecord(document) || document['type'] !== 'doc' || hasMore(document, ['type', 'content']))
      throw new Fault({ code: 'TEXT_PART_UNKNOWN' })
    for (const block of nodesOf(document)) checkBlock(block, { variables, links, seen, depth: 0 })
  } catch (error) {
    if (error instanceof Fault) return error.fault
    throw error
  }
  if (seen.letters > letters) return { code: 'TEXT_TOO_LONG', params: { maximo: letters } }
  return seen.words ? null : { code: 'SYSTEM_API_PARAMETER_REQUIRED' }
}

/** A text of paragraphs, parted by empty lines, as the editor keeps it. */
export function documentOf(text: string): RichDocument {
  return {
    type: 'doc',
    content: text.split('\n\n').map((paragraph) => {
      const content = paragraph
        .split('\n')
        .flatMap((line, at) => [...(at === 0 ? [] : [{ type: 'hardBreak' }]), ...inlineOf(line)])
      return { type: 'paragraph', ...(content.length > 0 && { content }) }
    }),
  }
}

/** A line with {{variables}} as words and chips. */
export function inlineOf(line: string): RichNode[] {
  const found: RichNode[] = []
  let from = 0
  for (const match of line.matchAll(/\{\{(\w+)\}\}/g)) {
    if (match.index > from) found.push({ type: 'text', text: line.slice(from, match.index) })
    found.push({ type: 'variable', attrs: { name: match[1] } })
    from = match.index + match[0].length
  }
  if (from < line.length) found.push({ type: 'text', text: line.slice(from) })
  return found
}

/** Words and chips as a line with {{variables}}, without their marks. */
export function lineOf(nodes: readonly RichNode[]): string {
  return nodes
    .map(({ type, text = '', attrs, content = [] }) =>
      type === 'variable' ? `{{${String(attrs?.['name'])}}}` : type === 'text' ? text : lineOf(content),
    )
    .join('')
}

/** The words of a text, without its marks; paragraphs are parted by an empty line, chips are {{variables}}. */
export function plainTextOf(nodes: readonly RichNode[]): string {
  return nodes
    .map(({ type, text = '', attrs, content = [] }) => {
      if (type === 'variable') return `{{${String(attrs?.['name'])}}}`
      if (type === 'hardBreak') return '\n'
      if (type === 'text') return text
      return type === 'paragraph' ? `${plainTextOf(content)}\n\n` : plainTextOf(content)
    })
    .join('')
}

class Fault extends Error {
  readonly fault: TextFault
  constructor(fault: TextFault) {
    super(fault.code)
    this.fault = fault
  }
}

interface Checking {
  variables: readonly string[] | null
  links: boolean
  seen: { parts: number; letters: number; words: boolean }
  depth: number
}

function checkBlock(block: Record<string, unknown>, checking: Checking): void {
  count(checking)
  switch (block['type']) {
    case 'paragraph':
      if (hasMore(block, ['type', 'content'])) throw new Fault({ code: 'TEXT_PART_UNKNOWN' })
      return checkInline(nodesOf(block), checking)
    case 'bulletList':
    case 'orderedList': {
      if (hasMore(block, ['type', 'content'])) throw new Fault({ code: 'TEXT_PART_UNKNOWN' })
      if (checking.depth >= deepestList) throw new Fault({ code: 'TEXT_TOO_MANY_PARTS' })
      const inside = { ...checking, depth: checking.depth + 1 }
      for (const item of nodesOf(block)) {
        count(checking)
        if (item['type'] !== 'listItem' || hasMore(item, ['type', 'content']))
          throw new Fault({ code: 'TEXT_PART_UNKNOWN' })
        for (const each of nodesOf(item)) checkBlock(each, inside)
      }
      return
    }
    default:
      throw new Fault({ code: 'TEXT_PART_UNKNOWN' })
  }
}

function checkInline(nodes: readonly Record<string, unknown>[], checking: Checking): void {
  // A link may be cut into several pieces, as by a bold word in it: they are read as one.
  let link = { href: '', label: '' }
  for (const node of nodes) {
    count(checking)
    const href = hrefOf(node, checking) ?? ''
    if (link.href !== href) checkLabel(link)
    link = { href, label: (link.href === href ? link.label : '') + wordsOf(node, checking) }
  }
  checkLabel(link)
}

function checkLabel({ href, label }: { href: string; label: string }): void {
  if (href !== '' && showsOtherAddress(label, href)) throw new Fault({ code: 'TEXT_LINK_DECEIVES' })
}

function wordsOf(node: Record<string, unknown>, { variables, seen }: Checking): string {
  switch (node['type']) {
    case 'text': {
      const { text } = node
      if (typeof text !== 'string' || text === '' || hasMore(node, ['type', 'text', 'marks']))
        throw new Fault({ code: 'TEXT_PART_UNKNOWN' })
      if (hidden.test(text) || lineBreak.test(text)) throw new Fault({ code: 'TEXT_HIDDEN_CHARACTER' })
      const fault = variables && bracesFault(text, variables)
      if (fault) throw new Fault(fault)
      seen.letters += text.length
      seen.words ||= text.trim() !== ''
      return text
    }
    case 'variable': {
      const { attrs } = node
      if (
        variables === null ||
        !isRecord(attrs) ||
        hasMore(attrs, ['name']) ||
        hasMore(node, ['type', 'attrs', 'marks'])
      )
        throw new Fault({ code: 'TEXT_PART_UNKNOWN' })
      const { name } = attrs
      if (typeof name !== 'string' || !variables?.includes(name)) throw new Fault(unknownVariable(name))
      seen.letters += name.length
      seen.words = true
      return ''
    }
    case 'hardBreak':
      if (hasMore(node, ['type', 'marks'])) throw new Fault({ code: 'TEXT_PART_UNKNOWN' })
      return ' '
    default:
      throw new Fault({ code: 'TEXT_PART_UNKNOWN' })
  }
}

/** The address of an inline node's link, after all its marks were checked. */
function hrefOf({ marks = [] }: Record<string, unknown>, checking: Checking): string | null {
  if (!Array.isArray(marks)) throw new Fault({ code: 'TEXT_PART_UNKNOWN' })
  let found: string | null = null
  for (const mark of marks as readonly unknown[]) {
    count(checking)
    if (!isRecord(mark)) throw new Fault({ code: 'TEXT_PART_UNKNOWN' })
    if (mark['type'] === 'link') {
      const { attrs } = mark
      if (hasMore(mark, ['type', 'attrs']) || !isRecord(attrs) || hasMore(attrs, ['href']))
        throw new Fault({ code: 'TEXT_PART_UNKNOWN' })
      if (!checking.links) throw new Fault({ code: 'MAIL_SECURITY_FIXED' })
      const { href } = attrs
      if (typeof href !== 'string' || !isLinkAllowed(href)) throw new Fault({ code: 'TEXT_LINK_NOT_ALLOWED' })
      found = href
    } else if (!['bold', 'italic', 'underline'].includes(String(mark['type'])) || hasMore(mark, ['type']))
      throw new Fault({ code: 'TEXT_PART_UNKNOWN' })
  }
  return found
}

/** Whether a text may lead there: a whole https address of a named host, without a user or a variable in it. */
export function isLinkAllowed(href: string): boolean {
  if (href.length > longestAddress || !href.startsWith('https://') || /[\s{}\\]/.test(href)) return false
  if (hidden.test(href) || !URL.canParse(href)) return false
  const { hostname, username, password } = new URL(href)
  return username === '' && password === '' && hostname.includes('.')
}

/** Whether words show the address of another host than the one they lead to. */
export function showsOtherAddress(label: string, href: string): boolean {
  const target = plainHost(new URL(href).hostname)
  return label
    .normalize('NFKC')
    .replaceAll('。', '.')
    .split(/[\s,;()<>"'«»“”|]/)
    .some((word) => {
      const host = hostIn(word)
      return host !== null && plainHost(host) !== target
    })
}

/** The host that a word shows, also that of a mail address; null for other words. */
function hostIn(word: string): string | null {
  const after = word.slice(word.lastIndexOf('://') + 1).replace(/^\/\//, '')
  const [address = ''] = after.split(/[/?#]/)
  const name = address.slice(address.lastIndexOf('@') + 1).split(':')[0] ?? ''
  const trimmed = name.replace(/^\.+/, '').split('.').filter(Boolean)
  const last = trimmed.at(-1) ?? ''
  if (trimmed.length < 2 || !/^(?:\p{L}{2,}|xn--[a-z0-9-]+|\d+)$/iu.test(last)) return null
  // A day, an hour or an amount is no address.
  if (trimmed.every((part) => /^\d+$/.test(part)) && trimmed.length !== 4) return null
  const host = trimmed.join('.')
  return URL.canParse(`https://${host}`) ? new URL(`https://${host}`).hostname : null
}

const plainHost = (host: string) => host.replace(/^www\./, '').toLowerCase()

function bracesFault(text: string, variables: readonly string[]): TextFault | null {
  let from = 0
  for (;;) {
    const opens = text.indexOf('{{', from)
    const closes = text.indexOf('}}', from)
    if (opens < 0) return closes < 0 ? null : { code: 'MAIL_BRACES_OPEN' }
    if (closes < opens) return { code: 'MAIL_BRACES_OPEN' }
    const name = text.slice(opens + 2, closes)
    if (name.includes('{')) return { code: 'MAIL_BRACES_OPEN' }
    if (!variables.includes(name)) return unknownVariable(name)
    from = closes + 2
  }
}

function unknownVariable(name: unknown): TextFault {
  return { code: 'MAIL_VARIABLE_UNKNOWN', params: { variable: String(name).slice(0, 40) } }
}

function count({ seen }: Checking): void {
  if (++seen.parts > mostParts) throw new Fault({ code: 'TEXT_TOO_MANY_PARTS' })
}

function nodesOf({ content = [] }: Record<string, unknown>): Record<string, unknown>[] {
  if (!Array.isArray(content) || !content.every(isRecord)) throw new Fault({ code: 'TEXT_PART_UNKNOWN' })
  return content
}

function hasMore(record: Record<string, unknown>, known: readonly string[]): boolean {
  return Object.keys(record).some((name) => !known.includes(name))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
