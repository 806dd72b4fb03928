import { actions } from '#contract/actions.ts'
import type { ParsedOf } from '#contract/call.ts'
import type { employment } from '#contract/employees/employment.ts'
import type { employeeRights } from '#contract/employees/rights.ts'
import { makeFault } from '#contract/errors.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { queueMails } from '#server/shared/mail/mail.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'
import type { Viewer } from '#server/shared/visibility.ts'
import { openApproval } from '#server/areas/approvals/operations.ts'

/** A change that waits for a second person: new profiles, or the end of a stay. */
export type AdministratorChange =
  | Omit<ParsedOf<typeof employeeRights.setProfiles>, 'id'>
  | Omit<ParsedOf<typeof employment.end>, 'id'>

declare module '#server/db/schema.ts' {
  interface JsonColumns {
    'administrator_changes.input': AdministratorChange
  }
}

/** Whether somebody answers for the company's certificates. */
export async function holdsCertificates(db: Db, id: number): Promise<boolean> {
  const held = await db
    .selectFrom('user_profiles')
    .innerJoin('profiles', 'profiles.id', 'user_profiles.profile_id')
    .select('profiles.id')
    .where('user_profiles.user_id', '=', id)
    .where('profiles.kind', '=', 'certificate_holder')
    .executeTakeFirst()
  return held !== undefined
}

/**
 * Keeps a change until another full administrator accepts it. They get a mail. The requester confirms first.
 *
 * @throws {Refusal} SECOND_PERSON_ASKED: a change waits already. SECOND_PERSON_NOBODY: nobody else could accept it.
 */
export async function askSecondPerson(
  tx: Tx,
  ctx: Context,
  id: number,
  change: AdministratorChange,
): Promise<void> {
  const { evidence, services, session } = ctx
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('administrator_changes')
    .values({ company_id: tx.company, employee_id: id, input: JSON.stringify(change) })
    .onConflict((on) => on.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) refuse('SECOND_PERSON_ASKED')
  ctx.confirm([makeFault('SECOND_PERSON_NEEDED')])
  const { holders } = await openApproval(
    tx,
    { evidence, services },
    {
      kind: 'administrator',
      subjectId: id,
      employeeId: id,
      steps: [{ action: actions.employeeAdministration, kind: 'hr' }],
      nobody: 'SECOND_PERSON_NOBODY',
    },
  )
  await queueMails(
    tx,
    services,
    holders.flatMap(({ id: userId, mail, language, first_name }) =>
      mail
        ? [
            {
              event: 'administrator_change_to_approve' as const,
              userId,
              to: mail,
              language,
              subject: { kind: 'employee', id },
              variables: { nombre: first_name, quien: `${session.firstName} ${session.lastName}` },
            },
          ]
        : [],
    ),
  )
}

/** Whether a change of somebody waits that the viewer asked for or may decide: full administrators, never oneself. */
export async function waitsForSecondPerson(db: Db, viewer: Viewer, id: number): Promise<boolean> {
  if (viewer.profileKind !== 'hr' || viewer.userId === id) return false
  const found = await db
    .selectFrom('administrator_changes')
    .select('employee_id')
    .where('employee_id', '=', id)
    .executeTakeFirst()
  return found !== undefined
}
