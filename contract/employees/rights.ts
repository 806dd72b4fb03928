import { z } from 'zod'
import { actions } from '../actions.ts'
import { call } from '../call.ts'
import { id, named } from '../fields.ts'

const opens = [actions.employees] as const
const administers = [actions.employeeAdministration] as const

export const profileTypes = { employee: 1, management: 2, additive: 3 } as const

const profile = z.object({
  id,
  nombre: z.string(),
  /** 1 employee, 2 management, 3 in addition to another. */
  id_perfil_tipo: z.int(),
  /** Whether it sees only the pairs of sector and location that are chosen for it. */
  admite_filtros: z.boolean(),
  /** Whether the viewer may give and take it. */
  asignable: z.boolean(),
})

const filter = z.object({ sector: id.nullable(), locacion: id.nullable() })

const held = z.object({
  perfiles: z.array(profile),
  filtros: z.array(z.object({ sector: named.nullable(), locacion: named.nullable() })),
  /** Whether a change of this person waits for a second person's decision, which the viewer asked for or may take. */
  espera: z.boolean(),
})
export type ProfilesHeld = z.output<typeof held>

/** Rights of users: their profiles, and the scope of limited ones. */
export const employeeRights = {
  ofCompany: call({
    method: 'GET',
    path: '/v2/admin-mod/profile/company/{id}',
    need: administers,
    summary: 'The profiles of the session’s company.',
    input: z.object({ id }),
    answer: z.array(profile),
  }),
  ofUser: call({
    method: 'GET',
    path: '/v2/admin-mod/profile/users/{id}',
    need: opens,
    summary: 'The profiles of somebody within reach, and what a limited profile of theirs sees.',
    input: z.object({ id }),
    answer: held,
  }),
  setProfiles: call({
    method: 'PUT',
    path: '/v2/admin-mod/profile/users/{id}',
    need: administers,
    summary:
      'Gives somebody exactly these profiles. A profile taken away ends its sessions. Nobody changes their own. Of a person who answers for the certificates a second person accepts it first.',
    input: z.object({ id, idperfiles: z.array(id).max(20) }),
    answer: held,
    errors: [
      'OWN_PROFILES_FIXED',
      'PROFILE_REQUIRED',
      'PROFILES_OF_ONE_KIND',
      'GRANT_BEYOND_OWN',
      'PROFILE_BY_SUPPORT_ONLY',
      'PROFILE_UNKNOWN',
      'EMPLOYMENT_ALREADY_ENDED',
      'SECOND_PERSON_NEEDED',
      'SECOND_PERSON_ASKED',
      'SECOND_PERSON_NOBODY',
      'LAST_GRANTER',
    ],
    stepUp: true,
  }),
  setFilters: call({
    method: 'PUT',
    path: '/v2/admin-mod/profile/users/{id}/filtrosectorlocacion',
    need: administers,
    summary:
      'Sets the pairs of sector and location that somebody’s limited profile sees. Nobody sets their own.',
    input: z.object({ id, filtros: z.array(filter).max(200) }),
    answer: held,
    errors: [
      'SECTOR_UNKNOWN',
      'LOCATION_UNKNOWN',
      'OWN_PROFILES_FIXED',
      'GRANT_BEYOND_OWN',
      'FILTER_EMPTY',
      'FILTER_TWICE',
      'FILTER_WITHOUT_LIMITED_PROFILE',
    ],
    stepUp: true,
  }),
}
