import type documents from '#locales/es/documents.json'
import type documentsActs from '#locales/es/documents-acts.json'
import type documentsDownloads from '#locales/es/documents-downloads.json'
import type documentsTraceability from '#locales/es/documents-traceability.json'
import type papers from '#locales/es/papers.json'
import type { AreaScreen } from '../../screens.ts'

declare module '#web/shared/texts/i18n.ts' {
  interface AreaWords {
    documents: typeof documents
    'documents-acts': typeof documentsActs
    'documents-downloads': typeof documentsDownloads
    'documents-traceability': typeof documentsTraceability
    papers: typeof papers
  }
}

/** The screens of this area. */
export const screens: readonly AreaScreen[] = [
  {
    id: 'documentSearch',
    lazy: () => import('./DocumentsPage.tsx').then((loaded) => loaded.DocumentsPage),
    words: ['documents', 'documents-acts', 'documents-downloads', 'errors', 'reminders'],
  },
  {
    id: 'documentDetail',
    lazy: () => import('./DocumentPage.tsx').then((loaded) => loaded.DocumentPage),
    words: [
      'analysis',
      'approvals',
      'documents',
      'documents-acts',
      'documents-traceability',
      'errors',
      'papers',
      'publishing',
    ],
  },
  {
    id: 'disagreements',
    lazy: () => import('./DisagreementsPage.tsx').then((loaded) => loaded.DisagreementsPage),
    words: ['documents-acts'],
  },
]
