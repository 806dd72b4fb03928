import { useEffect, useEffectEvent, useState } from 'react'
import type { massive } from '#contract/massive/massive.ts'
import type { Form } from '#web/shared/forms/useForm.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { clockOf, hourAt } from './hourAt.ts'

/** Forms that ask from when on something is visible. */
export type HourForm = Form<typeof massive.publish> | Form<typeof massive.reschedule>

/** From when on something is visible, as it is typed: at once, or at a day (ISO) and hour of the company's clock. */
export interface Hour {
  later: boolean
  setLater: (later: boolean) => void
  day: string
  setDay: (day: string) => void
  hour: string
  setHour: (hour: string) => void
  /** The missing parts, by field. */
  missing: { visible_desde?: string }
}

/** Keeps the hour of a form, which begins with an instant (ISO) or at once. */
export function useHour(form: HourForm, from: string | null = null): Hour {
  const { t } = useWords('massive')
  const { company } = useViewer()
  const [begun] = useState(() => (from === null ? null : clockOf(from, company.zona)))
  const [later, setLater] = useState(begun !== null)
  const [day, setDay] = useState(begun?.day ?? '')
  const [hour, setHour] = useState(begun?.hour ?? '09:00')
  const instant = later ? hourAt(day, hour, company.zona) : null
  const visible = instant ?? ''
  const keep = useEffectEvent(() => {
    if ((form.values.visible_desde ?? '') !== visible) form.set('visible_desde', visible)
  })
  useEffect(() => keep(), [visible])
  const missing =
    later && !instant ? { visible_desde: t(day ? 'publicar.faltaHora' : 'publicar.faltaDia') } : {}
  return { later, setLater, day, setDay, hour, setHour, missing }
}
