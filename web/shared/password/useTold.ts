import { useEffect, useState } from 'react'

const pauseMilliseconds = 400

/**
 * What the server says of a password while it is typed, once the typing pauses: the codes of what is wrong with it;
 * null while that isn't known.
 */
export function useTold(
  pass: string,
  ask: ((pass: string) => Promise<readonly string[]>) | undefined,
): readonly string[] | null {
  const [told, setTold] = useState<{ pass: string; codes: readonly string[] } | null>(null)
  useEffect(() => {
    if (!pass || !ask) return
    let left = false
    const timer = setTimeout(() => {
      // It is asked again on saving: a server that doesn't answer now leaves it unknown.
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
