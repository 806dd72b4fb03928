import { noticeColours } from '#contract/notifications.ts'
import type { Db } from '#server/shared/tenancy.ts'
import type { Language } from '#server/shared/text/language.ts'

export type NoticeKind = 'push' | 'outage'

/** The notices of a kind that the transaction's company is shown now, the most pressing first, then the newest. */
export async function noticesNow(db: Db, kind: NoticeKind, language: Language, now: Date) {
  const rows = await db
    .selectFrom('notices')
    .where('kind', '=', kind)
    .where('starts_at', '<=', now)
    .where((is) => is.or([is('ends_at', 'is', null), is('ends_at', '>', now)]))
    .select([
      'id',
      'revision',
      'colour as tipo',
      `title_${language} as titulo`,
      `text_${language} as aviso`,
      'sticky',
      'starts_at as desde',
      'ends_at as hasta',
      'link as enlace',
    ])
    .orderBy('starts_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.toSorted((one, other) => noticeColours.indexOf(one.tipo) - noticeColours.indexOf(other.tipo))
}
