import { z } from 'zod'
import { actions } from './actions.ts'
import { call } from './call.ts'
import { colour, id, instant, named } from './fields.ts'
import type { ErrorName } from './errors.ts'
import { documentFault, lineFault, type TextFault } from './rich-text.ts'
import { type MailEvent, mailEvents, mailVariables, plannedMails } from './mails.ts'
import { mailSections } from './mails/table.ts'
import { contrast, readable, readableOn } from './palette.ts'

/** Pictures of a company's gallery that aren't archived, and the bytes of each. */
export const mostPictures = 20
export const pictureBytes = 1_048_576
/** Pictures that the gallery lists: none is ever deleted, so the oldest archived ones are left out. */
export const mostShownPictures = 200

/** Letters of each part of a mail. */
export const mailLetters = { asunto: 150, titulo: 120, texto: 4000, boton: 40, pie: 300 } as const

export const mailLanguages = ['es', 'pt'] as const
type MailLanguage = (typeof mailLanguages)[number]

const event = z.enum(Object.keys(mailEvents) as [MailEvent, ...MailEvent[]])

/** Colours of one mail in place of the company's: its button, its head, and the words on the head. */
const mailColours = z.strictObject({ primario: colour, secundario: colour, titulo: colour })
export type MailColours = z.output<typeof mailColours>

const document = z.record(z.string(), z.unknown())

/** A company's own words of one mail in one language; null where the standard ones stay. */
const words = z.strictObject({
  asunto: z.string().nullable(),
  titulo: z.string().nullable(),
  /** The editor's JSON. In a security mail only the greeting, above the standard text. */
  texto: document.nullable(),
  boton: z.string().nullable(),
  pie: z.string().nullable(),
  /** A picture of the gallery. */
  imagen: id.nullable(),
  colores: mailColours.nullable(),
})
export type CustomWords = z.output<typeof words>
export type WordsField = keyof CustomWords

/** The faults of a company's own words of a mail, by field. */
export function wordsFaults(of: MailEvent, said: CustomWords): Map<WordsField, TextFault> {
  const { security, link } = mailEvents[of]
  const variables = mailVariables(of)
  const faults = new Map<WordsField, TextFault>()
  const note = (field: WordsField, fault: TextFault | null) => fault && faults.set(field, fault)
  for (const field of ['asunto', 'titulo', 'boton', 'pie'] as const) {
    const text = said[field]
    if (text === null) continue
    if (security || (field === 'boton' && !hasButton(link))) note(field, { code: 'MAIL_SECURITY_FIXED' })
    else note(field, lineFault(text, variables, mailLetters[field]))
  }
  if (said.texto !== null)
    note('texto', documentFault(said.texto, { variables, links: !security, letters: mailLetters.texto }))
  if (said.colores !== null) note('colores', coloursFault(said.colores))
  return faults
}

/** A mail whose button leads nowhere has none. */
export const hasButton = (link: string | null): boolean => link !== null && link !== 'code'

function coloursFault({ primario, secundario, titulo }: MailColours): TextFault | null {
  const button = readable(primario)
  const code = 'BRAND_COLOUR_UNREADABLE' as const
  if (!button.readable) return { code, params: { sugerido: button.suggestion } }
  if (contrast(titulo, secundario) >= 4.5) return null
  return { code, params: { sugerido: readableOn(titulo, secundario) } }
}

const faults = [
  'SYSTEM_API_PARAMETER_REQUIRED',
  'MAIL_SECURITY_FIXED',
  'TEXT_TOO_LONG',
  'MAIL_LINE_BREAK',
  'TEXT_HIDDEN_CHARACTER',
  'MAIL_BRACES_OPEN',
  'MAIL_VARIABLE_UNKNOWN',
  'TEXT_PART_UNKNOWN',
  'TEXT_TOO_MANY_PARTS',
  'TEXT_LINK_NOT_ALLOWED',
  'TEXT_LINK_DECEIVES',
  'MAIL_PICTURE_NOT_FOUND',
  'BRAND_COLOUR_UNREADABLE',
] as const satisfies readonly ErrorName[]

type Said = Partial<Record<MailLanguage | 'palabras', CustomWords | null | undefined>> & { event: MailEvent }

/** Adds the faults of each language's words to a call's input. */
function refuseFaults(fields: readonly (MailLanguage | 'palabras')[]) {
  return (input: Said, context: z.RefinementCtx) => {
    for (const field of fields) {
      const said = input[field]
      if (!said) continue
      for (const [part, { code, params }] of wordsFaults(input.event, said))
        context.addIssue({ code: 'custom', message: code, path: [field, part], ...(params && { params }) })
    }
  }
}

const changed = z.object({ quien: z.string().nullable(), cuando: instant }).nullable()

const row = z.object({
  /** Null: it isn't sent yet, so it has no words to change. */
  evento: event.nullable(),
  /** The name under which the screen has its words. */
  clave: z.string(),
  seccion: z.enum(mailSections),
  seguridad: z.boolean(),
  /** Its subject in the reader's language, with examples; `{{nombre}}` stands for the receiver. */
  asunto: z.string().nullable(),
  /** Languages in which it has words or a look of the company's own. */
  propios: z.array(z.enum(mailLanguages)),
  ultimo_envio: instant.nullable(),
  cambiado: changed,
})
export type MailRow = z.output<typeof row>

const picture = z.object({
  id,
  nombre: z.string(),
  /** Its public address: the same for everybody, for ever. */
  direccion: z.string(),
  ancho: z.int(),
  alto: z.int(),
  tamano: z.int(),
  archivada: instant.nullable(),
  /** Mails that have it now. */
  correos: z.int(),
  subida: instant,
  quien: z.string(),
})
export type MailPicture = z.output<typeof picture>

const gallery = z.object({
  imagenes: z.array(picture),
  maximo: z.int(),
  /** Places that are free. */
  libres: z.int(),
})
export type MailGallery = z.output<typeof gallery>

const inLanguage = z.object({
  /** The standard words, as the editor has them. The text of a security mail is its greeting. */
  original: z.object({
    asunto: z.string(),
    titulo: z.string(),
    texto: document,
    boton: z.string().nullable(),
    pie: z.string(),
  }),
  propio: words.nullable(),
  variables: z.array(z.object({ nombre: z.string(), titulo: z.string(), ejemplo: z.string() })),
})

const one = z.object({
  evento: event,
  seccion: z.enum(mailSections),
  seguridad: z.boolean(),
  /** It leads somewhere by a button. */
  con_boton: z.boolean(),
  /** Changes with the company's words; to be sent back with a change of them. */
  version: z.string(),
  cambiado: changed,
  es: inLanguage,
  pt: inLanguage,
  /** Pictures that the words have, archived ones too. */
  imagenes: z.array(picture.pick({ id: true, nombre: true, direccion: true })),
})
export type CustomMail = z.output<typeof one>

/** A text whose variables have become words, and whose links are all https. */
const filled = z.object({ type: z.literal('doc'), content: z.array(z.unknown()) })

const preview = z.object({
  persona: named,
  asunto: z.string(),
  remitente: z.string(),
  titulo: z.string(),
  /** The editor's JSON with the person's values. */
  cuerpo: filled,
  boton: z.string().nullable(),
  /** The address that opens an account or a document is shown below the button. */
  direccion: z.string().nullable(),
  pie: z.string(),
  /** The address of its picture; without one, of the company's logo. */
  imagen: z.string().nullable(),
  logo: z.string().nullable(),
  colores: z.object({ boton: z.string(), sobre_boton: z.string(), cabecera: z.string(), titulo: z.string() }),
  /** Both parts as they would be sent. */
  html: z.string(),
  texto: z.string(),
})
export type MailPreviewed = z.output<typeof preview>

const need = [actions.customMails] as const

/** The company's own words and look for the mails that it sends. */
export const customMails = {
  list: call({
    method: 'GET',
    path: '/v2/custom-mails',
    need: 'hr',
    summary:
      'Every mail by section: which are the company’s own, when each was last sent, and by whom changed.',
    answer: z.array(row),
  }),
  people: call({
    method: 'GET',
    path: '/v2/custom-mails/people',
    need: 'hr',
    summary: 'People within reach whose data a preview may show, by name.',
    input: z.object({ buscar: z.string().trim().max(100).default('') }),
    answer: z.array(named),
  }),
  gallery: call({
    method: 'GET',
    path: '/v2/custom-mails/gallery',
    need,
    summary: 'The company’s pictures for mails, the newest first; then the archived ones, up to 200 in all.',
    answer: gallery,
  }),
  addPicture: call({
    method: 'POST',
    path: '/v2/custom-mails/gallery',
    need,
    summary: 'Adds a picture, made anew without any other data of its file. None is ever deleted.',
    input: z.object({}),
    upload: {
      field: 'imagen',
      maxBytes: pictureBytes,
      types: ['png', 'jpg'],
      required: true,
      refusals: { size: 'IMAGE_LIMIT_SIZE', type: 'IMAGE_TYPE' },
    },
    answer: picture,
    errors: ['COMPANY_GALLERY_LIMIT_EXCEPTION', 'IMAGE_LIMIT_SIZE', 'IMAGE_TYPE'],
    ratePerMinute: 60,
  }),
  changePicture: call({
    method: 'PATCH',
    path: '/v2/custom-mails/gallery/{id}',
    need,
    summary: 'Archives a picture, which frees its place, or takes it back. Its address goes on answering.',
    input: z.object({ id, archivada: z.boolean() }),
    answer: picture,
    errors: ['COMPANY_GALLERY_LIMIT_EXCEPTION'],
  }),
  one: call({
    method: 'GET',
    path: '/v2/custom-mails/{event}',
    need: 'hr',
    summary: 'The standard words of a mail and the company’s own, in both languages, with its variables.',
    input: z.object({ event }),
    answer: one,
  }),
  save: call({
    method: 'PUT',
    path: '/v2/custom-mails/{event}',
    need,
    summary:
      'Sets the company’s words of a mail in one language or both; null restores one. Other words than those of `version` are not overwritten.',
    input: z
      .object({
        event,
        version: z.string().max(64),
        es: words.nullable().optional(),
        pt: words.nullable().optional(),
      })
      .superRefine(refuseFaults(mailLanguages)),
    answer: one,
    errors: [...faults, 'MAIL_CHANGED'],
  }),
  restore: call({
    method: 'DELETE',
    path: '/v2/custom-mails/{event}',
    need,
    summary: 'Restores the standard words and look of a mail, in both languages.',
    input: z.object({ event, version: z.string().max(64) }),
    answer: one,
    errors: ['MAIL_CHANGED'],
  }),
  preview: call({
    method: 'POST',
    path: '/v2/custom-mails/{event}/preview',
    need: 'hr',
    summary:
      'A mail as a person within reach would get it, with words that needn’t be saved; without them, as it is.',
    input: z
      .object({
        event,
        idioma: z.enum(mailLanguages),
        palabras: words.nullable().optional(),
        persona: id.optional(),
      })
      .superRefine(refuseFaults(['palabras'])),
    answer: preview,
    errors: faults,
    idempotent: false,
    ratePerMinute: 240,
  }),
  test: call({
    method: 'POST',
    path: '/v2/custom-mails/{event}/test',
    need,
    summary:
      'Sends a mail to the caller alone, with words that needn’t be saved. Its subject says that it is a test.',
    input: z
      .object({ event, idioma: z.enum(mailLanguages), palabras: words.nullable().optional() })
      .superRefine(refuseFaults(['palabras'])),
    answer: z.object({ correo: z.string() }),
    errors: [...faults, 'USER_WITHOUT_MAIL'],
    ratePerMinute: 10,
  }),
}

/** The pictures that mails show. Nothing is noted of who opens one. */
export const mailPictures = {
  file: call({
    method: 'GET',
    path: '/mail-pictures/{empresa}/{clave}',
    need: 'public',
    summary: 'A picture of a mail.',
    input: z.object({ empresa: id, clave: z.string().regex(/^[\w-]{22}$/) }),
    answer: 'file',
    ratePerMinute: 1200,
  }),
}

/** Every mail of the registry in its order, and those that aren't sent yet. */
export const allMails = [
  ...Object.entries(mailEvents).map(([name, { category, security }]) => ({
    evento: name as MailEvent,
    clave: name,
    seccion: category,
    seguridad: security,
  })),
  ...Object.entries(plannedMails).map(([clave, seccion]) => ({
    evento: null,
    clave,
    seccion,
    seguridad: false,
  })),
]
