import type { DocumentWord } from '#contract/documents/documents.ts'
import { documents } from '#contract/documents/documents.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { useMay } from '#web/shared/session/viewer.ts'

/** What people have, whatever its signature: all that a report counts as published. */
const published: readonly DocumentWord[] = ['conforme', 'no_conforme', 'pendiente', 'leido', 'sin_leer']

/** Where the search finds just what a bar counts; null for who may not search. */
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
      search({ publicado: `${month}..${lastDay(month)}`, estado: states.join(',') }),
    period: (month, states) => search({ periodo: month.slice(0, 7), estado: states.join(',') }),
  }
}

function lastDay(month: string): string {
  const [year = 0, at = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, at, 0)).toISOString().slice(0, 10)
}
