import type reminders from '#locales/es/reminders.json'
import type { AreaScreen } from '../../screens.ts'

declare module '#web/shared/texts/i18n.ts' {
  interface AreaWords {
    reminders: typeof reminders
  }
}

/** The screens of this area. */
export const screens: readonly AreaScreen[] = [
  {
    id: 'signatureReminder',
    lazy: () => import('./RemindersPage.tsx').then((loaded) => loaded.RemindersPage),
    words: ['errors', 'reminders'],
  },
  {
    id: 'publicationNotices',
    lazy: () => import('./NoticesPage.tsx').then((loaded) => loaded.NoticesPage),
    words: ['reminders'],
  },
]
