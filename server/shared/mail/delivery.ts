import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { type MailEvent, mailEvents } from '#contract/mails.ts'
import type { MailDefinition } from '#contract/mails/table.ts'
import { composeMail, type Invitation, type MailToCompose, type OwnMail } from './compose.ts'
import { deliverMail, senderAddress } from './mail.ts'
import { colourColumns } from '../brand.ts'
import { recordEvent } from '../evidence/events.ts'
import { makeLink } from '../identity/links.ts'
import { openSecret } from '../identity/secret.ts'
import type { Services } from '../services.ts'
import type { Db } from '../tenancy.ts'
import { fold } from '../text/fold.ts'

/** Seconds until the next attempt, after the first, the second … In all about a day; then it has failed. */
const patience = [60, 300, 900, 3600, 10_800, 21_600, 43_200]

/** The transport of composed mails. */
interface Carrier {
  send(message: SendMailOptions, id: number): Promise<void>
  close(): void
}

/**
 * Registers the delivery of queued mails: by SMTP_URL, or without it as .eml files in the data folder. Returns a
 * function that closes its connections, to be called after the queue has stopped.
 */
export function registerMailDelivery(services: Services): { close: () => void } {
  const carrier = services.config.smtpUrl ? smtpCarrier(services.config.smtpUrl) : folderCarrier(services)
  services.jobs.register(deliverMail, (company, { mail }) => deliver(services, carrier, company, mail))
  return { close: () => carrier.close() }
}

async function deliver(services: Services, carrier: Carrier, company: number, id: number): Promise<void> {
  const { read, write } = services.tenant(company)
  const queued = await read((db) => readQueued(db, id))
  if (!queued) return
  let failure: { reason: string; lasting: boolean } | null = null
  try {
    const invitation = await invitationOf(services, company, queued)
    await carrier.send(await compose(services, queued, invitation), id)
  } catch (error) {
    failure = faultOf(error)
    services.log.warn(
      { mail: id, company, attempt: queued.attempts + 1, lasting: failure.lasting },
      'a mail was not taken',
    )
  }
  await write(async (tx) => {
    const again = failure && !failure.lasting ? patience[queued.attempts] : undefined
    const { numUpdatedRows } = await tx.db
      .updateTable('mails')
      .set({ attempts: queued.attempts + 1, reason: failure?.reason ?? null })
      .$if(!failure, (update) => update.set({ state: 'sent', sent_at: services.clock(), secret: null }))
      .$if(failure !== null && again === undefined, (update) => update.set({ state: 'failed', secret: null }))
      .where('id', '=', id)
      .where('state', '=', 'queued')
      .where('attempts', '=', queued.attempts)
      .executeTakeFirst()
    if (numUpdatedRows === 1n && again !== undefined) {
      tx.enqueue(deliverMail, { mail: id }, { startAfter: new Date(Date.now() + again * 1000) })
    }
  })
}

/** The mail, its company and the company's own words; null when it was sent already, or given up. */
async function readQueued(db: Db, id: number) {
  const mail = await db
    .selectFrom('mails')
    .innerJoin('companies', 'companies.id', 'mails.company_id')
    .leftJoin('users', (join) =>
      join.onRef('users.company_id', '=', 'mails.company_id').onRef('users.id', '=', 'mails.user_id'),
    )
    .leftJoin('mail_templates', (join) =>
      join
        .onRef('mail_templates.company_id', '=', 'mails.company_id')
        .onRef('mail_templates.event', '=', 'mails.event')
        .onRef('mail_templates.language', '=', 'mails.language'),
    )
    .leftJoin('mail_pictures', (join) =>
      join
        .onRef('mail_pictures.company_id', '=', 'mail_templates.company_id')
        .onRef('mail_pictures.id', '=', 'mail_templates.picture_id'),
    )
    .select([
      'mails.event',
      'mails.language',
      'mails.to_address',
      'mails.variables',
      'mails.secret',
      'mails.message_id',
    ])
    .select([
      'mails.attempts',
      'mails.created_at',
      'mails.user_id',
      'mails.subject_kind',
      'mails.subject_id',
      'companies.id as company',
      'companies.name',
    ])
    .select(colourColumns)
    .select([
      'companies.logo_file_id',
      'companies.logo_set_at',
      'mail_templates.subject',
      'mail_templates.title',
      'mail_templates.body',
    ])
    .select(['mail_templates.button_text', 'mail_templates.footer', 'mail_templates.colours'])
    .select(['mail_pictures.key as picture', 'mails.test_words'])
    .select(['users.username', 'users.mail_key', 'users.password_hash', 'users.first_sign_in_done_at'])
    .where('mails.id', '=', id)
    .where('mails.state', '=', 'queued')
    .executeTakeFirst()
  return mail ?? null
}

type Queued = NonNullable<Awaited<ReturnType<typeof readQueued>>>

const invitationDays = 7

/**
 * Makes the invitation of a mail whose addressee never signed in: without a password its own address would lead to a
 * closed door. It goes to the account's own address alone, as every link does.
 */
async function invitationOf(services: Services, company: number, mail: Queued): Promise<Invitation | null> {
  const { user_id: id, mail_key } = mail
  const { link: leads, invites = leads === 'document' }: MailDefinition = mailEvents[mail.event as MailEvent]
  if (!invites || id === null || mail.password_hash !== null || mail.first_sign_in_done_at !== null)
    return null
  if (mail_key === null || mail_key !== fold(mail.to_address)) return null
  const hours = invitationDays * 24
  const at = services.clock()
  const link = await services.tenant(company).write(async (tx) => {
    // Nobody needs a password where single sign-on alone opens.
    const provider = await tx.db.selectFrom('sso_providers').select('only_sso').executeTakeFirst()
    if (provider?.only_sso) return null
    await recordEvent(tx, { subject: { kind: 'credential', id }, act: 'invited', actorId: null, at })
    const invited = { user: { id, mail_key }, kind: 'invitation', hours, site: 'e', createdBy: null } as const
    return makeLink(tx, services, invited)
  })
  return link === null ? null : { link, until: new Date(at.getTime() + hours * 3_600_000) }
}

async function compose(
  { config }: Services,
  mail: Queued,
  invitation: Invitation | null,
): Promise<SendMailOptions> {
  const { subject, text, html } = await composeMail(config, toCompose(mail), {
    invitation,
    secret: () => secretOf(config, mail),
  })
  return {
    messageId: mail.message_id,
    date: mail.created_at,
    from: { name: mail.name, address: senderAddress(config) },
    to: { name: '', address: mail.to_address },
    subject,
    text,
    html,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': mail.language,
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** A mail with the company's words as they are now; a test has the words with which it was asked for. */
function toCompose({ test_words, ...mail }: Queued): MailToCompose {
  const { subject, title, body, button_text, footer, colours, picture } = mail
  const template = { subject, title, body, button_text, footer, colours, picture }
  return { ...mail, own: (test_words as OwnMail | null) ?? template, isTest: test_words !== null }
}

function secretOf(config: Services['config'], mail: Queued): string {
  if (!mail.secret) throw new Error('the link or the code of this mail is gone')
  return openSecret(config.appSecret, 'mail', mail.secret, mail.message_id)
}

function smtpCarrier(url: string): Carrier {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 5,
    // Sent again by us, who count it, and never in silence.
    maxRequeues: 0,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
  })
  return {
    send: async (message) => {
      await transport.sendMail(message)
    },
    close: () => transport.close(),
  }
}

/** Without a mail server: files that a mail program opens. They hold links that open accounts, hence 0600. */
function folderCarrier({ config, log }: Services): Carrier {
  const transport = createTransport({ streamTransport: true, buffer: true })
  const folder = join(config.dataDir, 'mail')
  return {
    send: async (message, id) => {
      const { message: bytes } = await transport.sendMail(message)
      const name = `${new Date(String(message.date)).toISOString().slice(0, 19).replaceAll(':', '-')}-${id}.eml`
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(join(folder, `.${name}`), bytes as Buffer, { mode: 0o600 })
      await rename(join(folder, `.${name}`), join(folder, name))
      log.debug({ path: join(folder, name) }, 'no SMTP_URL: the mail is a file')
    },
    close: () => transport.close(),
  }
}

/** Why a mail was not taken, and whether it never will be: refused for good (5xx), or not to be composed. */
function faultOf(error: unknown): { reason: string; lasting: boolean } {
  if (!(error instanceof Error)) return { reason: String(error), lasting: false }
  const status = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : null
  const answer = 'response' in error && typeof error.response === 'string' ? error.response : error.message
  const code = 'code' in error ? error.code : undefined
  // A refused password of ours is the operator's to mend, not the recipient's fault.
  const refused = status === null ? code === 'EENVELOPE' : status >= 500 && code !== 'EAUTH'
  return { reason: answer.slice(0, 500), lasting: refused }
}
