import { useEffect, type RefObject } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Where each visit of an address stood: the element that scrolled, by its place in the screen, and how far. */
const stood = new Map<string, { selector: string; top: number }>()
/** Milliseconds that a list may take to be as long as it was. */
const patience = 3000

/** Going back shows a screen as far down as it was left. The screens scroll inside `main`, so no browser does it. */
export function useScrollMemory(main: RefObject<HTMLElement | null>): void {
  const { key } = useLocation()
  const type = useNavigationType()
  useEffect(() => {
    const element = main.current
    if (!element) return
    const note = ({ target }: Event) => {
      if (target instanceof HTMLElement && target.className)
        stood.set(key, { selector: selectorOf(target), top: target.scrollTop })
    }
    element.addEventListener('scroll', note, { capture: true, passive: true })
    return () => element.removeEventListener('scroll', note, { capture: true })
  }, [key, main])
  useEffect(() => {
    const before = stood.get(key)
    if (type !== 'POP' || !before) return
    const until = performance.now() + patience
    let frame = requestAnimationFrame(function again() {
      const place = main.current?.querySelector(before.selector)
      if (place && place.scrollHeight - place.clientHeight >= before.top) place.scrollTop = before.top
      else if (performance.now() < until) frame = requestAnimationFrame(again)
    })
    return () => cancelAnimationFrame(frame)
  }, [key, type, main])
}

const selectorOf = (element: HTMLElement) =>
  [...element.classList].map((name) => `.${CSS.escape(name)}`).join('')
