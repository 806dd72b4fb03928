import type approvals from '#locales/es/approvals.json'
import type massive from '#locales/es/massive.json'
import type { AreaScreen } from '../../screens.ts'

declare module '#web/shared/texts/i18n.ts' {
  interface AreaWords {
    approvals: typeof approvals
    massive: typeof massive
  }
}

/** The screens of this area. */
export const screens: readonly AreaScreen[] = [
  {
    id: 'publishMassive',
    lazy: () => import('./MassivePage.tsx').then((loaded) => loaded.MassivePage),
    words: ['approvals', 'errors', 'massive', 'processes'],
  },
]
