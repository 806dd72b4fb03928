import { sql } from 'kysely'
import { actions } from '#contract/actions.ts'
import { extraNames } from '#contract/employees/extras.ts'
import { refuse } from '#server/shared/errors.ts'
import type { Session } from '#server/shared/identity/session.ts'
import { isGoodLink } from '#server/shared/identity/links.ts'
import type { Services } from '#server/shared/services.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'
import type { Viewer } from '#server/shared/visibility.ts'
import { visible } from './queries.ts'
import { waitsForSecondPerson } from './second-person.ts'

/** Every field of a record within reach, bank accounts whole; undefined where there is none. */
export function findRecord(db: Db, viewer: Viewer, id: number) {
  return records(db, viewer).where('employees.id', '=', id).executeTakeFirst()
}

/** Whole records within reach: what a query narrows further. */
export function records(db: Db, viewer: Viewer) {
  return withFields(visible(db, viewer))
}

/** A person's whole record, whoever looks: for changes that its owner made, or that somebody decided. */
export function recordOf(db: Db, id: number): Promise<FoundRecord | undefined> {
  return withFields(db.selectFrom('employees').innerJoin('users', 'users.id', 'employees.id'))
    .where('employees.id', '=', id)
    .executeTakeFirst()
}

function withFields(people: ReturnType<typeof visible>) {
  return people
    .leftJoin('employee_addresses as address', 'address.employee_id', 'employees.id')
    .leftJoin('employee_bank_accounts as bank', 'bank.employee_id', 'employees.id')
    .select([
      'employees.id',
      'users.username as usuario',
      'users.first_name as nombre',
      'users.last_name as apellido',
      'users.mail',
      'users.first_sign_in_done_at as primer_ingreso',
      'employees.dni',
      'employees.cuil',
      'employees.file_number as numero_legajo',
      'employees.state as estado',
      'employees.confidential as confidencial',
      'employees.employer_id as id_empleador',
      'employees.hired_on as fecha_contratacion',
      'employees.birth_date as fecha_nacimiento',
      'employees.sex',
      'employees.nickname as apodo',
      'employees.phone',
      'employees.personal_mail as mail_personal',
      'employees.marital_status as estado_civil',
      'employees.nationality as nacionalidad',
      'employees.spouse as conyuge',
      'employees.children as hijos',
      'employees.emergency_contact as contacto_emergencia',
      'employees.emergency_phone as telefono_emergencia',
      'employees.landline as telefono_fijo',
      'employees.contact_type as tipo_contacto',
      'employees.sector_id as sector',
      'employees.location_id as locacion',
      'employees.position_id as cargo',
      'employees.cost_centre_id as centro_costo',
      'employees.manager_id as reporta',
      'employees.organization_model as organizationModel',
      'address.street as calle',
      'address.number as numero',
      'address.floor as piso',
      'address.department as departamento',
      'address.neighbourhood as barrio',
      'address.block as manzana',
      'address.locality as localidad',
      'address.city as ciudad',
      'address.county as partido',
      'address.province as provincia',
      'address.country as pais',
      'address.address_type as tipo_domicilio',
      'address.street_type as tipo_via',
      'address.zone_type as tipo_zona',
      'bank.bank as banco',
      'bank.branch as sucursal',
      'bank.account_type as tipo_cuenta',
      'bank.account_number as cuenta',
      'bank.cbu',
      'bank.cci',
      'bank.payment_type as tipo_pago',
      // Only people who still work here are known to others by their approver's file number.
      sql<boolean>`exists (select from employees led
        where led.approver_id = employees.id and led.state <> 'inactive')`.as('aprueba'),
      sql<string | null>`(select max(former.ends_on) from employments former
        where former.employee_id = employees.id and former.state = 'ended')`.as('baja_anterior'),
      ...extraNames.map((name) => sql<string | null>`employees.extras ->> ${sql.lit(name)}`.as(name)),
    ])
}
export type FoundRecord = NonNullable<Awaited<ReturnType<typeof findRecord>>>

/** The parts of a record beside its own fields: names of references, stays, profiles, credentials. */
export async function surroundings(db: Db, record: FoundRecord, now: Date) {
  const place = (table: 'sectors' | 'locations' | 'positions' | 'cost_centres', id: number | null) =>
    id === null
      ? Promise.resolve(null)
      : db.selectFrom(table).select(['id', 'name as nombre']).where('id', '=', id).executeTakeFirstOrThrow()
  const sector = await place('sectors', record.sector)
  const locacion = await place('locations', record.locacion)
  const cargo = await place('positions', record.cargo)
  const centro_costo = await place('cost_centres', record.centro_costo)
  const empleador =
    (record.id_empleador &&
      (await db
        .selectFrom('employers')
        .select(['id', 'legal_name as nombre'])
        .where('id', '=', record.id_empleador)
        .executeTakeFirst())) ||
    null
  const reporta =
    (record.reporta &&
      (await db
        .selectFrom('users')
        .select(['id', sql<string>`sort_name`.as('nombre')])
        .where('id', '=', record.reporta)
        .executeTakeFirst())) ||
    null
  const { reportan, ultimo_ingreso, invitacion_vence } = await db
    .selectNoFrom((select) => [
      select
        .selectFrom('employees')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('manager_id', '=', record.id)
        .where('state', '<>', 'inactive')
        .$asScalar()
        .as('reportan'),
      select
        .selectFrom('sessions')
        .select(({ fn }) => fn.max('created_at').as('at'))
        .where('user_id', '=', record.id)
        .$asScalar()
        .as('ultimo_ingreso'),
      select
        .selectFrom('credential_links')
        .select(({ fn }) => fn.max('expires_at').as('at'))
        .where('user_id', '=', record.id)
        .where('kind', '=', 'invitation')
        .where(isGoodLink(now))
        .$asScalar()
        .as('invitacion_vence'),
    ])
    .executeTakeFirstOrThrow()
  const estadias = await db
    .selectFrom('employments')
    .select(['starts_on as desde', 'ends_on as hasta', 'reason as motivo'])
    .where('employee_id', '=', record.id)
    .where('state', '<>', 'void')
    .orderBy('starts_on', 'desc')
    .execute()
  const profiles = await db
    .selectFrom('user_profiles')
    .innerJoin('profiles', 'profiles.id', 'user_profiles.profile_id')
    .select('profiles.name')
    .where('user_profiles.user_id', '=', record.id)
    .orderBy('profiles.type')
    .execute()
  return {
    sector,
    locacion,
    cargo,
    centro_costo,
    empleador,
    reporta,
    reportan: reportan ?? 0,
    ultimo_ingreso,
    invitacion_vence,
    estadias,
    perfiles: profiles.map(({ name }) => name),
  }
}

/**
 * Whether a session may end stays within its reach. A manager's profile sees its reports with the same action; only one
 * that administers employees as well ends their stay.
 */
export function mayEndStays({
  profileKind,
  actions: held,
}: Pick<Session, 'profileKind' | 'actions'>): boolean {
  return held.includes(profileKind === 'manager' ? actions.employeeAdministration : actions.employees)
}

/** A record as the wire shows it: accounts by their last four characters. Out of reach is NOT_FOUND. */
export async function recordFor(tx: Tx, { clock }: Pick<Services, 'clock'>, viewer: Session, id: number) {
  const record = await findRecord(tx.db, viewer, id)
  if (!record) refuse('NOT_FOUND')
  return {
    ...record,
    ...(await surroundings(tx.db, record, clock())),
    sex: seesGender(viewer, id) ? record.sex : null,
    cuenta: lastFour(record.cuenta),
    cbu: lastFour(record.cbu),
    cci: lastFour(record.cci),
    propio: id === viewer.userId,
    da_de_baja: id !== viewer.userId && mayEndStays(viewer),
    espera: await waitsForSecondPerson(tx.db, viewer, id),
  }
}

/** Gender is seen by its owner, and by those who administer employees. */
function seesGender({ userId, actions: held }: Session, id: number): boolean {
  return userId === id || held.includes(actions.employeeAdministration)
}

/** An account by its last four characters. */
export function lastFour(account: string | null): string | null {
  return account && `••••${account.slice(-4)}`
}
