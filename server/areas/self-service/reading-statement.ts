import type { ParsedOf } from '#contract/call.ts'
import type { selfService } from '#contract/self-service/self-service.ts'
import type { Context, FileAnswer } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { documentFile } from '#server/areas/documents/operations.ts'
import { checkProposal } from './proposing.ts'
import { type Statement, statementOf } from './statement.ts'

/** The statement of an address change as it would be signed. Nothing is written. */
export function previewStatement(
  ctx: Context,
  input: ParsedOf<typeof selfService.statement>,
): Promise<Statement> {
  return ctx.read(async (tx) => {
    const { present, changes } = await checkProposal(tx, ctx.session.userId, 'address', input)
    return statementOf(tx, ctx, { was: present, is: { ...present, ...changes } })
  })
}

/** The statement of one's own change, in every state of it. @throws {Refusal} NOT_FOUND */
export async function readStatement(ctx: Context, id: number): Promise<FileAnswer> {
  const file = await ctx.read(async (tx) => {
    const change = await tx.db
      .selectFrom('pending_changes')
      .select('document_id')
      .where('id', '=', id)
      .where('employee_id', '=', ctx.session.userId)
      .executeTakeFirst()
    if (!change?.document_id) refuse('NOT_FOUND')
    return documentFile(tx, change.document_id, 0)
  })
  return { body: await ctx.services.files.read(file.key), type: 'application/pdf' }
}
