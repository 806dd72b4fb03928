import { sql } from 'kysely'
import { z } from 'zod'
import { makeFault } from '#contract/errors.ts'
import type { ParsedOf } from '#contract/call.ts'
import { recordEdit, recordFields } from '#contract/employees/record.ts'
import type { employment, FieldRule } from '#contract/employees/employment.ts'
import { nationalIds } from '#contract/employees/national-ids.ts'
import { checkDigitFits } from '#server/shared/text/check-digits.ts'
import type { Context } from '#server/shared/context.ts'
import { credentialsOf } from '#server/shared/identity/credentials.ts'
import { type Fault, refuse, refuseAll } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { fold } from '#server/shared/text/fold.ts'
import type { Session } from '#server/shared/identity/session.ts'
import { getSettings } from '#server/shared/settings.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { type Viewer, visibleTypes } from '#server/shared/visibility.ts'
import { refuseDuplicates } from '#server/shared/uniques.ts'
import { renewCredentials } from './invitations.ts'
import { indexWords } from './words.ts'
import { countryOf, isVisible } from './queries.ts'
import { findRecord, type FoundRecord, recordFor } from './record.ts'
import { shutFaults, shutFields } from './shut.ts'
import { tellTaxIdChanged } from './telling.ts'
import { duplicates, keepFormerName, uniques } from './uniqueness.ts'

/** The identifiers of a person as a call gives them; absent ones stay as they are. */
interface Identity {
  usuario?: string | undefined
  cuil?: string | undefined
  dni?: string | undefined
}

/** A checked change of what identifies somebody. */
export interface IdentityChange {
  record: FoundRecord
  user: Awaited<ReturnType<typeof credentialsOf>>
  /** The new user name, folded or not; undefined where it stays. */
  usuario: string | undefined
  cuil: string | undefined
  dni: string | undefined
  /** Whether the name that is typed at sign-in is another one. */
  renamed: boolean
  /** To be confirmed before the change is written. */
  asked: Fault[]
}

/**
 * Changes what identifies somebody. A new user name makes the password void and mails a link for another; a new
 * tax id leaves the documents where they are, which are counted and confirmed first.
 *
 * @throws {Refusal} OWN_RECORD_FIXED: the record is one's own. ADMINISTRATOR_SIGN_IN_FIXED: the user name is that of a
 * colleague who administers. Also the refusals of what is taken.
 */
export function identify(ctx: Context, { id, ...input }: ParsedOf<typeof employment.identify>) {
  const { services, session } = ctx
  return ctx.act(async (tx) => {
    await tx.db.selectFrom('employees').select('id').where('id', '=', id).forUpdate().execute()
    const record = await findRecord(tx.db, session, id)
    if (!record) refuse('NOT_FOUND')
    const shut = await shutFields(tx, session, record)
    refuseAll(shutFaults(shut, changedIdentity(record, input)))
    const change = await checkIdentity(ctx, tx, record, input)
    refuseAll(await duplicates(tx.db, change, services.clock(), id))
    ctx.confirm(change.asked)
    await writeIdentity(ctx, tx, change)
    return recordFor(tx, services, session, id)
  })
}

/** The identifiers whose new value is another one. A user name in other capitals stays the same name. */
export function changedIdentity(
  record: FoundRecord,
  { usuario, cuil, dni }: Identity,
): ('usuario' | 'cuil' | 'dni')[] {
  return [
    ...(usuario !== undefined && fold(usuario) !== fold(record.usuario) ? (['usuario'] as const) : []),
    ...(cuil !== undefined && cuil !== record.cuil ? (['cuil'] as const) : []),
    ...(dni !== undefined && dni !== record.dni ? (['dni'] as const) : []),
  ]
}

/** Checks a change of somebody's identity, but for identifiers that others have; `asked` is to be confirmed. */
export async function checkIdentity(
  ctx: Pick<Context, 'session'>,
  tx: Tx,
  record: FoundRecord,
  input: Identity,
): Promise<IdentityChange> {
  const country = await countryOf(tx.db)
  const { same } = nationalIds[country]
  const cuil = input.cuil === record.cuil ? undefined : input.cuil
  const dni = same ? cuil : input.dni === record.dni ? undefined : input.dni
  const usuario = input.usuario === record.usuario ? undefined : input.usuario
  const renamed = usuario !== undefined && fold(usuario) !== fold(record.usuario)
  const user = await credentialsOf(tx.db, record.id)
  const asked: Fault[] = []
  if (cuil && !checkDigitFits(country, cuil)) {
    if ((await getSettings(tx))['employees.check_digits'] === 'block') refuse('TAX_ID_CHECK_DIGIT', 'cuil')
    asked.push(makeFault('TAX_ID_CHECK_DIGIT', 'cuil'))
  }
  if (cuil) {
    const { total, pendientes } = await countDocuments(tx, ctx.session, record.id)
    if (total > 0)
      asked.push(makeFault('TAX_ID_CHANGE_KEEPS_DOCUMENTS', 'cuil', { documentos: total, pendientes }))
  }
  if (renamed) asked.push(makeFault('USERNAME_CHANGE_ENDS_PASSWORD', 'usuario'))
  return { record, user, usuario, cuil, dni, renamed, asked }
}

/** Writes a checked and confirmed change of somebody's identity, as evidence. Another tax id is mailed to the others who administer. */
export async function writeIdentity(
  ctx: Pick<Context, 'services' | 'evidence'>,
  tx: Tx,
  { record, user, usuario, cuil, dni, renamed }: IdentityChange,
): Promise<void> {
  const { services, evidence } = ctx
  const { id } = record
  if (usuario === undefined && cuil === undefined && dni === undefined) return
  await refuseDuplicates(uniques, async () => {
    if (cuil ?? dni) await tx.db.updateTable('employees').set({ cuil, dni }).where('id', '=', id).execute()
    if (usuario !== undefined)
      await tx.db.updateTable('users').set({ username: usuario }).where('id', '=', id).execute()
  })
  await indexWords(tx, id)
  await recordEvent(tx, {
    subject: { kind: 'employee', id },
    act: 'identified',
    actorId: evidence.actorId,
    at: services.clock(),
    data: {
      fields: [...(cuil ? ['cuil'] : []), ...(dni ? ['dni'] : []), ...(usuario ? ['usuario'] : [])],
    },
    detail: {
      ...evidence.detail,
      text: JSON.stringify({
        was: { usuario: record.usuario, cuil: record.cuil, dni: record.dni },
        is: { usuario, cuil, dni },
      }),
    },
  })
  if (cuil) await tellTaxIdChanged(tx, services, user, evidence.actorId)
  if (!renamed) return
  await keepFormerName(tx, id, record.usuario, services.clock())
  await renewCredentials(tx, ctx, id)
}

/**
 * Documents of somebody within reach that the viewer sees: all of them, those that wait for a signature, those that are
 * answered forms; and the publications under way that hold something for the person.
 */
export async function countDocuments(tx: Tx, viewer: Viewer, id: number) {
  if (!(await isVisible(tx.db, viewer, id))) refuse('NOT_FOUND')
  return tx.db
    .selectFrom('documents')
    .select([
      sql<number>`count(*)`.as('total'),
      sql<number>`count(*) filter (where documents.signing = 'pending')`.as('pendientes'),
      sql<Date | null>`min(greatest(documents.published_at, documents.visible_from))
        filter (where documents.signing = 'pending')`.as('pendiente_desde'),
      sql<number>`count(*) filter (where documents.source = 'form')`.as('formularios'),
      sql<number>`(select count(*) from processes open where open.status = 'in_progress'
        and exists (select from publication_items item
          where item.process_id = open.id and item.recipient_id = ${id}))`.as('procesos'),
    ])
    .where('documents.employee_id', '=', id)
    .where('documents.state', '=', 'published')
    .where(visibleTypes(viewer, 'documents.type_id'))
    .executeTakeFirstOrThrow()
}

/** The rules of each field of a record within reach: required, limits, and why it is shut to the viewer. */
export async function rulesFor(tx: Tx, viewer: Session, id: number): Promise<FieldRule[]> {
  const record = await findRecord(tx.db, viewer, id)
  if (!record) refuse('NOT_FOUND')
  const shut = await shutFields(tx, viewer, record)
  return recordFields.map((campo) => {
    const schema = recordEdit.shape[campo]
    const motivo = shut.get(campo) ?? null
    return {
      campo,
      requerido: !schema.safeParse(null).success,
      editable: motivo === null,
      motivo,
      regla: z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
    }
  })
}
