import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { Pagination } from '#contract/call.ts'
import { numberText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'

/** Newer and older of a history that is longer than a page; nothing where it isn't. */
export function Pager({
  pagination,
  onPage,
}: {
  pagination: Pagination | undefined
  onPage: (page: number) => void
}) {
  const { t } = useWords('documents-acts')
  if (!pagination || pagination.total <= pagination.perPage) return null
  const { page, perPage, total } = pagination
  const last = Math.ceil(total / perPage)
  return (
    <div className="row gap-8 at-end">
      <span className="quiet figures">
        {t('traza.rango', {
          desde: numberText((page - 1) * perPage + 1),
          hasta: numberText(Math.min(total, page * perPage)),
          total: numberText(total),
        })}
      </span>
      <ActionIcon aria-label={t('traza.siguientes')} disabled={page === 1} onClick={() => onPage(page - 1)}>
        <IconChevronLeft size={18} />
      </ActionIcon>
      <ActionIcon aria-label={t('traza.anteriores')} disabled={page >= last} onClick={() => onPage(page + 1)}>
        <IconChevronRight size={18} />
      </ActionIcon>
    </div>
  )
}
