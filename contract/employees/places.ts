import { z } from 'zod'
import { actions } from '../actions.ts'
import { call } from '../call.ts'
import { employeeRecord, fieldErrors, place } from './record.ts'
import { id, named } from '../fields.ts'

/** Actions that need the list of places: filtering lists, publishing to places, writing records. */
export const chooses = [
  actions.employees,
  actions.employeeAdministration,
  actions.documentSearch,
  actions.personalPublishing,
  actions.massivePublishing,
  actions.genericPublishing,
] as const

const administers = [actions.employeeAdministration] as const

/** Where people work: sectors, locations, positions and cost centres, and who is moved to which. */
export const employeePlaces = {
  both: call({
    method: 'GET',
    path: '/v2/admin-mod/user/sectorsAndLocations',
    need: chooses,
    summary: 'The company’s sectors and locations in one answer.',
    answer: z.object({ sectores: z.array(named), locaciones: z.array(named) }),
  }),
  sectors: call({
    method: 'GET',
    path: '/users/retrieveSector',
    need: chooses,
    summary: 'The sectors in which somebody within reach works.',
    answer: z.array(named),
  }),
  locations: call({
    method: 'GET',
    path: '/users/retrieveLocation',
    need: chooses,
    summary: 'The locations in which somebody within reach works.',
    answer: z.array(named),
  }),
  positions: call({
    method: 'GET',
    path: '/users/retrieveCargo',
    need: chooses,
    summary: 'The positions that somebody within reach holds.',
    answer: z.array(named),
  }),
  pairs: call({
    method: 'GET',
    path: '/users/filterSectorLocations',
    need: chooses,
    summary: 'The pairs of sector and location that occur within reach, with how many people each.',
    answer: z.array(z.object({ sector: named.nullable(), locacion: named.nullable(), cantidad: z.int() })),
  }),
  costCentres: call({
    method: 'GET',
    path: '/v2/companies/costcenter',
    need: chooses,
    summary: 'The company’s cost centres.',
    answer: z.array(named),
  }),
  move: call({
    method: 'PUT',
    path: '/v2/admin-mod/users/{id}/sectorandlocation',
    need: administers,
    summary: 'Moves somebody to a sector and a location. Nobody moves themselves.',
    input: z.object({ id, sector: place, locacion: place }),
    answer: employeeRecord,
    errors: [...fieldErrors, 'OWN_RECORD_FIXED'],
  }),
  appoint: call({
    method: 'PUT',
    path: '/v2/admin-mod/users/{id}/positionandreport',
    need: administers,
    summary: 'Sets somebody’s position and whom they report to. Nobody sets their own.',
    input: z.object({ id, cargo: place.nullable(), reporta: id.nullable() }),
    answer: employeeRecord,
    errors: [...fieldErrors, 'OWN_RECORD_FIXED'],
  }),
}
