import { useRef, useState } from 'react'

interface Options {
  /** A successful act leads to another page: the button stays busy until that is loaded. */
  leaves?: boolean
  onError?: () => void
}

interface Attempt {
  busy: boolean
  /** The error that the last attempt ended with, or null. */
  error: unknown
  setError: (error: unknown) => void
  /** Runs the work, unless one is under way. Never throws. */
  attempt: (work: () => Promise<unknown>, options?: Options) => Promise<void>
}

/** One act at a time on the pages before a session, which have no query cache. Other screens use useAct. */
export function useAttempt(): Attempt {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const started = useRef(false)
  const attempt = async (work: () => Promise<unknown>, { leaves = false, onError }: Options = {}) => {
    if (started.current) return
    started.current = true
    setBusy(true)
    setError(null)
    try {
      await work()
      started.current = leaves
    } catch (reason) {
      setError(reason)
      started.current = false
      onError?.()
    }
    setBusy(started.current)
  }
  return { busy, error, setError, attempt }
}
