import { useRef, useState } from 'react'

interface Held {
  id: number
  /** Before which row it would be let go, from 0; as many as there are rows: after the last. */
  before: number
}

/**
 * Moves a row of a table, or an item of a list, by its handle: by pointer, with the place shown where it would be let go,
 * and by the arrow keys, a place at a time. Esc lets go without moving.
 */
export function useRowDrag<Rows extends HTMLElement = HTMLTableSectionElement>(
  ids: readonly number[],
  /** Called with a function from a row's present index to its new one, both from 0. */
  onMove: (id: number, placeOf: (from: number) => number) => void,
) {
  const body = useRef<Rows>(null)
  const [held, setHeld] = useState<Held | null>(null)

  const before = (y: number) =>
    [...(body.current?.children ?? [])].filter((row) => {
      const { top, height } = row.getBoundingClientRect()
      return y > top + height / 2
    }).length
  const drop = () => {
    if (!held) return
    setHeld(null)
    onMove(held.id, (from) => (held.before > from ? held.before - 1 : held.before))
  }
  const handle = (id: number) => ({
    onPointerDown: (event: React.PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setHeld({ id, before: ids.indexOf(id) })
    },
    onPointerMove: (event: React.PointerEvent<HTMLElement>) => {
      if (held?.id === id) setHeld({ id, before: before(event.clientY) })
    },
    onPointerUp: drop,
    onPointerCancel: () => setHeld(null),
    onKeyDown: (event: React.KeyboardEvent) => {
      if (event.key === 'Escape') return setHeld(null)
      const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
      if (step === 0) return
      event.preventDefault()
      onMove(id, (from) => from + step)
    },
  })
  /** The marks of a row during a drag: it is dragged itself, or the dragged row would be placed before or after it. */
  const marks = (id: number) => {
    const at = ids.indexOf(id)
    const moving = held !== null && held.before !== ids.indexOf(held.id)
    return {
      'data-held': held?.id === id || undefined,
      'data-drop':
        moving && held.before === at
          ? 'before'
          : moving && at === ids.length - 1 && held.before === ids.length
            ? 'after'
            : undefined,
    }
  }
  return { body, handle, marks }
}
