import type { AreaScreen } from '../../screens.ts'

/** The screens of this area. */
export const screens: readonly AreaScreen[] = [
  {
    id: 'viewAs',
    lazy: () => import('./ViewAsPage.tsx').then((loaded) => loaded.ViewAsPage),
    words: ['account-access', 'me'],
  },
]
