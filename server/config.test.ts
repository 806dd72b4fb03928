import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from './config.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'legajo-config-'))))
afterEach(() => rmSync(folder, { recursive: true }))

test('without anything it serves a demonstration on this machine, with a secret of its own', () => {
  const first = readConfig({ DATA_DIR: folder, PORT: '' })
  expect(first).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    databaseUrl: undefined,
    publicUrl: 'http://127.0.0.1:3000',
    demo: 'whole',
    role: 'both',
    tsaPauses: [1000, 4000],
    filesDir: join(folder, 'files'),
  })
  expect(first.appSecret).toMatch(/^[0-9a-f]{64}$/)
  expect(statSync(join(folder, 'app.secret')).mode & 0o777).toBe(0o600)
  expect(readConfig({ DATA_DIR: folder }).appSecret).toBe(first.appSecret)
})

test('with an external database it creates no demonstration unless configured, and requires the secret', () => {
  const own = { DATA_DIR: folder, DATABASE_URL: 'postgres://a:b@db/legajo' }
  expect(() => readConfig(own)).toThrow(/^APP_SECRET must be set where DATABASE_URL is/)
  const withSecret = { ...own, APP_SECRET: 'x'.repeat(32) }
  expect(readConfig({ ...withSecret, ROLE: 'worker' })).toMatchObject({ demo: 'none', role: 'worker' })
  expect(readConfig({ ...withSecret, DEMO: '1' }).demo).toBe('whole')
  expect(readConfig({ ...withSecret, DEMO: 'small' }).demo).toBe('small')
})

test.for([
  ['PORT', '80a'],
  ['PORT', '70000'],
  ['DATABASE_URL', 'mysql://db/legajo'],
  ['FILES_URL', '/srv/files'],
  ['FILES_URL', 's3:///no-bucket'],
  ['FILES_URL', 's3://bucket?endpiont=https://s3.example.com'],
  ['FILES_URL', 's3://bucket?endpoint=s3.example.com'],
  ['API_BASE', 'api'],
  ['API_BASE', '/s/api'],
  ['SMTP_URL', 'mail.example.com'],
  ['MAIL_FROM', 'Legajo'],
  ['PUBLIC_URL', 'legajo.example.com'],
  ['APP_SECRET', 'too-short'],
  ['TSA_URL', 'tsa'],
  ['TSA_ROOTS', '/no/such/file.pem'],
  ['DEMO', 'yes'],
  ['DEMO_PASSWORD', 'withoutdigit'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['METRICS_TOKEN', 'short'],
  ['LOG_LEVEL', 'loud'],
  ['ROLE', 'api'],
  ['ROLE', 'none'],
] as const)('%s=%s stops the start with one line that names it', ([name, value]) => {
  let said = ''
  try {
    readConfig({ DATA_DIR: folder, [name]: value })
  } catch (error) {
    said = String(error)
  }
  expect(said).toMatch(new RegExp(`^StartRefused: ${name}(=| must be ).+$`))
  if (name === 'APP_SECRET') expect(said).not.toContain(value)
})

test('a guess at a password costs as much as OWASP asks for, of argon2id and of scrypt', () => {
  expect(readConfig({ DATA_DIR: folder }).guessCost).toEqual({
    password: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
    key: { n: 65_536, r: 8, p: 2 },
  })
})

test('an application outside is on another host, or its address would lead round in a circle', () => {
  const own = { DATA_DIR: folder, PUBLIC_URL: 'https://legajo.example.com' }
  const other = 'https://tablero.example.com/inicio'
  expect(readConfig({ ...own, OUTSIDE_DASHBOARD_URL: other }).outside).toEqual({ dashboard: other })
  expect(() => readConfig({ ...own, OUTSIDE_TASKS_URL: 'https://legajo.example.com/v3/x' })).toThrow(
    /^OUTSIDE_TASKS_URL must be/,
  )
})

test('every variable is explained in .env.example, and nothing else', () => {
  const source = readFileSync(new URL('config.ts', import.meta.url), 'utf8')
  const read = source.match(/^ {2}[A-Z_]+(?=:)/gm)?.map((name) => name.trim())
  const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8')
  expect(example.match(/^# [A-Z_]+(?==)/gm)?.map((name) => name.slice(2))).toEqual(read)
})
