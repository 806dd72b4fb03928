import { z } from 'zod'
import { call } from '../call.ts'
import { countries, id } from '../fields.ts'
import { fiveColours } from './five-colours.ts'
import { logoVersion } from './logo-version.ts'

/** The company of a session, for the frame of both sites. */
export const companyCard = z.object({
  id,
  nombre: z.string(),
  slug: z.string(),
  pais: z.enum(countries),
  zona: z.string(),
  colores: fiveColours,
  /** Tells this logo from the one before in its address. */
  logo: logoVersion,
  demostracion: z.boolean(),
  /** 'today' in the company's zone. */
  hoy: z.string(),
})
export type CompanyCard = z.infer<typeof companyCard>

export const company = {
  current: call({
    method: 'GET',
    path: '/v2/companies/current',
    need: 'session',
    summary: 'Name, colours, zone and country of the session’s company.',
    answer: companyCard,
    restricted: true,
  }),
  logo: call({
    method: 'GET',
    path: '/companies/logo/{id}',
    need: 'public',
    summary: 'A company’s logo; an unknown one answers the default picture.',
    input: z.object({ id: z.int(), ...logoVersion.partial().shape }),
    answer: 'file',
    ratePerMinute: 120,
  }),
}
