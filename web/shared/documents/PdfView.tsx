import { ActionIcon, Loader, Tooltip } from '@mantine/core'
import {
  IconArrowsHorizontal,
  IconArrowsVertical,
  IconPrinter,
  IconTextSize,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useWords } from '../texts/useWords.ts'
import { LargeText, Page, Thumbnail } from './PdfPage.tsx'
import { openPdf, type PDFDocumentProxy, type PDFPageProxy } from './pdf.ts'
import { ErrorState } from '../pages/states.tsx'
import { showPdf } from '../calls/files.ts'
import style from './PdfView.module.css'

interface Props {
  /** The bytes, as a call answered them: `useCall(documents.pdf, …)`. */
  answer: { data?: Blob | undefined; error: unknown; refetch: () => unknown }
  /** Name of the document, for a screen reader. */
  name: string
  /** 'desk': a strip with everything and thumbnails; 'preview': pages only; 'phone': zoom floats over the page. */
  as?: 'desk' | 'preview' | 'phone'
  /** The strip's first zoom: 'whole' shows the whole page, 'width' fits it to the width and lets it scroll. */
  opens?: 'whole' | 'width'
}

const steps = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3]

/** A PDF: pages fit to the width on the desk, zoom, thumbnails, a text layer to read and search. */
export function PdfView({ answer, name, as = 'desk', opens = 'whole' }: Props) {
  const { t } = useWords()
  const { pages, error } = usePages(answer.data)
  // Null: the whole page is in sight, where it is no wider than its usual width.
  const [chosenZoom, setZoom] = useState<number | null>(as === 'desk' && opens === 'whole' ? null : 1)
  const [reading, setReading] = useState(false)
  const [textZoom, setTextZoom] = useState(1)
  const [current, setCurrent] = useState(1)
  const [{ width, height }, setSize] = useState({ width: 0, height: 0 })
  const scroll = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = scroll.current
    if (!box) return
    const watch = new ResizeObserver(() => setSize({ width: box.clientWidth, height: box.clientHeight }))
    watch.observe(box)
    return () => watch.disconnect()
  }, [])

  const failed = answer.error ?? error
  if (failed)
    return <ErrorState error={failed} title={t('pdf.error')} onRetry={() => void answer.refetch()} />
  const total = pages?.length ?? 0
  const margin = as === 'phone' ? 20 : as === 'preview' ? 60 : 96
  const fullWidth = Math.max(120, Math.min(width - margin, 820))
  const zoom = chosenZoom ?? fittedZoom(pages?.[0], fullWidth, height)
  const pageWidth = fullWidth * zoom
  const shownZoom = reading ? textZoom : zoom
  const step = (by: 1 | -1) => {
    const offered = reading ? steps.filter(isForText) : steps
    const next =
      by > 0 ? offered.find((each) => each > shownZoom) : offered.findLast((each) => each < shownZoom)
    if (next === undefined) return
    if (reading) setTextZoom(next)
    else setZoom(next)
  }
  const goTo = (page: number) => {
    scroll.current?.querySelector(`[data-page="${page}"]`)?.scrollIntoView({ block: 'start' })
    setCurrent(page)
  }
  const zoomers = (
    <>
      <Tool label={t('pdf.alejar')} onClick={() => step(-1)} icon={<IconZoomOut size={20} />} />
      {as === 'phone' ? (
        <Tool
          label={t('pdf.texto')}
          pressed={reading}
          onClick={() => setReading(!reading)}
          icon={<IconTextSize size={20} />}
        />
      ) : (
        <span className={`figures ${style.percent}`} aria-live="polite">
          {Math.round(shownZoom * 100)} %
        </span>
      )}
      <Tool label={t('pdf.acercar')} onClick={() => step(1)} icon={<IconZoomIn size={20} />} />
    </>
  )
  return (
    <div className={`${style.view} column grow`} data-as={as} data-reading={reading || undefined}>
      {as === 'desk' && (
        <div className={`${style.strip} row apart`} role="toolbar" aria-label={t('pdf.documento')}>
          <span className="second figures">{total > 0 && t('pdf.pagina', { pagina: current, total })}</span>
          <span className="row gap-4">
            {zoomers}
            <Tool
              label={t(zoom === 1 && !reading ? 'pdf.entera' : 'pdf.ancho')}
              onClick={() => (reading ? setTextZoom(1) : setZoom(zoom === 1 ? null : 1))}
              icon={
                zoom === 1 && !reading ? <IconArrowsVertical size={20} /> : <IconArrowsHorizontal size={20} />
              }
            />
            <Tool
              label={t('pdf.texto')}
              pressed={reading}
              onClick={() => setReading(!reading)}
              icon={<IconTextSize size={20} />}
            />
            <Tool
              label={t('pdf.imprimir')}
              onClick={() => answer.data && showPdf(answer.data)}
              icon={<IconPrinter size={20} />}
            />
          </span>
        </div>
      )}
      <div className={style.inside}>
        {as === 'desk' && total > 1 && (
          <nav className={`${style.thumbnails} column gap-12`} aria-label={t('pdf.paginas')}>
            {pages?.map((page) => (
              <Thumbnail
                key={page.pageNumber}
                page={page}
                current={page.pageNumber === current}
                onClick={() => goTo(page.pageNumber)}
              />
            ))}
          </nav>
        )}
        <div className={`${style.scroll} grow`} ref={scroll} role="region" aria-label={name} tabIndex={0}>
          {!pages ? (
            <div className={style.wait} role="status" aria-label={t('pdf.cargando')}>
              <Loader size={24} color="var(--text3)" />
            </div>
          ) : reading ? (
            <LargeText pages={pages} zoom={textZoom} />
          ) : (
            pages.map((page) => (
              <Page
                key={page.pageNumber}
                page={page}
                width={pageWidth}
                label={t('pdf.pagina', { pagina: page.pageNumber, total })}
                onSeen={() => setCurrent(page.pageNumber)}
              />
            ))
          )}
        </div>
      </div>
      {as === 'phone' && <div className={style.floating}>{zoomers}</div>}
    </div>
  )
}

/** A zoom at which text is neither too small to read nor a word a line. */
const isForText = (zoom: number) => zoom >= 0.8 && zoom <= 2

/** Pixels above and below a page. */
const around = 48
/** A page that is drawn smaller than this can't be read. */
const leastZoom = 0.5

/** The zoom at which the first page is whole in sight, never above its usual width. */
function fittedZoom(page: PDFPageProxy | undefined, fullWidth: number, height: number): number {
  if (!page || height === 0) return 1
  const { width, height: tall } = page.getViewport({ scale: 1 })
  return Math.min(1, Math.max(leastZoom, (height - around) / ((fullWidth * tall) / width)))
}

interface ToolProps {
  label: string
  icon: React.ReactNode
  onClick: () => void
  pressed?: boolean
}

function Tool({ label, icon, onClick, pressed }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={label}
        onClick={onClick}
        {...(pressed !== undefined && { 'aria-pressed': pressed })}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}

/** The open document's pages; closed when the bytes change or the view unmounts. */
function usePages(bytes: Blob | undefined): { pages: PDFPageProxy[] | null; error: unknown } {
  const [pages, setPages] = useState<PDFPageProxy[] | null>(null)
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    if (!bytes) return
    let gone = false
    setPages(null)
    setError(null)
    const opening = openPdf(bytes)
    opening
      .then(({ document }) => pagesOf(document))
      .then((found) => gone || setPages(found))
      .catch((reason: unknown) => gone || setError(reason))
    return () => {
      gone = true
      void opening.then(({ close }) => close()).catch(() => undefined)
    }
  }, [bytes])
  return { pages, error }
}

function pagesOf(document: PDFDocumentProxy): Promise<PDFPageProxy[]> {
  return Promise.all(Array.from({ length: document.numPages }, (_, at) => document.getPage(at + 1)))
}
