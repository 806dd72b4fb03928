import type home from '#locales/es/home.json'
import type { AreaScreen } from '../../screens.ts'

declare module '#web/shared/texts/i18n.ts' {
  interface AreaWords {
    home: typeof home
  }
}

/** The screens of this area. */
export const screens: readonly AreaScreen[] = [
  {
    id: 'home',
    lazy: () => import('./HomePage.tsx').then((loaded) => loaded.HomePage),
    words: ['billboard', 'home', 'reminders'],
  },
]
