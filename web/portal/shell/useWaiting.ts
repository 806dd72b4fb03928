import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { shell } from '#contract/shell/shell.ts'
import { afterActs } from '#web/shared/calls/call.ts'
import { useCall } from '#web/shared/calls/useCall.ts'

const minute = 60_000

/** Long work of one's own: looked at each two seconds while it runs, else each minute. */
export function useRunning() {
  const queries = useQueryClient()
  const known = queries.getQueryData<{ espera: boolean }[]>([shell.running.path, {}])
  const moves = known?.some(({ espera }) => !espera) ?? false
  return useCall(shell.running, {}, { every: moves ? 2000 : minute })
}

/** The bell's tasks. */
export function useConcerns() {
  return useCall(shell.concerns, {}, { every: minute })
}

/** Requests the frame's counts again after each act of the user. */
export function useFreshAfterActs(paths: readonly string[]): void {
  const queries = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = afterActs((path) => {
      // Marking the frame's own notices as seen is no reason to request them again.
      if (paths.includes(path)) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        for (const one of paths) void queries.invalidateQueries({ queryKey: [one] })
      }, 400)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [queries, paths])
}
