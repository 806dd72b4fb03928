import type reports from '#locales/es/reports.json'
import type { AreaScreen } from '../../screens.ts'

declare module '#web/shared/texts/i18n.ts' {
  interface AreaWords {
    reports: typeof reports
  }
}

/** The screens of this area. */
export const screens: readonly AreaScreen[] = [
  {
    id: 'reportsMain',
    lazy: () => import('./ReportsPage.tsx').then((loaded) => loaded.ReportsPage),
    words: ['reports'],
  },
]
