import { sql } from 'kysely'
import { actions } from '#contract/actions.ts'
import type { ParsedOf } from '#contract/call.ts'
import { mostMembers, type workflows } from '#contract/workflows.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { type ActOf, recordEvent } from '#server/shared/evidence/events.ts'
import type { Session } from '#server/shared/identity/session.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { redirectApprovals } from '#server/areas/approvals/operations.ts'
import { ableAmong, hasHiddenType, takenType, typesAmong } from './queries.ts'

type Written = ParsedOf<typeof workflows.create>

/** Only a full profile with the task inbox changes workflows. */
function checkMayChange({ profileKind, actions: held }: Session): void {
  if (profileKind !== 'hr' || !held.includes(actions.taskInbox)) refuse('WORKFLOW_NOT_ALLOWED')
}

/** Nobody changes the order of decisions on documents of a type that they don't see. @throws {Refusal} WORKFLOW_NOT_ALLOWED */
async function checkSeesTypes(tx: Tx, session: Session, workflow: number): Promise<void> {
  if (await hasHiddenType(tx.db, session, workflow)) refuse('WORKFLOW_NOT_ALLOWED')
}

/**
 * Makes a workflow, or a draft of one; with `id`, writes that draft anew. An active one orders decisions from then on, and
 * the one that it replaces is cancelled: what runs in that one ends as it began.
 *
 * @throws {Refusal} what `workflows.create` declares
 */
export async function saveWorkflow(
  ctx: Context,
  tx: Tx,
  input: Written,
  id?: number,
): Promise<{ id: number }> {
  checkMayChange(ctx.session)
  // Types come and go between two who activate at once, so activations of a company take turns.
  if (input.activar)
    await tx.db.selectFrom('companies').select('id').where('id', '=', tx.company).forUpdate().execute()
  if (id !== undefined) {
    await lockedDraft(tx, id)
    await checkSeesTypes(tx, ctx.session, id)
  }
  const types = [...new Set(input.tipos)]
  if ((await typesAmong(tx.db, ctx.session, types)).length < types.length)
    refuse('WORKFLOW_TYPE_NOT_FOUND', 'tipos')
  const replaced = input.reemplaza === null ? undefined : await lockedWorkflow(tx, input.reemplaza)
  if (input.reemplaza !== null && replaced?.state !== 'active') refuse('WORKFLOW_CHANGED')
  if (replaced) await checkSeesTypes(tx, ctx.session, replaced.id)
  if (input.activar) await checkComplete(tx, { ...input, tipos: types })
  const now = ctx.services.clock()
  const row = {
    name: input.nombre,
    state: input.activar ? ('active' as const) : ('draft' as const),
    version: (replaced?.version ?? 0) + 1,
    also_published: input.tambien_publicado,
    replaces_id: input.reemplaza,
    changed_by: ctx.session.userId,
    changed_at: now,
  }
  const kept = id === undefined ? await insert(tx, { ...row, created_at: now }) : await overwrite(tx, id, row)
  if (input.activar && replaced) {
    await cancel(tx, replaced.id, ctx)
    await note(tx, ctx, replaced.id, 'replaced', { by: kept })
  }
  await writeParts(tx, kept, { ...input, tipos: types })
  if (input.activar) {
    const facts = {
      version: row.version,
      types,
      published: row.also_published,
      ...(replaced && { replaces: replaced.id }),
    }
    await note(tx, ctx, kept, 'activated', facts)
  }
  return { id: kept }
}

/**
 * Throws a draft away, or deactivates a workflow for good. What runs in it ends as it began, or is decided by whoever
 * holds the task inbox. Returns how many documents went there.
 *
 * @throws {Refusal} WORKFLOW_NOT_ALLOWED; NOT_FOUND; WORKFLOW_CHANGED: it is cancelled already
 */
export async function endWorkflow(
  ctx: Context,
  tx: Tx,
  { id, en_curso }: ParsedOf<typeof workflows.end>,
): Promise<{ id: number; a_la_bandeja: number }> {
  checkMayChange(ctx.session)
  const found = await lockedWorkflow(tx, id)
  if (!found) refuse('NOT_FOUND')
  await checkSeesTypes(tx, ctx.session, id)
  if (found.state === 'draft') {
    await tx.db.deleteFrom('workflows').where('id', '=', id).execute()
    return { id, a_la_bandeja: 0 }
  }
  if (found.state === 'cancelled') refuse('WORKFLOW_CHANGED')
  await cancel(tx, id, ctx)
  const moved = en_curso === 'bandeja' ? await redirectApprovals(tx, ctx, id, actions.taskInbox) : 0
  await note(tx, ctx, id, 'deactivated', { redirected: moved })
  return { id, a_la_bandeja: moved }
}

function note(
  tx: Tx,
  { evidence, services }: Context,
  id: number,
  act: ActOf<'workflow'>,
  data: Record<string, number | number[] | boolean>,
): Promise<number> {
  return recordEvent(tx, { subject: { kind: 'workflow', id }, act, at: services.clock(), data, ...evidence })
}

function lockedWorkflow(tx: Tx, id: number) {
  return tx.db
    .selectFrom('workflows')
    .where('id', '=', id)
    .select(['id', 'state', 'version'])
    .forUpdate()
    .executeTakeFirst()
}

/** @throws {Refusal} NOT_FOUND; WORKFLOW_CHANGED: it is no draft any more */
async function lockedDraft(tx: Tx, id: number): Promise<void> {
  const found = await lockedWorkflow(tx, id)
  if (!found) refuse('NOT_FOUND')
  if (found.state !== 'draft') refuse('WORKFLOW_CHANGED')
}

async function cancel(tx: Tx, id: number, { session, services }: Context): Promise<void> {
  await tx.db
    .updateTable('workflows')
    .set({ state: 'cancelled', changed_by: session.userId, changed_at: services.clock() })
    .where('id', '=', id)
    .execute()
  await tx.db.updateTable('workflow_types').set({ active: false }).where('workflow_id', '=', id).execute()
}

interface Row {
  name: string
  state: 'draft' | 'active'
  version: number
  also_published: boolean
  replaces_id: number | null
  changed_by: number
  changed_at: Date
}

async function insert(tx: Tx, row: Row & { created_at: Date }): Promise<number> {
  const { id } = await tx.db
    .insertInto('workflows')
    .values({ company_id: tx.company, ...row })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Writes a draft anew, without the groups and types that it had. */
async function overwrite(tx: Tx, id: number, row: Row): Promise<number> {
  await tx.db.updateTable('workflows').set(row).where('id', '=', id).execute()
  await tx.db.deleteFrom('workflow_groups').where('workflow_id', '=', id).execute()
  await tx.db.deleteFrom('workflow_types').where('workflow_id', '=', id).execute()
  return id
}

async function writeParts(tx: Tx, workflow: number, { grupos, tipos, activar }: Written): Promise<void> {
  const people = [...new Set(grupos.flatMap(({ personas }) => personas))]
  const known = await tx.db
    .selectFrom('users')
    .where('id', '=', sql<number>`any(${people})`)
    .select('id')
    .execute()
  for (const [at, { nombre, todos, personas }] of grupos.entries()) {
    const { id } = await tx.db
      .insertInto('workflow_groups')
      .values({
        company_id: tx.company,
        workflow_id: workflow,
        n: at + 1,
        name: nombre,
        need: todos ? 'all' : 'one',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const members = known.filter((one) => personas.includes(one.id))
    if (members.length > 0)
      await tx.db
        .insertInto('workflow_members')
        .values(members.map((one) => ({ company_id: tx.company, group_id: id, user_id: one.id })))
        .execute()
  }
  if (tipos.length > 0)
    await tx.db
      .insertInto('workflow_types')
      .values(
        tipos.map((type) => ({
          company_id: tx.company,
          workflow_id: workflow,
          type_id: type,
          active: activar,
        })),
      )
      .execute()
}

/** An active workflow has a name, groups whose people may decide on all its types, and types of no other's. */
async function checkComplete(tx: Tx, { nombre, grupos, tipos, reemplaza }: Written): Promise<void> {
  if (nombre === '') refuse('WORKFLOW_INCOMPLETE', 'nombre')
  if (grupos.length === 0) refuse('WORKFLOW_INCOMPLETE', 'grupos')
  if (tipos.length === 0) refuse('WORKFLOW_INCOMPLETE', 'tipos')
  const able = await ableAmong(
    tx.db,
    grupos.flatMap(({ personas }) => personas),
    tipos,
  )
  for (const [at, { personas }] of grupos.entries()) {
    const right =
      personas.length > 0 &&
      personas.length <= mostMembers &&
      new Set(personas).size === personas.length &&
      personas.every((id) => able.has(id))
    if (!right) refuse('INCORRECT_APPROVING_GROUP', 'grupos', { grupo: at + 1 })
  }
  const taken = await takenType(tx.db, tipos, reemplaza)
  if (taken) refuse('DOCUMENT_EXISTS_IN_WORKFLOW', 'tipos', taken)
}
