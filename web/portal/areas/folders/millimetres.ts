import type { Box } from '#contract/folders/configuration.ts'
import { numberText } from '#web/shared/texts/texts.ts'
import type { Key, Translate } from '#web/shared/texts/useWords.ts'

/** Millimetres as they are read: with a tenth only where there is one. */
export function mmText(mm: number): string {
  return numberText(mm, Number.isInteger(mm) ? 0 : 1)
}

/** Where a box is, in words. */
export function placeText(t: Translate<Key<'folders'>>, { x, y, width, height }: Box): string {
  return t('posicion.dicho', { x: mmText(x), y: mmText(y), ancho: mmText(width), alto: mmText(height) })
}
