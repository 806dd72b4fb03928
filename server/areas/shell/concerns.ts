import { satisfies } from '#contract/actions.ts'
import { concernKinds } from '#contract/shell/shell.ts'
import type { Joints } from '#server/shared/area.ts'
import type { Concern } from '#server/shared/concerns.ts'
import type { Session } from '#server/shared/identity/session.ts'
import type { Db } from '#server/shared/tenancy.ts'

/** The bell's lines for the viewer, from every source whose screen the viewer may open, in the contract's order. */
export async function concernsOf(
  db: Db,
  viewer: Session,
  { concerns, kindsOfApproval }: Joints,
  now: Date,
): Promise<Concern[]> {
  const found: Concern[] = []
  for (const source of concerns) {
    if (source.need === undefined || satisfies([source.need], viewer))
      found.push(...(await source.find(db, { viewer, now, kindsOfApproval })))
  }
  return concernKinds.flatMap((kind) => found.filter(({ clase }) => clase === kind))
}
