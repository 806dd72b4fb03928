import { paths } from '#web/shared/pages/paths.ts'

/** What narrows the search of a publication's documents, as the search's own address has it. */
export type Narrowing = Partial<Record<'estado' | 'lectura' | 'sector' | 'correo', string>>

/** The search that finds what one process published, narrowed. */
export function searchOf(process: number, narrowing: Narrowing): string {
  return `${paths.documents()}?${new URLSearchParams({ proceso: String(process), ...narrowing })}`
}
