import type managers from '#locales/es/managers.json'
import type { AreaScreen } from '../../screens.ts'

declare module '#web/shared/texts/i18n.ts' {
  interface AreaWords {
    managers: typeof managers
  }
}

/** The screen of this area. */
export const screens: readonly AreaScreen[] = [
  {
    id: 'managerManagement',
    lazy: () => import('./ManagersPage.tsx').then((loaded) => loaded.ManagersPage),
    words: ['managers'],
  },
]
