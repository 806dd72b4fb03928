import { X509Certificate } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { ExternalAddress } from '#contract/permissions/permissions.ts'
import { type KeyCost, keyCost } from '#pdf/keys.ts'
import { StartRefused } from './db/refusal.ts'
import { secretOfFile } from './db/secret-file.ts'
import { type PasswordCost, passwordCost } from './shared/identity/hashing.ts'

// Each message finishes the sentence 'NAME must be …', and never repeats the value, which may be a secret.
const text = (pattern: RegExp, what: string) => z.string().regex(pattern, what)
const address = (protocols: string[], what: string) =>
  z.string().refine((value) => protocols.includes(URL.parse(value)?.protocol ?? ''), what)

const page = address(['https:', 'http:'], 'the address of a page like https://example.com/help')

/** The push services of the browsers that there are: Chrome and its kin, Safari, Firefox, Edge on Windows. */
const pushHosts = [
  'fcm.googleapis.com',
  '*.push.apple.com',
  'updates.push.services.mozilla.com',
  '*.notify.windows.com',
]

/** Every environment variable that Legajo reads; `.env.example` documents each. */
const variables = z.object({
  HOST: text(/^\S+$/, 'a host name or an address').default('127.0.0.1'),
  PORT: text(/^\d{1,5}$/, 'a port, 0 to 65535')
    .transform(Number)
    .refine((port) => port < 65_536, 'a port, 0 to 65535')
    .default(3000),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: address(
    ['postgres:', 'postgresql:'],
    'an address like postgres://user:password@host:5432/name',
  ).optional(),
  FILES_URL: address(
    ['file:', 's3:'],
    'a folder like file:///srv/legajo/files or a bucket like s3://bucket/folder?region=us-east-1',
  )
    .refine(
      isBucketOrFolder,
      'a bucket like s3://bucket/folder?endpoint=https://s3.example.com&region=us-east-1',
    )
    .optional(),
  SMTP_URL: address(['smtp:', 'smtps:'], 'an address like smtp://user:password@host:587').optional(),
  MAIL_FROM: text(/@/, 'a sender like Legajo <legajo@example.com>').optional(),
  OPERATOR_MAIL: z.email('an address like operations@example.com').optional(),
  PUBLIC_URL: address(['http:', 'https:'], 'an address like https://legajo.example.com')
    .transform((value) => value.replace(/(?<!\/)\/+$/, ''))
    .optional(),
  API_BASE: text(/^(\/[\w-]+)+$/, 'a path like /api')
    .refine((path) => !/^\/(s|e|verificar|health|metrics)(\/|$)/.test(path), 'none of the pages’ own paths')
    .default('/api'),
  APP_SECRET: text(/^.{32,}$/, 'at least 32 characters, made at random').optional(),
  CLAMD_URL: address(
    ['tcp:', 'unix:'],
    'the address of a clamd like tcp://127.0.0.1:3310 or unix:/run/clamav/clamd.ctl',
  ).optional(),
  TSA_URL: address(['http:', 'https:'], 'the http address of a timestamp authority').optional(),
  TSA_ROOTS: z.string().refine(holdsCertificates, 'a readable file of certificates in PEM').optional(),
  DEMO: z.enum(['0', '1', 'small'], '0, 1 or small').optional(),
  DEMO_PASSWORD: text(/^(?=.*\d).{8,32}$/, '8 to 32 characters with a digit').optional(),
  TRUST_PROXY: z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .refine((parts) => parts.every(isNetwork), 'addresses or networks like 10.0.0.0/8,::1')
    .default([]),
  PUSH_HOSTS: z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim().toLowerCase()))
    .refine((parts) => parts.every((part) => /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(part)), {
      error: 'host names like fcm.googleapis.com,*.push.apple.com',
    })
    .refine((parts) => parts.every((part) => !isIP(part)), 'names of hosts, not addresses')
    .default(pushHosts),
  AI_URL: address(['http:', 'https:'], 'the base of an OpenAI-compatible API like https://ai.example.com/v1')
    .transform((value) => value.replace(/(?<!\/)\/+$/, ''))
    .optional(),
  AI_KEY: text(/^\S+$/, 'a key without spaces').optional(),
  AI_MODEL: text(/^\S{1,100}$/, 'the name of a model, without spaces').optional(),
  ANALYTICS_URL: address(['http:', 'https:'], 'an http address that takes JSON').optional(),
  SUPPORT_CHAT_URL: page.optional(),
  SUPPORT_URL: page.optional(),
  MANUAL_URL: page.optional(),
  MANUAL_URL_BR: page.optional(),
  PRIVACY_URL: page.optional(),
  PRIVACY_URL_BR: page.optional(),
  COPYRIGHT_URL: page.optional(),
  OUTSIDE_DASHBOARD_URL: page.optional(),
  OUTSIDE_TASKS_URL: page.optional(),
  OUTSIDE_ACCOUNT_URL: page.optional(),
  METRICS_TOKEN: text(/^\S{16,}$/, 'at least 16 characters without spaces').optional(),
  LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'trace, debug, info, warn, error, fatal or silent',
    )
    .optional(),
  ROLE: z.enum(['api', 'worker', 'both'], 'api, worker or both').default('both'),
})

export interface Config {
  host: string
  port: number
  /** Absolute; holds the embedded database, files, secrets and mail that has no server. */
  dataDir: string
  /** Absent: the embedded PostgreSQL. */
  databaseUrl: string | undefined
  /** The folder of files, absolute; unused where there is a bucket. */
  filesDir: string
  /** The bucket of files, as `bucketOf` reads it; may hold a secret. */
  filesBucket: string | undefined
  /** Absent: mails become .eml files in the data folder. */
  smtpUrl: string | undefined
  mailFrom: string
  /** Receives the alarms of the installation. Absent: they are in the log, the health and the metrics only. */
  operatorMail: string | undefined
  /** Where people reach Legajo, without a slash at its end; links in mails begin with it. */
  publicUrl: string
  /** The path below which the calls lie, without a slash at its end. */
  apiBase: string
  /** Wraps the keys kept in the database: losing it loses them. */
  appSecret: string
  /** The cost of one guess at a password: an account's, and that of a certificate's key. No variable sets it. */
  guessCost: { password: PasswordCost; key: KeyCost }
  /** Where usage analytics take notice of an administrator, where an installation has any. */
  analyticsUrl: string | undefined
  /** Absent: uploads are not scanned for viruses. */
  clamdUrl: string | undefined
  /** Absent: signatures without a timestamp (PAdES B-B). */
  tsaUrl: string | undefined
  /** Milliseconds before an authority that gave no timestamp is asked again, time by time. No variable sets it. */
  tsaPauses: readonly number[]
  /** DER of the roots whose timestamps prove when something was signed. */
  tsaRoots: Buffer[]
  /** The demonstration that an empty installation is filled with. */
  demo: 'none' | 'small' | 'whole'
  demoPassword: string | undefined
  /** Addresses and networks whose X-Forwarded-For is believed. */
  trustProxy: string[]
  /** The model outside that documents may be analysed by, where a company accepts it; null: there is none. */
  analysis: { url: string; key: string | undefined; model: string } | null
  /** Push services that may be called: names of hosts, with `*.` before one for all below it. */
  pushHosts: readonly string[]
  /** External pages that the frame links to, each in a new window; absent: no link. */
  pages: {
    supportChat: string | undefined
    support: string | undefined
    manual: string | undefined
    /** For companies of Brazil, in place of the one before; the same of the privacy notice. */
    manualBr: string | undefined
    privacy: string | undefined
    privacyBr: string | undefined
    copyright: string | undefined
  }
  /** Applications outside that the addresses below /v3/ lead to; absent: to ours. */
  outside: Partial<Record<ExternalAddress, string>>
  metricsToken: string | undefined
  logLevel: string
  /** The log goes to the terminal as well as to its file. */
  logsToTerminal: boolean
  role: 'api' | 'worker' | 'both'
}

/**
 * Reads the configuration from the environment; an empty variable counts as absent.
 *
 * @throws {StartRefused} in one line that names the variable
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const read = variables.safeParse(given)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new StartRefused(`${String(issue?.path[0])} must be ${issue?.message}`)
  }
  const env = read.data
  if (env.ROLE !== 'both' && !env.DATABASE_URL) {
    throw new StartRefused(
      `ROLE=${env.ROLE} needs DATABASE_URL: the embedded database serves one server, which has both roles`,
    )
  }
  if (env.DATABASE_URL && !env.APP_SECRET) {
    throw new StartRefused(
      'APP_SECRET must be set where DATABASE_URL is: every server of the database needs the same one',
    )
  }
  const dataDir = resolve(env.DATA_DIR)
  const host = env.HOST === '0.0.0.0' || env.HOST === '::' ? '127.0.0.1' : env.HOST
  const inFolder = env.FILES_URL?.startsWith('file:') ? env.FILES_URL : undefined
  const publicUrl = env.PUBLIC_URL ?? `http://${isIP(host) === 6 ? `[${host}]` : host}:${env.PORT}`
  return {
    host: env.HOST,
    port: env.PORT,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    filesDir: inFolder ? fileURLToPath(inFolder) : join(dataDir, 'files'),
    filesBucket: env.FILES_URL?.startsWith('s3:') ? env.FILES_URL : undefined,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? `Legajo <legajo@${new URL(publicUrl).hostname}>`,
    operatorMail: env.OPERATOR_MAIL,
    publicUrl,
    apiBase: env.API_BASE,
    appSecret: env.APP_SECRET ?? keptSecret(dataDir),
    guessCost: { password: passwordCost, key: keyCost },
    clamdUrl: env.CLAMD_URL,
    tsaUrl: env.TSA_URL,
    tsaPauses: [1000, 4000],
    tsaRoots: env.TSA_ROOTS ? certificatesIn(env.TSA_ROOTS) : [],
    demo: demonstrationOf(env.DEMO ?? (env.DATABASE_URL ? '0' : '1')),
    demoPassword: env.DEMO_PASSWORD,
    trustProxy: env.TRUST_PROXY,
    analyticsUrl: env.ANALYTICS_URL,
    analysis: analysisOf(env),
    pushHosts: env.PUSH_HOSTS,
    pages: {
      supportChat: env.SUPPORT_CHAT_URL,
      support: env.SUPPORT_URL,
      manual: env.MANUAL_URL,
      manualBr: env.MANUAL_URL_BR,
      privacy: env.PRIVACY_URL,
      privacyBr: env.PRIVACY_URL_BR,
      copyright: env.COPYRIGHT_URL,
    },
    outside: outsideOf(env, publicUrl),
    metricsToken: env.METRICS_TOKEN,
    logLevel: env.LOG_LEVEL ?? 'info',
    logsToTerminal: env.LOG_LEVEL !== undefined,
    role: env.ROLE,
  }
}

/** Only what is named, and on another host: an address of our own would lead round in a circle. */
function outsideOf(env: z.output<typeof variables>, publicUrl: string): Config['outside'] {
  const named = {
    dashboard: env.OUTSIDE_DASHBOARD_URL,
    tasks: env.OUTSIDE_TASKS_URL,
    account: env.OUTSIDE_ACCOUNT_URL,
  }
  const outside: Config['outside'] = {}
  for (const [name, url] of Object.entries(named) as [ExternalAddress, string | undefined][]) {
    if (!url) continue
    if (URL.parse(url)?.origin === URL.parse(publicUrl)?.origin)
      throw new StartRefused(`OUTSIDE_${name.toUpperCase()}_URL must be an address outside of PUBLIC_URL`)
    outside[name] = url
  }
  return outside
}

/** An address and a model belong together. */
function analysisOf({ AI_URL: url, AI_KEY: key, AI_MODEL: model }: z.output<typeof variables>) {
  if (!url && !model) return null
  if (!url) throw new StartRefused('AI_URL must be set where AI_MODEL is')
  if (!model) throw new StartRefused('AI_MODEL must be set where AI_URL is')
  return { url, key, model }
}

/** Without a database of one's own the secret is made once, beside the embedded one. */
function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'app.secret')
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  return secretOfFile(file, 32)
}

function demonstrationOf(wanted: '0' | '1' | 'small'): Config['demo'] {
  if (wanted === 'small') return 'small'
  return wanted === '1' ? 'whole' : 'none'
}

function isNetwork(part: string): boolean {
  const [address = '', bits, more] = part.split('/')
  const version = isIP(address)
  if (!version || more !== undefined) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

function isBucketOrFolder(value: string): boolean {
  const url = URL.parse(value)
  if (url?.protocol !== 's3:') return true
  const known = [...url.searchParams.keys()].every((name) => name === 'endpoint' || name === 'region')
  const endpoint = url.searchParams.get('endpoint')
  const leads = endpoint === null || /^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')
  return /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname) && known && leads
}

/** DER of each certificate of a PEM file. */
function certificatesIn(path: string): Buffer[] {
  const blocks = readFileSync(path, 'utf8').match(
    /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g,
  )
  return (blocks ?? []).map((block) => new X509Certificate(block).raw)
}

function holdsCertificates(path: string): boolean {
  try {
    return certificatesIn(path).length > 0
  } catch {
    return false
  }
}
