import { useEffect } from 'react'
import { watchConnection } from '#web/shared/connection.ts'
import { ConnectionBand } from '#web/shared/ConnectionBand.tsx'

/** Watches whether the server answers from when it is shown on, and says so while it doesn't. Once a page. */
export function Connection() {
  useEffect(watchConnection, [])
  return <ConnectionBand />
}
