import { z } from 'zod'
import { actions } from '../actions.ts'
import { decision, turn } from '../approvals.ts'
import { call } from '../call.ts'
import type { ErrorName } from '../errors.ts'
import { signingFailed, signingShut } from '../me/me.ts'
import { proofRefused, ssoCode } from '../session/session.ts'
import { id, instant, writtenText } from '../fields.ts'
import { ownInputs as inputs } from './inputs.ts'
import { ownSections } from './sections.ts'

const section = z.enum(ownSections)
/** Subjects of a change: the sections, and a picture. */
export const changeKinds = [...ownSections, 'photo'] as const
export type ChangeKind = (typeof changeKinds)[number]

const configures = [actions.selfServiceConfiguration] as const
const decides = [actions.employees] as const
const administers = [actions.employeeAdministration] as const

const values = z.record(z.string(), z.string().nullable())
const pending = z.object({
  id,
  /** The approval, by which it is withdrawn. */
  id_aprobacion: id,
  /** The proposed values that differ; of an account, the last four characters. */
  propuesto: values,
  pedido: instant,
  /** People who decide it; empty: Human Resources. */
  espera_a: z.array(z.string()),
  /** Frozen by its owner's link: nobody decides it until it is released. */
  congelado: z.boolean(),
  /** The sworn statement. */
  declaracion: z.enum(['firmada', 'en_papel']).nullable(),
})
const shown = z.object({
  seccion: section,
  /** Whether the company lets its people change this section. */
  ofrecida: z.boolean(),
  /** Whether somebody decides on a change before it is in force. */
  aprueban: z.boolean(),
  /** How a change’s sworn statement is signed: here, or on paper. null: it makes none. */
  declara: z.enum(['firma', 'papel']).nullable(),
  /** Further changes of this section are shut, until Human Resources have spoken with the person. */
  congelada: z.boolean(),
  actual: values,
  pendiente: pending.nullable(),
  /** The last decision of the last thirty days; the reason where it was rejected. */
  ultimo: z
    .object({ estado: z.enum(['aprobado', 'rechazado']), cuando: instant, motivo: z.string().nullable() })
    .nullable(),
  /** Fields that it can't do without. */
  requeridos: z.array(z.string()),
  /** Fields that the country uses, in order. */
  campos: z.array(z.string()),
})
export type OwnSectionShown = z.output<typeof shown>

const refusals = [
  'SELF_SERVICE_OFF',
  'SELF_SERVICE_SAME',
  'SELF_SERVICE_FROZEN',
  'SELF_SERVICE_NOBODY',
  'SELF_SERVICE_LEFT',
  'CHARACTERS_NOT_ALLOWED',
] as const satisfies readonly ErrorName[]
const faults = {
  address: [
    'SELF_SERVICE_CHANGED',
    'PASSWORD_WRONG',
    'USER_LOCKED',
    ...proofRefused,
    ...signingShut,
    ...signingFailed,
  ],
  bank: ['CBU_CHECK_DIGIT', 'CCI_INVALID', 'BANK_ACCOUNT_INVALID'],
  contact: ['PHONE_INVALID', 'MAIL_INVALID'],
  identity: ['NICKNAME_INVALID', 'LAST_NAME_INVALID'],
} as const satisfies Record<string, readonly ErrorName[]>

const own = {
  need: 'self',
  answer: shown,
} as const

/** One switch of the configuration. */
const configured = z.object({
  action: section,
  activa: z.boolean(),
  aprobacion: z.boolean(),
  /** Address and bank are always decided. */
  aprobacion_fija: z.boolean(),
  idcarpeta: id.nullable(),
  carpeta: z.string().nullable(),
  idsubcarpeta: id.nullable(),
  tipo: z.string().nullable(),
  /** Active people who see it. */
  personas: z.int(),
  /** Changes that wait. */
  esperan: z.int(),
})
export type ConfiguredSection = z.output<typeof configured>

const chosen = {
  action: section,
  idcarpeta: id.nullish(),
  idsubcarpeta: id.nullish(),
  /** Whether somebody decides first; by default as the section has it. */
  aprobacion: z.boolean().optional(),
}

/** Facts that speak for a look at an account before it is decided. */
const flags = z.object({
  /** The account belongs to others already: those within reach by name. */
  de_otros: z.array(z.object({ id, nombre: z.string() })),
  /** It belongs to somebody out of reach too. */
  de_otros_fuera: z.boolean(),
  correo_cambiado: instant.nullable(),
  clave_cambiada: instant.nullable(),
  dispositivo_nuevo: z.boolean(),
})

const change = z.object({
  id,
  id_aprobacion: id,
  seccion: z.enum(changeKinds),
  id_colaborador: id,
  colaborador: z.string(),
  legajo: z.string(),
  pedido: instant,
  /** The fields that differ: the present value and the proposed one. Accounts have their last four characters. */
  campos: z.array(
    z.object({ campo: z.string(), actual: z.string().nullable(), propuesto: z.string().nullable() }),
  ),
  declaracion: z.enum(['firmada', 'en_papel']).nullable(),
  /** The statement's document, and its pages. */
  documento: z.object({ id, paginas: z.int() }).nullable(),
  alertas: flags.nullable(),
  congelado: z.boolean(),
  /** Whether the viewer may release what its owner froze. */
  libera: z.boolean(),
  turno: turn.nullable(),
  decisiones: z.array(decision),
})
export type ShownChange = z.output<typeof change>

const outcome = z.object({ id, estado: z.enum(['aprobado', 'rechazado']) })
const reason = writtenText.min(4).max(255)
const decisionErrors = [
  'APPROVAL_DECIDED',
  'APPROVAL_ENDED',
  'APPROVAL_OWN',
  'SELF_SERVICE_FROZEN',
  'SELF_SERVICE_OWN_ACCOUNT',
  'SELF_SERVICE_LEFT',
  'CBU_CHECK_DIGIT',
  'CCI_INVALID',
] as const satisfies readonly ErrorName[]

const current = z.object({ actual: values, pendiente: pending.nullable() })
const setByHr = {
  need: administers,
  answer: current,
} as const
const hrErrors = ['OWN_RECORD_FIXED', 'CHARACTERS_NOT_ALLOWED'] as const

/** Data that people change of their own record, and the decisions on them. */
export const selfService = {
  list: call({
    method: 'GET',
    path: '/v2/actions/self-service',
    need: configures,
    summary: 'The sections that employees may change themselves, each with how many people see it.',
    answer: z.array(configured),
  }),
  turnOn: call({
    method: 'POST',
    path: '/v2/actions/self-service',
    need: configures,
    summary: 'Lets employees change a section. The address needs the folder and type of its statement.',
    input: z.object(chosen),
    answer: configured,
    errors: ['ACTION_ALREADY_EXISTS', 'NOT_FOUND_FOLDER_CONFIG', 'FAILED_SAVE_DATA'],
  }),
  adjust: call({
    method: 'PUT',
    path: '/v2/actions/self-service',
    need: configures,
    summary: 'Changes how a section that is on works: who decides, and where its statement is kept.',
    input: z.object(chosen),
    answer: configured,
    errors: ['NOT_FOUND_FOLDER_CONFIG', 'FAILED_SAVE_DATA'],
  }),
  turnOff: call({
    method: 'DELETE',
    path: '/v2/actions/self-service',
    need: configures,
    summary: 'Ends the changing of a section. What waits can still be decided.',
    input: z.object({ action: section }),
    answer: configured,
    errors: ['FAILED_DELETE_ACTION'],
  }),
  options: call({
    method: 'GET',
    path: '/v2/actions/self-service/options',
    need: configures,
    summary: 'The folders and types that can keep a sworn statement, and the settings of this page.',
    answer: z.object({
      carpetas: z.array(
        z.object({ id, nombre: z.string(), tipos: z.array(z.object({ id, nombre: z.string() })) }),
      ),
      declaracion: z.boolean(),
      /** The law asks for it here: it can't be switched off. */
      declaracion_fija: z.boolean(),
      fotos: z.boolean(),
    }),
  }),
  setOptions: call({
    method: 'PUT',
    path: '/v2/actions/self-service/options',
    need: configures,
    summary: 'Sets whether an address change makes a sworn statement, and whether pictures are approved.',
    input: z.object({ declaracion: z.boolean().optional(), fotos: z.boolean().optional() }),
    answer: z.object({}),
  }),

  mine: call({
    method: 'GET',
    path: '/v2/me/own-data',
    need: 'self',
    summary: 'The sections of one’s own record, each with its present values and what waits.',
    answer: z.array(shown),
  }),
  myContact: call({ method: 'GET', path: '/v2/me/contact', ...own, summary: 'One’s own contact data.' }),
  myBank: call({ method: 'GET', path: '/v2/me/bank', ...own, summary: 'One’s own bank data, masked.' }),
  myAddress: call({ method: 'GET', path: '/v2/me/address', ...own, summary: 'One’s own address.' }),
  myIdentity: call({ method: 'GET', path: '/v2/me/identity', ...own, summary: 'One’s own identity.' }),
  setContact: call({
    method: 'PUT',
    path: '/v2/me/contact',
    ...own,
    summary: 'Changes one’s own contact data, or proposes it where the company decides.',
    input: inputs.contact,
    errors: [...refusals, ...faults.contact],
  }),
  setBank: call({
    method: 'PUT',
    path: '/v2/me/bank',
    ...own,
    summary: 'Proposes another account to be paid to. It is mailed to the person, with a link to freeze it.',
    input: inputs.bank,
    errors: [...refusals, ...faults.bank],
    stepUp: true,
    ratePerMinute: 20,
  }),
  setAddress: call({
    method: 'PUT',
    path: '/v2/me/address',
    ...own,
    summary: 'Proposes another address, with the signed statement where the company asks for one.',
    input: inputs.address.extend({
      password: z.string().min(1).max(256).optional(),
      /** Instead of the password, where a provider opened the session: a fresh sign-in there. */
      sso: ssoCode.optional(),
    }),
    errors: [...refusals, ...faults.address],
    ratePerMinute: 20,
  }),
  statement: call({
    method: 'POST',
    path: '/v2/me/address/statement',
    need: 'self',
    summary: 'The sworn statement of an address change as it would be signed. Nothing is written.',
    input: inputs.address,
    answer: z.object({
      titulo: z.string(),
      /** Lines of a label and a value. */
      datos: z.array(z.tuple([z.string(), z.string()])),
      texto: z.string(),
      /** The law on which a country’s own text is based, and the day of that text. null: the general text. */
      fuente: z.string().nullable(),
    }),
    errors: refusals,
    idempotent: false,
    ratePerMinute: 60,
  }),
  myStatement: call({
    method: 'GET',
    path: '/v2/me/own-data/{id}/statement',
    need: 'self',
    summary: 'The sworn statement of one’s own change, as a PDF.',
    input: z.object({ id }),
    answer: 'file',
  }),
  setIdentity: call({
    method: 'PUT',
    path: '/v2/me/identity',
    ...own,
    summary: 'Changes one’s own nickname, last name and gender, or proposes it where the company decides.',
    input: inputs.identity,
    errors: [...refusals, ...faults.identity],
  }),

  contactOf: call({
    method: 'GET',
    path: '/v2/selfservice/{id}/contact',
    need: 'self',
    summary: 'One’s own contact data, by one’s own id.',
    input: z.object({ id }),
    answer: current,
  }),
  setContactOf: call({
    method: 'PUT',
    path: '/v2/selfservice/{id}/contact',
    need: 'self',
    summary: 'The same as one’s own contact, by one’s own id.',
    input: inputs.contact.extend({ id }),
    answer: current,
    errors: [...refusals, ...faults.contact],
  }),
  hrContact: call({
    method: 'POST',
    path: '/v2/selfservice/manager/contact',
    ...setByHr,
    summary: 'Sets the contact data of somebody within reach, at once. They are told.',
    input: inputs.contact.extend({ id }),
    errors: [...hrErrors, ...faults.contact],
  }),
  hrAddress: call({
    method: 'GET',
    path: '/v2/selfservice-manager/{id}/address',
    need: decides,
    summary: 'The address of somebody within reach, and what waits.',
    input: z.object({ id }),
    answer: current,
  }),
  hrMakeAddress: call({
    method: 'POST',
    path: '/v2/selfservice-manager/{id}/address',
    ...setByHr,
    summary: 'Sets the address of somebody within reach, at once. They are told.',
    input: inputs.address.extend({ id }),
    errors: hrErrors,
  }),
  hrSetAddress: call({
    method: 'PUT',
    path: '/v2/selfservice-manager/{id}/address',
    ...setByHr,
    summary: 'The same, for an address that exists.',
    input: inputs.address.extend({ id }),
    errors: hrErrors,
  }),
  hrBank: call({
    method: 'GET',
    path: '/v2/selfservice-manager/{id}/bank',
    need: decides,
    summary: 'The bank data of somebody within reach, masked, and what waits.',
    input: z.object({ id }),
    answer: current,
  }),
  hrMakeBank: call({
    method: 'POST',
    path: '/v2/selfservice-manager/{id}/bank',
    ...setByHr,
    summary: 'Sets the bank data of somebody within reach, at once. They are mailed at every address.',
    input: inputs.bank.extend({ id }),
    errors: [...hrErrors, ...faults.bank],
  }),
  hrSetBank: call({
    method: 'PUT',
    path: '/v2/selfservice-manager/{id}/bank',
    ...setByHr,
    summary: 'The same, for an account that exists.',
    input: inputs.bank.extend({ id }),
    errors: [...hrErrors, ...faults.bank],
  }),
  hrIdentity: call({
    method: 'GET',
    path: '/v2/selfservice-manager/{id}/me',
    need: administers,
    summary: 'Nickname, last name and gender of somebody within reach, and what waits.',
    input: z.object({ id }),
    answer: current,
  }),
  hrSetIdentity: call({
    method: 'POST',
    path: '/v2/selfservice/manager/{id}/me',
    ...setByHr,
    summary: 'Sets nickname, last name and gender of somebody within reach, at once. They are told.',
    input: inputs.identity.extend({ id }),
    errors: [...hrErrors, ...faults.identity],
  }),
  hrPhoto: call({
    method: 'GET',
    path: '/v2/selfservice-manager/{id}/photo',
    need: decides,
    summary: 'The picture of somebody within reach; with pending=1 the one that waits.',
    input: z.object({ id, pending: z.boolean().optional() }),
    answer: 'file',
    renews: false,
  }),

  approve: call({
    method: 'POST',
    path: '/v2/selfservice/{id}',
    need: decides,
    summary: 'Approves a change. An account asks for a step-up, and for the right to administer employees.',
    input: z.object({ id, visto: z.boolean().default(true), desde: instant.optional() }),
    answer: outcome,
    errors: [...decisionErrors, 'APPROVAL_CAME_BACK'],
  }),
  decide: call({
    method: 'PATCH',
    path: '/v2/manageselfservice/{id}',
    need: decides,
    summary: 'Approves or rejects a change, with the reason.',
    input: z.object({
      id,
      estado: z.enum(['aprobado', 'rechazado']),
      comments: reason.optional(),
      visto: z.boolean().default(true),
      desde: instant.optional(),
    }),
    answer: outcome,
    errors: [...decisionErrors, 'APPROVAL_CAME_BACK'],
  }),
  one: call({
    method: 'GET',
    path: '/v2/selfservice/changes/{id}',
    need: decides,
    summary: 'A change that waits, old beside new, with what speaks for a closer look.',
    input: z.object({ id }),
    answer: change,
  }),
  ofPerson: call({
    method: 'GET',
    path: '/v2/selfservice/person/{id}/changes',
    need: decides,
    summary: 'The changes of somebody within reach that wait.',
    input: z.object({ id }),
    answer: z.array(change),
  }),
  wholeAccount: call({
    method: 'POST',
    path: '/v2/selfservice/changes/{id}/account',
    need: administers,
    summary: 'The whole numbers of an account that waits, after a step-up: written down as seen.',
    input: z.object({ id }),
    answer: z.object({
      cbu: z.string().nullable(),
      cci: z.string().nullable(),
      cuenta: z.string().nullable(),
    }),
    stepUp: true,
    idempotent: false,
    ratePerMinute: 30,
  }),
  release: call({
    method: 'POST',
    path: '/v2/selfservice/changes/{id}/release',
    need: administers,
    summary: 'Releases a change that its owner’s link froze, after a step-up.',
    input: z.object({ id }),
    answer: z.object({}),
    errors: ['SELF_SERVICE_NOT_FROZEN'],
    stepUp: true,
  }),
  freeze: call({
    method: 'POST',
    path: '/v2/selfservice/freeze',
    need: 'public',
    summary: 'Uses the link “this wasn’t me” of a mail: freezes the change and shuts further ones.',
    input: z.object({ token: z.string().max(200) }),
    answer: z.object({ nombre: z.string(), empresa: z.string(), aplicada: z.boolean() }),
    errors: ['LINK_EXPIRED'],
    ratePerMinute: 60,
  }),
}

/** The call that reads a section of one's own, and the one that changes it. */
export const ownCalls = {
  address: { read: selfService.myAddress, change: selfService.setAddress },
  bank: { read: selfService.myBank, change: selfService.setBank },
  contact: { read: selfService.myContact, change: selfService.setContact },
  identity: { read: selfService.myIdentity, change: selfService.setIdentity },
} as const
