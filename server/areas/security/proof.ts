import type { ParsedOf } from '#contract/call.ts'
import type { ProofKind, security } from '#contract/security/security.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { isAppCode } from './apps.ts'
import { clearCounts, refuseWrong, takeAttempt } from './counting.ts'
import { codeIsOut, isMailedCode } from './mailed-codes.ts'
import { answeredPasskey } from './passkeys.ts'
import { factorsOf } from './queries.ts'
import { isRecoveryCode } from './recovery.ts'

/** A code of an app, or what a passkey answered. */
export type FactorProof = Pick<ParsedOf<typeof security.prove>, 'codigo' | 'respuesta'>

type Proved = 'mail' | 'totp' | 'passkey' | 'recovery'

/**
 * The factor as proof of the person in place of their password: a code of an app, or a passkey whose authenticator
 * recognised them.
 * @returns how, as it goes into the evidence
 */
export async function proveByFactor(ctx: Context, given: FactorProof): Promise<'totp' | 'passkey'> {
  const tipo = given.respuesta ? 'llave' : 'app'
  const { kind, factor } = await proofGiven(ctx, { tipo, ...given })
  await ctx.write((tx) => noteProof(tx, ctx, kind, factor))
  return kind === 'passkey' ? 'passkey' : 'totp'
}

/** Verifies a second factor's proof: returns the factor used, or refuses. */
export async function proofGiven(
  ctx: Context,
  { tipo, codigo, respuesta }: { tipo: ProofKind } & FactorProof,
): Promise<{ kind: Proved; factor: number | null }> {
  const own = await ctx.read((tx) => factorsOf(tx.db, ctx.session.userId))
  if (own.length === 0) refuse('SYSTEM_MFA_UNKNOWN', 'tipo')
  if (tipo === 'llave') {
    if (!respuesta) return refuse('SYSTEM_API_PARAMETER_REQUIRED', 'respuesta')
    const factor = await answeredPasskey(ctx, respuesta, ctx.session.restriction === null)
    return { kind: 'passkey', factor }
  }
  if (codigo === undefined) return refuse('SYSTEM_API_PARAMETER_REQUIRED', 'codigo')
  const kind = codeKinds[tipo]
  const factor = own.find((one) => one.kind === kind) ?? null
  if (kind !== 'recovery' && !factor) refuse('SYSTEM_MFA_UNKNOWN', 'tipo')
  if (kind === 'mail' && factor && !(await codeIsOut(ctx, factor.id))) refuse('MFA_CODE_EXPIRED', 'codigo')
  const wrong = await takeAttempt(ctx)
  const right =
    kind === 'recovery' || !factor
      ? await isRecoveryCode(ctx, codigo)
      : kind === 'mail'
        ? await isMailedCode(ctx, factor.id, codigo)
        : await isAppCode(ctx, factor, codigo)
  if (!right) await refuseWrong(ctx, wrong)
  return { kind, factor: factor?.id ?? null }
}

const codeKinds = { correo: 'mail', app: 'totp', recuperacion: 'recovery' } as const

/** This session has proved its second factor, now. */
export async function noteProof(tx: Tx, ctx: Context, kind: Proved, factor: number | null): Promise<void> {
  const { services, session } = ctx
  const now = services.clock()
  await clearCounts(tx, session.userId)
  await tx.db
    .updateTable('sessions')
    .set({ factor: kind, factor_at: now })
    .where('id', '=', session.id)
    .execute()
  if (factor !== null)
    await tx.db.updateTable('factors').set({ used_at: now }).where('id', '=', factor).execute()
}
