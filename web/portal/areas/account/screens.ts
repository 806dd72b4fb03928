import type accountAccess from '#locales/es/account-access.json'
import type { AreaScreen } from '../../screens.ts'

declare module '#web/shared/texts/i18n.ts' {
  interface AreaWords {
    'account-access': typeof accountAccess
  }
}

/** The screens of this area. */
export const screens: readonly AreaScreen[] = [
  {
    id: 'account',
    lazy: () => import('./AccountPage.tsx').then((loaded) => loaded.AccountPage),
    words: ['account', 'errors'],
  },
  {
    id: 'declined',
    lazy: () => import('./DeclinedPage.tsx').then((loaded) => loaded.DeclinedPage),
    words: ['account-access'],
  },
  {
    id: 'printedCode',
    lazy: () => import('./PrintedCodePage.tsx').then((loaded) => loaded.PrintedCodePage),
    words: ['account-access'],
  },
]
