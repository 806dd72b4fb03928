import { paths } from '#web/shared/pages/paths.ts'

/** Filters of the search of a publication's documents, as in the search's own address. */
export type Narrowing = Partial<Record<'estado' | 'lectura' | 'sector' | 'correo', string>>

/** The search that finds what one process published, narrowed. */
export function searchOf(process: number, narrowing: Narrowing): string {
  return `${paths.documents()}?${new URLSearchParams({ proceso: String(process), ...narrowing })}`
}
