import { settings, type SettingKey, type Settings, type SettingValue } from '#contract/settings.ts'
import { recordEvent } from './evidence/events.ts'
import type { Tx } from './tenancy.ts'

/**
 * The company's settings: its rows over the defaults. A row that the registry no longer takes counts as absent,
 * since a narrower range must not stop anybody's work.
 */
export async function getSettings(tx: Pick<Tx, 'db'>): Promise<Settings> {
  const rows = await tx.db.selectFrom('settings').select(['key', 'value']).execute()
  const chosen = new Map(rows.map((row) => [row.key, row.value]))
  const values = Object.entries(settings).map(([key, { schema, default: otherwise }]) => {
    const parsed = schema.safeParse(chosen.get(key))
    return [key, parsed.success ? parsed.data : otherwise]
  })
  return Object.fromEntries(values) as Settings
}

/**
 * Sets one, as evidence with its old and new value; the caller has checked the registry's action.
 *
 * @throws {z.ZodError} the value is out of range
 */
export async function setSetting<K extends SettingKey>(
  tx: Tx,
  key: K,
  value: SettingValue<K>,
  actorId: number | null,
): Promise<void> {
  const checked = settings[key].schema.parse(value)
  const before = (await getSettings(tx))[key]
  const written = JSON.stringify(checked)
  const { id } = await tx.db
    .insertInto('settings')
    .values({ company_id: tx.company, key, value: written, changed_by: actorId })
    .onConflict((on) =>
      on
        .columns(['company_id', 'key'])
        .doUpdateSet({ value: written, changed_by: actorId, changed_at: new Date() }),
    )
    .returning('company_id as id')
    .executeTakeFirstOrThrow()
  await recordEvent(tx, {
    subject: { kind: 'setting', id },
    act: 'changed',
    actorId,
    data: { key, before, after: checked },
  })
}
