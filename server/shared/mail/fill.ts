import type { MailShown } from '#contract/mail-shown.ts'
import { type MailEvent, mailEvents, type MailVariables } from '#contract/mails.ts'
import type { RichDocument } from '#contract/rich-text.ts'
import type { Db } from '../tenancy.ts'
import { fillDocument, fillWords, renderDocument, renderText } from './layout.ts'
import { commonWords, defaultWords, factsOf, type MailLanguage } from './words.ts'

/** A company's own words of a mail, null where the standard ones stay. */
export interface OwnWords {
  subject: string | null
  title: string | null
  body: unknown
  button_text: string | null
  footer: string | null
}

/** A mail's event and values, and the company's own words for it. */
interface Unfilled extends OwnWords {
  event: string
  language: MailLanguage
  variables: unknown
  /** The company's. */
  name: string
  username: string | null
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
  // A security mail keeps its standard text: only the greeting that begins it is the company's.
  const standard = definition.security && own ? withoutGreeting(ours.text) : ours.text
  const shown: { own: RichDocument | null; standard: string[] } = {
    own: own ? fillDocument(mail.body, facts) : null,
    standard: definition.security || !own ? [standard] : [],
  }
  const parts = [...(own ? [own] : []), ...shown.standard.map((text) => renderText(text, facts))]
  if (isInvitation) parts.push(renderText(common.invitation, facts))
  const words = isInvitation ? common.invitationButton : (theirs?.button_text ?? ours.button ?? '')
  return {
    subject: fillWords(theirs?.subject ?? ours.subject, facts)
      .replace(/\s+/g, ' ')
      .trim(),
    title: fillWords(theirs?.title ?? ours.title, facts),
    body: parts,
    text: parts.map((part) => part.text).join('\n\n'),
    /** The same for a screen to draw: the company's text, and the standard one as paragraphs. */
    document: {
      type: 'doc' as const,
      content: [
        ...(shown.own?.content ?? []),
        ...shown.standard.flatMap((text) => fillDocument(text, facts)?.content ?? []),
      ],
    },
    button: fillWords(words, facts),
    footer: fillWords(theirs?.footer ?? common.footer, facts),
    /** The number of things that it is about. */
    count,
  }
}

/** The first paragraph of a standard text, which greets. */
export function greetingOf(text: string): string {
  return text.split('\n\n')[0] ?? ''
}

function withoutGreeting(text: string): string {
  return text.split('\n\n').slice(1).join('\n\n')
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
): Promise<MailShown> {
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
  const { subject, title, text, button, footer } = fillMail(
    { ...found, event, language, variables },
    { isInvitation: false },
  )
  return { asunto: subject, titulo: title, parrafos: text.split(/\n{2,}/), boton: button, pie: footer }
}
