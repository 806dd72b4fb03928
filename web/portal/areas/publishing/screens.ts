import type publishing from '#locales/es/publishing.json'
import type { AreaScreen } from '../../screens.ts'

declare module '#web/shared/texts/i18n.ts' {
  interface AreaWords {
    publishing: typeof publishing
  }
}

/** The screens of this area. */
export const screens: readonly AreaScreen[] = [
  {
    id: 'publishPersonal',
    lazy: () => import('./PublishDocumentPage.tsx').then((loaded) => loaded.PublishDocumentPage),
    words: ['errors', 'publishing'],
  },
]
