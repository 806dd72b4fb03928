import { z } from 'zod'
import { actions } from './actions.ts'
import { call } from './call.ts'
import { named } from './fields.ts'

const flag = z.union([z.literal(0), z.literal(1)])

/** An entry of a list to choose from. A town has no code: its id is its name. */
const choice = z.object({ id: z.string(), nombre: z.string() })
export type Choice = z.output<typeof choice>

/** Towns or counties of one answer; a search finds the others. */
export const mostChoices = 200

const code = z.string().trim().toUpperCase().min(1).max(10)
const buscar = z.string().max(100).optional()

/** Packaged lists change with a new version of Legajo only. They say nothing about a company, so both sites offer them. */
const day = 24 * 60 * 60
const list = { need: 'session', answer: z.array(choice), cacheSeconds: day } as const

/** External services that are active for a company; they open some screens and close others. */
export const integrations = {
  check: call({
    method: 'GET',
    path: '/externalapis/vismapeople/check',
    need: 'hr',
    summary: 'Whether an integration of the company is active; 0 for one that it doesn’t have.',
    input: z.object({ service_type: z.string().max(40).default('onboarding') }),
    answer: z.object({ activate: flag }),
  }),
  payroll: call({
    method: 'GET',
    path: '/externalapis/vismapeople/payroll/status',
    need: 'hr',
    summary: 'Whether the company’s payroll integration is active, and salary advances with it.',
    answer: z.object({ activate: flag, salaryAdvance: flag }),
  }),
  countries: call({
    method: 'GET',
    path: '/externalapis/vismapeople/countries',
    summary: 'The countries of ISO 3166-1 by their two letters, in the caller’s language.',
    ...list,
  }),
  states: call({
    method: 'GET',
    path: '/externalapis/vismapeople/states/{id}',
    summary:
      'The states of a country by their codes of ISO 3166-2, like AR-B. The id is the country’s two letters.',
    input: z.object({ id: code }),
    ...list,
  }),
  cities: call({
    method: 'GET',
    path: '/externalapis/vismapeople/cities/{country}/{state}',
    summary:
      'Towns of a state (its code of ISO 3166-2) in which a word begins with `buscar`, at most 200; from GeoNames (CC BY 4.0).',
    input: z.object({ country: code, state: code, buscar }),
    ...list,
  }),
  counties: call({
    method: 'GET',
    path: '/externalapis/vismapeople/counties/{state}',
    summary:
      'Partidos, municipalities or cantons of a state (its code of ISO 3166-2), searched and bounded like its towns; from GeoNames (CC BY 4.0).',
    input: z.object({ state: code, buscar }),
    ...list,
  }),
  maritalStatuses: call({
    method: 'GET',
    path: '/externalapis/vismapeople/maritalstatus',
    summary: 'Marital statuses of the company’s country.',
    ...list,
  }),
  addressTypes: call({
    method: 'GET',
    path: '/externalapis/vismapeople/addresstypes',
    summary: 'Types of address.',
    ...list,
  }),
  nationalities: call({
    method: 'GET',
    path: '/externalapis/vismapeople/nationalities',
    summary: 'Nationalities, by the code of their country.',
    ...list,
  }),
  streetTypes: call({
    method: 'GET',
    path: '/externalapis/vismapeople/via',
    summary: 'Types of street of the company’s country.',
    ...list,
  }),
  zoneTypes: call({
    method: 'GET',
    path: '/externalapis/vismapeople/zone-type',
    summary: 'Types of zone of the company’s country.',
    ...list,
  }),
  organizationModels: call({
    method: 'GET',
    path: '/externalapis/vismapeople/organizationmodels',
    need: [actions.employees, actions.employeeAdministration],
    summary: 'The company’s own organization models.',
    answer: z.array(named),
  }),
}
