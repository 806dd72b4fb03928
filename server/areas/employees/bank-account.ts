import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { findRecord } from './record.ts'

/**
 * The bank account of somebody within reach with its whole numbers, recorded as seen. Every other answer, file and mail
 * has their last four characters alone.
 */
export function showBankAccount(ctx: Context, { id }: { id: number }) {
  const { services, session } = ctx
  return ctx.act(async (tx) => {
    const record = await findRecord(tx.db, session, id)
    if (!record) refuse('NOT_FOUND')
    const { banco, sucursal, tipo_cuenta, cuenta, cbu, cci, tipo_pago } = record
    await recordEvent(tx, {
      subject: { kind: 'employee', id },
      act: 'bank_seen',
      at: services.clock(),
      ...ctx.evidence,
    })
    return { banco, sucursal, tipo_cuenta, cuenta, cbu, cci, tipo_pago }
  })
}
