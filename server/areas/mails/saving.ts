import { createHash } from 'node:crypto'
import type { CustomWords } from '#contract/custom-mails.ts'
import { mailLanguages } from '#contract/custom-mails.ts'
import type { MailEvent } from '#contract/mails.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { canonical, type Fact, recordEvent } from '#server/shared/evidence/events.ts'
import type { MailLanguage } from '#server/shared/mail/words.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { lockMails, type Template, templatesOf } from './queries.ts'

/** Words by language; a language that is absent keeps its own, null restores the standard ones. */
export type NewWords = { [L in MailLanguage]?: CustomWords | null | undefined }

/** A digest of a mail's own words, by which a change of others is noticed. */
export function versionOf(found: readonly Template[]): string {
  return createHash('sha256')
    .update(canonical(wordsByLanguage(found)))
    .digest('hex')
    .slice(0, 32)
}

function wordsByLanguage(found: readonly Template[]): { [name: string]: Fact } {
  return Object.fromEntries(found.map(({ language, words }) => [language, words as Fact]))
}

/**
 * Sets a company's own words of a mail.
 *
 * @throws {Refusal} MAIL_CHANGED: they aren't those of `version` any longer; MAIL_PICTURE_NOT_FOUND
 */
export async function saveWords(
  { services, session, evidence }: Pick<Context, 'services' | 'session' | 'evidence'>,
  tx: Tx,
  { event, version, ...words }: { event: MailEvent; version: string } & NewWords,
): Promise<void> {
  await lockMails(tx)
  const former = await templatesOf(tx.db, event)
  if (versionOf(former) !== version) refuse('MAIL_CHANGED')
  const at = services.clock()
  for (const language of mailLanguages) {
    const next = words[language]
    if (next === undefined) continue
    const before = former.find((one) => one.language === language)?.words ?? null
    const now = next && Object.values(next).some((value) => value !== null) ? next : null
    if (canonical(now as Fact) === canonical(before as Fact)) continue
    await checkPicture(tx, language, now?.imagen ?? null, before?.imagen ?? null)
    await write(tx, { event, language }, now, { at, by: session.userId })
    await recordEvent(tx, {
      subject: { kind: 'company', id: tx.company },
      act: now ? 'mail_words_set' : 'mail_words_restored',
      at,
      data: { event, language, before: JSON.stringify(before), now: JSON.stringify(now) },
      ...evidence,
    })
  }
}

/** Sets a company's own words of a mail, whatever they were before. */
export async function saveFirstWords(
  ctx: Pick<Context, 'services' | 'session' | 'evidence'>,
  tx: Tx,
  event: MailEvent,
  words: NewWords,
): Promise<void> {
  await saveWords(ctx, tx, { event, version: versionOf(await templatesOf(tx.db, event)), ...words })
}

/** An archived picture stays where it is, and is chosen nowhere else. */
async function checkPicture(
  tx: Tx,
  language: MailLanguage,
  chosen: number | null,
  former: number | null,
): Promise<void> {
  if (chosen === null || chosen === former) return
  const found = await tx.db
    .selectFrom('mail_pictures')
    .select('id')
    .where('id', '=', chosen)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (!found) refuse('MAIL_PICTURE_NOT_FOUND', `${language}.imagen`)
}

async function write(
  tx: Tx,
  { event, language }: { event: MailEvent; language: MailLanguage },
  words: CustomWords | null,
  { at, by }: { at: Date; by: number },
): Promise<void> {
  if (words === null) {
    await tx.db
      .deleteFrom('mail_templates')
      .where('event', '=', event)
      .where('language', '=', language)
      .execute()
    return
  }
  const row = {
    subject: words.asunto,
    title: words.titulo,
    body: words.texto && JSON.stringify(words.texto),
    button_text: words.boton,
    footer: words.pie,
    picture_id: words.imagen,
    colours: words.colores && JSON.stringify(words.colores),
    changed_by: by,
    changed_at: at,
  }
  await tx.db
    .insertInto('mail_templates')
    .values({ company_id: tx.company, event, language, ...row })
    .onConflict((conflict) => conflict.columns(['company_id', 'event', 'language']).doUpdateSet(row))
    .execute()
}
