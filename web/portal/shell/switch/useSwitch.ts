import { useState } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import { relations } from '#contract/relations.ts'
import { answerCalls, call } from '#web/shared/calls/call.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { beginSwitch, switchSession } from '#web/shared/session/switching.ts'
import type { Card } from './cards.ts'

type Asked = AnswerOf<typeof relations.ask>[number]

/** The state of a switch: choosing a company, an expired password there, or its outcome. */
export type Standing =
  | { at: 'list' }
  | { at: 'add' }
  | { at: 'expired'; card: Card; vencida: NonNullable<Asked['vencida']> }
  | { at: 'profile'; domain: string | null }
  | { at: 'company' }

/** The two requests of a switch, and what each answer leads to. */
export function useSwitch() {
  const [standing, setStanding] = useState<Standing>({ at: 'list' })
  const { run, running, error, forget } = useAct(
    async (card: Card) => {
      const { user, type } = card
      let finish = () => {}
      try {
        const [asked] = await call(relations.ask, { id: user.id, id_perfil_tipo: type })
        if (asked?.vencida) return setStanding({ at: 'expired', card, vencida: asked.vencida })
        finish = beginSwitch()
        const entered = await call(relations.enter, { userid: user.id })
        if (!entered.jwt || !entered.user)
          return setStanding({ at: 'profile', domain: user.aplicacion.dominio })
        // This tab is about to be reloaded and must not be frozen before.
        answerCalls({ companyChanged: () => undefined })
        switchSession(entered.jwt, entered.user, entered.permissions)
        setStanding({ at: 'company' })
      } catch (reason) {
        setStanding({ at: 'list' })
        throw reason
      } finally {
        finish()
      }
    },
    { inPlace: true },
  )
  return {
    standing,
    busy: running ?? null,
    error,
    change: run,
    add: () => setStanding({ at: 'add' }),
    back: () => {
      forget()
      setStanding({ at: 'list' })
    },
  }
}
