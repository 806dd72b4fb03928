import { sql } from 'kysely'
import type { Profile } from '#contract/session/session.ts'
import { languageOfUser, latestConsent } from '../reading/people.ts'
import { isSsoSession } from './session.ts'
import type { Db } from '../tenancy.ts'
import { today } from '../today.ts'

/** The signed-in person as the wire shows them, under the profile of their session. */
export async function profileOf(
  db: Db,
  session: {
    id: number
    userId: number
    profileId: number
    audience: 's' | 'e'
    restriction: Profile['restriccion']
  },
): Promise<Profile> {
  const row = await db
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.company_id')
    .leftJoin('employees', (on) =>
      on.onRef('employees.company_id', '=', 'users.company_id').onRef('employees.id', '=', 'users.id'),
    )
    .leftJoin('sectors', (on) =>
      on
        .onRef('sectors.company_id', '=', 'employees.company_id')
        .onRef('sectors.id', '=', 'employees.sector_id'),
    )
    .leftJoin('locations', (on) =>
      on
        .onRef('locations.company_id', '=', 'employees.company_id')
        .onRef('locations.id', '=', 'employees.location_id'),
    )
    .select((eb) => [
      'users.id',
      'users.username as usuario',
      'users.first_name as nombre',
      'users.last_name as apellido',
      'employees.nickname as apodo',
      'users.mail',
      'employees.dni',
      'employees.cuil',
      'users.country as pais',
      'users.created_at',
      'users.language',
      'users.first_sign_in_done_at',
      'sectors.name as sector',
      'locations.name as locacion',
      'companies.id as company_id',
      'companies.name as company_name',
      'companies.slug',
      'companies.domain',
      'companies.zone',
      languageOfUser().as('idioma'),
      eb
        .selectFrom('avatars')
        .select('avatars.file_id')
        .whereRef('avatars.user_id', '=', 'users.id')
        .as('picture'),
      sql<boolean>`exists (select from settings s where s.key = 'terms.version' and s.value #>> '{}' <> ''
        and not exists (select from terms_acceptances a
          where a.user_id = users.id and a.version = s.value #>> '{}'))`.as('terms_wait'),
      latestConsent('users.id').as('consent'),
    ])
    .where('users.id', '=', session.userId)
    .executeTakeFirstOrThrow()
  const profiles = await db
    .selectFrom('user_profiles')
    .innerJoin('profiles', (on) =>
      on
        .onRef('profiles.company_id', '=', 'user_profiles.company_id')
        .onRef('profiles.id', '=', 'user_profiles.profile_id'),
    )
    .select(['profiles.id', 'profiles.type', 'profiles.name', 'profiles.address'])
    .where('user_profiles.user_id', '=', session.userId)
    .orderBy('profiles.type')
    .execute()
  return {
    id: row.id,
    usuario: row.usuario,
    nombre: row.nombre,
    apellido: row.apellido,
    apodo: row.apodo,
    mail: row.mail,
    dni: row.dni,
    cuil: row.cuil,
    pais: row.pais as Profile['pais'],
    idioma: row.idioma,
    idioma_elegido: row.language,
    terminos: row.terms_wait,
    foto: row.picture === null ? null : String(row.picture),
    fecha_alta: today(row.zone, row.created_at),
    sector: row.sector,
    locacion: row.locacion,
    ingreso: row.first_sign_in_done_at ? 1 : 0,
    empresa: { id: row.company_id, nombre: row.company_name, slug: row.slug },
    aplicacion: { dominio: row.domain },
    perfiles: profiles.map((profile) => ({
      id: profile.id,
      id_perfil_tipo: profile.type,
      nombre: profile.name,
      actual: profile.id === session.profileId,
      ...(profile.address !== null && { direccion: profile.address }),
    })),
    sitio: session.audience,
    restriccion: session.restriction,
    consentimiento: row.consent ? consentWords[row.consent] : null,
    sso: await isSsoSession(db, session.id),
  }
}

const consentWords = { given: 'otorgado', refused: 'rechazado', withdrawn: 'retirado' } as const
