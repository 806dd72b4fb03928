import type { Services } from '#server/shared/services.ts'
import { giveManagers, previewManagers } from '#server/areas/managers/operations.ts'
import type { Acting } from './acting.ts'

interface Filled {
  services: Services
  company: { id: number }
  users: ReadonlyMap<string, number>
}

/** Heads of a team who become managers at once; other companies have nobody of these names. */
const heads = [
  'carlos_rivarola',
  'gonzalo_iniguez',
  'federico_bustamante',
  'marta_figueroa',
  'valentina_rossi',
  'andres_kowalczuk',
]

/** Makes six heads of a team managers in one act, with the first two folders that hold no salary receipts. */
export async function makeManagers(
  { services, company, users }: Filled,
  administrator: Acting,
): Promise<void> {
  const ids = heads.flatMap((name) => users.get(name) ?? [])
  if (ids.length === 0) return
  const carpetas = await services.tenant(company.id).read(async (db) => {
    const folders = await db
      .selectFrom('folders')
      .select('id')
      .where('archived_at', 'is', null)
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('document_types')
              .whereRef('document_types.folder_id', '=', 'folders.id')
              .where('document_types.is_salary', '=', true),
          ),
        ),
      )
      .orderBy('position')
      .orderBy('id')
      .limit(2)
      .execute()
    return folders.map(({ id }) => id)
  })
  const ctx = administrator(services.clock())
  const choice = { carpetas, carpetas_recibos: [], cambiar: [] }
  await ctx.act(async (tx) => {
    const { personas } = await previewManagers(tx, ctx, { ids, ...choice })
    await giveManagers(tx, ctx, { personas: personas.map(({ id, huella }) => ({ id, huella })), ...choice })
  })
}
