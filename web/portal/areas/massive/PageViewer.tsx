import { ActionIcon, Button } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { massive } from '#contract/massive/massive.ts'
import type { Mark, MassiveItem, MassiveItemDetail, PageWord } from '#contract/massive/preview.ts'
import type { MassivePublication } from '#contract/massive/publication.ts'
import { call } from '#web/shared/calls/call.ts'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { numberText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useObjectUrl } from '#web/shared/calls/useObjectUrl.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { isTeachable, TeachPanel, WordButtons } from './Teaching.tsx'
import style from './PageViewer.module.css'
import teach from './Teaching.module.css'

interface Props {
  publication: MassivePublication
  item: MassiveItem | null
  /** The words of the page can be chosen, to teach the places of owners. */
  teaching: boolean
  onTeaching: (teaching: boolean) => void
}

/** Per cent of the available width. */
const zooms = [100, 130, 170, 220, 300]

/** The current page, with marks on the values read, and a magnified strip around the id. */
export function PageViewer({ publication, item, teaching, onTeaching }: Props) {
  const process = publication.id
  // Pages are counted through the whole PDF, or in the one file of a zip.
  const total = item?.archivo === null ? publication.paginas.total : null
  const { t } = useWords(['massive', 'country'])
  const [page, setPage] = useState(1)
  const [zoom, setZoom] = useState(0)
  const id = item?.id ?? 0
  useEffect(() => setPage(1), [id])
  const shown = item !== null && item.paginas.length > 0
  const detail = useCall(massive.item, { id: process, item: id }, { enabled: shown })
  const input = { id: process, item: id, pagina: page, ancho: 1400 }
  const picture = useQuery({
    queryKey: [massive.page.path, input],
    queryFn: ({ signal }) => call(massive.page, input, { signal }),
    enabled: shown,
    staleTime: Infinity,
    gcTime: 60_000,
  })
  const url = useObjectUrl(picture.data ?? null)
  const teachable = item !== null && isTeachable(publication, item)
  const teaches = teaching && teachable
  const offer = useRef<HTMLButtonElement>(null)
  const words = useCall(massive.words, { id: process, item: id, pagina: page }, { enabled: teaches && shown })
  const [chosen, choose] = useState<PageWord | null>(null)
  useEffect(() => choose(null), [words.data])
  if (!item) return <div className={`${style.empty} row`}>{t('hoja.ninguna')}</div>
  if (!shown) return <div className={`${style.empty} row`}>{t('hoja.sinPaginas')}</div>
  const marks = detail.data?.id === item.id ? detail.data.marcas.filter((mark) => mark.page === page) : []
  const size = detail.data?.tamanos[page - 1]
  const number = item.paginas[page - 1] ?? 1
  const right = item.situacion === 'ready'
  // There is somebody to agree with only where somebody is proposed.
  const other = t((item.colaborador ?? item.sugerencia) ? 'hoja.coincide' : 'hoja.tambien')
  const labels = {
    id: t('hoja.leido', { cuil: t('country:cuil') }),
    name: other,
    file_number: other,
    period: other,
    employer: t('hoja.deLaEmpresa', { cuit: t('country:cuit') }),
    other_id: t('hoja.otro'),
  }
  return (
    <div className={`${style.viewer} column grow`}>
      <div className={`${style.bar} row gap-4`}>
        <span className="figures">
          {total === null
            ? t('hoja.deArchivo', { pagina: page, total: item.paginas.length })
            : t('hoja.deTotal', { pagina: numberText(number), total: numberText(total) })}
        </span>
        {item.paginas.length > 1 && (
          <>
            <ActionIcon
              aria-label={t('hoja.anterior')}
              disabled={page === 1}
              onClick={() => setPage(page - 1)}
            >
              <IconChevronUp size={18} />
            </ActionIcon>
            <ActionIcon
              aria-label={t('hoja.siguiente')}
              disabled={page === item.paginas.length}
              onClick={() => setPage(page + 1)}
            >
              <IconChevronDown size={18} />
            </ActionIcon>
          </>
        )}
        <span className="row gap-4 to-end">
          <ActionIcon aria-label={t('hoja.alejar')} disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
            <IconZoomOut size={18} />
          </ActionIcon>
          <span className="figures">{t('hoja.zoom', { parte: zooms[zoom] ?? 100 })}</span>
          <ActionIcon
            aria-label={t('hoja.acercar')}
            disabled={zoom === zooms.length - 1}
            onClick={() => setZoom(zoom + 1)}
          >
            <IconZoomIn size={18} />
          </ActionIcon>
        </span>
      </div>
      {teachable && !teaching && (
        <div className={`${teach.offer} row wrap`}>
          <span className="second">{t('ensenar.ofrece')}</span>
          <Button ref={offer} size="compact-sm" onClick={() => onTeaching(true)}>
            {t('ensenar.abrir')}
          </Button>
        </div>
      )}
      {picture.error ? (
        <ErrorState error={picture.error} title={t('error.hoja')} onRetry={() => void picture.refetch()} />
      ) : (
        <div className={`${style.desk} column`} tabIndex={0} role="region" aria-label={t('hoja.titulo')}>
          {url && size && !teaches && <Strip url={url} marks={marks} size={size} right={right} />}
          <div
            className={`paper ${style.page}`}
            style={{
              width: `${zooms[zoom] ?? 100}%`,
              ...(size && { aspectRatio: `${size.ancho} / ${size.alto}` }),
            }}
            aria-busy={!url}
          >
            {url && <img src={url} alt={t('hoja.imagen', { pagina: numberText(number) })} />}
            {url &&
              size &&
              !teaches &&
              marks.map((mark, at) => <Box key={at} mark={mark} size={size} right={right} />)}
            {url && size && teaches && (
              <WordButtons words={words.data ?? []} size={size} chosen={chosen} onChoose={choose} />
            )}
          </div>
          {marks.length > 0 && (
            <p className="only-read-aloud">
              {t('hoja.marcas', {
                marcas: marks.map((mark) => `${labels[mark.kind]}: ${mark.text}`).join('; '),
              })}
            </p>
          )}
        </div>
      )}
      {teaches ? (
        <TeachPanel
          publication={publication}
          item={item}
          page={page}
          words={words.data}
          error={words.error}
          onRetry={() => void words.refetch()}
          chosen={chosen}
          onChoose={choose}
          onClose={() => {
            flushSync(() => onTeaching(false))
            offer.current?.focus()
          }}
        />
      ) : (
        <Legend marks={marks} words={labels} right={right} />
      )}
    </div>
  )
}

type Size = MassiveItemDetail['tamanos'][number]

function Box({ mark, size, right }: { mark: Mark; size: Size; right: boolean }) {
  const part = (length: number, whole: number) => `${(100 * length) / whole}%`
  return (
    <span
      className={style.mark}
      data-kind={mark.kind}
      data-right={right || undefined}
      style={{
        left: part(mark.x - 0.8, size.ancho),
        top: part(mark.y - 0.6, size.alto),
        width: part(mark.width + 1.6, size.ancho),
        height: part(mark.height + 1.2, size.alto),
      }}
      aria-hidden
    />
  )
}

/** The strip of the id, large enough to compare it digit by digit. */
function Strip({
  url,
  marks,
  size,
  right,
}: {
  url: string
  marks: readonly Mark[]
  size: Size
  right: boolean
}) {
  const mark = marks.find(({ kind }) => kind === 'id')
  if (!mark) return null
  // The visible part in millimetres: the id and its surroundings.
  const width = Math.min(size.ancho, Math.max(60, mark.width * 1.6))
  const left = Math.max(0, Math.min(size.ancho - width, mark.x + mark.width / 2 - width / 2))
  const height = width * 0.2
  const top = Math.max(0, mark.y + mark.height / 2 - height / 2)
  const strip: CSSProperties = {
    width: `${(100 * size.ancho) / width}%`,
    transform: `translate(${(-100 * left) / size.ancho}%, ${(-100 * top) / size.alto}%)`,
  }
  return (
    <div className={`paper ${style.strip}`} style={{ aspectRatio: `${width} / ${height}` }} aria-hidden>
      <div className={style.stripPage} style={strip}>
        <img src={url} alt="" />
        <Box mark={mark} size={size} right={right} />
      </div>
    </div>
  )
}

interface LegendProps {
  marks: readonly Mark[]
  words: Record<Mark['kind'], string>
  right: boolean
}

/** The meaning of each kind of box on the page. */
function Legend({ marks, words, right }: LegendProps) {
  const kinds = new Set(
    marks.map(({ kind }) => (kind === 'file_number' || kind === 'period' ? 'name' : kind)),
  )
  return (
    <div className={`${style.legend} row wrap`} aria-hidden>
      {(['id', 'name', 'other_id', 'employer'] as const)
        .filter((kind) => kinds.has(kind))
        .map((kind) => (
          <span key={kind}>
            <i data-kind={kind} data-right={right || undefined} /> {words[kind]}
          </span>
        ))}
    </div>
  )
}
