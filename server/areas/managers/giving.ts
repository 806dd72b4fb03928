import { createHash } from 'node:crypto'
import type { ParsedOf } from '#contract/call.ts'
import { makeFault } from '#contract/errors.ts'
import type { ManagerFolder, managers, PlannedManager } from '#contract/managers.ts'
import type { Context } from '#server/shared/context.ts'
import { type Fault, refuse, refuseAll } from '#server/shared/errors.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'
import { holdRights, putProfiles } from '#server/areas/employees/operations.ts'
import { lockFilters, putFiltersOfManagers } from '#server/areas/folders/operations.ts'
import { foldersInReach } from './folders.ts'
import { type Management, managementOf } from './management.ts'
import { type Standing, standingsOf } from './queries.ts'

type Choice = ParsedOf<typeof managers.preview>

interface Planned {
  person: Standing
  shown: PlannedManager
  /** The act changes something of this person. */
  isChanged: boolean
}

/** People whom a refusal names at most. */
const mostNamed = 5

/**
 * The effect of an act on each of the chosen people.
 *
 * @throws {Refusal} everything that the act itself would refuse, changes meanwhile apart
 */
export async function previewManagers(tx: Tx, ctx: Context, choice: Choice) {
  const { planned } = await planManagers(tx, ctx, choice)
  const count = (caso: PlannedManager['caso']) => planned.filter(({ shown }) => shown.caso === caso).length
  return {
    nuevos: count('nuevo'),
    reemplazados: count('reemplaza'),
    iguales: count('igual'),
    otro_perfil: count('otro_perfil'),
    personas: planned.map(({ shown }) => shown),
  }
}

/**
 * Gives the chosen people the manager's profile and exactly the chosen folders, all or none. A holder of another
 * management profile is left alone unless named in `cambiar`. Each person's profile and folders have to be those of the
 * preview.
 *
 * @throws {Refusal} MANAGERS_CHANGED, MANAGERS_NOTHING_TO_DO, LAST_GRANTER, and what the preview refuses
 */
export async function giveManagers(
  tx: Tx,
  ctx: Context,
  { personas, ...choice }: ParsedOf<typeof managers.give>,
) {
  const ids = personas.map(({ id }) => id)
  await holdRights(tx, ctx.session)
  await lockFilters(tx, ids)
  const { planned, manager } = await planManagers(tx, ctx, { ids, ...choice })
  const seen = new Map(personas.map(({ id, huella }) => [id, huella]))
  refuseNamed(
    'MANAGERS_CHANGED',
    planned.filter(({ person, shown }) => seen.get(person.id) !== shown.huella).map(({ person }) => person),
  )
  const changed = planned.filter(({ isChanged }) => isChanged)
  if (changed.length === 0) refuse('MANAGERS_NOTHING_TO_DO')
  await putProfiles(
    tx,
    ctx,
    changed.map(({ person }) => ({ id: person.id, idperfiles: [...person.otherProfiles, manager] })),
  )
  await putFiltersOfManagers(tx, ctx, {
    managers: changed.map(({ person }) => person.id),
    folders: [...choice.carpetas, ...choice.carpetas_recibos],
  })
  const count = (caso: PlannedManager['caso']) => changed.filter(({ shown }) => shown.caso === caso).length
  return { nuevos: count('nuevo'), reemplazados: count('reemplaza'), cambiados: count('otro_perfil') }
}

async function planManagers(
  tx: Tx,
  ctx: Context,
  choice: Choice,
): Promise<{ planned: Planned[]; manager: number }> {
  const { session } = ctx
  const { ids, cambiar } = choice
  const management = await managementOf(tx.db, session)
  const { manager } = management
  if (!manager) return refuse('PROFILE_UNKNOWN')
  if (!manager.mayGrant) refuse('GRANT_BEYOND_OWN')
  if (new Set(ids).size < ids.length) refuse('MANAGERS_TWICE', 'ids')
  if (ids.includes(session.userId)) refuse('MANAGERS_OWN', 'ids')
  const people = await standingsOf(tx.db, session, ids)
  if (people.length < ids.length) refuse('MANAGERS_UNKNOWN', 'ids')
  refusePeople(people)
  const folders = await chosenFolders(tx.db, ctx, choice)
  const holdsOther = ({ management: held }: Standing) => held !== null && held !== manager.id
  const others = people.filter(holdsOther)
  if (cambiar.some((id) => !others.some((one) => one.id === id))) refuse('MANAGERS_SWAP_UNCHOSEN', 'cambiar')
  const swapped = others.filter(({ id }) => cambiar.includes(id))
  refuseSwaps(swapped, management)
  const planned = people.map((person): Planned => {
    const shown = planFor(person, folders, {
      perfil: holdsOther(person) ? (management.others.get(person.management ?? 0) ?? null) : null,
      impedimento: holdsOther(person) ? obstacleOf(person, management) : null,
      cambia: swapped.includes(person),
      isManager: person.management === manager.id,
    })
    return { person, shown, isChanged: shown.caso === 'otro_perfil' ? shown.cambia : shown.caso !== 'igual' }
  })
  return { planned, manager: manager.id }
}

function planFor(
  person: Standing,
  folders: readonly ManagerFolder[],
  {
    perfil,
    cambia,
    impedimento,
    isManager,
  }: Pick<PlannedManager, 'perfil' | 'cambia' | 'impedimento'> & { isManager: boolean },
): PlannedManager {
  // A filter that outlived a former profile shows nothing now.
  const held = person.management === null ? [] : person.folders
  const had = new Set(held.map(({ id }) => id))
  const gets = new Set(folders.map(({ id }) => id))
  // A profile other than the manager's sees every folder without a filter.
  const sawAll = perfil !== null && had.size === 0
  const gana = sawAll ? [] : folders.filter(({ id }) => !had.has(id)).map(({ nombre }) => nombre)
  const pierde = held.filter(({ id }) => !gets.has(id)).map(({ name }) => name)
  const isSame = isManager && gana.length + pierde.length === 0
  return {
    id: person.id,
    nombre: person.name,
    caso: perfil !== null ? 'otro_perfil' : isSame ? 'igual' : isManager ? 'reemplaza' : 'nuevo',
    perfil,
    cambia,
    impedimento,
    gana,
    pierde,
    veia_todas: sawAll,
    lugares: person.places.length,
    huella: digestOf(person),
  }
}

/** A short digest of all that the act would overwrite of a person. */
function digestOf({ id, management, folders, places }: Standing): string {
  const facts = [id, management, folders.map((folder) => folder.id).toSorted((a, b) => a - b), places]
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 22)
}

function namesOf(people: readonly { name: string }[]): string {
  const names = people.slice(0, mostNamed).map(({ name }) => name)
  return [...names, ...(people.length > mostNamed ? [`+${people.length - mostNamed}`] : [])].join('; ')
}

type NamedFault =
  | 'MANAGERS_INACTIVE'
  | 'MANAGERS_WITHOUT_REPORTS'
  | 'MANAGERS_HOLD_CERTIFICATES'
  | 'MANAGERS_CHANGED'

function faultOf(name: NamedFault, people: readonly Standing[]): Fault[] {
  return people.length === 0 ? [] : [makeFault(name, 'ids', { nombres: namesOf(people) })]
}

function refuseNamed(name: NamedFault, people: readonly Standing[]): void {
  refuseAll(faultOf(name, people))
}

function refusePeople(people: readonly Standing[]): void {
  refuseAll([
    ...faultOf(
      'MANAGERS_INACTIVE',
      people.filter(({ isActive }) => !isActive),
    ),
    ...faultOf(
      'MANAGERS_WITHOUT_REPORTS',
      people.filter(({ isActive, hasReports }) => isActive && !hasReports),
    ),
  ])
}

/** Why somebody's other management profile can't be replaced; null where it can. */
function obstacleOf({ management, holdsCertificates }: Standing, { fixed }: Management) {
  if (fixed.includes(management ?? 0)) return 'perfil_ajeno'
  return holdsCertificates ? 'certificados' : null
}

/** Refuses to replace profiles that the caller may not take, or that a second person has to accept. */
function refuseSwaps(swapped: readonly Standing[], management: Management): void {
  const stopped = Map.groupBy(swapped, (person) => obstacleOf(person, management))
  if (stopped.has('perfil_ajeno')) refuse('GRANT_BEYOND_OWN', 'cambiar')
  refuseNamed('MANAGERS_HOLD_CERTIFICATES', stopped.get('certificados') ?? [])
}

/** The chosen folders. Those with salary receipts have to be among the ones chosen by name. */
async function chosenFolders(
  db: Db,
  { session }: Context,
  { carpetas, carpetas_recibos }: Choice,
): Promise<ManagerFolder[]> {
  const ids = [...carpetas, ...carpetas_recibos]
  if (new Set(ids).size < ids.length) refuse('MANAGERS_FOLDER_TWICE', 'carpetas')
  const reached = await foldersInReach(db, session)
  const chosen = reached.filter(({ id }) => ids.includes(id))
  if (chosen.length < ids.length) refuse('FOLDER_OUT_OF_REACH', 'carpetas')
  const unnamed = chosen.filter(({ id, recibos }) => recibos && carpetas.includes(id))
  if (unnamed.length > 0)
    refuse('MANAGERS_SALARY_BY_NAME', 'carpetas', {
      nombres: namesOf(unnamed.map(({ nombre }) => ({ name: nombre }))),
    })
  return chosen
}
