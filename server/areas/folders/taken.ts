import { type Fault, refuse, violatedConstraint } from '#server/shared/errors.ts'

/** By name of the constraint: what says that something which may be only once is there already. */
export type Uniques = Readonly<Record<string, { code: Fault['code']; field: string }>>

/** Does what may meet another's name, which is unique however it is written; refuses with the code of what it met. */
export async function orTaken<T>(uniques: Uniques, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const taken = uniques[violatedConstraint(error) ?? '']
    if (taken) refuse(taken.code, taken.field)
    throw error
  }
}
