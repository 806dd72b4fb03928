import { type RefObject, useEffect, useRef } from 'react'

/** Marks a row that scrolls sideways with `data-before` and `data-after` while something is hidden beyond that edge. */
export function useSideEdges<Row extends HTMLElement>(): RefObject<Row | null> {
  const ref = useRef<Row>(null)
  useEffect(() => {
    const row = ref.current
    if (!row) return
    const mark = () => {
      row.toggleAttribute('data-before', row.scrollLeft > 1)
      row.toggleAttribute('data-after', row.scrollLeft + row.clientWidth < row.scrollWidth - 1)
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
