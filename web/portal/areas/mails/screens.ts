import type mails from '#locales/es/mails.json'
import type events from '#locales/es/mails-events.json'
import type richText from '#locales/es/rich-text.json'
import type { AreaScreen } from '../../screens.ts'

declare module '#web/shared/texts/i18n.ts' {
  interface AreaWords {
    mails: typeof mails
    'mails-events': typeof events
    'rich-text': typeof richText
  }
}

/** The screens of this area. The editor's scripts come with its screen alone. */
export const screens: readonly AreaScreen[] = [
  {
    id: 'customEmailsList',
    lazy: () => import('./MailsPage.tsx').then((loaded) => loaded.MailsPage),
    words: ['mails', 'mails-events'],
  },
  {
    id: 'customEmailsEdit',
    lazy: () => import('./MailPage.tsx').then((loaded) => loaded.MailPage),
    words: ['mails', 'mails-events', 'rich-text', 'errors'],
  },
]
