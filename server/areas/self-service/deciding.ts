import { sql } from 'kysely'
import { actions } from '#contract/actions.ts'
import { accountNumbers } from '#contract/employees/record.ts'
import es from '#locales/es/self-service-statement.json' with { type: 'json' }
import pt from '#locales/pt/self-service-statement.json' with { type: 'json' }
import type { KindOfApproval } from '#server/shared/approval-kinds.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse, refuseAll } from '#server/shared/errors.ts'
import type { Author } from '#server/shared/evidence/events.ts'
import { loosenFiles } from '#server/shared/files/files.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { visibleEmployees } from '#server/shared/visibility.ts'
import { putAvatar } from '#server/areas/account/operations.ts'
import { applyOwnChanges, ownFaults, recordOf } from '#server/areas/employees/operations.ts'
import { mailBankChange } from './guard.ts'
import { endChange, mailOwner } from './proposing.ts'
import { changeById, changesListed, type FoundChange, lockPersonOf } from './queries.ts'
import { listedChanges } from './showing.ts'

const byTime: Author = { actorId: null, detail: { address: '', device: '' } }

/** A change that people propose of their own record: approved it is written by the record's own operation. */
export const ownChange: KindOfApproval = {
  acts: ['aprobar', 'rechazar'],
  tells: true,
  inbox: 'cambios',
  reach: (
    viewer,
    subject,
  ) => sql`exists (select from pending_changes waits where waits.id = ${sql.ref(subject)}
    and ${visibleEmployees(viewer, 'waits.employee_id')})`,
  documents: (subject) =>
    sql`documents.id = (select waits.document_id from pending_changes waits where waits.id = ${subject})`,
  async titles(tx, subjects, language) {
    const rows = await changesListed(tx.db, subjects)
    return new Map(rows.map(({ id, section }) => [id, { es, pt }[language].cambios[section]]))
  },
  changes: listedChanges,
  lock: (tx, subject) => lockPersonOf(tx.db, subject),
  async decided(tx, ctx, { subjectId, outcome, reason }) {
    const change = await changeById(tx.db, subjectId)
    if (!change) refuse('NOT_FOUND')
    if (outcome === 'approved') {
      await checkApproval(tx, ctx, change)
      return approve(tx, ctx.services, ctx.evidence, change)
    }
    const ended = await endChange(
      tx,
      ctx,
      subjectId,
      outcome === 'rejected' ? 'rejected' : 'withdrawn',
      reason,
    )
    if (!ended) refuse('APPROVAL_DECIDED', undefined, { nombre: change.name })
    if (ended.file_id !== null) await loosenFiles(tx, [ended.file_id])
    if (outcome !== 'rejected') return
    const { employee_id: user, section } = change
    await mailOwner(
      tx,
      ctx.services,
      user,
      section === 'bank' ? 'bank_change_rejected' : 'change_rejected',
      subjectId,
    )
  },
  async approvedByTime(tx, services, subjectId) {
    const change = await changeById(tx.db, subjectId)
    if (change && change.employee_state !== 'inactive') await approve(tx, services, byTime, change)
  },
}

/**
 * An account is approved by somebody who administers employees, proved anew, and never by whom it belongs to.
 *
 * @throws {Refusal} SELF_SERVICE_FROZEN, SELF_SERVICE_LEFT, SELF_SERVICE_OWN_ACCOUNT, or faults of the account
 */
async function checkApproval(tx: Tx, ctx: Context, change: FoundChange): Promise<void> {
  if (change.employee_state === 'inactive') refuse('SELF_SERVICE_LEFT')
  if (change.section !== 'bank') return
  const held = ctx.session.actions
  if (!held.includes(actions.employees) || !held.includes(actions.employeeAdministration))
    refuse('SYSTEM_ACTION_NOT_GRANTED')
  if (change.is_frozen) refuse('SELF_SERVICE_FROZEN')
  const own = await recordOf(tx.db, ctx.session.userId)
  const { proposed } = change
  if (own && accountNumbers.some((number) => proposed[number] && proposed[number] === own[number]))
    refuse('SELF_SERVICE_OWN_ACCOUNT')
  refuseAll(await ownFaults(tx, change.proposed))
  await ctx.stepUp(tx)
}

async function approve(
  tx: Tx,
  services: Pick<Services, 'config' | 'clock'>,
  evidence: Author,
  change: FoundChange,
): Promise<void> {
  const { id, employee_id: user, section, proposed, file_id } = change
  const ended = await endChange(tx, { services, evidence }, id, 'approved', null)
  if (!ended) refuse('APPROVAL_DECIDED', undefined, { nombre: change.name })
  if (section === 'photo') {
    if (file_id !== null) await putAvatar(tx, { services, evidence }, { userId: user, fileId: file_id })
  } else {
    await applyOwnChanges(tx, services, { id: user, input: proposed, evidence })
  }
  if (section === 'bank')
    await mailBankChange(tx, services, { employee: user, change: id, event: 'bank_change_approved' })
  else await mailOwner(tx, services, user, 'change_approved', id)
}
