import { useEffect } from 'react'
import { watchConnection } from '#web/shared/calls/connection.ts'
import { ConnectionBand } from '#web/shared/calls/ConnectionBand.tsx'

/** Watches whether the server answers from when it is shown on, and says so while it doesn't. Once a page. */
export function Connection() {
  useEffect(watchConnection, [])
  return <ConnectionBand />
}
