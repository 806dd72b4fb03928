import type processes from '#locales/es/processes.json'
import type processesUndo from '#locales/es/processes-undo.json'
import type { AreaScreen } from '../../screens.ts'

declare module '#web/shared/texts/i18n.ts' {
  interface AreaWords {
    processes: typeof processes
    'processes-undo': typeof processesUndo
  }
}

/** The screens of this area. */
export const screens: readonly AreaScreen[] = [
  {
    id: 'processManager',
    lazy: () => import('./ProcessesPage.tsx').then((loaded) => loaded.ProcessesPage),
    words: ['processes'],
  },
  {
    id: 'processFollowUp',
    lazy: () => import('./FollowUpPage.tsx').then((loaded) => loaded.FollowUpPage),
    words: ['processes'],
  },
  {
    id: 'undoPublication',
    lazy: () => import('./UndoPage.tsx').then((loaded) => loaded.UndoPage),
    words: ['errors', 'processes-undo'],
  },
]
