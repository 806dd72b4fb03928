import type workflows from '#locales/es/workflows.json'
import type { AreaScreen } from '../../screens.ts'

declare module '#web/shared/texts/i18n.ts' {
  interface AreaWords {
    workflows: typeof workflows
  }
}

/** The screens of this area. */
export const screens: readonly AreaScreen[] = [
  {
    id: 'workflowList',
    lazy: () => import('./WorkflowsPage.tsx').then((loaded) => loaded.WorkflowsPage),
    words: ['workflows'],
  },
  {
    id: 'workflowCreate',
    lazy: () => import('./WorkflowCreatePage.tsx').then((loaded) => loaded.WorkflowCreatePage),
    words: ['errors', 'workflows'],
  },
  {
    id: 'workflowOne',
    lazy: () => import('./WorkflowPage.tsx').then((loaded) => loaded.WorkflowPage),
    words: ['workflows'],
  },
]
