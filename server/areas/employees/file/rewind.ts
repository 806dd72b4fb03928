import type { EmployeeRecord, EmployeeState } from '#contract/employees/record.ts'

export type Stay = EmployeeRecord['estadias'][number]

/** An event of somebody's file, with the facts that its hash covers. */
export interface FileEvent {
  id: number
  act: string
  /** The company's day on which it happened, ISO. */
  day: string
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
    // An end that was put while another one stood replaced it.
    const previous = told[at - 1]
    const former =
      previous?.act === 'unsubscribed'
        ? { hasta: previous.data.on ?? null, motivo: previous.data.reason ?? null }
        : { hasta: null, motivo: null }
    switch (act) {
      case 'reactivated':
        estadias.shift()
        estado = 'inactive'
        break
      case 'stay_ended':
        estado = 'active'
        break
      case 'unsubscribed':
        put(former)
        if (estado === 'inactive') estado = 'active'
        break
    }
  }
  return { estado, estadias }
}

const stayActs = new Set(['reactivated', 'stay_ended', 'unsubscribed'])

export interface Rights {
  profiles: ReadonlySet<number>
  /** Null: unknown. */
  filters: Pairs | null
  folders: ReadonlySet<number>
}

/**
 * Takes the changes of rights after a day back, the latest first. `unknown`: an end that didn't record the profiles that
 * it took.
 */
export function rewindRights(
  now: Rights,
  events: readonly FileEvent[],
): Rights & { profilesUnknown: boolean } {
  const profiles = new Set(now.profiles)
  const folders = new Set(now.folders)
  let { filters } = now
  let profilesUnknown = false
  for (const [at, event] of [...events.entries()].toReversed()) {
    const { act, after, data } = event
    if (!after) break
    for (const id of data.given ?? []) profiles.delete(id)
    for (const id of data.taken ?? []) profiles.add(id)
    if (act === 'folder_filter_added' && data.folder) folders.delete(data.folder)
    if (act === 'folder_filter_removed' && data.folder) folders.add(data.folder)
    if (data.formerFilters) filters = data.formerFilters
    else if (act === 'filters_changed') filters = lastFilters(events.slice(0, at))
    if (takesProfiles(event) && !data.taken) profilesUnknown = true
  }
  return { profiles, filters, folders, profilesUnknown }
}

/** An end takes the management profiles on its day; one that is planned takes none when it is put. */
function takesProfiles({ act, day, data: { on } }: FileEvent): boolean {
  return act === 'stay_ended' || (act === 'unsubscribed' && on !== undefined && on <= day)
}

/** The filters that the events before a change left; null where none of them wrote them. */
function lastFilters(events: readonly FileEvent[]): Pairs | null {
  return events.findLast(({ act }) => act === 'filters_changed')?.data.filters ?? null
}
