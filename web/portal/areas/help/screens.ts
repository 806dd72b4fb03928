import type help from '#locales/es/help.json'
import type { AreaScreen } from '../../screens.ts'

declare module '#web/shared/texts/i18n.ts' {
  interface AreaWords {
    help: typeof help
  }
}

/** The screens of this area. */
export const screens: readonly AreaScreen[] = [
  { id: 'help', lazy: () => import('./HelpPages.tsx').then((loaded) => loaded.HelpList), words: ['help'] },
  { id: 'helpPage', lazy: () => import('./HelpPages.tsx').then((loaded) => loaded.HelpOne), words: ['help'] },
]
