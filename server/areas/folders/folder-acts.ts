import { makeFault } from '#contract/errors.ts'
import { folderFaults, type FolderInput, uploadTemplates } from '#contract/folders/settings.ts'
import type { Context } from '#server/shared/context.ts'
import { type Fault, refuse, refuseAll } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import type { Viewer } from '#server/shared/visibility.ts'
import { blockable } from './blocking.ts'
import { differences } from './differences.ts'
import { createFolder } from './operations.ts'
import { seesAllFolders } from './queries.ts'
import {
  blocksOf,
  folderDetail,
  hasDocuments,
  holdsSalary,
  isInFilters,
  keepsStatements,
} from './settings-queries.ts'
import { refuseDuplicates, type Uniques } from '#server/shared/uniques.ts'

/** One change of folders and types at a time in a company: circles and folders that empty are between several. */
export async function holdFolders(tx: Tx): Promise<void> {
  await tx.db.selectFrom('companies').select('id').forUpdate().execute()
}

const uniques = { folders_name: makeFault('FOLDER_NAME_TAKEN', 'nombre') } as const satisfies Uniques

/** The rules of a folder are between all of them: who sees only some changes none. */
async function insistOnAllFolders(tx: Tx, viewer: Viewer): Promise<void> {
  if (!(await seesAllFolders(tx.db, viewer))) refuse('FOLDERS_LIMITED')
}

const factsOf = ({
  nombre,
  visible,
  firmable,
  efimero,
  idTemplate,
  orden,
  prioridadFirma,
  bloquea,
}: FolderInput) => ({
  nombre,
  visible,
  firmable,
  efimero,
  idTemplate,
  orden,
  prioridadFirma,
  bloquea: [...new Set(bloquea)].sort((a, b) => a - b),
})

const columns = (facts: FolderInput) => ({
  name: facts.nombre,
  visible: facts.visible,
  signable: facts.firmable,
  ephemeral: facts.efimero,
  template_id: facts.idTemplate,
  position: facts.orden,
  signing_priority: facts.prioridadFirma,
})

async function relationFaults(tx: Tx, id: number | null, input: FolderInput): Promise<Fault[]> {
  const { idTemplate, bloquea } = input
  const faults: Fault[] = []
  if (idTemplate !== null && !uploadTemplates.some((template) => template.id === idTemplate))
    faults.push(makeFault('TEMPLATE_UNKNOWN', 'idTemplate'))
  const all = await tx.db
    .selectFrom('folders')
    .select(['id', 'name'])
    .where('archived_at', 'is', null)
    .execute()
  const names = new Map(all.map((folder) => [folder.id, folder.name]))
  if (bloquea.some((one) => !names.has(one)))
    return [...faults, makeFault('FOLDER_BLOCKED_UNKNOWN', 'bloquea')]
  const others = (await blocksOf(tx.db)).filter((block) => block.folder_id !== id)
  const open = new Set(blockable(id, bloquea, others))
  const circle = bloquea.find((one) => !open.has(one))
  if (circle !== undefined)
    faults.push(makeFault('FOLDER_BLOCKING_CIRCLE', 'bloquea', { nombre: names.get(circle) ?? '' }))
  return faults
}

async function writeBlocks(tx: Tx, id: number, blocked: readonly number[]): Promise<void> {
  await tx.db.deleteFrom('folder_blocks').where('folder_id', '=', id).execute()
  if (blocked.length > 0)
    await tx.db
      .insertInto('folder_blocks')
      .values(blocked.map((other) => ({ company_id: tx.company, folder_id: id, blocked_folder_id: other })))
      .execute()
}

/** In Argentina no salary receipt may leave an employee's list; elsewhere that needs a confirmation. */
export async function insistOnLastingReceipts(ctx: Context, tx: Tx, field: string): Promise<void> {
  const { country } = await tx.db.selectFrom('companies').select('country').executeTakeFirstOrThrow()
  if (country === 'AR') refuse('FOLDER_EPHEMERAL_PAYSLIPS', field)
  ctx.confirm([makeFault('FOLDER_EPHEMERAL_PAYSLIPS', field)])
}

/** Makes a folder, with the folders that it keeps closed. */
export function makeFolder(ctx: Context, input: FolderInput) {
  return ctx.act(async (tx) => {
    await insistOnAllFolders(tx, ctx.session)
    await holdFolders(tx)
    const facts = factsOf(input)
    refuseAll([...folderFaults(facts, null), ...(await relationFaults(tx, null, facts))])
    const id = await refuseDuplicates(uniques, () => createFolder(tx, columns(facts)))
    await writeBlocks(tx, id, facts.bloquea)
    await recordEvent(tx, {
      subject: { kind: 'folder', id },
      act: 'created',
      ...ctx.evidence,
      at: ctx.services.clock(),
      data: facts,
    })
    return folderDetail(tx.db, ctx.session, id)
  })
}

/**
 * Changes a folder. Switching it off hides it from employees, never from managers; signatures and readings stay.
 */
export function changeFolder(ctx: Context, { id, ...input }: FolderInput & { id: number }) {
  return ctx.act(async (tx) => {
    await holdFolders(tx)
    const { fijo, ...seen } = await folderDetail(tx.db, ctx.session, id)
    await insistOnAllFolders(tx, ctx.session)
    const before = factsOf(seen)
    const facts = factsOf(input)
    if (fijo && facts.nombre !== before.nombre)
      refuse('FOLDER_NAME_FIXED', 'nombre', { nombre: before.nombre })
    refuseAll([...folderFaults(facts, before), ...(await relationFaults(tx, id, facts))])
    if (facts.efimero && !before.efimero && (await holdsSalary(tx.db, id)))
      await insistOnLastingReceipts(ctx, tx, 'efimero')
    if ((before.visible && !facts.visible) || (!before.efimero && facts.efimero))
      await insistOnNoStatements(tx, id, facts.visible ? 'efimero' : 'visible')
    const changes = differences(before, facts)
    if (Object.keys(changes).length === 0) return { fijo, ...seen }
    await refuseDuplicates(uniques, () =>
      tx.db.updateTable('folders').set(columns(facts)).where('id', '=', id).execute(),
    )
    if (changes.bloquea) await writeBlocks(tx, id, facts.bloquea)
    await recordEvent(tx, {
      subject: { kind: 'folder', id },
      act: 'changed',
      ...ctx.evidence,
      at: ctx.services.clock(),
      data: changes,
    })
    return folderDetail(tx.db, ctx.session, id)
  })
}

/** Where self-service keeps its statements, employees go on seeing them. */
async function insistOnNoStatements(tx: Tx, folderId: number, field: string): Promise<void> {
  const types = await tx.db
    .selectFrom('document_types')
    .select('id')
    .where('folder_id', '=', folderId)
    .execute()
  const ids = types.map(({ id }) => id)
  if (await keepsStatements(tx.db, ids)) refuse('FOLDER_USED_BY_SELF_SERVICE', field)
}

/** Archives a folder and its types, when nothing was ever kept in it and nothing else stands on it. */
export function removeFolder(ctx: Context, { id }: { id: number }) {
  return ctx.act(async (tx) => {
    await holdFolders(tx)
    const { fijo, nombre } = await folderDetail(tx.db, ctx.session, id)
    await insistOnAllFolders(tx, ctx.session)
    if (fijo) refuse('FOLDER_USED_BY_SYSTEM')
    const types = await tx.db
      .selectFrom('document_types')
      .select('id')
      .where('folder_id', '=', id)
      .forUpdate()
      .execute()
    const ids = types.map((type) => type.id)
    const faults: Fault[] = []
    if (await hasDocuments(tx.db, ids)) faults.push(makeFault('FOLDER_HAS_DOCUMENTS'))
    if (await isInFilters(tx.db, id)) faults.push(makeFault('FOLDER_IN_FILTERS'))
    if ((await blocksOf(tx.db)).some((block) => block.folder_id === id || block.blocked_folder_id === id))
      faults.push(makeFault('FOLDER_IN_BLOCKING_RULES'))
    if (await keepsStatements(tx.db, ids)) faults.push(makeFault('FOLDER_USED_BY_SELF_SERVICE'))
    refuseAll(faults)
    const now = ctx.services.clock()
    await tx.db.updateTable('folders').set({ archived_at: now }).where('id', '=', id).execute()
    await tx.db
      .updateTable('document_types')
      .set({ archived_at: now })
      .where('folder_id', '=', id)
      .where('archived_at', 'is', null)
      .execute()
    await recordEvent(tx, {
      subject: { kind: 'folder', id },
      act: 'archived',
      ...ctx.evidence,
      at: now,
      data: { nombre, tipos: ids },
    })
    return {}
  })
}
