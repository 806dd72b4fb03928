import { inbox } from '#contract/inbox.ts'
import { useCall } from '#web/shared/calls/useCall.ts'

/** The papers that wait for the viewer, of which only the total is read. `every`: milliseconds until it is asked again. */
export function usePapersToDecide(options: { enabled: boolean; every?: number }) {
  return useCall(inbox.documents, { pagination: '10,1,0', turno: 'mio' }, options)
}
