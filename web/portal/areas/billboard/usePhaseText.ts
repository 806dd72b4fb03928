import type { Post } from '#contract/billboard.ts'
import { dateText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'

/** Returns a function that says where a post is in its days: 'Activa, quedan 12 días'. */
export function usePhaseText(): (post: Post) => string {
  const { t } = useWords('billboard')
  return ({ momento, dias_restantes, desde }) => {
    if (momento === 'activa' && dias_restantes !== null)
      return dias_restantes === 0 ? t('ultimoDia') : t('quedan', { count: dias_restantes })
    if (momento === 'programada' && desde) return t('sale', { dia: dateText(desde) })
    return t(`momento.${momento}`)
  }
}
