import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { Pagination } from '#contract/call.ts'
import { numberText } from '../texts/texts.ts'
import { useWords } from '../texts/useWords.ts'
import { useTotalText } from './useTotalText.ts'
import style from './ShortPager.module.css'

/** The pages of a short list within a screen; nothing where there is only one. */
export function ShortPager({
  pagination: { page, perPage, total, totalIsCapped = false },
  onPage,
}: {
  pagination: Pagination
  onPage: (page: number) => void
}) {
  const { t } = useWords()
  const totalText = useTotalText()
  if (total <= perPage) return null
  return (
    <div className={`${style.pages} row gap-4`}>
      <span className="second figures">
        {t('lista.rango', {
          desde: numberText((page - 1) * perPage + 1),
          hasta: numberText(Math.min(total, page * perPage)),
          total: totalText({ total, totalIsCapped }),
        })}
      </span>
      <ActionIcon
        aria-label={t('lista.paginaAnterior')}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <IconChevronLeft size={18} />
      </ActionIcon>
      <ActionIcon
        aria-label={t('lista.paginaSiguiente')}
        disabled={page * perPage >= total}
        onClick={() => onPage(page + 1)}
      >
        <IconChevronRight size={18} />
      </ActionIcon>
    </div>
  )
}
