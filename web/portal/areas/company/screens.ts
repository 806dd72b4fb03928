import type company from '#locales/es/company.json'
import type { AreaScreen } from '../../screens.ts'

declare module '#web/shared/texts/i18n.ts' {
  interface AreaWords {
    company: typeof company
  }
}

/** The screens of this area. */
export const screens: readonly AreaScreen[] = [
  {
    id: 'welcomeEmail',
    lazy: () => import('./WelcomePage.tsx').then((loaded) => loaded.WelcomePage),
    words: ['company', 'errors'],
  },
  {
    id: 'UpdateLogo',
    lazy: () => import('./LogoPage.tsx').then((loaded) => loaded.LogoPage),
    words: ['company', 'errors'],
  },
  {
    id: 'UpdateColors',
    lazy: () => import('./ColoursPage.tsx').then((loaded) => loaded.ColoursPage),
    words: ['company', 'errors'],
  },
]
