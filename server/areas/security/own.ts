import type { AnswerOf } from '#contract/call.ts'
import type {
  Attestation,
  Confirmed,
  Factor,
  MailedCode,
  OwnFactors,
  security,
} from '#contract/security/security.ts'
import type { Context } from '#server/shared/context.ts'
import { credentialsOf } from '#server/shared/identity/credentials.ts'
import { refuse } from '#server/shared/errors.ts'
import { profileOf } from '#server/shared/identity/profile.ts'
import { type Tx } from '#server/shared/tenancy.ts'
import { easeRestriction, endSessions, requirementOf } from '#server/areas/session/operations.ts'
import { isAppCode, newAppSecret } from './apps.ts'
import { clearCounts, refuseWrong, takeAttempt } from './counting.ts'
import { codeIsOut, hiddenMail, isMailedCode, mailCode } from './mailed-codes.ts'
import { proofMinutes, requireProof } from './operations.ts'
import { askToMake, madePasskey, relyingParty } from './passkeys.ts'
import { codesLeft, factorOf, factorsOf, proofOf } from './queries.ts'
import { newRecoveryCodes } from './recovery.ts'
import { noteFactor } from './telling.ts'

/** Factors that somebody can have at once. */
const factorsAtMost = 10

const wireKinds = { mail: 'correo', totp: 'app', passkey: 'llave' } as const

type Row = Awaited<ReturnType<typeof factorsOf>>[number]

function onWire({ id, kind, name, mail, confirmed_at, created_at, used_at }: Row): Factor {
  return {
    id,
    tipo: wireKinds[kind],
    nombre: mail === null ? name : hiddenMail(mail),
    desde: (confirmed_at ?? created_at).toISOString(),
    usado: used_at?.toISOString() ?? null,
  }
}

/** One's own second factors, and what the profile of this session asks for. */
export async function showOwn({ services, session, read }: Context): Promise<OwnFactors> {
  return read(async (tx) => {
    const { required, from } = await requirementOf(tx.db, session.profileId)
    const { factor_at: at } = await proofOf(tx.db, session.id)
    const until = at && new Date(at.getTime() + proofMinutes * 60_000)
    const { mail } = await credentialsOf(tx.db, session.userId)
    return {
      factores: (await factorsOf(tx.db, session.userId)).map(onWire),
      recuperacion: await codesLeft(tx.db, session.userId),
      exigido: required,
      desde: from?.toISOString() ?? null,
      llaves: relyingParty(services).works,
      mail,
      probado: until && until > services.clock() ? until.toISOString() : null,
    }
  })
}

/** Begins a factor by mail; asked again for the same address it sends another code. */
export async function addMail(ctx: Context, mail: string): Promise<MailedCode> {
  const factor = await ctx.write(async (tx) => {
    await refuseToAdd(tx, ctx)
    const { session, services } = ctx
    const begun = await tx.db
      .selectFrom('factors')
      .select('id')
      .where('user_id', '=', session.userId)
      .where('kind', '=', 'mail')
      .where('mail', '=', mail)
      .where('confirmed_at', 'is', null)
      .executeTakeFirst()
    if (begun) return begun
    await dropBegun(tx, ctx, 'mail')
    return tx.db
      .insertInto('factors')
      .values({
        company_id: tx.company,
        user_id: session.userId,
        kind: 'mail',
        mail,
        created_at: services.clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
  return mailCode(ctx, { id: factor.id, mail })
}

export async function addApp(ctx: Context): Promise<AnswerOf<typeof security.addApp>> {
  const { services, session } = ctx
  return ctx.write(async (tx) => {
    await refuseToAdd(tx, ctx)
    await dropBegun(tx, ctx, 'totp')
    const user = await credentialsOf(tx.db, session.userId)
    const made = newAppSecret(services, session, { issuer: user.company, label: user.username })
    const { id } = await tx.db
      .insertInto('factors')
      .values({
        company_id: tx.company,
        user_id: session.userId,
        kind: 'totp',
        secret: made.sealed,
        created_at: services.clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, secreto: made.secret, uri: made.uri }
  })
}

export async function addPasskey(ctx: Context): Promise<AnswerOf<typeof security.addPasskey>> {
  const user = await ctx.read(async (tx) => {
    await refuseToAdd(tx, ctx)
    return credentialsOf(tx.db, ctx.session.userId)
  })
  const opciones = await askToMake(ctx, {
    username: user.username,
    name: `${user.first_name} ${user.last_name}`,
    company: user.company,
  })
  return { opciones: { ...opciones } }
}

/** The first code of a factor that was begun: it activateFactor from now on. A new one by mail or app replaces the former. */
export async function confirmFactor(ctx: Context, id: number, code: string): Promise<Confirmed> {
  const begun = await ctx.read(async (tx) => {
    await requireProof(tx, ctx.services, ctx.session)
    return factorOf(tx.db, ctx.session.userId, id)
  })
  if (!begun || begun.confirmed_at || begun.kind === 'passkey') refuse('NOT_FOUND')
  if (begun.kind === 'mail' && !(await codeIsOut(ctx, id))) refuse('MFA_CODE_EXPIRED', 'codigo')
  const wrong = await takeAttempt(ctx)
  const right = begun.kind === 'mail' ? await isMailedCode(ctx, id, code) : await isAppCode(ctx, begun, code)
  if (!right) await refuseWrong(ctx, wrong)
  return ctx.write(async (tx) => {
    await tx.db
      .deleteFrom('factors')
      .where('user_id', '=', ctx.session.userId)
      .where('kind', '=', begun.kind)
      .where('id', '<>', id)
      .execute()
    return activateFactor(tx, ctx, id)
  })
}

export async function confirmPasskey(
  ctx: Context,
  { nombre, respuesta }: { nombre?: string | undefined; respuesta: Attestation },
): Promise<Confirmed> {
  await ctx.read((tx) => refuseToAdd(tx, ctx))
  const made = await madePasskey(ctx, respuesta)
  return ctx.write(async (tx) => {
    const { id } = await tx.db
      .insertInto('factors')
      .values({
        company_id: tx.company,
        user_id: ctx.session.userId,
        kind: 'passkey',
        name: nombre ?? '',
        credential: made.id,
        public_key: Buffer.from(made.publicKey),
        counter: made.counter,
        created_at: ctx.services.clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return activateFactor(tx, ctx, id)
  })
}

/**
 * Activates a factor, which this session has just proved. The first one brings recovery codes and ends every session
 * opened without it.
 */
async function activateFactor(tx: Tx, ctx: Context, id: number): Promise<Confirmed> {
  const { services, session, evidence } = ctx
  const now = services.clock()
  const first = (await factorsOf(tx.db, session.userId)).length === 0
  const row = await tx.db
    .updateTable('factors')
    .set({ confirmed_at: now, used_at: now })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  // Two confirmed it at once; or HR took all factors meanwhile.
  if (!row) refuse('NOT_FOUND')
  await clearCounts(tx, session.userId)
  await tx.db
    .updateTable('sessions')
    .set({ factor: row.kind, factor_at: now })
    .where('id', '=', session.id)
    .execute()
  const codes = first ? await newRecoveryCodes(tx, services, session.userId) : []
  if (first) await endSessions(tx, services, session.userId, session.id)
  await noteFactor(tx, services, session.userId, {
    act: 'factor_added',
    mail: 'factor_added',
    data: { factor: row.kind },
    ...evidence,
  })
  const restriction = await easeRestriction(tx, services, session)
  return { factor: onWire(row), codigos: codes, user: await profileOf(tx.db, { ...session, restriction }) }
}

/** Removes one of one's own. With the last one its recovery codes go. */
export async function removeFactor(ctx: Context, id: number): Promise<void> {
  const { services, session, evidence } = ctx
  await ctx.write(async (tx) => {
    const own = await factorsOf(tx.db, session.userId)
    const factor = own.find((one) => one.id === id)
    if (!factor) refuse('NOT_FOUND')
    await requireProof(tx, services, session)
    if (own.length === 1 && (await requiredAnywhere(tx, session.userId))) refuse('MFA_LAST_REQUIRED')
    await tx.db.deleteFrom('factors').where('id', '=', id).execute()
    if (own.length === 1)
      await tx.db.deleteFrom('recovery_codes').where('user_id', '=', session.userId).execute()
    await noteFactor(tx, services, session.userId, {
      act: 'factor_removed',
      mail: 'factor_removed',
      data: { factor: factor.kind },
      ...evidence,
    })
  })
}

/** Ten new recovery codes in place of the former ones. */
export async function renewRecovery(ctx: Context): Promise<string[]> {
  const { services, session, evidence } = ctx
  return ctx.write(async (tx) => {
    if ((await factorsOf(tx.db, session.userId)).length === 0) refuse('SYSTEM_MFA_AUTH_NOT_CONFIGURED')
    await requireProof(tx, services, session)
    const codes = await newRecoveryCodes(tx, services, session.userId)
    await noteFactor(tx, services, session.userId, {
      act: 'recovery_codes_made',
      mail: 'recovery_codes_made',
      ...evidence,
    })
    return codes
  })
}

async function requiredAnywhere(tx: Tx, userId: number): Promise<boolean> {
  const found = await tx.db
    .selectFrom('user_profiles')
    .innerJoin('profiles', 'profiles.id', 'user_profiles.profile_id')
    .select('profiles.id')
    .where('user_profiles.user_id', '=', userId)
    .where('profiles.mfa_required', '=', true)
    .executeTakeFirst()
  return found !== undefined
}

/** An existing factor must be proved before another is added, up to a maximum. */
async function refuseToAdd(tx: Tx, { services, session }: Context): Promise<void> {
  await requireProof(tx, services, session)
  if ((await factorsOf(tx.db, session.userId)).length >= factorsAtMost)
    refuse('MFA_MOST', undefined, { maximo: factorsAtMost })
}

/** Deletes an unconfirmed factor of this kind before a new one is begun. */
async function dropBegun(tx: Tx, { session }: Context, kind: 'mail' | 'totp'): Promise<void> {
  await tx.db
    .deleteFrom('factors')
    .where('user_id', '=', session.userId)
    .where('kind', '=', kind)
    .where('confirmed_at', 'is', null)
    .execute()
}
