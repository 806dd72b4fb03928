import type billboard from '#locales/es/billboard.json'
import type richText from '#locales/es/rich-text.json'
import type { AreaScreen } from '../../screens.ts'

declare module '#web/shared/texts/i18n.ts' {
  interface AreaWords {
    billboard: typeof billboard
    'rich-text': typeof richText
  }
}

/** The screens of this area. */
export const screens: readonly AreaScreen[] = [
  {
    id: 'billboard',
    lazy: () => import('./BillboardPage.tsx').then((loaded) => loaded.BillboardPage),
    words: ['billboard'],
  },
  {
    id: 'BillboardCreate',
    lazy: () => import('./PostPage.tsx').then((loaded) => loaded.PostPage),
    words: ['errors', 'billboard', 'rich-text'],
  },
  {
    id: 'BillboardEdit',
    lazy: () => import('./PostPage.tsx').then((loaded) => loaded.PostPage),
    words: ['errors', 'billboard', 'rich-text'],
  },
]
