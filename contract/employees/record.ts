import { z } from 'zod'
import { countryExtras } from './extras.ts'
import { date, id, instant, named } from '../fields.ts'

export const employeeStates = ['active', 'onboarding', 'inactive'] as const
export const employeeState = z.enum(employeeStates)
export type EmployeeState = z.infer<typeof employeeState>

export const endReasons = [
  'termination',
  'contract_end',
  'resignation',
  'retirement',
  'candidate_drop',
  'others',
] as const

/** Days ahead that somebody can be hired. */
export const hireDaysAhead = 40

// "Alphanumeric" means letters, combining marks and digits of any script.
const tidy = z
  .string()
  .normalize('NFC')
  .overwrite((text) => text.replace(/\s+/g, ' '))
  .trim()
const personName = (code: 'FIRST_NAME_INVALID' | 'LAST_NAME_INVALID' | 'CHARACTERS_NOT_ALLOWED') =>
  tidy
    .min(1, { abort: true })
    .max(50)
    .regex(/^[\p{L}\p{M}\p{Nd} '’.-]+$/u, code)
export const username = tidy
  .min(1, { abort: true })
  .max(32)
  .regex(/^[\p{L}\p{M}\p{Nd}_]+$/u, 'USERNAME_INVALID')
export const nationalId = (code: 'NATIONAL_ID_INVALID' | 'TAX_ID_INVALID') =>
  tidy
    .toUpperCase()
    .min(1, { abort: true })
    .regex(/^[A-Z0-9]{5,15}$/, code)
const fileNumber = tidy
  .toUpperCase()
  .min(1, { abort: true })
  .max(20)
  .regex(/^[A-Z0-9][A-Z0-9./-]*$/, 'FILE_NUMBER_INVALID')
export const mail = tidy.max(254).pipe(z.email('MAIL_INVALID'))
const phone = tidy.regex(/^\+?[0-9][0-9 ()-]{4,24}$/, 'PHONE_INVALID')
/** Free text: no control characters, no angle brackets. */
export const text = (max: number) =>
  tidy
    .min(1, { abort: true })
    .max(max)
    .regex(/^[^\p{C}<>]*$/u, 'CHARACTERS_NOT_ALLOWED')
/** A sector, location, position or cost centre: its id, or its name. */
export const place = z.union([
  id,
  tidy
    .min(1, { abort: true })
    .max(250)
    .regex(/^[\p{L}\p{M}\p{Nd} /,.;:"'’“”\-&+()º]+$/u, 'PLACE_NAME_INVALID'),
])

export const sexes = ['man', 'woman', 'non_binary', 'undisclosed'] as const

/** Optional fields of a record: absent is unchanged, empty is cleared. */
const optional = z.object({
  fecha_nacimiento: date.nullish(),
  sex: z.enum(sexes).nullish(),
  apodo: personName('CHARACTERS_NOT_ALLOWED').max(30).nullish(),
  phone: phone.nullish(),
  mail_personal: mail.nullish(),
  estado_civil: text(40).nullish(),
  nacionalidad: text(60).nullish(),
  conyuge: text(100).nullish(),
  hijos: z.int().min(0).max(30).nullish(),
  contacto_emergencia: text(100).nullish(),
  telefono_emergencia: phone.nullish(),
  telefono_fijo: phone.nullish(),
  /** How the emergency contact is related to the person. */
  tipo_contacto: text(40).nullish(),
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
  // A masked number, as answers carry it, is no account.
  cuenta: text(34)
    .min(4)
    .regex(/^[^•]*$/u, 'BANK_ACCOUNT_INVALID')
    .nullish(),
  cbu: tidy.regex(/^[A-Za-z0-9.-]{6,34}$/, 'BANK_ACCOUNT_INVALID').nullish(),
  /** Peru's interbank account code. */
  cci: tidy
    .overwrite((code) => code.replace(/[ -]/g, ''))
    .regex(/^\d{20}$/, 'CCI_INVALID')
    .nullish(),
  tipo_pago: text(40).nullish(),
  cargo: place.nullish(),
  centro_costo: place.nullish(),
  reporta: id.nullish(),
  organizationModel: text(40).nullish(),
})

const required = z.object({
  nombre: personName('FIRST_NAME_INVALID'),
  apellido: personName('LAST_NAME_INVALID'),
  numero_legajo: fileNumber,
  fecha_contratacion: date,
  sector: place,
  locacion: place,
})

/** Every field that a record holds and that one edit may change. */
export const employeeChanges = required
  .partial()
  .extend(optional.shape)
  .extend(countryExtras.shape)
  .extend({
    dni: nationalId('NATIONAL_ID_INVALID').optional(),
    confidencial: z.boolean().optional(),
    id_empleador: id.optional(),
  })
export type EmployeeChanges = z.output<typeof employeeChanges>
export type EmployeeField = keyof EmployeeChanges

/** Everything that an edit of a record takes: user name, mail and tax id are changed by operations of their own. */
export const recordEdit = employeeChanges.extend({
  usuario: username.optional(),
  mail: mail.nullish(),
  cuil: nationalId('TAX_ID_INVALID').optional(),
})
export type RecordEdit = z.output<typeof recordEdit>
export type RecordField = keyof RecordEdit
export const recordFields = Object.keys(recordEdit.shape) as [RecordField, ...RecordField[]]

/** Input for a new employee. */
export const employeeCreation = required
  .extend(optional.shape)
  .extend(countryExtras.shape)
  .extend({
    usuario: username,
    mail: mail.nullish(),
    cuil: nationalId('TAX_ID_INVALID'),
    /** Only where the country has two numbers. */
    dni: nationalId('NATIONAL_ID_INVALID').optional(),
    confidencial: z.boolean().optional(),
    /** Which of the company's employers; the only one where there is one. */
    id_empleador: id.optional(),
  })
export type EmployeeCreation = z.output<typeof employeeCreation>

/** The fields by which somebody is paid. A change of them is proved, mailed to the person and kept as evidence. */
export const bankFields = ['banco', 'sucursal', 'tipo_cuenta', 'cuenta', 'cbu', 'cci', 'tipo_pago'] as const

/** The numbers of an account, which are shown by their last four characters. */
export const accountNumbers = [
  'cuenta',
  'cbu',
  'cci',
] as const satisfies readonly (typeof bankFields)[number][]

/** Whether a field holds the number of an account. */
export function isAccountNumber(field: string): field is (typeof accountNumbers)[number] {
  return accountNumbers.some((number) => number === field)
}

/** Fields that nobody may change in their own record, administrators included. */
export const ownShut: readonly EmployeeField[] = [
  'dni',
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
  ...bankFields,
]

const optionalText = z.string().nullable()
export const employeeRecord = z.object({
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
  telefono_fijo: optionalText,
  tipo_contacto: optionalText,
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
  cci: optionalText,
  tipo_pago: optionalText,
  curp: optionalText,
  pis: optionalText,
  ctps: optionalText,
  afp: optionalText,
  salud: optionalText,
  perfiles: z.array(z.string()),
  /** Every stay with the company, the newest first. */
  estadias: z.array(
    z.object({ desde: z.string(), hasta: optionalText, motivo: z.enum(endReasons).nullable() }),
  ),
  /** When the first sign-in was finished; null while it was not. */
  primer_ingreso: instant.nullable(),
  ultimo_ingreso: instant.nullable(),
  /** Until when a mailed invitation can still be used. */
  invitacion_vence: instant.nullable(),
  /** The viewer's own record, of which some fields are shut. */
  propio: z.boolean(),
  /** Whether the viewer may end the stay. */
  da_de_baja: z.boolean(),
  /** Whether a change of profiles or of the stay waits for a second person; shown to full administrators. */
  espera: z.boolean(),
})
export type EmployeeRecord = z.output<typeof employeeRecord>

/**
 * Why a field of a record is shut: the viewer may change nobody's; it is their own; the country doesn't have it; in this
 * country it follows the tax id; nobody changes how an administrator signs in; a former employee's hire; an approver's
 * file number; the outside people system keeps it.
 */
export const shutReasons = [
  'permiso',
  'propio',
  'pais',
  'cuil',
  'administra',
  'inactivo',
  'aprobador',
  'sistema',
] as const
export type ShutReason = (typeof shutReasons)[number]

/** Errors of a changed user name or tax id, besides those of a record's fields. */
export const identityErrors = [
  'USERNAME_INVALID',
  'TAX_ID_INVALID',
  'USERNAME_TAKEN',
  'TAX_ID_TAKEN',
  'SIGN_IN_NAME_TAKEN',
  'TAX_ID_CHECK_DIGIT',
  'FIELD_OF_PEOPLE_SYSTEM',
  'ADMINISTRATOR_SIGN_IN_FIXED',
  'USERNAME_CHANGE_ENDS_PASSWORD',
  'TAX_ID_CHANGE_KEEPS_DOCUMENTS',
] as const

/** Errors of a record's fields. */
export const fieldErrors = [
  'FIRST_NAME_INVALID',
  'LAST_NAME_INVALID',
  'NATIONAL_ID_INVALID',
  'MAIL_INVALID',
  'BIRTH_IN_FUTURE',
  'HIRE_TOO_FAR_AHEAD',
  'REHIRE_BEFORE_END',
  'EMPLOYEE_TOO_YOUNG',
  'HIRED_TOO_YOUNG',
  'SECTOR_UNKNOWN',
  'LOCATION_UNKNOWN',
  'POSITION_UNKNOWN',
  'FILE_NUMBER_INVALID',
  'NATIONAL_ID_TAKEN',
  'SIGN_IN_NAME_TAKEN',
  'FILE_NUMBER_TAKEN',
  'MANAGER_BELOW',
  'TAX_ID_CHECK_DIGIT',
  'CHARACTERS_NOT_ALLOWED',
  'PHONE_INVALID',
  'BANK_ACCOUNT_INVALID',
  'PLACE_NAME_INVALID',
  'PLACE_NEW',
  'MANAGER_UNKNOWN',
  'EMPLOYEE_LEAVES_REACH',
  'CBU_CHECK_DIGIT',
  'CCI_INVALID',
  'FILE_NUMBER_OF_APPROVER',
  'FIELD_OF_PEOPLE_SYSTEM',
  'HIRE_OF_FORMER_EMPLOYEE',
  'CURP_INVALID',
  'PIS_INVALID',
  'CTPS_INVALID',
] as const
