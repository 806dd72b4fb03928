import { useRef, useState } from 'react'

interface Attempt {
  busy: boolean
  /** The error that the last attempt ended with, or null. */
  error: unknown
  setError: (error: unknown) => void
  /** Runs the work unless one is under way; resolves with whether it succeeded. */
  attempt: (work: () => Promise<unknown>, options?: { leaves?: boolean }) => Promise<boolean>
}

/**
 * One act at a time on the pages before a session, which have no query cache; other screens use useAct. With
 * `leaves` a successful act leads to another page, and the button stays busy until that is loaded.
 */
export function useAttempt(): Attempt {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const started = useRef(false)
  const attempt = async (work: () => Promise<unknown>, { leaves = false } = {}) => {
    if (started.current) return false
    started.current = true
    setBusy(true)
    setError(null)
    let succeeded = false
    try {
      await work()
      succeeded = true
    } catch (reason) {
      setError(reason)
    }
    started.current = succeeded && leaves
    setBusy(started.current)
    return succeeded
  }
  return { busy, error, setError, attempt }
}
