import type selfService from '#locales/es/self-service.json'
import type { AreaScreen } from '../../screens.ts'

declare module '#web/shared/texts/i18n.ts' {
  interface AreaWords {
    'self-service': typeof selfService
  }
}

/** The screen of this area. */
export const screens: readonly AreaScreen[] = [
  {
    id: 'selfServiceConfiguration',
    lazy: () => import('./ConfigurationPage.tsx').then((loaded) => loaded.ConfigurationPage),
    words: ['self-service'],
  },
]
