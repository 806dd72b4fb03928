import { ActionIcon, Button, FileButton, Kbd, Loader, Tooltip } from '@mantine/core'
import { IconFileTypePdf, IconRotateClockwise, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import {
  type Box,
  leastSignature,
  pageBounds,
  type TypeConfiguration,
} from '#contract/folders/configuration.ts'
import { draw } from '#web/shared/documents/PdfPage.tsx'
import { numberText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import type { Size } from './boxes.ts'
import { placeText } from './millimetres.ts'
import { mmScale } from './pageLines.ts'
import { PlacedBox } from './PlacedBox.tsx'
import { type Positions, sides } from './usePositions.ts'
import { type Sample, useLines } from './useSample.ts'
import style from './Position.module.css'

interface Props {
  positions: Positions
  /** Its name, its opened page; null: a blank page of the paper. */
  sample: { name: string; shown: Sample | null } | null
  busy: boolean
  /** The reason why the chosen file can't be a sample. */
  refused: string | null
  onChoose: (file: File) => void
}

/** CSS pixels a millimetre at 100 %. */
const natural = 96 / 25.4

/** The page with the boxes of its signatures, to be dragged. */
export function PositionDesk({ positions, sample, busy, refused, onChoose }: Props) {
  const { t } = useWords('folders')
  const { facts, sheet, frame, custom } = positions
  const hint = useId()
  const desk = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [zoom, setZoom] = useState(1)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (!desk.current) return
    const watch = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width))
    watch.observe(desk.current)
    return () => watch.disconnect()
  }, [])
  const shown = sample?.shown ?? null
  // Scrolls to the company's box once the page is drawn: on most pages it is at the foot.
  const ready = width > 0 && (sample === null || shown !== null)
  useEffect(() => {
    const box = ready && desk.current?.querySelector<HTMLElement>('[data-box="empresa"]')
    if (box && desk.current) desk.current.scrollTop = box.offsetTop - desk.current.clientHeight / 2
  }, [ready])
  const lines = useLines(shown?.page ?? null, facts.giro)
  const scale = (Math.max(200, Math.min(width - (width < 600 ? 24 : 96), 900)) / sheet.width) * zoom
  const common = { lines, scale, describedBy: hint }
  const tell = (label: string) => (box: Box) => setSaid(`${label}. ${placeText(t, box)}`)
  const page = shown
    ? t('posicion.pagina', { pagina: shown.page.pageNumber, total: shown.pages })
    : t('posicion.enBlanco')
  return (
    <section className={`${style.desk} column grow`} aria-label={t('posicion.hoja')}>
      <div className={`${style.strip} row wrap`}>
        <IconFileTypePdf size={20} aria-hidden />
        <span className={`${style.file} ellipsis`}>{sample?.name ?? t('posicion.sinPdf')}</span>
        <FileButton
          accept="application/pdf"
          onChange={(file) => file && onChoose(file)}
          inputProps={{ 'aria-label': t('posicion.subir') }}
        >
          {(props) => (
            <Button {...props} size="compact-sm" variant="subtle" loading={busy}>
              {t(sample ? 'posicion.cambiar' : 'posicion.subir')}
            </Button>
          )}
        </FileButton>
        <span className="row gap-4 to-end">
          <span className={`second figures ${style.from768}`}>{page}</span>
          <Tool
            label={t('posicion.girar')}
            onClick={() => positions.put({ giro: nextTurn[facts.giro] })}
            icon={<IconRotateClockwise size={20} />}
          />
          <Tool
            label={t('posicion.alejar')}
            onClick={() => setZoom((now) => Math.max(0.5, now / 1.25))}
            icon={<IconZoomOut size={20} />}
          />
          <span className={`figures ${style.percent}`}>{numberText((scale / natural) * 100, 0)} %</span>
          <Tool
            label={t('posicion.acercar')}
            onClick={() => setZoom((now) => Math.min(4, now * 1.25))}
            icon={<IconZoomIn size={20} />}
          />
        </span>
      </div>
      {refused && (
        <p className={style.refused} role="alert">
          {refused}
        </p>
      )}
      <div className={style.scroll} ref={desk}>
        <div
          className={`${style.sheet} paper`}
          style={{ width: sheet.width * scale, height: sheet.height * scale }}
          data-sheet
          data-scale={scale}
        >
          {sample && !shown && (
            <div className={style.wait} role="status" aria-label={t('posicion.abriendo')}>
              <Loader size={24} color="var(--text3)" />
            </div>
          )}
          {shown && <Drawn sample={shown} turn={facts.giro} scale={scale} label={page} />}
          {facts.corte && !facts.dos_por_hoja && <Shade sheet={sheet} cut={frame} scale={scale} />}
          {facts.dos_por_hoja && <Halves sheet={sheet} first={frame} scale={scale} />}
          {facts.corte && custom && (
            <PlacedBox
              {...common}
              kind="corte"
              label={t('posicion.corte')}
              box={facts.corte}
              frame={{ x: 0, y: 0, ...sheet }}
              least={{ width: pageBounds.shorter[0], height: pageBounds.shorter[0] }}
              wrong={positions.wrong.has('corte')}
              usual={false}
              chosen={positions.chosen === 'corte'}
              onChoose={() => positions.choose('corte')}
              onChange={(corte) => positions.cut(corte)}
              onSettled={tell(t('posicion.corte'))}
            />
          )}
          {sides.map((side) => (
            <PlacedBox
              {...common}
              key={side}
              kind={side}
              label={t(`posicion.${side}`)}
              box={positions.place(side)}
              frame={frame}
              least={leastSignature}
              wrong={positions.wrong.has(side)}
              usual={facts[side] === null}
              chosen={positions.chosen === side}
              onChoose={() => positions.choose(side)}
              onChange={(box) => positions.put({ [side]: box })}
              onSettled={tell(t(`posicion.${side}`))}
            />
          ))}
        </div>
      </div>
      <p className={`${style.keys} flex wrap`} id={hint}>
        <span>
          <Kbd>↑↓←→</Kbd> {t('posicion.tecla.uno')}
        </span>
        <span>
          <Kbd>{t('posicion.tecla.mayus')}</Kbd> <Kbd>↑↓←→</Kbd> {t('posicion.tecla.diez')}
        </span>
        <span>
          <Kbd>Ctrl</Kbd> <Kbd>↑↓←→</Kbd> {t('posicion.tecla.tamano')}
        </span>
        <span>
          <Kbd>Esc</Kbd> {t('posicion.tecla.volver')}
        </span>
      </p>
      <div className={style.said} aria-live="polite">
        {said}
      </div>
    </section>
  )
}

const nextTurn: Record<TypeConfiguration['giro'], TypeConfiguration['giro']> = {
  0: 90,
  90: 180,
  180: 270,
  270: 0,
}

interface DrawnProps {
  sample: Sample
  turn: number
  /** CSS pixels a millimetre. */
  scale: number
  label: string
}

function Drawn({ sample: { page }, turn, scale, label }: DrawnProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (!canvas.current) return
    const drawing = draw(page, canvas.current, scale * mmScale, turn)
    return () => drawing.cancel()
  }, [page, turn, scale])
  return <canvas ref={canvas} className={style.canvas} role="img" aria-label={label} />
}

/** Draws the line between two receipts of a sheet and numbers them. */
function Halves({ sheet, first, scale }: { sheet: Size; first: Box; scale: number }) {
  const { t } = useWords('folders')
  const isUpright = first.height < sheet.height - 1
  const half = isUpright
    ? { left: 0, top: first.height * scale, width: '100%', height: (sheet.height - first.height) * scale }
    : { left: first.width * scale, top: 0, width: (sheet.width - first.width) * scale, height: '100%' }
  return (
    <>
      <span className={style.half}>{t('posicion.recibo', { n: 1 })}</span>
      <div className={`${style.otherHalf} ${isUpright ? style.below : style.beside}`} style={half}>
        <span className={style.half}>{t('posicion.recibo', { n: 2 })}</span>
      </div>
    </>
  )
}

/** The least room for the words on what a cut removes, in CSS pixels. */
const roomForWords = { width: 110, height: 30 }

/** Shades the area that a cut removes, and says so on its largest part. */
function Shade({ sheet, cut, scale }: { sheet: Size; cut: Box; scale: number }) {
  const { t } = useWords('folders')
  const right = cut.x + cut.width
  const bottom = cut.y + cut.height
  const parts = [
    { left: 0, top: 0, width: sheet.width, height: cut.y },
    { left: 0, top: bottom, width: sheet.width, height: sheet.height - bottom },
    { left: 0, top: cut.y, width: cut.x, height: cut.height },
    { left: right, top: cut.y, width: sheet.width - right, height: cut.height },
  ]
  const largest = parts.reduce((best, one) => (areaOf(one) > areaOf(best) ? one : best))
  const hasRoom = largest.width * scale >= roomForWords.width && largest.height * scale >= roomForWords.height
  return parts.map((part, at) => (
    <div
      key={at}
      className={style.shade}
      style={Object.fromEntries(
        Object.entries(part).map(([side, mm]) => [side, `${Math.max(0, mm * scale)}px`]),
      )}
    >
      {hasRoom && part === largest && <span>{t('posicion.noSePublica')}</span>}
    </div>
  ))
}

function areaOf({ width, height }: Size): number {
  return Math.max(0, width) * Math.max(0, height)
}

function Tool({ label, icon, onClick }: { label: string; icon: React.ReactNode; onClick: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={onClick}>
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}
