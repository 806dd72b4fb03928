import { z } from 'zod'
import { actions } from './actions.ts'
import { call, paging } from './call.ts'
import { date, id, instant, named } from './fields.ts'

export const employeeStates = ['active', 'onboarding', 'inactive'] as const
export const employeeState = z.enum(employeeStates)
export type EmployeeState = z.infer<typeof employeeState>

/** Days ahead that somebody can be hired. */
export const hireDaysAhead = 40

// "Alphanumeric" means letters, their marks and digits of any script that a name of a person comes in.
const tidy = z
  .string()
  .normalize('NFC')
  .overwrite((text) => text.replace(/\s+/g, ' '))
  .trim()
const personName = (code: '05005' | '05006' | '05028') =>
  tidy
    .min(1, { abort: true })
    .max(50)
    .regex(/^[\p{L}\p{M}\p{N} '’.-]+$/u, code)
const username = tidy
  .min(1, { abort: true })
  .max(32)
  .regex(/^[\p{L}\p{M}\p{N}_]+$/u, '05007')
const nationalId = (code: '05008' | '05009') =>
  tidy
    .toUpperCase()
    .min(1, { abort: true })
    .regex(/^[A-Z0-9]{5,15}$/, code)
const fileNumber = tidy
  .toUpperCase()
  .min(1, { abort: true })
  .max(20)
  .regex(/^[A-Z0-9][A-Z0-9./-]*$/, '05019')
const mail = tidy.max(254).pipe(z.email('05011'))
const phone = tidy.regex(/^\+?[0-9][0-9 ()-]{4,24}$/, '05029')
/** Anything that is written down as it is said: no control characters, no angle brackets. */
const text = (max: number) =>
  tidy
    .min(1, { abort: true })
    .max(max)
    .regex(/^[^\p{C}<>]*$/u, '05028')
/** A sector, location, position or cost centre: its id, or its name. */
const place = z.union([
  id,
  tidy
    .min(1, { abort: true })
    .max(250)
    .regex(/^[\p{L}\p{M}\p{N} /,.\-&+()º]+$/u, '05031'),
])

export const sexes = ['man', 'woman', 'non_binary', 'undisclosed'] as const

/** What a record may leave empty: absent is unchanged, empty is cleared. */
const optional = z.object({
  fecha_nacimiento: date.nullish(),
  sex: z.enum(sexes).nullish(),
  apodo: personName('05028').max(30).nullish(),
  phone: phone.nullish(),
  mail_personal: mail.nullish(),
  estado_civil: text(40).nullish(),
  nacionalidad: text(60).nullish(),
  conyuge: text(100).nullish(),
  hijos: z.int().min(0).max(30).nullish(),
  contacto_emergencia: text(100).nullish(),
  telefono_emergencia: phone.nullish(),
  calle: text(100).nullish(),
  numero: text(20).nullish(),
  piso: text(20).nullish(),
  departamento: text(20).nullish(),
  barrio: text(100).nullish(),
  manzana: text(20).nullish(),
  localidad: text(100).nullish(),
  ciudad: text(100).nullish(),
  partido: text(100).nullish(),
  provincia: text(100).nullish(),
  pais: text(60).nullish(),
  tipo_domicilio: text(40).nullish(),
  tipo_via: text(40).nullish(),
  tipo_zona: text(40).nullish(),
  banco: text(60).min(2).nullish(),
  sucursal: text(60).nullish(),
  tipo_cuenta: text(30).min(2).nullish(),
  cuenta: text(34).min(4).nullish(),
  cbu: tidy.regex(/^[A-Za-z0-9.-]{6,34}$/, '05030').nullish(),
  tipo_pago: text(40).nullish(),
  cargo: place.nullish(),
  centro_costo: place.nullish(),
  reporta: id.nullish(),
  organizationModel: text(40).nullish(),
})

const required = z.object({
  nombre: personName('05005'),
  apellido: personName('05006'),
  numero_legajo: fileNumber,
  fecha_contratacion: date,
  sector: place,
  locacion: place,
})

/** Every field that a record holds and that one edit may change. */
const changes = required
  .partial()
  .extend(optional.shape)
  .extend({
    dni: nationalId('05008').optional(),
    confidencial: z.boolean().optional(),
    id_empleador: id.optional(),
  })
export type EmployeeChanges = z.output<typeof changes>
export type EmployeeField = keyof EmployeeChanges

/** What a new employee is made of. */
const creation = required.extend(optional.shape).extend({
  usuario: username,
  mail: mail.nullish(),
  cuil: nationalId('05009'),
  /** Only where the country has two numbers. */
  dni: nationalId('05008').optional(),
  confidencial: z.boolean().optional(),
  /** Which of the company's employers; the only one where there is one. */
  id_empleador: id.optional(),
})
export type EmployeeCreation = z.output<typeof creation>

/** What nobody changes of their own record, an administrator included. */
export const ownShut: readonly EmployeeField[] = [
  'sector',
  'locacion',
  'cargo',
  'centro_costo',
  'reporta',
  'confidencial',
  'fecha_contratacion',
  'fecha_nacimiento',
  'id_empleador',
  'organizationModel',
  'banco',
  'sucursal',
  'tipo_cuenta',
  'cuenta',
  'cbu',
  'tipo_pago',
]

const sortable = ['nombre', 'legajo', 'cuil', 'ingreso'] as const
export const employeeSort = z.enum([...sortable, ...sortable.map((name) => `-${name}` as const)])
export type EmployeeSort = z.infer<typeof employeeSort>

const filters = z.object({
  /** Beginnings of names or user names, or whole identifiers separated by commas. */
  buscar: z
    .string()
    .max(3000)
    .refine((value) => value.split(',').length <= 100, 'TOO_MANY_IDENTIFIERS')
    .optional(),
  sector: z.array(id).min(1).max(100).optional(),
  locacion: z.array(id).min(1).max(100).optional(),
})
export type EmployeeFilters = z.output<typeof filters>

const row = z.object({
  id,
  /** Surname first. */
  nombre: z.string(),
  usuario: z.string(),
  numero_legajo: z.string(),
  cuil: z.string(),
  sector: z.string().nullable(),
  locacion: z.string().nullable(),
  fecha_contratacion: z.string().nullable(),
  /** The end of the last stay, where there is one. */
  fecha_baja: z.string().nullable(),
  estado: employeeState,
  /** The management profile, where there is one. */
  otro_perfil: z.string().nullable(),
})
export type EmployeeRow = z.output<typeof row>

const optionalText = z.string().nullable()
const record = z.object({
  id,
  usuario: z.string(),
  nombre: z.string(),
  apellido: z.string(),
  mail: optionalText,
  dni: z.string(),
  cuil: z.string(),
  numero_legajo: z.string(),
  estado: employeeState,
  confidencial: z.boolean(),
  empleador: named.nullable(),
  fecha_contratacion: optionalText,
  fecha_nacimiento: optionalText,
  sex: z.enum(sexes).nullable(),
  apodo: optionalText,
  phone: optionalText,
  mail_personal: optionalText,
  estado_civil: optionalText,
  nacionalidad: optionalText,
  conyuge: optionalText,
  hijos: z.int().nullable(),
  contacto_emergencia: optionalText,
  telefono_emergencia: optionalText,
  sector: named.nullable(),
  locacion: named.nullable(),
  cargo: named.nullable(),
  centro_costo: named.nullable(),
  reporta: named.nullable(),
  /** How many people report to them today. */
  reportan: z.int(),
  organizationModel: optionalText,
  calle: optionalText,
  numero: optionalText,
  piso: optionalText,
  departamento: optionalText,
  barrio: optionalText,
  manzana: optionalText,
  localidad: optionalText,
  ciudad: optionalText,
  partido: optionalText,
  provincia: optionalText,
  pais: optionalText,
  tipo_domicilio: optionalText,
  tipo_via: optionalText,
  tipo_zona: optionalText,
  banco: optionalText,
  sucursal: optionalText,
  tipo_cuenta: optionalText,
  /** The last four characters; the rest is not shown. */
  cuenta: optionalText,
  cbu: optionalText,
  tipo_pago: optionalText,
  perfiles: z.array(z.string()),
  /** Every stay with the company, the newest first. */
  estadias: z.array(z.object({ desde: z.string(), hasta: optionalText, motivo: optionalText })),
  /** When the first sign-in was finished; null while it was not. */
  primer_ingreso: instant.nullable(),
  ultimo_ingreso: instant.nullable(),
  /** Until when a mailed invitation can still be used. */
  invitacion_vence: instant.nullable(),
  /** The viewer's own record, of which some fields are shut. */
  propio: z.boolean(),
})
export type EmployeeRecord = z.output<typeof record>

const found = z.object({
  id,
  nombre: z.string(),
  cuil: z.string(),
  numero_legajo: z.string(),
  sector: optionalText,
  locacion: optionalText,
  estado: employeeState,
  fecha_baja: optionalText,
  /** Whether there is an address to tell them by. */
  con_mail: z.boolean(),
})

const fieldErrors = [
  '05005',
  '05006',
  '05008',
  '05011',
  '05012',
  '05013',
  '05014',
  '05015',
  '05016',
  '05017',
  '05018',
  '05019',
  '05022',
  '05024',
  '05025',
  '05026',
  '05028',
  '05029',
  '05030',
  '05031',
  '05032',
  '05033',
  '05034',
] as const

const opens = [actions.employees] as const
const administers = [actions.employeeAdministration] as const
/** Whoever filters lists by them, publishes to them or writes records with them. */
const chooses = [
  actions.employees,
  actions.employeeAdministration,
  actions.documentSearch,
  actions.personalPublishing,
  actions.massivePublishing,
  actions.genericPublishing,
] as const

export const employees = {
  list: call({
    method: 'GET',
    path: '/v2/admin-mod/users',
    need: opens,
    summary: 'The employees within reach, one line each.',
    input: filters.extend({
      ...paging,
      estado: z.array(employeeState).min(1).optional(),
      orden: employeeSort.default('nombre'),
    }),
    answer: z.array(row),
    paged: true,
    errors: ['TOO_MANY_IDENTIFIERS'],
  }),
  totals: call({
    method: 'GET',
    path: '/v2/admin-mod/users/totalbystate',
    need: opens,
    summary: 'How many employees within reach are in each state, within the same filters as the list.',
    input: filters,
    answer: z.object({ active: z.int(), onboarding: z.int(), inactive: z.int() }),
    errors: ['TOO_MANY_IDENTIFIERS'],
  }),
  create: call({
    method: 'POST',
    path: '/v2/admin-mod/users',
    need: administers,
    summary: 'Makes an employee with a user of their own, and mails them a link for a password of their own.',
    input: creation,
    answer: record,
    errors: [...fieldErrors, '05007', '05009', '05020', '05021', '05023', '05035'],
    ratePerMinute: 60,
  }),
  one: call({
    method: 'GET',
    path: '/v2/admin-mod/users/{id}',
    need: opens,
    summary: 'An employee’s record.',
    input: z.object({ id }),
    answer: record,
  }),
  update: call({
    method: 'PUT',
    path: '/v2/admin-mod/users/{id}',
    need: administers,
    summary: 'Changes a record: what is absent stays, what is empty is cleared.',
    input: changes.extend({ id }),
    answer: record,
    errors: [...fieldErrors, '05027'],
  }),
  changeMail: call({
    method: 'PUT',
    path: '/v2/admin-mod/users/{id}/changeUserMail',
    need: administers,
    summary: 'Changes the address that opens an account. The old address is told, and signing shuts.',
    input: z.object({ id, mail: mail.nullable() }),
    answer: record,
    errors: ['05011', '05021', '05027', '05035', '05036'],
    stepUp: true,
    ratePerMinute: 30,
  }),
  invite: call({
    method: 'POST',
    path: '/v2/admin-mod/users/{id}/invite',
    need: administers,
    summary: 'Mails a new invitation to somebody who has no password yet; the former link dies.',
    input: z.object({ id }),
    answer: record,
    errors: ['05035', '05037'],
    ratePerMinute: 30,
  }),
  searchActive: call({
    method: 'GET',
    path: '/v2/admin-mod/users/searchactive',
    need: chooses,
    summary:
      'Up to ten employees by tax id, name or file number, to choose one. inactivos=1: former ones too.',
    input: z.object({ buscar: z.string().min(1).max(200), inactivos: z.boolean().default(false) }),
    answer: z.array(found),
  }),
  sectors: call({
    method: 'GET',
    path: '/v2/admin-mod/sectors',
    need: chooses,
    summary: 'The company’s sectors.',
    answer: z.array(named),
  }),
  locations: call({
    method: 'GET',
    path: '/v2/admin-mod/locations',
    need: chooses,
    summary: 'The company’s locations.',
    answer: z.array(named),
  }),
  positions: call({
    method: 'GET',
    path: '/v2/admin-mod/users/position',
    need: chooses,
    summary: 'The company’s positions.',
    answer: z.array(named),
  }),
}
