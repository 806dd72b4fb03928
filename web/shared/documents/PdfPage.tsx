import { Skeleton } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useWords } from '../texts/useWords.ts'
import { linesOf, TextLayer, type PDFPageProxy } from './pdf.ts'
import style from './PdfView.module.css'

interface PageProps {
  page: PDFPageProxy
  /** In CSS pixels. */
  width: number
  label: string
  onSeen: () => void
}

/** One page, rendered when it comes near the screen, with a text layer over it. */
export function Page({ page, width, label, onSeen }: PageProps) {
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const near = useNear(box, onSeen)
  const [isDrawn, setDrawn] = useState(false)
  const lines = useLines(near ? page : null)
  const plain = page.getViewport({ scale: 1 })
  const scale = width / plain.width
  useEffect(() => {
    if (!near || !canvas.current || !text.current) return
    const drawing = draw(page, canvas.current, scale, 0, () => setDrawn(true))
    const layer = new TextLayer({
      textContentSource: page.streamTextContent(),
      container: text.current,
      viewport: page.getViewport({ scale }),
    })
    text.current.replaceChildren()
    // Unmounting or zooming cancels a running rendering.
    layer.render().catch(() => undefined)
    return () => {
      drawing.cancel()
      layer.cancel()
    }
  }, [near, page, scale])
  return (
    <div
      ref={box}
      className={`${style.page} paper`}
      data-page={page.pageNumber}
      role="group"
      aria-label={label}
      aria-busy={near && !isDrawn}
      style={{ width, height: plain.height * scale, '--total-scale-factor': scale }}
    >
      {!isDrawn && <Outline />}
      <canvas ref={canvas} aria-hidden />
      {/* To select and to find. Its pieces are in the file's order, which often has all heads before all values. */}
      <div ref={text} className={style.text} aria-hidden />
      <div className="only-read-aloud">
        {lines.map((line, at) => (
          <p key={at}>{line}</p>
        ))}
      </div>
    </div>
  )
}

/** Grey lines in the place of a page that is being drawn. */
function Outline() {
  return (
    <div className={`${style.outline} column gap-12`} aria-hidden>
      {[40, 90, 80, 86, 60].map((width) => (
        <Skeleton key={width} height={12} width={`${width}%`} />
      ))}
    </div>
  )
}

/** A page's lines in reading order; none until they are read. */
function useLines(page: PDFPageProxy | null): string[] {
  const [lines, setLines] = useState<string[]>([])
  useEffect(() => {
    if (!page) return
    let gone = false
    // A page that is closed meanwhile isn't read any more.
    linesOf(page).then(
      (found) => gone || setLines(found),
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [page])
  return lines
}

interface ThumbnailProps {
  page: PDFPageProxy
  current: boolean
  onClick: () => void
}

/** A small page to go to. */
export function Thumbnail({ page, current, onClick }: ThumbnailProps) {
  const { t } = useWords()
  const box = useRef<HTMLButtonElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const near = useNear(box)
  const plain = page.getViewport({ scale: 1 })
  const scale = 52 / plain.width
  useEffect(() => {
    if (!near || !canvas.current) return
    const drawing = draw(page, canvas.current, scale)
    return () => drawing.cancel()
  }, [near, page, scale])
  return (
    <button
      ref={box}
      type="button"
      className={`${style.thumbnail} focus-ring column gap-4`}
      aria-label={t('pdf.irAPagina', { pagina: page.pageNumber })}
      aria-current={current ? 'page' : undefined}
      onClick={onClick}
    >
      <span className="paper" style={{ width: 52, height: plain.height * scale }}>
        <canvas ref={canvas} aria-hidden />
      </span>
      <span className="figures">{page.pageNumber}</span>
    </button>
  )
}

/** A line whose amounts don't part from their sign at its end. */
const unbroken = (line: string) => line.replaceAll('$ ', '$\u00a0')

/** The text alone, in large print and in reading order. */
export function LargeText({ pages, zoom }: { pages: readonly PDFPageProxy[]; zoom: number }) {
  const { t } = useWords()
  const [lines, setLines] = useState<string[][]>([])
  useEffect(() => {
    let gone = false
    void Promise.all(pages.map(linesOf)).then((found) => gone || setLines(found))
    return () => {
      gone = true
    }
  }, [pages])
  return (
    <div className={style.large} style={{ fontSize: `${20 * zoom}px` }}>
      {lines.map((page, at) => (
        <section key={at} aria-label={t('pdf.pagina', { pagina: at + 1, total: pages.length })}>
          {page.length === 0 ? (
            <p>{t('pdf.sinTexto')}</p>
          ) : (
            page.map((line, n) => <p key={n}>{unbroken(line)}</p>)
          )}
        </section>
      ))}
    </div>
  )
}

/**
 * Renders at the screen's resolution, rotated by so many degrees beyond the page's own rotation; canvases stay below
 * the limit of phones. `onDrawn` is called once all is there.
 */
export function draw(
  page: PDFPageProxy,
  canvas: HTMLCanvasElement,
  scale: number,
  turn = 0,
  onDrawn = () => {},
): { cancel: () => void } {
  const plain = page.getViewport({ scale: 1 })
  const most = Math.sqrt(12_000_000 / (plain.width * plain.height))
  const viewport = page.getViewport({
    scale: Math.min(scale * Math.min(devicePixelRatio, 3), most),
    rotation: (page.rotate + turn) % 360,
  })
  canvas.width = Math.round(viewport.width)
  canvas.height = Math.round(viewport.height)
  const task = page.render({ canvas, viewport })
  task.promise.then(onDrawn, () => undefined)
  return task
}

function useNear(box: React.RefObject<HTMLElement | null>, onSeen?: () => void): boolean {
  const [near, setNear] = useState(false)
  const seen = useRef(onSeen)
  seen.current = onSeen
  useEffect(() => {
    if (!box.current) return
    const comes = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '600px 0px',
    })
    const half = new IntersectionObserver(([entry]) => entry?.isIntersecting && seen.current?.(), {
      rootMargin: '-45% 0px -45% 0px',
    })
    comes.observe(box.current)
    half.observe(box.current)
    return () => {
      comes.disconnect()
      half.disconnect()
    }
  }, [box])
  return near
}
