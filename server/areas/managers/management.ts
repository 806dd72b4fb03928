import type { Session } from '#server/shared/identity/session.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { managementProfiles } from '#server/areas/employees/operations.ts'

/** The company's management profiles as somebody may give and take them. */
export interface Management {
  /** The manager's profile; null in a company without one. */
  manager: { id: number; name: string; mayGrant: boolean } | null
  /** The names of the other management profiles, by id. */
  others: ReadonlyMap<number, string>
  /** Other management profiles that the viewer may not take from anybody. */
  fixed: readonly number[]
}

export async function managementOf(db: Db, viewer: Session): Promise<Management> {
  const all = await managementProfiles(db, viewer)
  const manager = all.find(({ kind }) => kind === 'manager') ?? null
  const others = all.filter((one) => one !== manager)
  return {
    manager,
    others: new Map(others.map(({ id, name }) => [id, name])),
    fixed: others.filter(({ mayGrant }) => !mayGrant).map(({ id }) => id),
  }
}
