import type sections from '#locales/es/shell-sections.json'
import type { AreaScreen } from '../../screens.ts'

declare module '#web/shared/texts/i18n.ts' {
  interface AreaWords {
    'shell-sections': typeof sections
  }
}

/** The screens of this area. */
export const screens: readonly AreaScreen[] = [
  {
    id: 'mainDocumentPage',
    lazy: () => import('./SectionsPage.tsx').then((loaded) => loaded.DocumentSections),
    words: ['shell-sections'],
  },
  {
    id: 'mainBusinessPage',
    lazy: () => import('./SectionsPage.tsx').then((loaded) => loaded.BusinessSections),
    words: ['shell-sections'],
  },
]
