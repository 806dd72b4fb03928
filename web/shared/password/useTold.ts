import { useEffect, useState } from 'react'

const pauseMilliseconds = 400

/** The server's fault codes for a password, requested when typing pauses; null while they are unknown. */
export function useTold(
  pass: string,
  ask: ((pass: string) => Promise<readonly string[]>) | undefined,
): readonly string[] | null {
  const [told, setTold] = useState<{ pass: string; codes: readonly string[] } | null>(null)
  useEffect(() => {
    if (!pass || !ask) return
    let left = false
    const timer = setTimeout(() => {
      // The server checks again on saving, so a failed request leaves it unknown.
      ask(pass).then(
        (codes) => !left && setTold({ pass, codes }),
        () => undefined,
      )
    }, pauseMilliseconds)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [pass, ask])
  return told?.pass === pass ? told.codes : null
}
