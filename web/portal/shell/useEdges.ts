import { type RefObject, useEffect, useRef } from 'react'

/** Height of the fading edge, in pixels; the current entry stays clear of it. */
const edge = 36

/**
 * Keeps the current entry of a scrolled list in view, and marks the list with `data-above` and `data-below` while
 * entries are hidden beyond that edge. `here` changes with the current entry.
 */
export function useEdges(here: string): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const list = ref.current
    const entry = list?.querySelector('[aria-current="page"]')
    if (!list || !entry) return
    const [around, own] = [list.getBoundingClientRect(), entry.getBoundingClientRect()]
    const above = around.top + edge - own.top
    const below = own.bottom - (around.bottom - edge)
    // Not by scrollIntoView: the first Tab would then begin at the entry and pass the link to the content over.
    if (above > 0) list.scrollTop -= above
    else if (below > 0) list.scrollTop += below
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
