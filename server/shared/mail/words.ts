import { z } from 'zod'
import { type MailEvent, mailEvents, type MailVariables } from '#contract/mails.ts'
import { document } from '#contract/mails/table.ts'
import esVariables from '#locales/es/mails-variables.json' with { type: 'json' }
import ptVariables from '#locales/pt/mails-variables.json' with { type: 'json' }
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

/**
 * An event's standard text, used unless a company changes it. `count` selects singular or plural; where a signature is
 * asked for, an event may have words of its own (`sign_title_one`).
 */
export function defaultWords(
  event: MailEvent,
  language: MailLanguage,
  { count, asksSignature }: { count: number; asksSignature: boolean },
): MailWords {
  const words = locales[language][event]
  // Zero takes the plural in Portuguese, for which only Portugal's rules provide.
  const rules = new Intl.PluralRules(language === 'pt' ? 'pt-PT' : language)
  const plural = rules.select(count) === 'one' ? 'one' : 'other'
  const word = (name: keyof MailWords) =>
    (asksSignature ? words?.[`sign_${name}_${plural}`] : undefined) ??
    words?.[name] ??
    words?.[`${name}_${plural}`]
  return {
    subject: word('subject') ?? '',
    title: word('title') ?? '',
    text: word('text') ?? '',
    button: word('button') ?? null,
  }
}

/** Words that every mail has. */
export function commonWords(language: MailLanguage) {
  const {
    pie = '',
    direccion = '',
    invitacion = '',
    crearContrasena = '',
    prueba = '',
  } = locales[language]['comun'] ?? {}
  return {
    footer: pie,
    address: direccion,
    invitation: invitacion,
    invitationButton: crearContrasena,
    test: prueba,
  }
}

/** A queued mail's variables as texts in its language, how many things it is about, and whether one asks for a signature. */
export function factsOf(
  event: MailEvent,
  stored: unknown,
  company: string,
  language: MailLanguage,
): { facts: Facts; count: number; asksSignature: boolean } {
  const { documentos, vence, ...texts } = z
    .object({ documentos: z.array(document).default([]), vence: z.iso.date().optional() })
    .catchall(z.string())
    .parse(mailEvents[event].variables.parse(stored))
  const facts: Record<string, string> = { empresa: company, ...texts }
  if (vence) facts['vence'] = dateIn(language, new Date(vence))
  if (documentos.length > 0) {
    const monthOf = (period: string | null) => (period ? [month(language).format(new Date(period))] : [])
    facts['tipo'] = listed(
      documentos.map(({ tipo }) => tipo),
      language,
    )
    facts['periodo'] = listed(
      documentos.flatMap(({ periodo }) => monthOf(periodo)),
      language,
    )
    facts['cantidad'] = String(documentos.length)
    facts['documentos'] = documentos
      .map(({ tipo, periodo }) => (periodo ? `${tipo}, ${month(language).format(new Date(periodo))}` : tipo))
      .join('\n')
  }
  return { facts, count: documentos.length || 1, asksSignature: documentos.some(({ firma }) => firma) }
}

/** Different words as they are listed in a sentence. */
function listed(words: readonly string[], language: MailLanguage): string {
  return new Intl.ListFormat(regions[language]).format(new Set(words))
}

/** A day as it is written in a mail's language; a date without time is midnight UTC. */
export function dateIn(language: MailLanguage, date: Date): string {
  return new Intl.DateTimeFormat(regions[language], {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(date)
}

/** The name and an example of every variable, in a language. */
const variableWords = {
  es: esVariables,
  pt: ptVariables,
}

/** A variable in words, with an example of it. */
export function variableOf(name: string, language: MailLanguage): { titulo: string; ejemplo: string } {
  const words: Readonly<Record<string, { titulo: string; ejemplo: string }>> = variableWords[language]
  const found = words[name]
  if (!found) throw new Error(`the variable ${name} has no example`)
  return found
}

/** Values of a mail's variables that are examples, as they are queued, for a person of this name. */
export function exampleVariables<E extends MailEvent>(
  event: E,
  language: MailLanguage,
  { nombre, usuario, empresa, now }: { nombre: string; usuario?: string | null; empresa?: string; now: Date },
): MailVariables<E> {
  const day = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const values = Object.keys(mailEvents[event].variables.shape).map((name) => {
    if (name === 'nombre') return [name, nombre]
    if (name === 'usuario' && usuario) return [name, usuario]
    if (name === 'empresa' && empresa) return [name, empresa]
    // A mail that has it among its variables is only sent about many.
    if (name === 'cantidad') return [name, '620']
    if (name === 'sitio') return [name, 'e']
    if (name === 'vence') return [name, day(7)]
    if (name === 'documentos')
      return [name, [{ tipo: variableOf('tipo', language).ejemplo, periodo: `${day(0).slice(0, 7)}-01` }]]
    return [name, variableOf(name, language).ejemplo]
  })
  return Object.fromEntries(values) as MailVariables<E>
}

const month = (language: MailLanguage) =>
  new Intl.DateTimeFormat(regions[language], { month: 'long', year: 'numeric', timeZone: 'UTC' })
const regions = { es: 'es-AR', pt: 'pt-BR' }
