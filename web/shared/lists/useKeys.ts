import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '#web/shared/lists/list-keys.ts'

/** Runs a function per key while nothing is being typed: by `event.key`, letters in lower case. */
export function useKeys(keys: Readonly<Record<string, () => void>>, enabled: boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isTyping(event)) return
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    if (!enabled) return
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [enabled])
}
