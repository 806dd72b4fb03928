import { type MailEvent, mailEvents, type MailVariables } from '#contract/mails.ts'
import type { Db } from '../tenancy.ts'
import { fillWords, renderDocument, renderText } from './layout.ts'
import { commonWords, defaultWords, factsOf, type MailLanguage } from './words.ts'

/** A mail's event and values, and the company's own words for it, null where it has none. */
interface Unfilled {
  event: string
  language: MailLanguage
  variables: unknown
  /** The company's. */
  name: string
  username: string | null
  subject: string | null
  title: string | null
  body: unknown
  button_text: string | null
  footer: string | null
}

interface More {
  /** The button makes the first password. */
  isInvitation: boolean
  codigo?: string
  vence?: string
}

/** The words of a mail with their values: the company's own, otherwise the standard ones. */
export function fillMail(mail: Unfilled, { isInvitation, ...more }: More) {
  const event = mail.event as MailEvent
  const definition = mailEvents[event]
  const { facts: plain, count, asksSignature } = factsOf(event, mail.variables, mail.name, mail.language)
  const facts = { ...(mail.username !== null && { usuario: mail.username }), ...plain, ...more }
  const ours = defaultWords(event, mail.language, { count, asksSignature })
  const common = commonWords(mail.language)
  const theirs = definition.security ? null : mail
  const own = renderDocument(mail.body, facts)
  const standard = renderText(ours.text, facts)
  // A security mail keeps its standard text; the company's text precedes it.
  const parts = definition.security ? [own, standard] : [own ?? standard]
  if (isInvitation) parts.push(renderText(common.invitation, facts))
  const body = parts.filter((part) => part !== null)
  const words = isInvitation ? common.invitationButton : (theirs?.button_text ?? ours.button ?? '')
  return {
    subject: fillWords(theirs?.subject ?? ours.subject, facts)
      .replace(/\s+/g, ' ')
      .trim(),
    title: fillWords(mail.title ?? ours.title, facts),
    body,
    text: body.map((part) => part.text).join('\n\n'),
    button: fillWords(words, facts),
    footer: fillWords(mail.footer ?? common.footer, facts),
    /** The number of things that it is about. */
    count,
  }
}

interface Previewed<E extends MailEvent> {
  event: E
  language: MailLanguage
  /** The person who would get it. */
  userId: number
  variables: MailVariables<E>
}

/** The words of a mail as somebody who has signed in before would get them. */
export async function previewMail<E extends MailEvent>(
  db: Db,
  { event, language, userId, variables }: Previewed<E>,
) {
  const found = await db
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.company_id')
    .leftJoin('mail_templates', (on) =>
      on
        .onRef('mail_templates.company_id', '=', 'companies.id')
        .on('mail_templates.event', '=', event)
        .on('mail_templates.language', '=', language),
    )
    .select(['companies.name', 'users.username'])
    .select(['mail_templates.subject', 'mail_templates.title', 'mail_templates.body'])
    .select(['mail_templates.button_text', 'mail_templates.footer'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  return fillMail({ ...found, event, language, variables }, { isInvitation: false })
}
