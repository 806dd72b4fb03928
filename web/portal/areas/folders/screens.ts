import type analysis from '#locales/es/analysis.json'
import type folders from '#locales/es/folders.json'
import type { AreaScreen } from '../../screens.ts'

declare module '#web/shared/texts/i18n.ts' {
  interface AreaWords {
    analysis: typeof analysis
    folders: typeof folders
  }
}

/** The screens of this area. */
export const screens: readonly AreaScreen[] = [
  {
    id: 'folderList',
    lazy: () => import('./FoldersPage.tsx').then((loaded) => loaded.FoldersPage),
    words: ['folders'],
  },
  {
    id: 'subfolderList',
    lazy: () => import('./FoldersPage.tsx').then((loaded) => loaded.FoldersPage),
    words: ['folders'],
  },
  {
    id: 'folderCreate',
    lazy: () => import('./FolderPages.tsx').then((loaded) => loaded.FolderCreatePage),
    words: ['errors', 'folders'],
  },
  {
    id: 'folderEdit',
    lazy: () => import('./FolderPages.tsx').then((loaded) => loaded.FolderEditPage),
    words: ['errors', 'folders'],
  },
  {
    id: 'subfolderCreate',
    lazy: () => import('./TypePages.tsx').then((loaded) => loaded.TypeCreatePage),
    words: ['analysis', 'errors', 'folders', 'massive'],
  },
  {
    id: 'subfolderEdit',
    lazy: () => import('./TypePages.tsx').then((loaded) => loaded.TypeEditPage),
    words: ['analysis', 'errors', 'folders', 'massive'],
  },
]
