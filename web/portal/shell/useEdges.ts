import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps the current entry of a scrolled list in view, and marks the list with `data-above` and `data-below` while
 * entries are hidden beyond that edge. `here` changes with the current entry.
 */
export function useEdges(here: string): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    ref.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' })
  }, [here])
  useEffect(() => {
    const list = ref.current
    if (!list) return
    const mark = () => {
      list.toggleAttribute('data-above', list.scrollTop > 1)
      list.toggleAttribute('data-below', list.scrollTop + list.clientHeight < list.scrollHeight - 1)
    }
    const sizes = new ResizeObserver(mark)
    // The list's own size changes with the window, its content's with a group that opens.
    for (const each of [list, ...list.children]) sizes.observe(each)
    list.addEventListener('scroll', mark, { passive: true })
    return () => {
      sizes.disconnect()
      list.removeEventListener('scroll', mark)
    }
  })
  return ref
}
