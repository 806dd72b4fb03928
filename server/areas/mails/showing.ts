import type { ParsedOf } from '#contract/call.ts'
import { allMails, type customMails, hasButton } from '#contract/custom-mails.ts'
import { documentOf } from '#contract/rich-text.ts'
import { type MailEvent, mailEvents, mailVariables } from '#contract/mails.ts'
import type { MailDefinition } from '#contract/mails/table.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { composeMail, type MailToCompose } from '#server/shared/mail/compose.ts'
import { fillMail, greetingOf } from '#server/shared/mail/fill.ts'
import { queueMail, senderAddress } from '#server/shared/mail/mail.ts'
import {
  commonWords,
  defaultWords,
  exampleVariables,
  type MailLanguage,
  variableOf,
} from '#server/shared/mail/words.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { picturesOf } from './gallery.ts'
import { lastSent, lookOf, ownMailOf, personInReach, type Template, templatesOf, userOf } from './queries.ts'
import { versionOf } from './saving.ts'

const exampleCode = '418302'

/** Every mail of the registry, and those that aren't sent yet. */
export async function listMails({ request, services }: Context, tx: Tx) {
  const sent = await lastSent(tx.db, Object.keys(mailEvents) as MailEvent[])
  const own = await templatesOf(tx.db)
  const { name } = await lookOf(tx.db)
  const { language } = request
  const subjectOf = (event: MailEvent) => {
    const subject = own.find((one) => one.event === event && one.language === language)?.words.asunto ?? null
    // The list shows the variable: an example would read as the name of somebody.
    const nombre = '{{nombre}}'
    const variables = exampleVariables(event, language, { nombre, empresa: name, now: services.clock() })
    const words = { subject, title: null, body: null, button_text: null, footer: null }
    const username = variableOf('usuario', language).ejemplo
    return fillMail({ ...words, event, language, variables, name, username }, { isInvitation: false }).subject
  }
  return allMails.map(({ evento, ...mail }) => {
    const templates = own.filter(({ event }) => event === evento)
    return {
      evento,
      ...mail,
      asunto: evento && subjectOf(evento),
      propios: templates.map(({ language: of }) => of),
      ultimo_envio: (evento && sent.get(evento)) ?? null,
      cambiado: lastChange(templates),
    }
  })
}

function lastChange(templates: readonly Template[]) {
  const last = templates.toSorted((a, b) => b.changed_at.getTime() - a.changed_at.getTime())[0]
  return last ? { quien: last.changer, cuando: last.changed_at } : null
}

/** A mail's standard words and the company's own, as the editor has them. */
export async function shownMail({ request }: Context, tx: Tx, event: MailEvent) {
  const found = await templatesOf(tx.db, event)
  const { category, security, link }: MailDefinition = mailEvents[event]
  const inLanguage = (language: MailLanguage) => {
    const words = defaultWords(event, language, { count: 1, asksSignature: false })
    return {
      original: {
        asunto: words.subject,
        titulo: words.title,
        texto: { ...documentOf(security ? greetingOf(words.text) : words.text) },
        boton: hasButton(link) ? words.button : null,
        pie: commonWords(language).footer,
      },
      propio: found.find((one) => one.language === language)?.words ?? null,
      variables: mailVariables(event).map((nombre) => ({
        nombre,
        titulo: variableOf(nombre, request.language).titulo,
        ejemplo: variableOf(nombre, language).ejemplo,
      })),
    }
  }
  const pictures = found.flatMap(({ words }) => words.imagen ?? [])
  return {
    evento: event,
    seccion: category,
    seguridad: security,
    con_boton: hasButton(link),
    version: versionOf(found),
    cambiado: lastChange(found),
    es: inLanguage('es'),
    pt: inLanguage('pt'),
    imagenes: await picturesOf(tx, pictures),
  }
}

/** The words that are tried: those that were sent along, otherwise the company's as they are. */
async function triedWords(
  tx: Tx,
  { event, idioma, palabras }: Pick<ParsedOf<typeof customMails.test>, 'event' | 'idioma' | 'palabras'>,
) {
  const stored = (await templatesOf(tx.db, event)).find(({ language }) => language === idioma)?.words ?? null
  const words = palabras === undefined ? stored : palabras
  const own = await ownMailOf(tx.db, words)
  if (words?.imagen && own.picture === null) refuse('MAIL_PICTURE_NOT_FOUND', 'palabras.imagen')
  return own
}

/**
 * A mail with a person's name and user, and otherwise with examples. Nobody else's data is in it.
 *
 * @throws {Refusal} NOT_FOUND: the person is out of reach; MAIL_PICTURE_NOT_FOUND
 */
export async function previewWords(
  { services: { config, clock }, session }: Context,
  tx: Tx,
  { event, idioma, palabras, persona }: ParsedOf<typeof customMails.preview>,
) {
  const found = await personInReach(tx.db, session, persona)
  if (!found && persona !== undefined) refuse('NOT_FOUND')
  const person = found ?? (await userOf(tx.db, session.userId))
  const look = await lookOf(tx.db)
  const mail: MailToCompose = {
    ...look,
    event,
    language: idioma,
    variables: exampleVariables(event, idioma, {
      nombre: person.first_name,
      usuario: person.username,
      empresa: look.name,
      now: clock(),
    }),
    subject_kind: null,
    subject_id: null,
    username: person.username,
    own: await triedWords(tx, { event, idioma, palabras }),
    isTest: false,
  }
  const { link } = mailEvents[event]
  const { subject, text, html, pieces } = await composeMail(config, mail, {
    invitation: null,
    secret: () => exampleSecret(link, config.publicUrl),
  })
  return {
    persona: { id: person.id, nombre: person.nombre },
    asunto: subject,
    remitente: `${look.name} <${senderAddress(config)}>`,
    titulo: pieces.title,
    cuerpo: pieces.document,
    boton: pieces.button,
    direccion: pieces.address,
    pie: pieces.footer,
    imagen: pieces.picture,
    logo: pieces.logo,
    colores: pieces.colours,
    html,
    texto: text,
  }
}

/** In place of a link that opens an account, the address of the site; in place of a code, one that opens nothing. */
function exampleSecret(link: string | null, publicUrl: string): string {
  return link === 'code' ? exampleCode : `${publicUrl}/e/`
}

/** Sends a mail to the caller alone. @throws {Refusal} USER_WITHOUT_MAIL, MAIL_PICTURE_NOT_FOUND */
export async function testWords(
  { services, session }: Context,
  tx: Tx,
  input: ParsedOf<typeof customMails.test>,
): Promise<{ correo: string }> {
  const { event, idioma } = input
  const me = await userOf(tx.db, session.userId)
  if (me.mail === null) refuse('USER_WITHOUT_MAIL')
  const { name } = await lookOf(tx.db)
  const { link } = mailEvents[event]
  const secret = exampleSecret(link, services.config.publicUrl)
  await queueMail(tx, services, {
    event,
    userId: me.id,
    to: me.mail,
    language: idioma,
    subject: { kind: 'credential', id: me.id },
    variables: exampleVariables(event, idioma, {
      nombre: me.first_name,
      usuario: me.username,
      empresa: name,
      now: services.clock(),
    }),
    test: await triedWords(tx, input),
    ...(link === 'secret' && { secretLink: secret }),
    ...(link === 'code' && { secretCode: secret }),
  })
  return { correo: me.mail }
}
