import type evidence from '#locales/es/evidence.json'
import type { AreaScreen } from '../../screens.ts'

declare module '#web/shared/texts/i18n.ts' {
  interface AreaWords {
    evidence: typeof evidence
  }
}

/** The screens of this area. */
export const screens: readonly AreaScreen[] = [
  {
    id: 'evidence',
    lazy: () => import('./EvidencePage.tsx').then((loaded) => loaded.EvidencePage),
    words: ['evidence'],
  },
]
