import { useRef, useState } from 'react'
import type { Call } from '#contract/call.ts'
import { hasHeldTicket } from '../calls/call.ts'

/** The step-up of an act whose own dialog asks for it. */
export interface Proof {
  /** The dialog shows the fields. */
  asked: boolean
  /** The dialog asks by itself when the server requires a step-up; no other dialog opens. */
  inPlace: { current: boolean }
  /** Makes a ticket of what was typed, or shows what is missing and resolves to null. Set by the fields. */
  maker: { current: (() => Promise<string | null>) | null }
  /** Counts how often it was asked: the fields begin anew. */
  round: number
  /** The ticket for the act; null where none is needed or the dialog doesn't ask; 'missing' where the act must wait. */
  take: () => Promise<string | null | 'missing'>
  /** Shows the fields: the server requires a step-up. */
  ask: () => void
}

/** The state of the fields by which a dialog proves its person again. */
export function useProof(needs: Call['stepUp']): Proof {
  const [round, setRound] = useState(needs === true || (needs === 'holds' && !hasHeldTicket()) ? 1 : 0)
  const inPlace = useRef(false)
  const maker = useRef<(() => Promise<string | null>) | null>(null)
  return {
    asked: round > 0,
    inPlace,
    maker,
    round,
    take: async () => (maker.current ? ((await maker.current()) ?? 'missing') : null),
    ask: () => setRound((before) => before + 1),
  }
}
