import { useRef, useState } from 'react'
import type { Box } from '#contract/folders/configuration.ts'
import { type Handle, moved, type PageLines, resized, type Size, type Snapped, snapped } from './boxes.ts'

interface Options {
  box: Box
  page: Size
  lines: PageLines
  /** CSS pixels a millimetre. */
  scale: number
  /** The smallest that it may become. */
  least: Size
  /** It takes the focus. */
  onChoose: () => void
  onChange: (box: Box) => void
  /** A step by the keyboard or the end of a drag: to be said aloud. */
  onSettled: (box: Box) => void
}

/** How near a line draws an edge, in CSS pixels. */
const reach = 7

const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

interface Drag {
  how: Handle | 'move'
  x: number
  y: number
  from: Box
}

/**
 * Moves and resizes a box by pointer and by keyboard. Arrows move by 1 mm, with Shift by 10, with Ctrl they move
 * the right and the lower edge; Esc takes the box back to where it was when it was last taken up.
 */
export function useBoxDrag({ box, page, lines, scale, least, onChoose, onChange, onSettled }: Options) {
  const drag = useRef<Drag | null>(null)
  const [origin, setOrigin] = useState<Box | null>(null)
  const [held, setHeld] = useState<Pick<Snapped, 'upright' | 'level'> | null>(null)

  const take = (event: React.PointerEvent<HTMLElement>, how: Handle | 'move') => {
    if (event.button !== 0) return
    const target = event.currentTarget.closest<HTMLElement>('[data-box]')
    // A finger first taps a box, which focuses it: until then it scrolls the page.
    if (event.pointerType === 'touch' && document.activeElement !== target) return
    event.preventDefault()
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    target?.focus({ preventScroll: true })
    drag.current = { how, x: event.clientX, y: event.clientY, from: box }
    setOrigin(box)
    setHeld({ upright: null, level: null })
  }
  const drop = () => {
    if (!drag.current) return
    drag.current = null
    setHeld(null)
    onSettled(box)
  }
  const pointers = (how: Handle | 'move') => ({
    onPointerDown: (event: React.PointerEvent<HTMLElement>) => take(event, how),
    onPointerMove: (event: React.PointerEvent<HTMLElement>) => {
      const begun = drag.current
      if (!begun || begun.how !== how) return
      event.stopPropagation()
      const [dx, dy] = [(event.clientX - begun.x) / scale, (event.clientY - begun.y) / scale]
      const free =
        how === 'move' ? moved(begun.from, dx, dy, page) : resized(begun.from, how, dx, dy, page, least)
      const found = event.altKey
        ? { box: free, upright: null, level: null }
        : snapped(free, how, lines, reach / scale, page, least)
      setHeld(found)
      onChange(found.box)
    },
    onPointerUp: drop,
    onPointerCancel: drop,
  })
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'Escape' && origin) {
      event.stopPropagation()
      drag.current = null
      setHeld(null)
      onChange(origin)
      onSettled(origin)
      return
    }
    const arrow = arrows[event.key]
    if (!arrow || event.altKey) return
    event.preventDefault()
    const step = event.shiftKey ? 10 : 1
    const [dx, dy] = [arrow[0] * step, arrow[1] * step]
    const next =
      event.ctrlKey || event.metaKey ? resized(box, 'se', dx, dy, page, least) : moved(box, dx, dy, page)
    onChange(next)
    onSettled(next)
  }
  return {
    origin,
    held,
    pointers,
    keys: {
      onKeyDown,
      onFocus: () => {
        setOrigin((kept) => kept ?? box)
        onChoose()
      },
      onBlur: () => setOrigin(null),
    },
  }
}
