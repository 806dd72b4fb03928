import { z } from 'zod'
import { call } from './call.ts'
import { colour, countries, id } from './fields.ts'
import { signInPage } from './sign-in-page.ts'

/** The company of a session, for the frame of both sites. */
export const companyCard = z.object({
  id,
  nombre: z.string(),
  slug: z.string(),
  pais: z.enum(countries),
  zona: z.string(),
  colores: z.object({
    primario: colour,
    secundario: colour.nullable(),
    activo: colour.nullable(),
    titulo: colour.nullable(),
    texto_icono: z.enum(['#000000', '#ffffff']).nullable(),
  }),
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
    input: z.object({ id: z.int(), t: z.string().max(40).optional(), h: z.string().max(80).optional() }),
    answer: 'file',
  }),
  loginCustom: call({
    method: 'GET',
    path: '/content/login/{company}',
    need: 'public',
    summary: 'What the company’s own sign-in page shows.',
    input: z.object({ company: z.string().min(3).max(40) }),
    bare: true,
    answer: z.object({
      loginCustom: z.object({
        nombre: z.string(),
        id,
        colores: z.object({ primario: colour }),
        /** The company's own words, picture and colours there; null where it has none. */
        pagina: signInPage.nullable(),
        admin: z.object({
          sso: z.object({
            showButton: z.boolean(),
            /** What the button says, where the company chose it. */
            texto: z.string().nullable(),
            /** Nothing else opens here. */
            unico: z.boolean(),
          }),
        }),
      }),
    }),
  }),
}
