import type { AreaScreen } from '../../screens.ts'

/** The screens of this area. */
export const screens: readonly AreaScreen[] = [
  {
    id: 'permissionMatrix',
    lazy: () => import('./MatrixPage.tsx').then((loaded) => loaded.MatrixPage),
    words: [],
  },
]
