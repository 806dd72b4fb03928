import type { DocumentWord } from '#contract/documents/documents.ts'
import { documents } from '#contract/documents/documents.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { useMay } from '#web/shared/session/viewer.ts'
import { lastDayOfMonth } from '#web/shared/texts/months.ts'

/** The states in which an employee has a document, signed or not: a report counts these as published. */
const published: readonly DocumentWord[] = ['conforme', 'no_conforme', 'pendiente', 'leido', 'sin_leer']

/** The address of a search for the documents that a bar counts; null for viewers who may not search. */
export function useReportLinks(
  types: readonly number[],
  places: Readonly<Record<string, readonly string[]>>,
): {
  published: (month: string, states?: readonly DocumentWord[]) => string | null
  period: (month: string, states: readonly DocumentWord[]) => string | null
} {
  const searches = useMay(documents.list.need)
  const search = (narrowing: Record<string, string>) => {
    if (!searches) return null
    const { sector, locacion } = places
    return `${paths.documents()}?${new URLSearchParams({
      ...narrowing,
      tipo: types.join(','),
      ...(sector && { sector: sector.join(',') }),
      ...(locacion && { locacion: locacion.join(',') }),
    })}`
  }
  return {
    published: (month, states = published) =>
      search({ publicado: `${month}..${lastDayOfMonth(month)}`, estado: states.join(',') }),
    period: (month, states) => search({ periodo: month.slice(0, 7), estado: states.join(',') }),
  }
}
