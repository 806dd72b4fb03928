import { actions } from '#contract/actions.ts'
import type { AnswerOf } from '#contract/call.ts'
import type { ShownChange, selfService } from '#contract/self-service/self-service.ts'
import { type OwnSection, ownSections, requiredFields } from '#contract/self-service/sections.ts'
import type { KindsOfApproval } from '#server/shared/approval-kinds.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { rejectionOf, shownDecisions, shownTurn } from '#server/areas/approvals/operations.ts'
import { countryOf, type FoundRecord, isVisible, recordOf } from '#server/areas/employees/operations.ts'
import { asksForStatement } from './configuration.ts'
import { fieldsOf, masked, valuesOf } from './fields.ts'
import {
  accountHolders,
  changesListed,
  changesWaiting,
  changeWithin,
  type FoundChange,
  isFrozen,
  lastDecided,
  recentCredentials,
  switchedOn,
} from './queries.ts'
import { signingShut } from './statement.ts'

type Shown = AnswerOf<typeof selfService.mine>[number]
type Pending = Shown['pendiente']

/** A section of one's own record: present values, and what waits. */
export async function ownSection(
  tx: Tx,
  ctx: Context,
  kinds: KindsOfApproval,
  section: OwnSection,
): Promise<Shown> {
  const { userId } = ctx.session
  const record = await recordOf(tx.db, userId)
  if (!record) refuse('NOT_FOUND')
  const country = await countryOf(tx.db)
  const on = await switchedOn(tx.db, section)
  const declara =
    section === 'address' && on && (await asksForStatement(tx)).asked
      ? (await signingShut(tx, ctx)) === null
        ? 'firma'
        : 'papel'
      : null
  return {
    seccion: section,
    ofrecida: on !== undefined && record.estado !== 'inactive',
    aprueban: on?.needs_approval ?? true,
    declara,
    congelada: section === 'bank' && (await isFrozen(tx.db, userId)),
    actual: masked(valuesOf(record, section)),
    pendiente: await pendingOf(tx, ctx, kinds, userId, section),
    ultimo: await lastDecision(tx, userId, section, ctx.services.clock()),
    requeridos: [...requiredFields(section, country)],
    campos: [...fieldsOf(section, country)],
  }
}

async function lastDecision(
  tx: Tx,
  employee: number,
  section: OwnSection,
  now: Date,
): Promise<Shown['ultimo']> {
  const last = await lastDecided(tx.db, employee, section, now)
  if (!last) return null
  const rejection = last.state === 'rejected' ? await rejectionOf(tx, 'change', last.id) : null
  return {
    estado: last.state === 'approved' ? 'aprobado' : 'rechazado',
    cuando: last.ended_at.toISOString(),
    motivo: rejection?.motivo ?? null,
  }
}

/** Every section of one's own record. */
export async function ownData(tx: Tx, ctx: Context, kinds: KindsOfApproval): Promise<Shown[]> {
  const sections: Shown[] = []
  for (const section of ownSections) sections.push(await ownSection(tx, ctx, kinds, section))
  return sections
}

async function pendingOf(
  tx: Tx,
  ctx: Context,
  kinds: KindsOfApproval,
  employee: number,
  section: OwnSection,
): Promise<Pending> {
  const change = (await changesWaiting(tx.db, employee)).find((one) => one.section === section)
  if (!change) return null
  const turn = await shownTurn(tx, ctx, kinds, change.approval_id)
  return {
    id: change.id,
    id_aprobacion: change.approval_id,
    propuesto: masked(change.proposed),
    pedido: change.proposed_at.toISOString(),
    espera_a: turn?.espera_a.map(({ nombre, suplente }) => suplente ?? nombre) ?? [],
    congelado: change.is_frozen,
    declaracion: statementState(change),
  }
}

function statementState({ document_id, revision }: FoundChange): 'firmada' | 'en_papel' | null {
  if (document_id === null) return null
  return (revision ?? 1) > 1 ? 'firmada' : 'en_papel'
}

/** A section of somebody within reach, and what waits. @throws {Refusal} NOT_FOUND out of reach */
export async function sectionWithin(
  tx: Tx,
  ctx: Context,
  kinds: KindsOfApproval,
  id: number,
  section: OwnSection,
) {
  if (!(await isVisible(tx.db, ctx.session, id))) refuse('NOT_FOUND')
  const record = await recordOf(tx.db, id)
  if (!record) refuse('NOT_FOUND')
  return {
    actual: masked(valuesOf(record, section)),
    pendiente: await pendingOf(tx, ctx, kinds, id, section),
  }
}

/** A change of somebody within reach, with what speaks for a closer look. @throws {Refusal} NOT_FOUND */
export async function showChange(
  tx: Tx,
  ctx: Context,
  kinds: KindsOfApproval,
  id: number,
): Promise<ShownChange> {
  const change = await changeWithin(tx.db, ctx.session, id)
  if (!change || change.state !== 'pending' || !sees(ctx, change)) refuse('NOT_FOUND')
  return shownChange(tx, ctx, kinds, change)
}

/** The changes of somebody within reach that wait. One's own are at one's own site. */
export async function changesOfPerson(
  tx: Tx,
  ctx: Context,
  kinds: KindsOfApproval,
  employee: number,
): Promise<ShownChange[]> {
  if (!(await isVisible(tx.db, ctx.session, employee))) refuse('NOT_FOUND')
  const shown: ShownChange[] = []
  for (const change of await changesWaiting(tx.db, employee))
    if (sees(ctx, change)) shown.push(await shownChange(tx, ctx, kinds, change))
  return shown
}

/** Accounts and gender are seen by those who administer employees; nobody looks at their own here. */
function sees({ session }: Context, change: FoundChange): boolean {
  if (change.employee_id === session.userId) return false
  return (
    (change.section !== 'bank' && !('sex' in change.proposed)) ||
    session.actions.includes(actions.employeeAdministration)
  )
}

async function shownChange(
  tx: Tx,
  ctx: Context,
  kinds: KindsOfApproval,
  change: FoundChange,
): Promise<ShownChange> {
  const record = await recordOf(tx.db, change.employee_id)
  if (!record) refuse('NOT_FOUND')
  return {
    id: change.id,
    id_aprobacion: change.approval_id,
    seccion: change.section,
    id_colaborador: change.employee_id,
    colaborador: change.name,
    legajo: change.file_number,
    pedido: change.proposed_at.toISOString(),
    campos: comparedFields(record, change),
    declaracion: statementState(change),
    documento: change.document_id === null ? null : { id: change.document_id, paginas: change.pages ?? 1 },
    alertas: change.section === 'bank' ? (await flagsOf(tx, ctx, [change]))(change) : null,
    congelado: change.is_frozen,
    libera: change.is_frozen && ctx.session.actions.includes(actions.employeeAdministration),
    turno: await shownTurn(tx, ctx, kinds, change.approval_id),
    decisiones: await shownDecisions(tx, change.approval_id),
  }
}

function comparedFields(record: FoundRecord, { section, proposed }: FoundChange) {
  if (section === 'photo') return []
  const present = valuesOf(record, section)
  const [before, after] = [masked(present), masked(proposed)]
  return Object.keys(proposed).map((campo) => ({
    campo,
    actual: before[campo] ?? null,
    propuesto: after[campo] ?? null,
  }))
}

type OfAccount = Pick<FoundChange, 'id' | 'employee_id' | 'new_device'>

/** Facts that speak for a look at changes of accounts before they are decided. */
async function flagsOf(tx: Tx, ctx: Context, changes: readonly OfAccount[]) {
  const holders = await accountHolders(
    tx.db,
    ctx.session,
    changes.map(({ id }) => id),
  )
  const recent = await recentCredentials(
    tx.db,
    changes.map(({ employee_id }) => employee_id),
    ctx.services.clock(),
  )
  return ({ id: change, employee_id, new_device }: OfAccount) => {
    const others = holders.filter((holder) => holder.change === change)
    const { correo_cambiado, clave_cambiada } = recent(employee_id)
    return {
      de_otros: others.filter(({ within }) => within).map(({ id, nombre }) => ({ id, nombre })),
      de_otros_fuera: others.some(({ within }) => !within),
      correo_cambiado: correo_cambiado?.toISOString() ?? null,
      clave_cambiada: clave_cambiada?.toISOString() ?? null,
      dispositivo_nuevo: new_device,
    }
  }
}

/** Changes as lists show them: the section, and whether any fact speaks for a look, for who may see accounts. */
export async function listedChanges(tx: Tx, ctx: Context, ids: readonly number[]) {
  const rows = await changesListed(tx.db, ids)
  const accounts = ctx.session.actions.includes(actions.employeeAdministration)
    ? rows.filter(({ section }) => section === 'bank')
    : []
  const flags = await flagsOf(tx, ctx, accounts)
  return new Map(
    rows.map((row) => {
      const alert = accounts.includes(row) && Object.values(flags(row)).some(isFact)
      return [row.id, { section: row.section, alert }]
    }),
  )
}

/** Whether a field of the facts says something: people, a moment, or that it is so. */
function isFact(value: boolean | string | readonly unknown[] | null): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}

/** The whole numbers of an account that waits, written down as seen. @throws {Refusal} NOT_FOUND */
export function wholeAccount(ctx: Context, id: number) {
  return ctx.write(async (tx) => {
    const change = await changeWithin(tx.db, ctx.session, id)
    if (!change || change.section !== 'bank' || change.state !== 'pending' || !sees(ctx, change))
      refuse('NOT_FOUND')
    await recordEvent(tx, {
      subject: { kind: 'change', id },
      act: 'account_seen',
      at: ctx.services.clock(),
      data: { employee: change.employee_id },
      ...ctx.evidence,
    })
    const { cbu = null, cci = null, cuenta = null } = change.proposed
    return { cbu, cci, cuenta }
  })
}
