import { makeFault } from '#contract/errors.ts'
import { typeFaults, type TypeInput, uploadTemplates } from '#contract/folders/settings.ts'
import type { Context } from '#server/shared/context.ts'
import { type Fault, refuse, refuseAll } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { differences } from './differences.ts'
import { holdFolders, insistOnLastingReceipts } from './folder-acts.ts'
import { createType, lastPlace } from './operations.ts'
import { foldersFor } from './queries.ts'
import {
  hasDocuments,
  isInFilters,
  isLastType,
  keepsStatements,
  opensToManagers,
  typeDetail,
} from './settings-queries.ts'
import { refuseDuplicates, type Uniques } from '#server/shared/uniques.ts'
import { nextVersion } from './versions.ts'

const uniques = {
  document_types_name: makeFault('TYPE_NAME_TAKEN', 'name'),
  document_types_alias: makeFault('TYPE_ALIAS_TAKEN', 'alias'),
  document_types_one_ai: makeFault('THERE_HAS_SUBFOLDER_WITH_IA_ACTIVE', 'sendIa'),
} as const satisfies Uniques

/** The facts as they are written: the pages of a template are the type's own from then on. */
function factsOf(input: TypeInput): TypeInput {
  const template = uploadTemplates.find(({ id }) => id === input.idTemplate)
  return {
    idCarpeta: input.idCarpeta,
    name: input.name,
    alias: input.alias,
    idTemplate: input.idTemplate,
    sinCodigo: input.sinCodigo,
    parser: input.parser,
    eform: input.eform,
    xml: input.xml,
    recibo: input.recibo,
    sendIa: input.sendIa,
    confidencial: input.confidencial,
    periodo: input.periodo,
    varios_por_periodo: input.varios_por_periodo,
    dias_para_firmar: input.dias_para_firmar,
    max_files: template?.max_files ?? input.max_files,
    min_files: template?.min_files ?? input.min_files,
  }
}

const columns = (facts: TypeInput) => ({
  name: facts.name,
  alias: facts.alias,
  template_id: facts.idTemplate,
  generic: facts.sinCodigo,
  capture: facts.parser,
  is_form: facts.eform,
  has_xml: facts.xml,
  is_salary: facts.recibo,
  uses_ai: facts.sendIa,
  confidential: facts.confidencial,
  has_period: facts.periodo,
  several_a_period: facts.varios_por_periodo,
  days_to_sign: facts.dias_para_firmar,
  upload_pages_max: facts.max_files,
  upload_pages_min: facts.min_files,
})

/** Fields that documents keep of their type: changing one makes a new version. */
const kept = [
  'sinCodigo',
  'parser',
  'xml',
  'recibo',
  'periodo',
  'varios_por_periodo',
  'dias_para_firmar',
  'max_files',
  'min_files',
] as const satisfies readonly (keyof TypeInput)[]

async function insistOnRules(
  ctx: Context,
  tx: Tx,
  facts: TypeInput,
  before: TypeInput | null,
): Promise<void> {
  const folder = (await foldersFor(tx.db, ctx.session)).find(({ idCarpeta }) => idCarpeta === facts.idCarpeta)
  if (!folder) refuse('FOLDER_UNKNOWN', 'idCarpeta')
  const faults: Fault[] = typeFaults(facts)
  if (facts.idTemplate !== null && !uploadTemplates.some(({ id }) => id === facts.idTemplate))
    faults.push(makeFault('TEMPLATE_UNKNOWN', 'idTemplate'))
  if (!folder.visible && facts.idTemplate !== null && facts.idTemplate !== before?.idTemplate)
    faults.push(makeFault('FOLDER_TEMPLATE_HIDDEN', 'idTemplate'))
  if (facts.confidencial && !ctx.session.seesConfidential)
    faults.push(makeFault('TYPE_CONFIDENTIAL', 'confidencial'))
  refuseAll(faults)
  const wasSo = before?.recibo === true && before.idCarpeta === facts.idCarpeta
  if (facts.recibo && folder.efimero && !wasSo) await insistOnLastingReceipts(ctx, tx, 'recibo')
  if (facts.recibo && !wasSo && (await opensToManagers(tx.db, facts.idCarpeta)))
    ctx.confirm([makeFault('TYPE_PAYSLIPS_FOR_MANAGERS', 'recibo')])
  if (facts.sendIa && facts.recibo && !(before?.sendIa && before.recibo))
    ctx.confirm([makeFault('TYPE_PAYSLIPS_ANALYSED', 'sendIa')])
}

/** Makes a document type in a folder within reach; with the pages and positions of `of`, a type within reach. */
export function makeType(ctx: Context, input: TypeInput, of: number | null = null) {
  return ctx.act(async (tx) => {
    await holdFolders(tx)
    const facts = factsOf(input)
    await insistOnRules(ctx, tx, facts, null)
    const seen = of === null ? null : await typeDetail(tx.db, ctx.session, of)
    const like = seen && { typeId: seen.idSubCarpeta, version: seen.version }
    const id = await refuseDuplicates(uniques, () => createType(tx, facts.idCarpeta, columns(facts)))
    if (like) await nextVersion(tx, id, ctx.session.userId, {}, like)
    await recordEvent(tx, {
      subject: { kind: 'document_type', id },
      act: 'created',
      ...ctx.evidence,
      at: ctx.services.clock(),
      data: { ...facts, ...(like && { como: [like.typeId, like.version] }) },
    })
    return typeDetail(tx.db, ctx.session, id)
  })
}

/**
 * Changes a type. What documents keep becomes a new version, with the pages and positions of the one before; going
 * to another folder is an event of its own.
 */
export function changeType(ctx: Context, { id, ...input }: TypeInput & { id: number }) {
  return ctx.act(async (tx) => {
    await holdFolders(tx)
    const seen = await typeDetail(tx.db, ctx.session, id)
    const before = factsOf(seen)
    const facts = factsOf(input)
    if (facts.eform !== before.eform) refuse('TYPE_FORM_FIXED', 'eform')
    await insistOnRules(ctx, tx, facts, before)
    const { idCarpeta: moved, ...changes } = differences({ ...before }, { ...facts })
    if (moved === undefined && Object.keys(changes).length === 0) return seen
    const moves = moved !== undefined || facts.periodo !== before.periodo
    if (moves && (await keepsStatements(tx.db, [id]))) refuse('FOLDER_USED_BY_SELF_SERVICE', 'idCarpeta')
    if (moved !== undefined) await insistOnOtherType(tx, id, before.idCarpeta)
    await refuseDuplicates(uniques, () =>
      tx.db
        .updateTable('document_types')
        .set({
          ...columns(facts),
          ...(moved !== undefined && { folder_id: facts.idCarpeta, position: lastPlace(facts.idCarpeta) }),
        })
        .where('id', '=', id)
        .execute(),
    )
    if (kept.some((name) => name in changes)) await nextVersion(tx, id, ctx.session.userId)
    const event = {
      subject: { kind: 'document_type', id } as const,
      ...ctx.evidence,
      at: ctx.services.clock(),
    }
    if (moved !== undefined) await recordEvent(tx, { ...event, act: 'moved', data: { idCarpeta: moved } })
    if (Object.keys(changes).length > 0) await recordEvent(tx, { ...event, act: 'changed', data: changes })
    return typeDetail(tx.db, ctx.session, id)
  })
}

/** Archives a type under which nothing was ever kept. */
export function removeType(ctx: Context, { id }: { id: number }) {
  return ctx.act(async (tx) => {
    await holdFolders(tx)
    const { idCarpeta, name } = await typeDetail(tx.db, ctx.session, id)
    await tx.db.selectFrom('document_types').select('id').where('id', '=', id).forUpdate().execute()
    if (await hasDocuments(tx.db, [id])) refuse('TYPE_HAS_DOCUMENTS')
    if (await keepsStatements(tx.db, [id])) refuse('FOLDER_USED_BY_SELF_SERVICE')
    await insistOnOtherType(tx, id, idCarpeta)
    const now = ctx.services.clock()
    await tx.db.updateTable('document_types').set({ archived_at: now }).where('id', '=', id).execute()
    await recordEvent(tx, {
      subject: { kind: 'document_type', id },
      act: 'archived',
      ...ctx.evidence,
      at: now,
      data: { name, idCarpeta },
    })
    return {}
  })
}

/** Refuses to take the last type of a folder that somebody's filter names: profiles limited to it would see nothing. */
async function insistOnOtherType(tx: Tx, id: number, folderId: number): Promise<void> {
  if ((await isLastType(tx.db, id, folderId)) && (await isInFilters(tx.db, folderId)))
    refuse('TYPE_LAST_IN_FILTERED_FOLDER')
}
