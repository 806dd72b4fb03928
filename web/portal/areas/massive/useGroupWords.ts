import { useWords } from '#web/shared/texts/useWords.ts'
import type { Shown } from './PreviewGroups.tsx'

/** The short name and the explanation of a preview group, with the country's name of the tax id. */
export function useGroupWords() {
  const { t } = useWords(['massive', 'country'])
  const cuil = t('country:cuil')
  return {
    name: (group: Shown) => t(`grupo.${group}.nombre`, { cuil }),
    short: (group: Exclude<Shown, 'sin_recibo'>) => t(`grupo.${group}.corto`, { cuil }),
    what: (group: Shown) => t(`grupo.${group}.que`, { cuil }),
  }
}
