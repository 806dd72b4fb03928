import type { ComponentType } from 'react'
import type { ScreenId } from '#contract/permissions/permissions.ts'
import type { Namespace } from '#web/shared/texts/useWords.ts'
import { loadWords } from './words.ts'

/**
 * A screen that an area contributes in its `screens.ts`. Its address and the right it needs are in
 * contract/permissions/permissions.ts, under the same id.
 */
export interface AreaScreen {
  id: ScreenId
  lazy: () => Promise<ComponentType>
  /** The namespaces that it uses beyond the frame's; loaded with it. */
  words: readonly Namespace[]
}

/** Loads a screen together with its words. */
export async function loadScreen({ lazy, words }: AreaScreen): Promise<ComponentType> {
  const [component] = await Promise.all([lazy(), loadWords(words)])
  return component
}

const areas = import.meta.glob<readonly AreaScreen[]>('./areas/*/screens.ts', {
  eager: true,
  import: 'screens',
})

/** The screens of all areas. A screen of the contract that isn't among them is shown as not built yet. */
export const screens: readonly AreaScreen[] = Object.values(areas).flat()
