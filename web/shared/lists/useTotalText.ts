import type { Pagination } from '#contract/call.ts'
import { numberText } from '../texts/texts.ts'
import { useWords } from '../texts/useWords.ts'

/** How many rows a list has, in words: '312', or 'más de 1.000' where they are counted no further. */
export function useTotalText(): (counted: Pick<Pagination, 'total' | 'totalIsCapped'>) => string {
  const { t } = useWords()
  return ({ total, totalIsCapped }) =>
    totalIsCapped ? t('lista.masDe', { total: numberText(total) }) : numberText(total)
}
