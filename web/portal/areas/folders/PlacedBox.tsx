import type { Box } from '#contract/folders/configuration.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { handles, type PageLines, type Size } from './boxes.ts'
import { mmText, placeText } from './millimetres.ts'
import { useBoxDrag } from './useBoxDrag.ts'
import style from './Position.module.css'

interface Props {
  /** The box's owner; `corte` is the part of the page that is kept. */
  kind: 'empresa' | 'colaborador' | 'corte'
  label: string
  box: Box
  /** The area on the sheet that contains the box, in millimetres. */
  frame: Box
  lines: PageLines
  scale: number
  least: Size
  wrong: boolean
  /** Nobody placed it: this is where it goes by itself, and dragging it places it. */
  usual: boolean
  /** The one box that has handles and numbers. */
  chosen: boolean
  describedBy: string
  onChoose: () => void
  onChange: (box: Box) => void
  onSettled: (box: Box) => void
}

const edges = ['n', 'e', 's', 'w'] as const

/** A box that is dragged and resized on a page, by pointer or by keyboard. */
export function PlacedBox(props: Props) {
  const { kind, label, box, frame, lines, scale, least, wrong, usual, chosen, describedBy } = props
  const { t } = useWords('folders')
  const inFrame: PageLines = {
    upright: lines.upright.map((line) => line - frame.x),
    level: lines.level.map((line) => line - frame.y),
  }
  const { origin, held, pointers, keys } = useBoxDrag({
    box,
    page: frame,
    lines: inFrame,
    scale,
    least,
    onChoose: props.onChoose,
    onChange: props.onChange,
    onSettled: props.onSettled,
  })
  const placed = ({ x, y, width, height }: Box) => ({
    left: (frame.x + x) * scale,
    top: (frame.y + y) * scale,
    width: width * scale,
    height: height * scale,
  })
  const isCut = kind === 'corte'
  const isMoved =
    origin !== null && (origin.x !== box.x || origin.y !== box.y || sized(origin) !== sized(box))
  return (
    <>
      {isMoved && <div className={style.ghost} style={placed(origin)} aria-hidden />}
      {origin && (
        <div aria-hidden>
          <div
            className={style.across}
            data-tight={box.x * scale < 64 || undefined}
            style={{
              left: frame.x * scale,
              width: box.x * scale,
              top: (frame.y + box.y + box.height / 2) * scale,
            }}
          >
            <span className="figures">{t('posicion.mm', { mm: mmText(box.x) })}</span>
          </div>
          <div
            className={style.down}
            style={{
              top: frame.y * scale,
              height: box.y * scale,
              left: (frame.x + box.x + Math.min(6, box.width / 4)) * scale,
            }}
          >
            <span className="figures">{t('posicion.mm', { mm: mmText(box.y) })}</span>
          </div>
          {held?.upright != null && (
            <i className={style.upright} style={{ left: (frame.x + held.upright) * scale }} />
          )}
          {held?.level != null && (
            <i className={style.level} style={{ top: (frame.y + held.level) * scale }} />
          )}
        </div>
      )}
      <div
        data-box={kind}
        data-wrong={wrong || undefined}
        data-usual={usual || undefined}
        data-chosen={chosen || undefined}
        data-held={held ? true : undefined}
        className={style.box}
        style={placed(box)}
        role="application"
        aria-roledescription={t('posicion.recuadro')}
        aria-label={`${label}. ${placeText(t, box)}`}
        aria-describedby={describedBy}
        tabIndex={0}
        {...keys}
        {...(!isCut && pointers('move'))}
      >
        {/* The cut covers most of the page: its edges and its name move it, its face leaves the page to be scrolled. */}
        {isCut &&
          edges.map((edge) => <i key={edge} className={style.edge} data-edge={edge} {...pointers('move')} />)}
        <span className={style.name} aria-hidden {...(isCut && pointers('move'))}>
          {label}
          {usual && <small>{t('posicion.habitual')}</small>}
        </span>
        {handles.map((handle) => (
          <i key={handle} className={style.handle} data-handle={handle} {...pointers(handle)} />
        ))}
      </div>
    </>
  )
}

function sized({ width, height }: Box): string {
  return `${width} ${height}`
}
