import { countedAtMost } from '#contract/folders/settings.ts'
import { numberText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'

/** Answers a function that says a number that is counted so far and no further: '1.412', '10.000 o más'. */
export function useAmount(): (count: number) => string {
  const { t } = useWords('folders')
  return (count) =>
    count < countedAtMost ? numberText(count) : t('oMas', { numero: numberText(countedAtMost) })
}
