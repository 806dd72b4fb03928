import { z } from 'zod'
import { actions } from '../actions.ts'
import { call } from '../call.ts'
import { id } from '../fields.ts'
import { employeeImport, fileFaults, importBytes } from './import.ts'

const assigns = [actions.integrationProfiles] as const

export const mostProfiles = 20

/** The columns of a file of integration profiles. */
export const integrationFields = ['cuil'] as const

export const integrationModes = ['assign', 'remove'] as const
export type IntegrationMode = (typeof integrationModes)[number]

const file = {
  input: z.object({
    /** Ids of integration profiles; an absent list is refused by name. */
    profileTypesId: z.array(id).max(mostProfiles).default([]),
  }),
  upload: { field: 'file', maxBytes: importBytes, types: ['xlsx', 'csv'], required: true },
  answer: employeeImport.one.answer,
  errors: [
    ...fileFaults,
    'INTEGRATION_PROFILES_REQUIRED',
    'INTEGRATION_PROFILE_UNKNOWN',
    'INTEGRATION_FILE_FORMAT',
  ],
  ratePerMinute: 60,
} as const

/** Integration profiles of many people by a file: the same dry run and acts as an import has. */
export const integrationProfiles = {
  profiles: call({
    method: 'GET',
    path: '/v2/admin-mod/profile/type',
    need: assigns,
    summary: 'The company’s integration profiles, each with the address of its application.',
    answer: z.array(z.object({ id, nombre: z.string(), direccion: z.string() })),
  }),
  assign: call({
    method: 'POST',
    path: '/v2/admin-mod/profile/type',
    need: assigns,
    summary:
      'Takes a table of tax ids and integration profiles, and begins the dry run that gives people these profiles.',
    ...file,
  }),
  remove: call({
    method: 'POST',
    path: '/v2/admin-mod/profile/type/remove',
    need: assigns,
    summary:
      'Takes a table of tax ids and integration profiles, and begins the dry run that takes these profiles from people.',
    ...file,
  }),
  list: call({
    method: 'GET',
    path: '/v2/admin-mod/profile/type/files',
    need: assigns,
    summary: 'The viewer’s own files of integration profiles of the last days, the newest first.',
    answer: employeeImport.list.answer,
  }),
  template: call({
    method: 'GET',
    path: '/v2/admin-mod/profile/type/template',
    need: assigns,
    summary: 'A CSV with the header of a file of integration profiles and an example.',
    answer: 'file',
  }),
}
