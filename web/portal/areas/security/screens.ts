import type security from '#locales/es/security.json'
import type { AreaScreen } from '../../screens.ts'

declare module '#web/shared/texts/i18n.ts' {
  interface AreaWords {
    security: typeof security
  }
}

/** The screens of this area. */
export const screens: readonly AreaScreen[] = [
  {
    id: 'security',
    lazy: () => import('./SecurityPage.tsx').then((loaded) => loaded.SecurityPage),
    words: ['security'],
  },
]
