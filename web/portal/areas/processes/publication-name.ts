import type { UndoablePublication } from '#contract/processes/undo.ts'
import { monthText } from '#web/shared/texts/texts.ts'

/** A publication by its type and period, or its file. */
export function publicationName({
  tipo,
  etiqueta,
  periodo,
  archivo,
  id,
}: Pick<UndoablePublication, 'tipo' | 'etiqueta' | 'periodo' | 'archivo' | 'id'>): string {
  return [tipo ?? archivo ?? String(id), etiqueta, periodo && monthText(periodo)].filter(Boolean).join(', ')
}
