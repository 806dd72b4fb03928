import type generic from '#locales/es/generic.json'
import type { AreaScreen } from '../../screens.ts'

declare module '#web/shared/texts/i18n.ts' {
  interface AreaWords {
    generic: typeof generic
  }
}

/** The screens of this area. */
export const screens: readonly AreaScreen[] = [
  {
    id: 'publishGeneric',
    lazy: () => import('./GenericPage.tsx').then((loaded) => loaded.GenericPage),
    words: ['errors', 'generic'],
  },
]
