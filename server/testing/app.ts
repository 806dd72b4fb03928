import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { Client } from 'pg'
import pino, { type Logger } from 'pino'
import type { Call, InputOf } from '#contract/call.ts'
import { toText } from '#contract/from-text.ts'
import { createEngine, type Engine } from '#pdf/pool.ts'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { registerJobs } from '../jobs.ts'
import { createFiles } from '../shared/files/files.ts'
import { createJobs } from '../shared/jobs.ts'
import { hashOf } from '../shared/identity/session.ts'
import { composeServices, type Services } from '../shared/services.ts'
import { testDatabase, type TestDatabase } from './database.ts'
import { afterFile } from './after-file.ts'
import { guessCost } from './guess-cost.ts'

/** A whole server on a database of its own, reached by `call` as a browser would. */
export interface TestApp {
  server: FastifyInstance
  services: Services
  database: TestDatabase
  calls: Call[]
  /** Moves the server's clock; null lets it run again. */
  setNow(now: Date | null): void
  /** Replaces the timer that holds answers back; by default nothing waits. */
  setPause(pause: Services['pause']): void
  call<C extends Call>(call: C, input?: Partial<InputOf<C>>, options?: CallOptions): Promise<Answer>
}

interface TestFile {
  name: string
  bytes: Uint8Array
}

/** Begins a step-up header whose ticket serves several acts of a test, as no ticket of a person does. */
export const reused = 'reused '

export interface CallOptions {
  /** The bearer. */
  as?: string | undefined
  file?: TestFile
  /** The second file of a call that takes one. */
  beside?: TestFile | undefined
  headers?: Record<string, string>
  confirm?: readonly string[]
  address?: string
}

export interface Answer {
  status: number
  /** The unwrapped data of a success; undefined for a refusal. */
  data: any // oxlint-disable-line -- tests look at wire values of every shape
  pagination: { total: number; page: number; perPage: number; totalIsCapped?: boolean } | undefined
  /** The refusal's code and its faults; undefined for a success. */
  code: string | undefined
  errors: { code: string; message: string; field?: string }[]
  bytes: Buffer
  headers: LightMyRequestResponse['headers']
}

/** Sends the ticket of a header with {@link reused}, after forgetting that it was used. */
function ticketsOf({ adminUrl }: TestDatabase): (options: CallOptions) => Promise<CallOptions> {
  let connected: Promise<Client> | null = null
  const connect = async () => {
    const client = new Client({ connectionString: adminUrl })
    await client.connect()
    afterFile(() => client.end())
    return client
  }
  return async (options) => {
    const wanted = options.headers?.['x-step-up']
    if (!wanted?.startsWith(reused)) return options
    const ticket = wanted.slice(reused.length)
    const client = await (connected ??= connect())
    await client.query('update step_ups set used_at = null, used_for = null where hash = $1', [
      hashOf(ticket),
    ])
    return { ...options, headers: { ...options.headers, 'x-step-up': ticket } }
  }
}

/** One engine for all files of a test worker: each would load PDFium anew. It ends with the worker. */
let engine: Engine | null = null

/** Starts a server for a test file and removes it after the last test. By default it logs what TEST_LOG asks for. */
export async function testApp({
  log = pino({ level: process.env.TEST_LOG ?? 'silent' }),
}: { log?: Logger } = {}): Promise<TestApp> {
  const database = await testDatabase()
  const withTicket = ticketsOf(database)
  const dataDir = mkdtempSync(join(tmpdir(), 'legajo-app-'))
  let frozen: Date | null = null
  let pause: Services['pause'] = async () => {}
  const variables = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    APP_SECRET: 'a secret of the tests, long enough for all',
    PUBLIC_URL: 'http://127.0.0.1:3000',
  }
  const config = { ...readConfig(variables), guessCost }
  const services = composeServices({
    config,
    database,
    files: createFiles(config.filesDir),
    jobs: createJobs({ url: database.url, log }),
    engine: { ...(engine ??= createEngine({ threads: 1 })) },
    log,
    clock: () => frozen ?? new Date(),
    pause: (milliseconds) => pause(milliseconds),
  })
  const mail = registerJobs(services)
  await services.jobs.start('api')
  const { server, calls } = await createApp(services, { strict: true })
  await server.ready()
  afterFile(async () => {
    await server.close()
    await services.jobs.stop()
    mail.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return {
    server,
    services,
    database,
    calls,
    setNow: (now) => (frozen = now),
    setPause: (other) => (pause = other),
    call: async (call, input, options = {}) => make(server, call, input ?? {}, await withTicket(options)),
  }
}

async function make(
  server: FastifyInstance,
  call: Call,
  input: Record<string, unknown>,
  options: CallOptions,
): Promise<Answer> {
  const rest: Record<string, unknown> = { ...input, ...(options.confirm && { confirm: options.confirm }) }
  const url = call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  const texts = Object.entries(rest)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]): [string, string] => [name, toText(value)])
  const inQuery = call.method === 'GET' || call.method === 'DELETE'
  const request: InjectOptions = {
    method: call.method,
    url: `/api${url}`,
    headers: { ...options.headers, ...(options.as && { authorization: `Bearer ${options.as}` }) },
    ...(options.address && { remoteAddress: options.address }),
  }
  const files = [
    { ...options.file, field: call.upload?.field ?? 'file' },
    { ...options.beside, field: call.upload?.beside?.field ?? 'file' },
  ].filter((file): file is TestFile & { field: string } => file.bytes !== undefined)
  if (files.length > 0) Object.assign(request, multipart(texts, files, request.headers))
  else if (inQuery) request.query = Object.fromEntries(texts)
  else {
    request.payload = new URLSearchParams(texts).toString()
    request.headers = { ...request.headers, 'content-type': 'application/x-www-form-urlencoded' }
  }
  return read(await server.inject(request))
}

function multipart(
  texts: [string, string][],
  files: (TestFile & { field: string })[],
  headers: InjectOptions['headers'],
): Pick<InjectOptions, 'payload' | 'headers'> {
  const boundary = 'a boundary of the tests'.replaceAll(' ', '-')
  const parts = texts.map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const filed = files.flatMap(({ field, name, bytes }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ])
  return {
    payload: Buffer.concat([Buffer.from(parts.join('')), ...filed, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

function read(response: LightMyRequestResponse): Answer {
  const json = response.headers['content-type']?.startsWith('application/json')
  const body = json ? response.json() : undefined
  const refused = response.statusCode >= 400
  return {
    status: response.statusCode,
    data: refused ? undefined : (body?.results?.data ?? body?.data ?? body),
    pagination: body?.results?.pagination ?? body?.pagination,
    code: refused ? body?.code : undefined,
    errors: body?.errors ?? [],
    bytes: response.rawPayload,
    headers: response.headers,
  }
}
