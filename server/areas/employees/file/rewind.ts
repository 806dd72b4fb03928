import type { EmployeeRecord, EmployeeState } from '#contract/employees/record.ts'

export type Stay = EmployeeRecord['estadias'][number]

/** An event of somebody's file, with the facts that its hash covers. */
export interface FileEvent {
  id: number
  act: string
  /** Whether that is after the day that is asked for. */
  after: boolean
  data: EventData
}

interface EventData {
  /** Last day and reason of an end, first day of a return. */
  on?: string
  reason?: Stay['motivo']
  from?: string
  /** Ids of profiles. */
  given?: number[]
  taken?: number[]
  /** Pairs of sector and location: those since the event, and those before it. */
  filters?: Pairs
  formerFilters?: Pairs
  folder?: number
}

export type Pairs = (number | null)[][]

/** A person's stays, the newest first, and the state that goes with them. */
export interface Staying {
  estado: EmployeeState
  estadias: readonly Stay[]
}

/** Takes the ends and returns after a day back, the latest first. `events`: all of them, the earliest first. */
export function rewindStays(now: Staying, events: readonly FileEvent[]): Staying {
  const estadias = [...now.estadias]
  let { estado } = now
  const put = (end: Pick<Stay, 'hasta' | 'motivo'>) => {
    if (estadias[0]) estadias[0] = { ...estadias[0], ...end }
  }
  const told = events.filter(({ act }) => stayActs.has(act))
  for (const [at, { act, after }] of [...told.entries()].toReversed()) {
    if (!after) break
    const previous = told[at - 1]
    switch (act) {
      case 'end_undone':
        put(endOf(told.slice(0, at).findLast(isEnd)))
        estado = 'inactive'
        break
      case 'end_called_off':
        put(endOf(told.slice(0, at).findLast(isEnd)))
        break
      case 'reactivated':
        estadias.shift()
        estado = 'inactive'
        break
      case 'stay_ended':
        estado = 'active'
        break
      case 'unsubscribed':
        // An end that was put while another one stood replaced it.
        put(endOf(previous && isEnd(previous) ? previous : undefined))
        if (estado === 'inactive') estado = 'active'
        break
    }
  }
  return { estado, estadias }
}

const stayActs = new Set(['reactivated', 'stay_ended', 'unsubscribed', 'end_called_off', 'end_undone'])

function isEnd({ act }: FileEvent): boolean {
  return act === 'unsubscribed'
}

/** The last day and the reason that an end wrote into a stay. */
function endOf(end: FileEvent | undefined): Pick<Stay, 'hasta' | 'motivo'> {
  return { hasta: end?.data.on ?? null, motivo: end?.data.reason ?? null }
}

export interface Rights {
  profiles: ReadonlySet<number>
  /** Null: unknown. */
  filters: Pairs | null
  folders: ReadonlySet<number>
}

/** Takes the changes of rights after a day back, the latest first. */
export function rewindRights(now: Rights, events: readonly FileEvent[]): Rights {
  const profiles = new Set(now.profiles)
  const folders = new Set(now.folders)
  let { filters } = now
  for (const [at, { act, after, data }] of [...events.entries()].toReversed()) {
    if (!after) break
    for (const id of data.given ?? []) profiles.delete(id)
    for (const id of data.taken ?? []) profiles.add(id)
    if (act === 'folder_filter_added' && data.folder) folders.delete(data.folder)
    if (act === 'folder_filter_removed' && data.folder) folders.add(data.folder)
    if (data.formerFilters) filters = data.formerFilters
    else if (act === 'filters_changed') filters = lastFilters(events.slice(0, at))
  }
  return { profiles, filters, folders }
}

/** The filters that the events before a change left; null where none of them wrote them. */
function lastFilters(events: readonly FileEvent[]): Pairs | null {
  return events.findLast(({ act }) => act === 'filters_changed')?.data.filters ?? null
}
