import { z } from 'zod'
import es from '#locales/es/mails.json' with { type: 'json' }
import pt from '#locales/pt/mails.json' with { type: 'json' }

export type MailLanguage = 'es' | 'pt'

/** The values of a mail's placeholders, formatted. */
export type Facts = Readonly<Record<string, string>>

interface MailDefinition {
  category: 'workers' | 'documents' | 'licences' | 'tasks' | 'company' | 'reports'
  /** Never figures, ids, kinds of leave or reasons: a mail is read by others. */
  variables: z.ZodType<Record<string, unknown>>
  /**
   * Where its button leads: a path of ours; 'secret', a link that opens an account; null, no button. 'code': no
   * button either, but a secret that its words name as {{codigo}}.
   */
  link: string | null
  /** A security mail keeps its facts, its link and its addressee; a company changes its look and greeting only. */
  security: boolean
}

const person = { nombre: z.string() }
const document = z.object({
  tipo: z.string(),
  /** The month's first day, ISO; null for a type without a period. */
  periodo: z.iso.date().nullable(),
})

/** Every mail that Legajo sends. Nothing sends but through one of these. */
export const mailEvents = {
  new_user: {
    category: 'workers',
    variables: z.object({ ...person, usuario: z.string(), empresa: z.string(), vence: z.iso.date() }),
    link: 'secret',
    security: true,
  },
  reset_password: {
    category: 'workers',
    variables: z.object({ ...person, usuario: z.string(), plazo: z.string() }),
    link: 'secret',
    security: true,
  },
  password_changed: { category: 'workers', variables: z.object(person), link: null, security: true },
  mail_changed: { category: 'workers', variables: z.object(person), link: null, security: true },
  /** To the new address: with the link that puts it in force. */
  mail_confirm: {
    category: 'workers',
    variables: z.object({ ...person, usuario: z.string(), horas: z.string() }),
    link: 'secret',
    security: true,
  },
  /** To the former address, after its owner's own change: with the way back. */
  mail_changed_own: {
    category: 'workers',
    variables: z.object({ ...person, usuario: z.string(), horas: z.string() }),
    link: 'secret',
    security: true,
  },
  new_device: {
    category: 'workers',
    variables: z.object({ ...person, dispositivo: z.string(), direccion: z.string(), cuando: z.string() }),
    link: null,
    security: true,
  },
  blocked_user: { category: 'workers', variables: z.object(person), link: null, security: true },
  relation_made: {
    category: 'workers',
    variables: z.object({ ...person, usuario: z.string(), otra: z.string() }),
    link: '/s/account',
    security: true,
  },
  relation_used: {
    category: 'workers',
    variables: z.object({ ...person, usuario: z.string(), otra: z.string() }),
    link: '/s/account',
    security: true,
  },
  // Somebody who took over an account may read its mail, so no other company is named.
  relation_suspended: {
    category: 'workers',
    variables: z.object({ ...person, usuario: z.string() }),
    link: null,
    security: true,
  },
  factor_code: {
    category: 'workers',
    variables: z.object({ ...person, minutos: z.string() }),
    link: 'code',
    security: true,
  },
  factor_required: {
    category: 'workers',
    variables: z.object({ ...person, vence: z.iso.date() }),
    link: '/s/security',
    security: true,
  },
  factor_added: { category: 'workers', variables: z.object(person), link: null, security: true },
  factor_removed: { category: 'workers', variables: z.object(person), link: null, security: true },
  factor_reset: { category: 'workers', variables: z.object(person), link: null, security: true },
  factor_locked: { category: 'workers', variables: z.object(person), link: null, security: true },
  recovery_codes_made: { category: 'workers', variables: z.object(person), link: null, security: true },
  recovery_code_used: { category: 'workers', variables: z.object(person), link: null, security: true },
  new_document: {
    category: 'documents',
    variables: z.object({ ...person, documentos: z.array(document).min(1) }),
    link: '/e/',
    security: false,
  },
  signature_reminder: {
    category: 'documents',
    variables: z.object({ ...person, documentos: z.array(document).min(1) }),
    link: '/e/',
    security: false,
  },
  document_cancelled: {
    category: 'documents',
    variables: z.object({ ...person, documentos: z.array(document).min(1) }),
    link: '/e/',
    security: false,
  },
  document_replaced: {
    category: 'documents',
    variables: z.object({ ...person, documentos: z.array(document).min(1) }),
    link: '/e/',
    security: false,
  },
  disagreement_answered: {
    category: 'documents',
    variables: z.object({ ...person, documentos: z.array(document).min(1) }),
    link: '/e/',
    security: false,
  },
  documents_exported: {
    category: 'company',
    variables: z.object({ ...person, quien: z.string(), cantidad: z.string(), cuando: z.string() }),
    link: '/s/',
    security: false,
  },
  permission_asked: {
    category: 'company',
    variables: z.object({ ...person, quien: z.string(), permiso: z.string() }),
    link: '/s/employees/list',
    security: false,
  },
  publication_finished: {
    category: 'documents',
    variables: z.object({ ...person, tipo: z.string(), publicados: z.string(), pendientes: z.string() }),
    link: '/s/company/process-manager',
    security: false,
  },
  /** To who may release it: a second person, where the company wants one. */
  publication_to_release: {
    category: 'tasks',
    variables: z.object({ ...person, tipo: z.string() }),
    link: '/s/company/process-manager',
    security: false,
  },
  publication_waits: {
    category: 'documents',
    variables: z.object({ ...person, tipo: z.string(), publicados: z.string(), faltan: z.string() }),
    link: '/s/company/process-manager',
    security: false,
  },
  certificate_ending: {
    category: 'company',
    variables: z.object({ ...person, titular: z.string(), vence: z.iso.date() }),
    link: '/s/certificates',
    security: false,
  },
} as const satisfies Record<string, MailDefinition>

export type MailEvent = keyof typeof mailEvents
export type MailVariables<E extends MailEvent> = z.input<(typeof mailEvents)[E]['variables']>

/** The words of a mail, with {{facts}} to be filled in. Paragraphs are parted by an empty line. */
export interface MailWords {
  subject: string
  title: string
  text: string
  button: string | null
}

const locales: Record<
  MailLanguage,
  Record<'comun', Record<string, string>> & Record<MailEvent, Record<string, string>>
> = {
  es,
  pt,
}

/** An event's standard text, used unless a company changes it. `count` selects singular or plural. */
export function defaultWords(event: MailEvent, language: MailLanguage, count: number): MailWords {
  const words = locales[language][event]
  const plural = new Intl.PluralRules(language).select(count) === 'one' ? 'one' : 'other'
  const word = (name: keyof MailWords) => words[name] ?? words[`${name}_${plural}`]
  return {
    subject: word('subject') ?? '',
    title: word('title') ?? '',
    text: word('text') ?? '',
    button: word('button') ?? null,
  }
}

/** Words that every mail has. */
export function commonWords(language: MailLanguage): { footer: string; address: string } {
  const { pie = '', direccion = '' } = locales[language].comun
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
