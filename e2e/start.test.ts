import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { findPlace } from '#server/db/embedded-place.ts'
import { isPostmaster, readPostmaster } from '#server/db/postmaster.ts'
import { at } from '#server/testing/postgres.ts'
import { newScratchFolder } from '#server/testing/scratch.ts'
import { type DemonstrationServer, startDemonstration } from './support/demonstration.ts'
import { testPort } from '#server/testing/ports.ts'
import { compileCache, removeDataDir, type RunningServer, startServer } from './support/server.ts'

const folders: string[] = []
afterAll(() => folders.forEach(removeDataDir))

function folder(): string {
  const made = newScratchFolder()
  folders.push(made)
  return made
}

describe('on an empty folder', () => {
  let server: RunningServer

  beforeAll(async () => {
    server = await startServer({ dataDir: folder(), env: { DEMO: '0' } })
  })
  afterAll(() => server.stop())

  test('it makes and migrates its own PostgreSQL, and is ready', async () => {
    expect(await health(server.url)).toEqual({
      status: 200,
      body: { ready: true, database: 'ok', queue: 'ok', files: 'ok', mail: 'folder', evidence: 'ok' },
    })
    expect(server.output()).toContain(`${server.url}/s/`)
  })

  test('a second server on the same folder refuses in one line that names the first', async () => {
    const said = await refusal({ DATA_DIR: server.dataDir })
    expect(said).toBe(`Legajo can't start: a server already runs on this data folder: ${server.url}\n`)
    expect((await health(server.url)).status).toBe(200)
  })

  test('a taken port is refused with the name of its variable', async () => {
    const said = await refusal({ DATA_DIR: folder(), PORT: new URL(server.url).port })
    expect(said).toBe(`Legajo can't start: PORT ${new URL(server.url).port} is taken by another program\n`)
  })

  test.each(['/s/', '/s/employees/1', '/s/login', '/e/', '/e/login', '/verificar', '/verificar/ABCD'])(
    '%s is a page that runs only scripts of ours',
    async (path) => {
      const page = await fetch(server.url + path)
      const policy = page.headers.get('content-security-policy') ?? ''
      const [, nonce = 'none'] = /style-src 'self' 'nonce-([^']+)'/.exec(policy) ?? []
      const html = await page.text()
      expect(page.status).toBe(200)
      expect(policy).toContain("default-src 'none'; script-src 'self';")
      expect(policy).toContain("require-trusted-types-for 'script'")
      expect(policy).not.toContain('unsafe')
      expect(html).toContain(nonce)
      expect(html).not.toMatch(/__NONCE__|<script(?![^>]*\ssrc=)/)
      const again = (await fetch(server.url + path)).headers.get('content-security-policy') ?? ''
      expect(again).not.toContain(nonce)
    },
  )

  test('a page’s own assets are cached for ever; an unknown one is not found, and is no page', async () => {
    const html = await (await fetch(`${server.url}/s/login`)).text()
    const [, script = 'none'] = /<script[^>]*\ssrc="([^"]+)"/.exec(html) ?? []
    const found = await fetch(server.url + script)
    expect(found.status).toBe(200)
    expect(found.headers.get('cache-control')).toContain('immutable')
    const lost = await fetch(`${server.url}/s/assets/gone-12345678.js`)
    expect(lost.status).toBe(404)
    expect(lost.headers.get('content-type')).toContain('application/json')
  })

  test.each(['..%2Fportal%2Findex.html', '%2e%2e%2Fportal/index.html', '%2Fetc%2Fpasswd', 'pdfjs/'])(
    'nothing but an asset is sent from among them: %s',
    async (path) => {
      const { status } = await fetch(`${server.url}/s/assets/${path}`)
      expect([400, 403, 404]).toContain(status)
    },
  )

  test('an unknown call is refused as every call is, in the caller’s language', async () => {
    const unknown = await fetch(`${server.url}/api/v2/nothing`, { headers: { 'accept-language': 'pt-BR' } })
    expect(unknown.status).toBe(404)
    const body = await unknown.json()
    expect(body).toEqual({
      code: 'NOT_FOUND',
      message: body.message,
      errors: [{ code: 'NOT_FOUND', message: body.message }],
      results: { data: [body.message] },
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    const spanish = await (await fetch(`${server.url}/api/v2/nothing`)).json()
    expect(spanish.message).not.toBe(body.message)
  })
})

test('a wrong setting stops the start with one line that names it, and not its value', async () => {
  const [port, secret, without, role] = await Promise.all([
    refusal({ DATA_DIR: folder(), PORT: '70000' }),
    refusal({ DATA_DIR: folder(), APP_SECRET: 'short-secret-value' }),
    refusal({ DATA_DIR: folder(), DATABASE_URL: 'postgres://legajo@127.0.0.1:1/legajo' }),
    refusal({ DATA_DIR: folder(), ROLE: 'worker' }),
  ])
  expect(port).toBe("Legajo can't start: PORT must be a port, 0 to 65535\n")
  expect(secret).toMatch(/^Legajo can't start: APP_SECRET must be [^\n]+\n$/)
  expect(secret).not.toContain('short-secret-value')
  expect(without).toMatch(/^Legajo can't start: APP_SECRET must be set where DATABASE_URL is[^\n]+\n$/)
  expect(role).toMatch(/^Legajo can't start: ROLE=worker needs DATABASE_URL[^\n]+\n$/)
})

test('a superuser in DATABASE_URL stops the start', async () => {
  const said = await refusal({
    DATA_DIR: folder(),
    DATABASE_URL: at(inject('demonstration').adminUrl, 'postgres'),
    APP_SECRET: 'a secret of the tests, long enough for all',
  })
  expect(said).toMatch(/^Legajo can't start: DATABASE_URL must name a role that is no superuser[^\n]+\n$/)
})

describe('npm start', () => {
  let npm: ChildProcess
  afterEach(() => {
    npm.kill('SIGKILL')
  })

  test.each(process.env.LONG ? (['SIGTERM', 'SIGHUP', 'SIGKILL'] as const) : (['SIGKILL'] as const))(
    'a %s to npm ends the server and its PostgreSQL; nothing but plain lines was printed',
    { timeout: 180_000 },
    async (signal) => {
      const dataDir = folder()
      const port = await testPort()
      const { PATH = '', HOME = '' } = process.env
      npm = spawn('npm', ['start'], {
        cwd: join(import.meta.dirname, '..'),
        env: { PATH, HOME, ...compileCache, PORT: String(port), DATA_DIR: dataDir, DEMO: '0' },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let said = ''
      npm.stdout?.on('data', (data: Buffer) => (said += data.toString()))
      const url = `http://127.0.0.1:${port}`
      await vi.waitFor(() => expect(said).toContain(`${url}/s/`), { timeout: 120_000, interval: 100 })
      const { cluster } = findPlace(dataDir, () => {})
      const postgres = readPostmaster(cluster)?.pid ?? 0
      expect(isPostmaster(postgres, cluster)).toBe(true)
      npm.kill(signal)
      await vi.waitFor(() => expect(isPostmaster(postgres, cluster)).toBe(false), {
        timeout: 40_000,
        interval: 100,
      })
      await expect(fetch(`${url}/health/live`)).rejects.toThrow('fetch failed')
      expect(said).not.toMatch(/^\{/m)
      expect(said).toContain(`Mails    ${dataDir}/mail`)
      expect(said).toContain(`Log      ${dataDir}/legajo.log`)
      expect(readFileSync(join(dataDir, 'legajo.log'), 'utf8')).toMatch(/^\{"level":30,/)
    },
  )
})

describe('beside a database and a mail server that come and go', () => {
  let way: Way
  let mailWay: Way
  let server: DemonstrationServer

  beforeAll(async () => {
    mailWay = await openWay(null)
    server = await startDemonstration({
      env: { SMTP_URL: `smtp://127.0.0.1:${mailWay.port}`, LOG_LEVEL: 'silent' },
      async wayTo(database) {
        way = await openWay(Number(new URL(database).port))
        // By way of the port, not of the socket that the address names.
        return Object.assign(new URL(database), { port: String(way.port), search: '' }).href
      },
    })
  })
  afterAll(async () => {
    await server.stop()
    way.close()
    mailWay.close()
  })

  test('health names what is unreachable, calls are refused with a retry, and all recovers by itself', async () => {
    const mail = 'failing' // it can serve without
    expect(await health(server.url)).toEqual({
      status: 200,
      body: { ready: true, database: 'ok', queue: 'ok', files: 'ok', mail, evidence: 'ok' },
    })
    way.cut()
    const signIn = await fetch(`${server.url}/api/v2/auth-mod/login`, {
      method: 'POST',
      body: new URLSearchParams({ user: 'nadie', password: 'Girasol-48-azul' }),
    })
    expect([signIn.status, (await signIn.json()).code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect(signIn.headers.get('retry-after')).toBe('1')
    // A call that failed has it asked again, before half a minute is over.
    expect(await health(server.url)).toEqual({
      status: 503,
      body: {
        ready: false,
        database: 'failing',
        queue: 'failing',
        files: 'ok',
        mail,
        evidence: 'failing',
      },
    })
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200)
    way.mend()
    let ready = 0
    for (let tries = 0; tries < 50 && ready !== 200; tries++) {
      ready = (await health(server.url)).status
      await sleep(100)
    }
    expect(ready).toBe(200)
  })
})

async function health(url: string): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${url}/health/ready`)
  return { status: answer.status, body: await answer.json() }
}

/** The line of a server that refuses to start; it must end by itself with 1 and print nothing else. */
async function refusal(env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../server/main.ts')], {
    env: { PATH: process.env.PATH, ...compileCache, DEMO: '0', PORT: String(await testPort()), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(await ended).toEqual([1, null])
  expect(complained).toBe('')
  return said
}

/** A port that leads to another one of this machine, and can be cut. */
interface Way {
  port: number
  cut(): void
  mend(): void
  close(): void
}

async function openWay(to: number | null): Promise<Way> {
  const open = new Set<Socket>()
  let isCut = to === null
  const server = createServer((socket) => {
    socket.on('error', () => {})
    if (isCut || to === null) return void socket.destroy()
    const far = connect(to, '127.0.0.1')
    for (const end of [socket, far]) {
      open.add(end)
      end.on('error', () => {})
      end.on('close', () => open.delete(end))
    }
    socket.pipe(far)
    far.pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const cut = () => {
    isCut = true
    for (const end of open) end.destroy()
  }
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut,
    mend: () => void (isCut = false),
    close() {
      cut()
      server.close()
    },
  }
}
