import { type RefObject, useEffect, useRef } from 'react'

/** Room around a row's content, in pixels: beyond an edge it hides nothing. */
const room = 24

/** Marks a row that scrolls sideways with `data-before` and `data-after` while something is hidden beyond that edge. */
export function useSideEdges<Row extends HTMLElement>(): RefObject<Row | null> {
  const ref = useRef<Row>(null)
  useEffect(() => {
    const row = ref.current
    if (!row) return
    const mark = () => {
      row.toggleAttribute('data-before', row.scrollLeft > room)
      row.toggleAttribute('data-after', row.scrollLeft + row.clientWidth < row.scrollWidth - room)
    }
    const sizes = new ResizeObserver(mark)
    for (const each of [row, ...row.children]) sizes.observe(each)
    row.addEventListener('scroll', mark, { passive: true })
    return () => {
      sizes.disconnect()
      row.removeEventListener('scroll', mark)
    }
  })
  return ref
}
