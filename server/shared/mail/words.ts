import { z } from 'zod'
import { type MailEvent, mailEvents } from '#contract/mails.ts'
import { document } from '#contract/mails/table.ts'
import { readAreaWords } from '../text/area-words.ts'

export type MailLanguage = 'es' | 'pt'

/** The values of a mail's placeholders, formatted. */
export type Facts = Readonly<Record<string, string>>

/** The words of a mail, with {{facts}} to be filled in. Paragraphs are parted by an empty line. */
export interface MailWords {
  subject: string
  title: string
  text: string
  button: string | null
}

const locales = {
  es: readAreaWords<Readonly<Record<string, string>>>('es', 'mails'),
  pt: readAreaWords<Readonly<Record<string, string>>>('pt', 'mails'),
}

/** An event's standard text, used unless a company changes it. `count` selects singular or plural. */
export function defaultWords(event: MailEvent, language: MailLanguage, count: number): MailWords {
  const words = locales[language][event]
  const plural = new Intl.PluralRules(language).select(count) === 'one' ? 'one' : 'other'
  const word = (name: keyof MailWords) => words?.[name] ?? words?.[`${name}_${plural}`]
  return {
    subject: word('subject') ?? '',
    title: word('title') ?? '',
    text: word('text') ?? '',
    button: word('button') ?? null,
  }
}

/** Words that every mail has. */
export function commonWords(language: MailLanguage): { footer: string; address: string } {
  const { pie = '', direccion = '' } = locales[language]['comun'] ?? {}
  return { footer: pie, address: direccion }
}

/** A queued mail's variables as texts in its language, and how many things it speaks of. */
export function factsOf(
  event: MailEvent,
  stored: unknown,
  company: string,
  language: MailLanguage,
): { facts: Facts; count: number } {
  const { documentos, vence, ...texts } = z
    .object({ documentos: z.array(document).default([]), vence: z.iso.date().optional() })
    .catchall(z.string())
    .parse(mailEvents[event].variables.parse(stored))
  const facts: Record<string, string> = { empresa: company, ...texts }
  if (vence) facts['vence'] = day(language).format(new Date(vence))
  const [first] = documentos
  if (first) {
    facts['tipo'] = first.tipo
    facts['periodo'] = first.periodo ? month(language).format(new Date(first.periodo)) : ''
    facts['cantidad'] = String(documentos.length)
    facts['documentos'] = documentos
      .map(({ tipo, periodo }) => (periodo ? `${tipo}, ${month(language).format(new Date(periodo))}` : tipo))
      .join('\n')
  }
  return { facts, count: documentos.length || 1 }
}

// The value is a date without time, that is, midnight UTC.
const day = (language: MailLanguage) =>
  new Intl.DateTimeFormat(regions[language], {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  })
const month = (language: MailLanguage) =>
  new Intl.DateTimeFormat(regions[language], { month: 'long', year: 'numeric', timeZone: 'UTC' })
const regions = { es: 'es-AR', pt: 'pt-BR' }
