import { z } from 'zod'
import { actions } from './actions.ts'
import { call, paging } from './call.ts'
import { id, named } from './fields.ts'

/** People of one act at most: it is one transaction. */
export const mostManagers = 500
const mostFolders = 200

const need = [actions.managers] as const

/** Without a management profile, with the manager's, or with another one. */
export const managerStates = ['sin_perfil', 'con_perfil', 'otro_perfil'] as const

/** Why somebody's profile can't be changed here. */
const obstacle = z.enum([
  /** The viewer themselves, who can't be chosen at all. */
  'propio',
  /** They hold another management profile, which the viewer may not take. */
  'perfil_ajeno',
  /** They hold another management profile and answer for the certificates: a second person accepts, on their record. */
  'certificados',
])
export type ManagerObstacle = z.infer<typeof obstacle>

const row = z.object({
  id,
  nombre: z.string(),
  puesto: z.string().nullable(),
  sector: z.string().nullable(),
  locacion: z.string().nullable(),
  /** Direct reports within the viewer's reach, without those who left. */
  a_cargo: z.int(),
  /** Holds the manager's profile now. */
  gestiona: z.boolean(),
  /** Another management profile that they hold. */
  otro_perfil: named.nullable(),
  /** Their folder filter. Empty means none for a manager, all for another management profile. */
  carpetas: z.array(named),
  impedimento: obstacle.nullable(),
})
export type ManagerRow = z.infer<typeof row>

const folder = named.extend({
  /** Holds salary receipts: it is chosen by its own name, never with all the others. */
  recibos: z.boolean(),
})
export type ManagerFolder = z.infer<typeof folder>

const filters = { buscar: z.string().trim().max(100).optional(), estado: z.enum(managerStates).optional() }

const chosenFolders = {
  /** Folders without salary receipts. */
  carpetas: z.array(id).max(mostFolders),
  /** Folders with salary receipts, each chosen by name. */
  carpetas_recibos: z.array(id).max(mostFolders).default([]),
  /** Those of the chosen people whose other management profile is replaced by the manager's. */
  cambiar: z.array(id).max(mostManagers).default([]),
}

const faults = [
  'SELECTION_TOO_LARGE',
  'MANAGERS_TWICE',
  'MANAGERS_UNKNOWN',
  'MANAGERS_OWN',
  'MANAGERS_INACTIVE',
  'MANAGERS_WITHOUT_REPORTS',
  'MANAGERS_HOLD_CERTIFICATES',
  'MANAGERS_SWAP_UNCHOSEN',
  'MANAGERS_FOLDER_TWICE',
  'MANAGERS_SALARY_BY_NAME',
  'FOLDER_OUT_OF_REACH',
  'GRANT_BEYOND_OWN',
  'PROFILE_UNKNOWN',
] as const

const planned = z.object({
  id,
  nombre: z.string(),
  /**
   * nuevo: gets the profile. reemplaza: holds it, with other folders. igual: nothing changes. otro_perfil: holds another
   * management profile, and is left as they are unless `cambia`.
   */
  caso: z.enum(['nuevo', 'reemplaza', 'igual', 'otro_perfil']),
  /** The other management profile. */
  perfil: z.string().nullable(),
  cambia: z.boolean(),
  /** Why the other profile can't be replaced. */
  impedimento: obstacle.nullable(),
  /** Names of folders that they don't see now and would. */
  gana: z.array(z.string()),
  /** Names of folders that they see now and wouldn't. */
  pierde: z.array(z.string()),
  /** Sees every folder now, and would see the chosen ones only. */
  veia_todas: z.boolean(),
  /** Pairs of sector and location of a limited profile, which go with it. */
  lugares: z.int(),
  /** Digest of their management profile, folders and places as they were read. */
  huella: z.string(),
})
export type PlannedManager = z.infer<typeof planned>

/** Makes managers of many people at once. */
export const managers = {
  list: call({
    method: 'GET',
    path: '/v2/managers',
    need,
    summary: 'Everybody active within reach who has direct reports, with what they manage with now.',
    input: z.object({ ...paging, ...filters }),
    paged: true,
    answer: z.array(row),
  }),
  ids: call({
    method: 'GET',
    path: '/v2/managers/ids',
    need,
    summary: 'The ids of everybody whom the same search finds, but the caller.',
    input: z.object(filters),
    answer: z.array(id),
    errors: ['SELECTION_TOO_LARGE'],
  }),
  options: call({
    method: 'GET',
    path: '/v2/managers/options',
    need,
    summary: 'The manager’s profile, whether the caller may give it, and the folders within their reach.',
    answer: z.object({
      perfil: named.nullable(),
      asignable: z.boolean(),
      carpetas: z.array(folder),
    }),
  }),
  preview: call({
    method: 'POST',
    path: '/v2/managers/preview',
    need,
    summary: 'The effect of an act on each of the chosen people. Nothing is written.',
    input: z.object({
      ids: z.array(id).min(1).max(mostManagers, 'SELECTION_TOO_LARGE'),
      ...chosenFolders,
    }),
    answer: z.object({
      nuevos: z.int(),
      reemplazados: z.int(),
      iguales: z.int(),
      otro_perfil: z.int(),
      personas: z.array(planned),
    }),
    errors: faults,
    idempotent: false,
    ratePerMinute: 120,
  }),
  give: call({
    method: 'POST',
    path: '/v2/managers',
    need,
    summary:
      'Gives people the manager’s profile and exactly these folders, all or none. Whoever changed since the preview is not overwritten.',
    input: z.object({
      personas: z
        .array(z.object({ id, huella: z.string().max(64) }))
        .min(1)
        .max(mostManagers, 'SELECTION_TOO_LARGE'),
      ...chosenFolders,
    }),
    answer: z.object({
      nuevos: z.int(),
      reemplazados: z.int(),
      /** People whose other management profile was replaced. */
      cambiados: z.int(),
    }),
    errors: [...faults, 'MANAGERS_CHANGED', 'MANAGERS_NOTHING_TO_DO', 'LAST_GRANTER'],
    stepUp: true,
  }),
}
