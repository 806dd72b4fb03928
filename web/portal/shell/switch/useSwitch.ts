import { useState } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import { relations } from '#contract/relations.ts'
import { answerCalls, call } from '#web/shared/calls/call.ts'
import { beginSwitch, switchSession } from '#web/shared/session/switching.ts'
import type { Card } from './cards.ts'

type Asked = AnswerOf<typeof relations.ask>[number]

/** Where a switch stands: choosing, the other's expired password, or what came of it. */
export type Standing =
  | { at: 'list' }
  | { at: 'add' }
  | { at: 'expired'; card: Card; vencida: NonNullable<Asked['vencida']> }
  | { at: 'profile'; domain: string | null }
  | { at: 'company' }

/** The two requests of a switch, and what each answer leads to. */
export function useSwitch() {
  const [standing, setStanding] = useState<Standing>({ at: 'list' })
  const [busy, setBusy] = useState<Card | null>(null)
  const [error, setError] = useState<unknown>(null)
  const change = async (card: Card) => {
    const { user, type } = card
    setBusy(card)
    setError(null)
    let finish = () => {}
    try {
      const [asked] = await call(relations.ask, { id: user.id, id_perfil_tipo: type })
      if (asked?.vencida) return setStanding({ at: 'expired', card, vencida: asked.vencida })
      finish = beginSwitch()
      const entered = await call(relations.enter, { userid: user.id })
      if (!entered.jwt || !entered.user)
        return setStanding({ at: 'profile', domain: user.aplicacion.dominio })
      // This tab is about to be loaded anew, and says so itself: nothing is to freeze it before.
      answerCalls({ companyChanged: () => undefined })
      switchSession(entered.jwt, entered.user, entered.permissions)
      setStanding({ at: 'company' })
    } catch (reason) {
      setError(reason)
      setStanding({ at: 'list' })
    } finally {
      finish()
      setBusy(null)
    }
  }
  return {
    standing,
    busy,
    error,
    change,
    add: () => setStanding({ at: 'add' }),
    back: () => {
      setError(null)
      setStanding({ at: 'list' })
    },
  }
}
