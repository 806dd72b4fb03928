import { type EmployeeState, endReasons } from './record.ts'

/** Hours within which a second person undoes an end. */
export const undoHours = 48

export const stayActs = ['end', 'call_off', 'undo', 'reactivate'] as const
export type StayAct = (typeof stayActs)[number]

/** The states from which each act on a stay leads on. The server refuses by it and the screens offer by it. */
const from: Readonly<Record<StayAct, readonly EmployeeState[]>> = {
  end: ['onboarding', 'active'],
  call_off: ['onboarding', 'active'],
  undo: ['inactive'],
  reactivate: ['inactive'],
}

/** The end of a person's stay that is in force: planned for a day, or done at an instant. */
export interface StayEnd {
  actedAt: Date | null
}

/**
 * The acts that a person's state allows at an instant. An end that is planned can be called off; one that acted can be
 * undone for some hours, by another person than the one who asked for it.
 */
export function stayActsOf(state: EmployeeState, end: StayEnd | null, now: Date): StayAct[] {
  return stayActs.filter((act) => {
    if (!from[act].includes(state)) return false
    if (act === 'call_off') return end !== null && end.actedAt === null
    return act !== 'undo' || (end?.actedAt && now <= undoUntil(end.actedAt))
  })
}

/** The last instant at which an end that acted can be undone. */
export function undoUntil(actedAt: Date): Date {
  return new Date(actedAt.getTime() + undoHours * 3_600_000)
}

/** The reasons for which a stay ends: a candidate drops out of the onboarding, an employee leaves for another one. */
export function reasonsFor(state: EmployeeState) {
  return endReasons.filter((reason) => (reason === 'candidate_drop') === (state === 'onboarding'))
}

/** The state of a person before a stay ended for this reason, to which an undo of the end leads back. */
export function stateBefore(reason: (typeof endReasons)[number] | null): Exclude<EmployeeState, 'inactive'> {
  return reason === 'candidate_drop' ? 'onboarding' : 'active'
}

/** Whether an end for this reason has to say more. */
export function needsObservation(reason: (typeof endReasons)[number]): boolean {
  return reason === 'others'
}
