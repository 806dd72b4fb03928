import { useEffect } from 'react'
import { watchConnection } from '#web/shared/calls/connection.ts'
import { ConnectionBand } from '#web/shared/calls/ConnectionBand.tsx'

/** Monitors the connection while mounted and displays when the server does not answer. Mount once a page. */
export function Connection() {
  useEffect(watchConnection, [])
  return <ConnectionBand />
}
