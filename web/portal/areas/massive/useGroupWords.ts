import { useTranslation } from 'react-i18next'
import type { Shown } from './PreviewGroups.tsx'

/** What a group of the preview is called, in short, and what it is, with the country's own name of the id. */
export function useGroupWords() {
  const { t } = useTranslation(['massive', 'country'])
  const cuil = t('country:cuil')
  return {
    name: (group: Shown) => t(`grupo.${group}.nombre`, { cuil }),
    short: (group: Exclude<Shown, 'sin_recibo'>) => t(`grupo.${group}.corto`, { cuil }),
    what: (group: Shown) => t(`grupo.${group}.que`, { cuil }),
  }
}
