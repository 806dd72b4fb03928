import { type Fault, refuseAll, violatedConstraint } from './errors.ts'

/** The fault for each unique constraint, by the constraint's name. */
export type Uniques = Readonly<Record<string, Fault>>

/** Runs work that may violate a unique constraint, and refuses with that constraint's code where it does. */
export async function refuseDuplicates<T>(uniques: Uniques, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const taken = uniques[violatedConstraint(error) ?? '']
    if (taken) refuseAll([taken])
    throw error
  }
}
