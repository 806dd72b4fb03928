import { useRef, useState } from 'react'
import type { Call } from '#contract/call.ts'
import { hasHeldTicket } from '../calls/call.ts'

/** The step-up of an act whose own dialog asks for it. */
export interface Proof {
  /** The dialog shows the fields. */
  asked: boolean
  /** Whether the dialog asks by itself when the server requires a step-up; no other dialog opens. */
  isInPlace: () => boolean
  setInPlace: (inPlace: boolean) => void
  /** Registers the fields, which make a ticket of what was typed, or show what is missing and resolve to null. */
  setMaker: (maker: (() => Promise<string | null>) | null) => void
  /** Counts how often it was asked: the fields begin anew. */
  round: number
  /** The ticket for the act; null where none is needed or the dialog doesn't ask; undefined where the act must wait. */
  take: () => Promise<string | null | undefined>
  /** Shows the fields: the server requires a step-up. */
  ask: () => void
}

/** The state of the fields by which a dialog proves its person again. `asksInPlace`: see `isInPlace`. */
export function useProof(needs: Call['stepUp'], asksInPlace = false): Proof {
  const [round, setRound] = useState(needs === true || (needs === 'holds' && !hasHeldTicket()) ? 1 : 0)
  const inPlace = useRef(asksInPlace)
  const maker = useRef<(() => Promise<string | null>) | null>(null)
  return {
    asked: round > 0,
    isInPlace: () => inPlace.current,
    setInPlace: (value) => {
      inPlace.current = value
    },
    setMaker: (make) => {
      maker.current = make
    },
    round,
    take: async () => {
      if (maker.current) return (await maker.current()) ?? undefined
      // The fields of this dialog are still on their way: what is pressed before them waits for what is typed there.
      return round > 0 && inPlace.current ? undefined : null
    },
    ask: () => setRound((before) => before + 1),
  }
}
