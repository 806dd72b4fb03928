import type { ManagerFolder } from '#contract/managers.ts'
import type { Session } from '#server/shared/identity/session.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { foldersFor } from '#server/areas/folders/operations.ts'
import { managementOf } from './management.ts'

/** The folders within the viewer's reach, with whether each holds salary receipts. */
export async function foldersInReach(db: Db, viewer: Session): Promise<ManagerFolder[]> {
  const reached = await foldersFor(db, viewer)
  const salary = await db
    .selectFrom('document_types')
    .select('folder_id')
    .distinct()
    .where('is_salary', '=', true)
    .where('archived_at', 'is', null)
    .execute()
  const ids = new Set(salary.map(({ folder_id }) => folder_id))
  return reached.map(({ idCarpeta, nombre }) => ({ id: idCarpeta, nombre, recibos: ids.has(idCarpeta) }))
}

/** The choices of the act: the profile that it gives and the folders that can be seen with it. */
export async function optionsOf(db: Db, viewer: Session) {
  const { manager } = await managementOf(db, viewer)
  return {
    perfil: manager && { id: manager.id, nombre: manager.name },
    asignable: manager?.mayGrant ?? false,
    carpetas: await foldersInReach(db, viewer),
  }
}
