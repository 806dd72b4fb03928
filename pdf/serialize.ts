import { Name, Ref, Stream } from './syntax.ts'
import type { Dict, Value } from './syntax.ts'

/** A value in PDF syntax, one character a byte. Streams are written by `Update`, never here. */
export function serialize(value: Value): string {
  if (value === null) return 'null'
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return formatNumber(value)
  if (value instanceof Name) return nameSyntax(value.value)
  if (value instanceof Ref) return `${value.num} ${value.gen} R`
  if (value instanceof Uint8Array) return `<${Buffer.from(value).toString('hex')}>`
  if (value instanceof Stream) throw new Error('a stream can not stand inside a value')
  if (Array.isArray(value)) return `[${value.map(serialize).join(' ')}]`
  return serializeDict(value)
}

export function serializeDict(dict: Dict): string {
  let text = '<<'
  for (const [key, value] of dict) text += `${nameSyntax(key)} ${serialize(value)}`
  return text + '>>'
}

/** A number without exponent, which PDF does not allow. */
export function formatNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(value)
  const text = value.toFixed(6)
  return text.includes('.') ? text.replace(/(?:\.|(?<!0))0+$/, '') : text
}

export function nameSyntax(name: string): string {
  return (
    '/' +
    name.replace(
      /[^!"$&'*+,\-.0-9:;=?@A-Z\\^_`a-z|~]/g,
      (c) => '#' + c.charCodeAt(0).toString(16).padStart(2, '0'),
    )
  )
}

/** A PDF text string: plain when ASCII, else UTF-16 with a byte order mark. */
export function textString(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return `(${text.replace(/[\\()]/g, '\\$&')})`
  return `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`
}

/** An instant as a PDF date in UTC. */
export function dateString(when: Date): string {
  return `(D:${when.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z)`
}
