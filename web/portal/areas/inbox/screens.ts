import type inbox from '#locales/es/inbox.json'
import type { AreaScreen } from '../../screens.ts'

declare module '#web/shared/texts/i18n.ts' {
  interface AreaWords {
    inbox: typeof inbox
  }
}

/** The screens of this area. */
export const screens: readonly AreaScreen[] = [
  {
    id: 'fileUploadResume',
    lazy: () => import('./InboxPage.tsx').then((loaded) => loaded.InboxPage),
    words: ['approvals', 'errors', 'inbox', 'self-service'],
  },
]
