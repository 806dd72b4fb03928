import { type CapturePattern, capturePattern, type TaughtPlace } from '#contract/folders/capture-pattern.ts'
import type { TypeReading } from '#contract/folders/reading.ts'
import type { Context } from '#server/shared/context.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'
import { differences } from './differences.ts'
import { typeDetail } from './settings-queries.ts'
import { nextVersion } from './versions.ts'

/** How documents of a type within reach name their owner. */
export async function savedReading(tx: Tx, ctx: Context, typeId: number): Promise<TypeReading> {
  const { version, parser } = await typeDetail(tx.db, ctx.session, typeId)
  const { capture_rules: rules } = await tx.db
    .selectFrom('document_type_versions')
    .select('capture_rules')
    .where('type_id', '=', typeId)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return { version, parser, reglas: rules === null ? {} : capturePattern.parse(rules) }
}

/** The places of owners that the newest version of a type has. */
export async function savedPlaces(db: Db, typeId: number): Promise<TaughtPlace[]> {
  const found = await db
    .selectFrom('document_types as type')
    .innerJoin('document_type_versions as v', (on) =>
      on.onRef('v.type_id', '=', 'type.id').onRef('v.version', '=', 'type.version'),
    )
    .select('v.capture_rules')
    .where('type.id', '=', typeId)
    .executeTakeFirst()
  return found?.capture_rules ? (capturePattern.parse(found.capture_rules).lugares ?? []) : []
}

/** Makes a new version of a type that has these places of owners as well. */
export async function addCapturePlaces(
  tx: Tx,
  ctx: Context,
  id: number,
  places: readonly TaughtPlace[],
): Promise<void> {
  const { reglas } = await savedReading(tx, ctx, id)
  await saveRules(tx, ctx, id, { ...reglas, lugares: [...(reglas.lugares ?? []), ...places] })
}

/** Makes a new version of a type with these patterns. Published documents keep the version they were read with. */
export function changeReading(
  ctx: Context,
  { id, ...reglas }: CapturePattern & { id: number },
): Promise<TypeReading> {
  return ctx.act((tx) => saveRules(tx, ctx, id, reglas))
}

async function saveRules(tx: Tx, ctx: Context, id: number, reglas: CapturePattern): Promise<TypeReading> {
  const before = await savedReading(tx, ctx, id)
  await nextVersion(tx, id, ctx.session.userId, {
    capture_rules: Object.keys(reglas).length === 0 ? null : reglas,
  })
  await recordEvent(tx, {
    subject: { kind: 'document_type', id },
    act: 'configured',
    ...ctx.evidence,
    at: ctx.services.clock(),
    data: differences(before, { ...before, reglas }),
  })
  return savedReading(tx, ctx, id)
}
