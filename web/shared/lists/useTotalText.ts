import { useTranslation } from 'react-i18next'
import type { Pagination } from '#contract/call.ts'
import { numberText } from '../texts/texts.ts'

/** How many rows a list has, in words: '312', or 'más de 1.000' where they are counted no further. */
export function useTotalText(): (counted: Pick<Pagination, 'total' | 'totalIsCapped'>) => string {
  const { t } = useTranslation()
  return ({ total, totalIsCapped }) =>
    totalIsCapped ? t('lista.masDe', { total: numberText(total) }) : numberText(total)
}
