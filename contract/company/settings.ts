import { z } from 'zod'
import { type ActionId, actions } from '../actions.ts'

/** The company settings hub's cards. */
export const hubGroups = [
  'payroll',
  'business',
  'workflow',
  'notifications',
  'personalization',
  'security',
  'onboarding',
  'certificates',
  'selfservice',
] as const
export type HubGroup = (typeof hubGroups)[number]

interface Setting {
  /** The allowed values; bounds of the schema are shown as the range. */
  schema: z.ZodType
  default: unknown
  group: HubGroup
  /** The action required to change it. */
  action: ActionId
}

const general = actions.generalSettings
const security = { group: 'security', action: general } as const
const business = { group: 'business', action: general } as const
const payroll = { group: 'payroll', action: general } as const
const certificates = { group: 'certificates', action: general } as const
const count = (from: number, to: number) => z.int().min(from).max(to)

/**
 * Everything that a company may decide for itself: one row of `settings` each, by this key, where it differs from
 * the default. A password policy only raises the floor that the defaults are.
 */
export const settings = {
  'password.min_length': { schema: count(8, 128), default: 8, ...security },
  'password.max_length': { schema: count(32, 128), default: 32, ...security },
  'password.min_letters': { schema: count(0, 20), default: 0, ...security },
  'password.min_capitals': { schema: count(0, 20), default: 0, ...security },
  'password.min_digits': { schema: count(1, 20), default: 1, ...security },
  'password.min_special': { schema: count(0, 20), default: 0, ...security },
  /** Which special characters are allowed; an empty list allows any. */
  'password.allowed_special': { schema: z.array(z.string().length(1)).max(40), default: [], ...security },
  /** Number of former passwords that may not be reused. */
  'password.history': { schema: count(3, 24), default: 3, ...security },
  /** How often somebody may change their password within 24 hours. */
  'password.changes_a_day': { schema: count(1, 10), default: 3, ...security },
  /** Days until a password has to be changed; -1: never. */
  'password.expires_days': { schema: z.union([z.literal(-1), count(30, 730)]), default: -1, ...security },
  'session.idle_minutes': { schema: count(5, 240), default: 30, ...security },
  'session.absolute_hours': { schema: count(1, 24), default: 12, ...security },
  /** Addresses of a plant, from where many people may sign in without delay. */
  'session.trusted_addresses': {
    schema: z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])).max(50),
    default: [],
    ...security,
  },
  /** Whether people may exist without a mail: they are let in by a printed code. */
  'users.mail_optional': { schema: z.boolean(), default: true, ...security },
  /** Whether somebody signed in by a printed code may sign documents. */
  'signing.printed_code_may_sign': { schema: z.boolean(), default: false, ...security },
  /** Whether the first sign-in asks for consent to electronic documents. */
  'consent.asked': { schema: z.boolean(), default: true, ...security },
  /** The version of the terms that people accept after signing in; empty: none are asked. */
  'terms.version': { schema: z.string().trim().max(40), default: '', ...security },
  /** Where the terms are read. */
  'terms.address': {
    schema: z.union([z.literal(''), z.url({ protocol: /^https$/ })]),
    default: '',
    ...security,
  },
  /** The effect of a wrong check digit in a national id when an employee is saved. */
  'employees.check_digits': { schema: z.enum(['warn', 'block']), default: 'warn', ...business },
  /** The least age, in whole years, between birth and hire, in bulk and in a single edit. */
  'employees.min_age_at_hire_bulk': { schema: count(14, 21), default: 14, ...business },
  'employees.min_age_at_hire_single': { schema: count(14, 21), default: 18, ...business },
  'publishing.months_ahead': { schema: count(0, 12), default: 1, ...payroll },
  'publishing.months_back': { schema: count(1, 120), default: 12, ...payroll },
  /** Months after the end in which a former employee can be published to. */
  'publishing.inactive_months': { schema: count(0, 120), default: 24, ...payroll },
  'publishing.max_megabytes': { schema: count(1, 10), default: 10, ...payroll },
  /** Whether a second person releases what is published by the thousand. */
  'publishing.second_person': { schema: z.boolean(), default: false, ...payroll },
  /** The host and the country that documents may be sent to for analysis, as somebody accepted them by name; null: off. */
  'analysis.accepted': {
    schema: z
      .strictObject({
        host: z.string().min(1).max(260),
        country: z.string().min(2).max(60),
        /** Salary documents are accepted separately. */
        salary: z.boolean(),
      })
      .nullable(),
    default: null,
    ...business,
  },
  'certificates.most_active': { schema: count(1, 5), default: 1, ...certificates },
  /** Whether an outside application of onboarding is connected: mass unsubscribe then needs its rights as well. */
  'integrations.onboarding': { schema: z.boolean(), default: false, group: 'onboarding', action: general },
  /** Whether an outside application of payroll is connected, which opens its screen. */
  'integrations.payroll': { schema: z.boolean(), default: false, ...payroll },
  /** Days after which uploads that were never of record are purged. */
  'retention.never_of_record_days': { schema: count(30, 365), default: 90, ...business },
} as const satisfies Record<string, Setting>

export type SettingKey = keyof typeof settings
export type SettingValue<K extends SettingKey> = z.infer<(typeof settings)[K]['schema']>
export type Settings = { [K in SettingKey]: SettingValue<K> }
