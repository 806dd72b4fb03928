import type { AreaScreen } from '../../screens.ts'

/** The screens of this area. */
export const screens: readonly AreaScreen[] = [
  {
    id: 'mainDocumentPage',
    lazy: () => import('./SectionsPage.tsx').then((loaded) => loaded.DocumentSections),
    words: [],
  },
  {
    id: 'mainBusinessPage',
    lazy: () => import('./SectionsPage.tsx').then((loaded) => loaded.BusinessSections),
    words: [],
  },
]
