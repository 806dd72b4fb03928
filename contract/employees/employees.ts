import { z } from 'zod'
import { actions } from '../actions.ts'
import { call, paging } from '../call.ts'
import {
  employeeCreation,
  employeeRecord,
  employeeState,
  fieldErrors,
  identityErrors,
  mail,
  recordEdit,
} from './record.ts'
import { chooses } from './places.ts'
import { date, id, named, selectedIds } from '../fields.ts'

const sortable = ['nombre', 'legajo', 'cuil', 'ingreso'] as const
export const employeeSort = z.enum([...sortable, ...sortable.map((name) => `-${name}` as const)])
export type EmployeeSort = z.infer<typeof employeeSort>

export const employeeLacks = ['mail', 'ingreso', 'aceptacion', 'lugar', 'reporta'] as const
const employeeLack = z.enum(employeeLacks)
export type EmployeeLack = z.infer<typeof employeeLack>

const filters = z.object({
  /** Beginnings of names or user names, or whole identifiers separated by commas. */
  buscar: z
    .string()
    .max(3000)
    .refine((value) => value.split(',').length <= 100, 'TOO_MANY_IDENTIFIERS')
    .optional(),
  sector: z.array(id).min(1).max(100).optional(),
  locacion: z.array(id).min(1).max(100).optional(),
  cargo: z.array(id).min(1).max(100).optional(),
  centro_costo: z.array(id).min(1).max(100).optional(),
  /** Only direct reports of these people. */
  reporta: z.array(id).min(1).max(100).optional(),
  /** Hired from this day on, and up to that. */
  ingreso_desde: date.optional(),
  ingreso_hasta: date.optional(),
  /** Only employees who lack these: a mail, the first sign-in, consent, a sector or location, a manager. */
  sin: z.array(employeeLack).min(1).optional(),
})
export type EmployeeFilters = z.output<typeof filters>

/** The columns that a sheet of employees can have. */
export const sheetColumns = [
  'nombre',
  'legajo',
  'cuil',
  'sector',
  'locacion',
  'ingreso',
  'otro_perfil',
  'estado',
] as const
export type SheetColumn = (typeof sheetColumns)[number]

const row = z.object({
  id,
  /** Surname first. */
  nombre: z.string(),
  /** The nickname, shown beside the legal name. */
  apodo: z.string().nullable(),
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
  /** Whether the employee has a mail address for the notice. */
  con_mail: z.boolean(),
})
export type EmployeeRow = z.output<typeof row>

const optionalText = z.string().nullable()
const found = z.object({
  id,
  nombre: z.string(),
  apodo: optionalText,
  cuil: z.string(),
  numero_legajo: z.string(),
  sector: optionalText,
  locacion: optionalText,
  estado: employeeState,
  fecha_baja: optionalText,
  /** Whether the employee has a mail address for the notice. */
  con_mail: z.boolean(),
})

const opens = [actions.employees] as const
const administers = [actions.employeeAdministration] as const
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
  ids: call({
    method: 'GET',
    path: '/v2/admin-mod/users/ids',
    need: opens,
    summary: 'Every employee that the list finds, for an act on all of them.',
    input: filters.extend({ estado: z.array(employeeState).min(1).optional() }),
    answer: z.array(id),
    errors: ['TOO_MANY_IDENTIFIERS', 'SELECTION_TOO_LARGE'],
  }),
  sheet: call({
    method: 'GET',
    path: '/v2/admin-mod/users/sheet',
    need: opens,
    summary: 'The employees that the list finds as a spreadsheet, with these columns.',
    input: filters.extend({
      estado: z.array(employeeState).min(1).optional(),
      orden: employeeSort.default('nombre'),
      columnas: z
        .array(z.enum(sheetColumns))
        .min(1)
        .default([...sheetColumns]),
    }),
    answer: 'file',
    errors: ['TOO_MANY_IDENTIFIERS'],
  }),
  selection: call({
    method: 'POST',
    path: '/v2/admin-mod/users/selection',
    need: administers,
    summary: 'How many of these employees each act on many would reach. By POST, since they may be many.',
    input: z.object({ ids: selectedIds }),
    answer: z.object({
      personas: z.int(),
      /** With a mail and without a password. */
      por_invitar: z.int(),
      ya_ingresaron: z.int(),
      /** Without a mail, and without a management profile now or lately: a code can be printed for them. */
      para_codigo: z.int(),
      sin_correo: z.int(),
      activos: z.int(),
      gestionan: z.int(),
    }),
    errors: ['SELECTION_TOO_LARGE'],
    idempotent: false,
  }),
  inviteMany: call({
    method: 'POST',
    path: '/v2/admin-mod/users/invitations',
    need: administers,
    summary:
      'Mails an invitation to each of these employees who has a mail and no password; former links die.',
    input: z.object({ ids: selectedIds }),
    answer: z.object({ proceso: id, personas: z.int() }),
    errors: ['SELECTION_TOO_LARGE', 'INVITATIONS_NOBODY'],
    ratePerMinute: 30,
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
    input: employeeCreation,
    answer: employeeRecord,
    errors: [
      ...fieldErrors,
      'USERNAME_INVALID',
      'TAX_ID_INVALID',
      'USERNAME_TAKEN',
      'EMPLOYEE_MAIL_TAKEN',
      'TAX_ID_TAKEN',
      'INVITATION_WITHOUT_MAIL',
    ],
    ratePerMinute: 60,
  }),
  one: call({
    method: 'GET',
    path: '/v2/admin-mod/users/{id}',
    need: opens,
    summary: 'An employee’s record.',
    input: z.object({ id }),
    answer: employeeRecord,
  }),
  update: call({
    method: 'PUT',
    path: '/v2/admin-mod/users/{id}',
    need: administers,
    summary:
      'Changes a record: what is absent stays, what is empty is cleared. Another user name, mail, tax id or account needs a fresh step-up.',
    input: recordEdit.extend({ id }),
    answer: employeeRecord,
    errors: [
      ...new Set([
        ...fieldErrors,
        ...identityErrors,
        'OWN_RECORD_FIXED' as const,
        'EMPLOYEE_MAIL_TAKEN' as const,
        'INVITATION_WITHOUT_MAIL' as const,
      ]),
    ],
  }),
  bankAccount: call({
    method: 'POST',
    path: '/v2/admin-mod/users/{id}/bank-account',
    need: administers,
    summary:
      'Somebody’s bank account with its whole numbers, which every other answer masks. That it was seen is recorded.',
    input: z.object({ id }),
    answer: employeeRecord.pick({
      banco: true,
      sucursal: true,
      tipo_cuenta: true,
      cuenta: true,
      cbu: true,
      cci: true,
      tipo_pago: true,
    }),
    stepUp: true,
    // The answer isn't kept for a repeated key.
    idempotent: false,
    ratePerMinute: 30,
  }),
  changeMail: call({
    method: 'PUT',
    path: '/v2/admin-mod/users/{id}/changeUserMail',
    need: administers,
    summary: 'Changes the address that opens an account. The old address is told, and signing shuts.',
    input: z.object({ id, mail: mail.nullable() }),
    answer: employeeRecord,
    errors: [
      'MAIL_INVALID',
      'EMPLOYEE_MAIL_TAKEN',
      'OWN_RECORD_FIXED',
      'INVITATION_WITHOUT_MAIL',
      'ADMINISTRATOR_SIGN_IN_FIXED',
      'FIELD_OF_PEOPLE_SYSTEM',
    ],
    stepUp: 'holds',
    ratePerMinute: 30,
  }),
  invite: call({
    method: 'POST',
    path: '/v2/admin-mod/users/{id}/invite',
    need: administers,
    summary: 'Mails a new invitation to somebody who has no password yet; the former link dies.',
    input: z.object({ id }),
    answer: employeeRecord,
    errors: ['INVITATION_WITHOUT_MAIL', 'INVITATION_NOT_NEEDED'],
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
