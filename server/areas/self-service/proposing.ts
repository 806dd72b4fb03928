import { isDeepStrictEqual } from 'node:util'
import { actions } from '#contract/actions.ts'
import type { EmployeeChanges } from '#contract/employees/record.ts'
import type { ChangeKind } from '#contract/self-service/self-service.ts'
import type { OwnSection } from '#contract/self-service/sections.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse, refuseAll } from '#server/shared/errors.ts'
import { type Author, recordEvent } from '#server/shared/evidence/events.ts'
import { withPutFiles } from '#server/shared/files/files.ts'
import { credentialsOf } from '#server/shared/identity/credentials.ts'
import { queueMail } from '#server/shared/mail/mail.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { dropApproval, openApproval, type Step } from '#server/areas/approvals/operations.ts'
import { applyOwnChanges, countryOf, lockRecord } from '#server/areas/employees/operations.ts'
import { keepOwnPaper, makeOwnPaper, type MadePaper } from '#server/areas/me/operations.ts'
import { provePerson } from '#server/areas/proof/operations.ts'
import { endPaper } from '#server/areas/uploads/operations.ts'
import { asksForStatement } from './configuration.ts'
import { differencesOf, fieldsOf, sectionFaults, valuesOf } from './fields.ts'
import { mailBankChange } from './guard.ts'
import { isFrozen, isNewDevice, switchedOn, type Values } from './queries.ts'
import { layStatementOut, signingShut, statementOf } from './statement.ts'

/** A section that its owner may change, with what would differ. */
export interface Proposal {
  section: OwnSection
  needsApproval: boolean
  typeId: number | null
  present: Values
  changes: Values
}

/**
 * Checks a change of one's own section, and locks the record until the transaction ends.
 *
 * @throws {Refusal} SELF_SERVICE_OFF, SELF_SERVICE_LEFT, SELF_SERVICE_FROZEN, SELF_SERVICE_SAME, or what is wrong with
 * which field
 */
export async function checkProposal(
  tx: Tx,
  userId: number,
  section: OwnSection,
  input: EmployeeChanges,
): Promise<Proposal> {
  const record = await lockRecord(tx, userId)
  if (!record) refuse('NOT_FOUND')
  const on = await switchedOn(tx.db, section)
  if (!on) refuse('SELF_SERVICE_OFF')
  if (record.estado === 'inactive') refuse('SELF_SERVICE_LEFT')
  if (section === 'bank' && (await isFrozen(tx.db, userId))) refuse('SELF_SERVICE_FROZEN')
  const country = await countryOf(tx.db)
  const present = valuesOf(record, section)
  const changes = differencesOf(present, input, fieldsOf(section, country))
  if (Object.keys(changes).length === 0) refuse('SELF_SERVICE_SAME')
  refuseAll(await sectionFaults(tx, { section, country, present, changes }))
  return { section, needsApproval: on.needs_approval, typeId: on.type_id, present, changes }
}

/** Changes one's own section, or proposes it where somebody decides. */
export function proposeSection(
  ctx: Context,
  section: Exclude<OwnSection, 'address'>,
  input: EmployeeChanges,
): Promise<Record<string, never>> {
  return ctx.act((tx) => proposeIn(tx, ctx, section, input))
}

/** {@link proposeSection} in a transaction. */
export async function proposeIn(
  tx: Tx,
  ctx: Context,
  section: OwnSection,
  input: EmployeeChanges,
): Promise<Record<string, never>> {
  const { services, session, evidence } = ctx
  const proposal = await checkProposal(tx, session.userId, section, input)
  if (proposal.needsApproval) await openChange(tx, ctx, proposal, null)
  else
    await applyOwnChanges(tx, services, {
      id: session.userId,
      input: proposal.changes,
      evidence,
    })
  return {}
}

/** The proof with which a statement is signed. */
type Proof = Parameters<typeof provePerson>[1]

/**
 * Proposes another address. Where the company asks for a sworn statement it is made, signed by the person in the same act,
 * and waits with the change; who doesn't sign electronically now gets it marked for paper.
 *
 * @throws {Refusal} those of {@link checkProposal}; of the proof; the reason why the person can't sign any more;
 * SELF_SERVICE_CHANGED: the record or the configuration changed while the statement was signed
 */
export async function proposeAddress(
  ctx: Context,
  { password, sso, ...input }: EmployeeChanges & Pick<Proof, 'password' | 'sso'>,
): Promise<Record<string, never>> {
  const { services, session } = ctx
  const draft = await ctx.read(async (tx) => {
    const proposal = await checkProposal(tx, session.userId, 'address', input)
    const { asked } = await asksForStatement(tx)
    if (!asked || proposal.typeId === null) return null
    const is = { ...proposal.present, ...proposal.changes }
    return {
      typeId: proposal.typeId,
      was: proposal.present,
      statement: await statementOf(tx, ctx, { was: proposal.present, is }),
      shut: await signingShut(tx, ctx),
    }
  })
  if (!draft) return ctx.act((tx) => proposeIn(tx, ctx, 'address', input))
  const proved = password !== undefined || sso !== undefined
  // A person who meant to sign isn't given a statement for paper instead.
  if (draft.shut !== null && proved) refuse(draft.shut)
  const method =
    draft.shut === null
      ? await provePerson(ctx, { ...(password !== undefined && { password }), ...(sso && { sso }) })
      : null
  const paper = await layStatementOut(ctx, draft.statement, draft.typeId)
  return withPutFiles(services, session.company, async (put) => {
    const made = await makeOwnPaper(ctx, paper, method, put)
    return ctx.act(async (tx) => {
      const proposal = await checkProposal(tx, session.userId, 'address', input)
      // The statement says what was read before it was signed.
      if (proposal.typeId !== draft.typeId || !isDeepStrictEqual(proposal.present, draft.was))
        refuse('SELF_SERVICE_CHANGED')
      await openChange(tx, ctx, proposal, made)
      return {}
    })
  })
}

async function openChange(
  tx: Tx,
  ctx: Context,
  { section, present, changes }: Proposal,
  paper: MadePaper | null,
): Promise<void> {
  const was = Object.fromEntries(Object.keys(changes).map((field) => [field, present[field] ?? null]))
  const id = await askApproval(tx, ctx, { section, was, proposed: changes, paper, file: null })
  const { services, session } = ctx
  if (section === 'bank') {
    await mailBankChange(tx, services, {
      employee: session.userId,
      change: id,
      event: 'bank_change_proposed',
    })
    return
  }
  await mailOwner(tx, services, session.userId, 'change_proposed', id)
}

interface NewChange {
  section: ChangeKind
  was: Values
  proposed: Values
  paper: MadePaper | null
  file: number | null
}

/** Keeps a change until somebody decides, in place of an older one of the section. Returns its id. */
export async function askApproval(tx: Tx, ctx: Context, change: NewChange): Promise<number> {
  const { services, session, evidence } = ctx
  const now = services.clock()
  await supersede(tx, ctx, change.section)
  const document = change.paper ? await keepOwnPaper(ctx, tx, change.paper) : null
  const { id } = await tx.db
    .insertInto('pending_changes')
    .values({
      company_id: tx.company,
      employee_id: session.userId,
      section: change.section,
      was: JSON.stringify(change.was),
      proposed: JSON.stringify(change.proposed),
      file_id: change.file,
      source: 'self_service',
      document_id: document,
      state: 'pending',
      new_device: await isNewDevice(tx.db, session),
      proposed_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordEvent(tx, {
    subject: { kind: 'change', id },
    act: 'proposed',
    at: now,
    data: {
      employee: session.userId,
      section: change.section,
      fields: Object.keys(change.proposed),
      ...(document !== null && { document }),
    },
    ...evidence,
  })
  const isBank = change.section === 'bank'
  const steps: readonly Step[] = [{ action: isBank ? actions.employeeAdministration : actions.employees }]
  await openApproval(tx, ctx, {
    kind: 'change',
    subjectId: id,
    employeeId: session.userId,
    steps,
    // An account never takes effect because nobody looked.
    nobody: isBank ? 'SELF_SERVICE_NOBODY' : null,
  })
  return id
}

async function supersede(tx: Tx, ctx: Context, section: ChangeKind): Promise<void> {
  const older = await tx.db
    .selectFrom('pending_changes')
    .select(['id'])
    .where('employee_id', '=', ctx.session.userId)
    .where('section', '=', section)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  if (!older) return
  await dropApproval(tx, ctx, 'change', older.id)
  await endChange(tx, ctx, older.id, 'superseded', null)
}

/** Ends the waiting of a change, and of its statement. @returns the change; undefined where it doesn't wait any more */
export async function endChange(
  tx: Tx,
  ctx: { evidence: Author; services: Pick<Services, 'clock'> },
  id: number,
  outcome: 'approved' | 'rejected' | 'withdrawn' | 'superseded',
  reason: string | null,
) {
  const ended = await tx.db
    .updateTable('pending_changes')
    .set({ state: outcome, ended_at: ctx.services.clock() })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returning(['employee_id', 'section', 'proposed', 'document_id', 'file_id'])
    .executeTakeFirst()
  if (!ended) return undefined
  await recordEvent(tx, {
    subject: { kind: 'change', id },
    act: outcome,
    actorId: ctx.evidence.actorId,
    at: ctx.services.clock(),
    data: { employee: ended.employee_id, section: ended.section },
    detail: { ...ctx.evidence.detail, text: reason },
  })
  if (ended.document_id !== null)
    await endPaper(tx, ctx, ended.document_id, outcome === 'superseded' ? 'withdrawn' : outcome, reason)
  return ended
}

/** Mails the owner of a change, where they have an address. */
export async function mailOwner(
  tx: Tx,
  services: Pick<Services, 'config' | 'clock'>,
  userId: number,
  event: 'change_proposed' | 'change_approved' | 'change_rejected' | 'change_made' | 'bank_change_rejected',
  change: number | null,
): Promise<void> {
  const user = await credentialsOf(tx.db, userId)
  if (!user.mail) return
  await queueMail(tx, services, {
    event,
    userId,
    to: user.mail,
    language: user.language,
    ...(change !== null && { subject: { kind: 'change', id: change } }),
    variables: { nombre: user.first_name },
  })
}
