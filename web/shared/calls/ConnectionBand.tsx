import { IconCloudOff, IconTool } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useWords } from '../texts/useWords.ts'
import { useConnection } from './connection.ts'
import style from './ConnectionBand.module.css'

/** Displayed while the server is unreachable or under maintenance. It does not shift the page. */
export function ConnectionBand() {
  const { t } = useWords('shell')
  const queries = useQueryClient()
  const connection = useConnection()
  const lost = useRef(false)
  useEffect(() => {
    // Repeat the queries that failed meanwhile.
    if (connection === 'there' && lost.current) void queries.refetchQueries({ type: 'active' })
    lost.current = connection !== 'there'
  }, [connection, queries])
  const Mark = connection === 'offline' ? IconCloudOff : IconTool
  return (
    <div role="status">
      {connection !== 'there' && (
        <div className={`${style.band} row gap-12`}>
          <Mark size={19} aria-hidden />
          <span>
            <b>{t(`conexion.${connection}.titulo`)}</b> {t(`conexion.${connection}.texto`)}
          </span>
        </div>
      )}
    </div>
  )
}
