import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useObjectUrl } from '#web/shared/calls/useObjectUrl.ts'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './PaperPages.module.css'

/** Per cent of the available width. */
const zooms = [100, 140, 200, 280]

interface Props {
  /** Names the document in the cache of pictures. */
  of: readonly unknown[]
  /** Asks for a page, from 1, as a picture. */
  load: (page: number, signal: AbortSignal) => Promise<Blob>
  pages: number
  name: string
  onSeen: () => void
}

/** The sheets of a paper, one at a time. */
export function PaperPages({ of, load, pages, name, onSeen }: Props) {
  const { t } = useWords('inbox')
  const [page, setPage] = useState(1)
  const [zoom, setZoom] = useState(0)
  const picture = useQuery({
    queryKey: [...of, page],
    queryFn: ({ signal }) => load(page, signal),
    staleTime: Infinity,
    gcTime: 60_000,
  })
  const url = useObjectUrl(picture.data ?? null)
  const seen = useEffectEvent(onSeen)
  useEffect(() => {
    if (url) seen()
  }, [url])
  return (
    <div className={`${style.viewer} column`}>
      <div className={`${style.bar} row gap-4`}>
        <span className="figures">{t('papel.hoja', { hoja: page, total: pages })}</span>
        {pages > 1 && (
          <>
            <ActionIcon
              aria-label={t('papel.anterior')}
              disabled={page === 1}
              onClick={() => setPage(page - 1)}
            >
              <IconChevronUp size={18} />
            </ActionIcon>
            <ActionIcon
              aria-label={t('papel.siguiente')}
              disabled={page === pages}
              onClick={() => setPage(page + 1)}
            >
              <IconChevronDown size={18} />
            </ActionIcon>
          </>
        )}
        <span className="row gap-4 to-end">
          <ActionIcon aria-label={t('papel.alejar')} disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
            <IconZoomOut size={18} />
          </ActionIcon>
          <ActionIcon
            aria-label={t('papel.acercar')}
            disabled={zoom === zooms.length - 1}
            onClick={() => setZoom(zoom + 1)}
          >
            <IconZoomIn size={18} />
          </ActionIcon>
        </span>
      </div>
      {picture.error ? (
        <ErrorState error={picture.error} title={t('papel.error')} onRetry={() => void picture.refetch()} />
      ) : (
        <div className={style.desk} tabIndex={0} role="region" aria-label={t('papel.titulo')}>
          <div className={`paper ${style.page}`} style={{ width: `${zooms[zoom] ?? 100}%` }} aria-busy={!url}>
            {url && <img src={url} alt={t('papel.imagen', { hoja: page, papel: name })} />}
          </div>
        </div>
      )}
    </div>
  )
}
