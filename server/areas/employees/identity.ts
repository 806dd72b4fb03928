import { sql } from 'kysely'
import { z } from 'zod'
import { makeFault } from '#contract/errors.ts'
import type { ParsedOf } from '#contract/call.ts'
import { isOfCountry } from '#contract/employees/extras.ts'
import { employeeChanges, ownShut } from '#contract/employees/record.ts'
import type { employment } from '#contract/employees/employment.ts'
import { nationalIds } from '#contract/employees/national-ids.ts'
import { checkDigitFits } from '#server/shared/text/check-digits.ts'
import type { Context } from '#server/shared/context.ts'
import { credentialsOf } from '#server/shared/identity/credentials.ts'
import { type Fault, refuse, refuseAll } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { fold } from '#server/shared/text/fold.ts'
import { getSettings } from '#server/shared/settings.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { type Viewer, visibleTypes } from '#server/shared/visibility.ts'
import { inviteUser } from '#server/areas/account/operations.ts'
import { endSessions } from '#server/areas/session/operations.ts'
import { refuseDuplicates } from '#server/shared/uniques.ts'
import { endInvitations } from './editing.ts'
import { indexWords } from './words.ts'
import { countryOf, isVisible } from './queries.ts'
import { findRecord, recordFor } from './record.ts'
import { duplicates, uniques } from './uniqueness.ts'

/**
 * Changes what identifies somebody. A new user name makes the password void and mails a link for another; a new
 * tax id leaves the documents where they are, which are counted and confirmed first.
 *
 * @throws {Refusal} OWN_RECORD_FIXED: the record is one's own. ADMINISTRATOR_SIGN_IN_FIXED: the user name is that of a
 * colleague who administers. Also the refusals of what is taken.
 */
export function identify(ctx: Context, input: ParsedOf<typeof employment.identify>) {
  const { services, session } = ctx
  const { id } = input
  return ctx.act(async (tx) => {
    await tx.db.selectFrom('employees').select('id').where('id', '=', id).forUpdate().execute()
    const record = await findRecord(tx.db, session, id)
    if (!record) refuse('NOT_FOUND')
    if (id === session.userId) refuse('OWN_RECORD_FIXED', 'cuil')
    const country = await countryOf(tx.db)
    const { same } = nationalIds[country]
    const cuil = input.cuil !== record.cuil ? input.cuil : undefined
    const dni = same ? cuil : input.dni !== record.dni ? input.dni : undefined
    const renamed = input.usuario !== undefined && fold(input.usuario) !== fold(record.usuario)
    const user = await credentialsOf(tx.db, id)
    if (renamed && user.administers) refuse('ADMINISTRATOR_SIGN_IN_FIXED', 'usuario')
    refuseAll(await duplicates(tx.db, { usuario: input.usuario, cuil, dni }, id))
    const asked: Fault[] = []
    if (cuil && !checkDigitFits(country, cuil)) {
      if ((await getSettings(tx))['employees.check_digits'] === 'block') refuse('TAX_ID_CHECK_DIGIT', 'cuil')
      asked.push(makeFault('TAX_ID_CHECK_DIGIT', 'cuil'))
    }
    if (cuil) {
      const { total, pendientes } = await countDocuments(tx, session, id)
      if (total > 0)
        asked.push(makeFault('TAX_ID_CHANGE_KEEPS_DOCUMENTS', 'cuil', { documentos: total, pendientes }))
    }
    if (renamed) asked.push(makeFault('USERNAME_CHANGE_ENDS_PASSWORD', 'usuario'))
    ctx.confirm(asked)
    await refuseDuplicates(uniques, async () => {
      if (cuil ?? dni) await tx.db.updateTable('employees').set({ cuil, dni }).where('id', '=', id).execute()
      if (input.usuario !== undefined)
        await tx.db
          .updateTable('users')
          .set({
            username: input.usuario,
            ...(renamed && {
              password_hash: null,
              may_sign_since: null,
              credential_version: user.credential_version + 1,
            }),
          })
          .where('id', '=', id)
          .execute()
    })
    await indexWords(tx, id)
    await recordEvent(tx, {
      subject: { kind: 'employee', id },
      act: 'identified',
      actorId: ctx.evidence.actorId,
      at: services.clock(),
      data: { fields: [...(cuil ? ['cuil'] : []), ...(dni ? ['dni'] : []), ...(renamed ? ['usuario'] : [])] },
      detail: {
        ...ctx.evidence.detail,
        text: JSON.stringify({
          was: { usuario: record.usuario, cuil: record.cuil, dni: record.dni },
          is: { usuario: input.usuario, cuil, dni },
        }),
      },
    })
    if (renamed) {
      await endSessions(tx, services, id, null)
      await endInvitations(tx, id, services.clock())
      await inviteUser(tx, services, id, ctx.evidence)
    }
    return recordFor(tx, services, session, id)
  })
}

/** How many documents of somebody within reach the viewer sees, and how many of them wait for a signature. */
export async function countDocuments(tx: Tx, viewer: Viewer, id: number) {
  if (!(await isVisible(tx.db, viewer, id))) refuse('NOT_FOUND')
  return tx.db
    .selectFrom('documents')
    .select([
      sql<number>`count(*)`.as('total'),
      sql<number>`count(*) filter (where documents.signing = 'pending')`.as('pendientes'),
    ])
    .where('documents.employee_id', '=', id)
    .where('documents.state', '=', 'published')
    .where(visibleTypes(viewer, 'documents.type_id'))
    .executeTakeFirstOrThrow()
}

/** The rules of each field of a record that one edit may change: of one's own record, and by country, fewer. */
export async function rulesFor(tx: Tx, viewer: Viewer, id: number) {
  if (!(await isVisible(tx.db, viewer, id))) refuse('NOT_FOUND')
  const country = await countryOf(tx.db)
  const { same } = nationalIds[country]
  return Object.entries(employeeChanges.shape).map(([campo, schema]) => {
    const shut = id === viewer.userId && ownShut.some((field) => field === campo)
    return {
      campo,
      requerido: !schema.safeParse(null).success,
      editable: !shut && !(campo === 'dni' && same) && isOfCountry(campo, country),
      regla: z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
    }
  })
}
