import type { AnswerOf, ParsedOf } from '#contract/call.ts'
import type { selfService } from '#contract/self-service/self-service.ts'
import { alwaysDecided, type OwnSection, ownSections } from '#contract/self-service/sections.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { getSettings, setSetting } from '#server/shared/settings.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'
import { countryOf } from '#server/areas/employees/operations.ts'

type Configured = AnswerOf<typeof selfService.list>[number]
type Chosen = ParsedOf<typeof selfService.turnOn>

/** The four sections with their switches, and how many people each concerns. */
export async function listSections(db: Db): Promise<Configured[]> {
  const rows = await db
    .selectFrom('self_service')
    .leftJoin('folders', 'folders.id', 'self_service.folder_id')
    .leftJoin('document_types as type', 'type.id', 'self_service.type_id')
    .select([
      'self_service.section',
      'self_service.enabled',
      'self_service.needs_approval',
      'self_service.folder_id',
      'self_service.type_id',
      'folders.name as folder',
      'type.name as type',
    ])
    .execute()
  const { people } = await db
    .selectFrom('employees')
    .where('state', '=', 'active')
    .select(({ fn }) => fn.countAll<number>().as('people'))
    .executeTakeFirstOrThrow()
  const waiting = await db
    .selectFrom('pending_changes')
    .where('state', '=', 'pending')
    .groupBy('section')
    .select(({ fn }) => ['section', fn.countAll<number>().as('n')])
    .execute()
  return ownSections.map((action) => {
    const row = rows.find(({ section }) => section === action)
    return {
      action,
      activa: row?.enabled ?? false,
      aprobacion: row?.needs_approval ?? alwaysDecided.includes(action),
      aprobacion_fija: alwaysDecided.includes(action),
      idcarpeta: row?.folder_id ?? null,
      carpeta: row?.folder ?? null,
      idsubcarpeta: row?.type_id ?? null,
      tipo: row?.type ?? null,
      personas: people,
      esperan: waiting.find(({ section }) => section === action)?.n ?? 0,
    }
  })
}

/**
 * Switches a section on.
 *
 * @throws {Refusal} ACTION_ALREADY_EXISTS, NOT_FOUND_FOLDER_CONFIG
 */
export function turnOn(ctx: Context, input: Chosen): Promise<Configured> {
  return ctx.act(async (tx) => {
    if (await isOn(tx, input.action)) refuse('ACTION_ALREADY_EXISTS', 'action')
    await keep(tx, ctx, input)
    return sectionOf(tx, input.action)
  })
}

/**
 * Changes how a section that is on works.
 *
 * @throws {Refusal} FAILED_SAVE_DATA: it is off. NOT_FOUND_FOLDER_CONFIG
 */
export function adjust(ctx: Context, input: Chosen): Promise<Configured> {
  return ctx.act(async (tx) => {
    if (!(await isOn(tx, input.action))) refuse('FAILED_SAVE_DATA', 'action')
    await keep(tx, ctx, input)
    return sectionOf(tx, input.action)
  })
}

/** Switches a section off; what waits can still be decided. @throws {Refusal} FAILED_DELETE_ACTION: it is off */
export function turnOff(ctx: Context, action: OwnSection): Promise<Configured> {
  return ctx.act(async (tx) => {
    if (!(await isOn(tx, action))) refuse('FAILED_DELETE_ACTION', 'action')
    await tx.db.updateTable('self_service').set({ enabled: false }).where('section', '=', action).execute()
    await note(tx, ctx, { section: action, enabled: false })
    return sectionOf(tx, action)
  })
}

async function isOn(tx: Tx, section: OwnSection): Promise<boolean> {
  const found = await tx.db
    .selectFrom('self_service')
    .select('enabled')
    .where('section', '=', section)
    .forUpdate()
    .executeTakeFirst()
  return found?.enabled ?? false
}

async function sectionOf(tx: Tx, section: OwnSection): Promise<Configured> {
  const found = (await listSections(tx.db)).find(({ action }) => action === section)
  if (!found) throw new Error(`no section ${section}`)
  return found
}

async function keep(
  tx: Tx,
  ctx: Context,
  { action, idcarpeta, idsubcarpeta, aprobacion }: Chosen,
): Promise<void> {
  const before = await sectionOf(tx, action)
  const place =
    action === 'address'
      ? await statementPlace(tx, idcarpeta ?? before.idcarpeta, idsubcarpeta ?? before.idsubcarpeta)
      : { folder_id: null, type_id: null }
  const kept = {
    enabled: true,
    needs_approval: before.aprobacion_fija || (aprobacion ?? before.aprobacion),
    ...place,
  }
  await tx.db
    .insertInto('self_service')
    .values({ company_id: tx.company, section: action, ...kept })
    .onConflict((on) => on.columns(['company_id', 'section']).doUpdateSet(kept))
    .execute()
  await note(tx, ctx, { section: action, ...kept })
}

/** The folder and type of the statement, which employees must see. */
async function statementPlace(tx: Tx, folder: number | null, type: number | null) {
  const found = await offeredTypes(tx.db)
    .where('folders.id', '=', folder ?? 0)
    .where('type.id', '=', type ?? 0)
    .executeTakeFirst()
  if (!found) refuse('NOT_FOUND_FOLDER_CONFIG', folder ? 'idsubcarpeta' : 'idcarpeta')
  return { folder_id: found.folder_id, type_id: found.id }
}

/** Types that can keep a statement: without months, in a folder that employees see and that keeps what is signed. */
function offeredTypes(db: Db) {
  return db
    .selectFrom('document_types as type')
    .innerJoin('folders', 'folders.id', 'type.folder_id')
    .where('type.archived_at', 'is', null)
    .where('folders.archived_at', 'is', null)
    .where('folders.visible', '=', true)
    .where('folders.ephemeral', '=', false)
    .where('type.is_form', '=', false)
    .where('type.is_salary', '=', false)
    .where('type.has_period', '=', false)
    .select(['type.id', 'type.name', 'folders.id as folder_id', 'folders.name as folder'])
}

/** Whether an address change makes a statement: always where the law asks for it. */
export async function asksForStatement(tx: Tx): Promise<{ asked: boolean; fixed: boolean }> {
  const fixed = (await countryOf(tx.db)) === 'AR'
  return { fixed, asked: fixed || (await getSettings(tx))['selfservice.statement'] }
}

/** The choices of the configuration's page. */
export async function optionsOf(tx: Tx): Promise<AnswerOf<typeof selfService.options>> {
  const rows = await offeredTypes(tx.db)
    .orderBy('folders.position')
    .orderBy('folders.name')
    .orderBy('type.position')
    .orderBy('type.name')
    .execute()
  const folders = Map.groupBy(rows, ({ folder_id }) => folder_id)
  const { asked, fixed } = await asksForStatement(tx)
  return {
    carpetas: [...folders].map(([id, types]) => ({
      id,
      nombre: types[0]?.folder ?? '',
      tipos: types.map((type) => ({ id: type.id, nombre: type.name })),
    })),
    declaracion: asked,
    declaracion_fija: fixed,
    fotos: (await getSettings(tx))['selfservice.pictures_approved'],
  }
}

/** Sets the two settings of the page. */
export function setOptions(ctx: Context, { declaracion, fotos }: ParsedOf<typeof selfService.setOptions>) {
  return ctx.act(async (tx) => {
    const { userId } = ctx.session
    if (declaracion !== undefined) await setSetting(tx, 'selfservice.statement', declaracion, userId)
    if (fotos !== undefined) await setSetting(tx, 'selfservice.pictures_approved', fotos, userId)
    return {}
  })
}

async function note(
  tx: Tx,
  { evidence, services }: Context,
  data: Record<string, string | number | boolean | null>,
) {
  await recordEvent(tx, {
    subject: { kind: 'setting', id: tx.company },
    act: 'changed',
    ...evidence,
    at: services.clock(),
    data: { key: 'self_service', ...data },
  })
}
