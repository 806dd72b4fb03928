import { z } from 'zod'
import type { Config } from '#server/config.ts'
import { company as companyCalls } from '#contract/company/company.ts'
import { type MailEvent, mailEvents } from '#contract/mails.ts'
import { mailPictures } from '#contract/custom-mails.ts'
import { defaultColours, headerColours, palette } from '#contract/palette.ts'
import { coloursOf, type ColourRow, logoVersionOf } from '../brand.ts'
import { fillMail, type OwnWords } from './fill.ts'
import { fillLayout, html, mailLayout } from './layout.ts'
import { commonWords, dateIn, type MailLanguage } from './words.ts'

/** A company's own words of a mail, and its look. */
export interface OwnMail extends OwnWords {
  colours: unknown
  /** The unguessable part of its picture's address. */
  picture: string | null
}

/** Everything of which a mail is made. */
export interface MailToCompose extends ColourRow {
  event: string
  language: MailLanguage
  variables: unknown
  subject_kind: string | null
  subject_id: number | null
  company: number
  /** The company's. */
  name: string
  logo_file_id: number | null
  logo_set_at: Date | null
  username: string | null
  own: OwnMail
  /** Only a trial: its subject says so. */
  isTest: boolean
}

/** A new invitation in a mail that invites, for somebody who never signed in. */
export interface Invitation {
  link: string
  until: Date
}

const ownColours = z.object({ primario: z.string(), secundario: z.string(), titulo: z.string() }).nullable()

/**
 * Makes a mail: its subject and both its parts, and the same as pieces for a screen to draw.
 *
 * @param secret the link or the code of an event that carries one; called only there
 */
export async function composeMail(
  config: Pick<Config, 'publicUrl'>,
  mail: MailToCompose,
  { invitation, secret }: { invitation: Invitation | null; secret: () => string },
) {
  const definition = mailEvents[mail.event as MailEvent]
  const written = fillMail(
    { ...mail, ...mail.own },
    {
      ...(definition.link === 'code' && { codigo: secret() }),
      ...(invitation && { vence: dateIn(mail.language, invitation.until) }),
      isInvitation: invitation !== null,
    },
  )
  const { title, body, text, footer } = written
  const common = commonWords(mail.language)
  const subject = mail.isTest ? `[${common.test}] ${written.subject}` : written.subject
  const link = invitation?.link ?? linkOf(config, definition.link, mail, { count: written.count, secret })
  const button = link ? written.button : null
  const colours = ownColours.parse(mail.own.colours ?? null)
  const { fill, on } = palette(colours?.primario ?? mail.colour_primary, 'light')
  const header = headerColours({ ...coloursOf(mail), ...colours }, 'light')
  const ground = header?.ground ?? '#ffffff'
  const onHeader = header?.title ?? defaultColours.titulo
  const picture = mail.own.picture === null ? null : pictureAddress(mail.company, mail.own.picture)
  const logo = mail.logo_file_id && !picture ? logoAddress(mail) : null
  const address = definition.link === 'secret' || invitation ? link : null
  return {
    subject,
    text: [title, text, ...(link && button ? [`${button}: ${link}`] : []), `--\n${footer}`].join('\n\n'),
    html: fillLayout(await mailLayout(), {
      language: mail.language,
      subject,
      preview: withoutGreeting(text).slice(0, 140),
      company: mail.name,
      picture: picture && `${config.publicUrl}${picture}`,
      head: picture ? null : mail.name,
      logo: logo && `${config.publicUrl}${logo}`,
      name: logo || picture ? null : mail.name,
      header: ground,
      onHeader,
      title,
      body: html`${body.map((part) => part.html)}`,
      button,
      link,
      address,
      addressWords: common.address,
      colour: fill,
      onColour: on,
      footer,
    }),
    pieces: {
      title,
      document: written.document,
      button,
      address,
      footer,
      picture,
      logo,
      colours: { boton: fill, sobre_boton: on, cabecera: ground, titulo: onHeader },
    },
  }
}

/** A text without its greeting, which the subject has said: the line that a list of mails shows beside it. */
function withoutGreeting(text: string): string {
  const [first = '', ...rest] = text.split('\n\n')
  return rest.length > 0 && /[:,]$/.test(first) ? rest.join(' ') : text
}

/** The path of a picture, the same in mails and on screens. */
export function pictureAddress(company: number, key: string): string {
  return `/api${mailPictures.file.path.replace('{empresa}', String(company)).replace('{clave}', key)}`
}

function linkOf(
  config: Pick<Config, 'publicUrl'>,
  link: string | null,
  mail: MailToCompose,
  { count, secret }: { count: number; secret: () => string },
): string | null {
  if (link === null || link === 'code') return null
  if (link === 'secret') return secret()
  if (link === 'site') {
    const { sitio } = z.object({ sitio: z.enum(['s', 'e']) }).parse(mail.variables)
    return `${config.publicUrl}/${sitio}/`
  }
  if (link !== 'document') return `${config.publicUrl}${link}`
  const one = mail.subject_kind === 'document' && count === 1
  return `${config.publicUrl}/e/${one ? `documentos/${mail.subject_id}` : ''}`
}

/** Changes with the logo, since a program that shows mails may keep the picture of an address for ever. */
function logoAddress(mail: MailToCompose): string {
  const path = companyCalls.logo.path.replace('{id}', String(mail.company))
  const version = logoVersionOf({ id: mail.company, logo_set_at: mail.logo_set_at })
  return `/api${path}?${new URLSearchParams(version)}`
}
