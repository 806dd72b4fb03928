import type { EmployeeChanges } from '#contract/employees/record.ts'
import type { OwnSection } from '#contract/self-service/sections.ts'
import type { KindsOfApproval } from '#server/shared/approval-kinds.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { differing, recordOf, updateEmployee } from '#server/areas/employees/operations.ts'
import { mailOwner } from './proposing.ts'
import { sectionWithin } from './showing.ts'

/**
 * Sets a section of somebody within reach, at once and by the record's own operation. They are told. Nobody sets their own
 * here, and another account asks for a step-up.
 *
 * @throws {Refusal} OWN_RECORD_FIXED, NOT_FOUND, and those of the record
 */
export function setSection(
  ctx: Context,
  kinds: KindsOfApproval,
  section: OwnSection,
  { id, ...input }: EmployeeChanges & { id: number },
) {
  if (id === ctx.session.userId) refuse('OWN_RECORD_FIXED')
  return ctx.act(async (tx) => {
    const before = await recordOf(tx.db, id)
    await updateEmployee({ ...ctx, act: (work) => work(tx) }, { id, ...input })
    const changes = before ? Object.keys(differing(before, input)) : []
    // The record's own operation mails another account to every address.
    if (section !== 'bank' && changes.length > 0) await mailOwner(tx, ctx.services, id, 'change_made', null)
    return sectionWithin(tx, ctx, kinds, id, section)
  })
}
