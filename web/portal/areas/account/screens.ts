import type accountAccess from '#locales/es/account-access.json'
import type deputies from '#locales/es/deputies.json'
import type { AreaScreen } from '../../screens.ts'

declare module '#web/shared/texts/i18n.ts' {
  interface AreaWords {
    'account-access': typeof accountAccess
    deputies: typeof deputies
  }
}

/** The screens of this area. */
export const screens: readonly AreaScreen[] = [
  {
    id: 'account',
    lazy: () => import('./AccountPage.tsx').then((loaded) => loaded.AccountPage),
    words: ['account', 'deputies', 'errors'],
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
