import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { employeeImport } from '#contract/employees/import.ts'
import { codeOf } from '#contract/errors.ts'
import { testApp } from '../../testing/app.ts'
import { aCompany, anAdministrator } from '../../testing/factories.ts'
import { findVirus } from './virus.ts'

// It is a system's program: /usr/sbin is in nobody's path but root's.
const path = `${process.env['PATH'] ?? ''}:/usr/sbin`
/** Debian's clamav-daemon; no signatures are fetched, the test brings the one that it looks for. */
const hasClamd = spawnSync('sh', ['-c', 'command -v clamd'], { env: { PATH: path } }).status === 0

describe.skipIf(!hasClamd)('a real scanner', () => {
  const folder = mkdtempSync(join(tmpdir(), 'legajo-clamd-'))
  const address = `unix:${join(folder, 'clamd.sock')}`
  const marked = Buffer.from('what the test takes for a virus, and nobody else does')
  let stop = () => {}

  beforeAll(async () => {
    // Half-byte signature: name, any type, anywhere, the bytes in hexadecimal (ClamAV's .ndb).
    writeFileSync(join(folder, 'test.ndb'), `Legajo.Test:0:*:${marked.toString('hex')}\n`)
    writeFileSync(
      join(folder, 'clamd.conf'),
      [
        `LocalSocket ${join(folder, 'clamd.sock')}`,
        `DatabaseDirectory ${folder}`,
        'Foreground yes',
        'StreamMaxLength 1M',
        'MaxThreads 2',
        '',
      ].join('\n'),
    )
    // It refuses to be root's; nobody's it can be.
    const nobody = 65_534
    const root = process.getuid?.() === 0
    if (root) for (const name of ['', 'test.ndb', 'clamd.conf']) chownSync(join(folder, name), nobody, nobody)
    chmodSync(folder, 0o755)
    const daemon = spawn('clamd', ['--config-file', join(folder, 'clamd.conf')], {
      stdio: 'ignore',
      env: { PATH: path },
      ...(root && { uid: nobody, gid: nobody }),
    })
    stop = () => daemon.kill('SIGKILL')
    const greet = async () => {
      const socket = connect(join(folder, 'clamd.sock'))
      await once(socket, 'connect')
      socket.destroy()
    }
    await vi.waitFor(greet, { interval: 20, timeout: 20_000 })
  })
  afterAll(() => {
    stop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function* pieces(...some: Uint8Array[]) {
    yield* some
  }

  test('finds nothing in a clean file, in any number of pieces', async () => {
    const clean = Array.from({ length: 10 }, () => Buffer.alloc(50_000, 'clean '))
    expect(await findVirus(address, pieces(...clean))).toBeNull()
    expect(await findVirus(address, pieces())).toBeNull()
  })

  test('names a virus that arrives in two pieces', async () => {
    const found = await findVirus(
      address,
      pieces(Buffer.alloc(9_000, 32), marked.subarray(0, 20), marked.subarray(20)),
    )
    expect(found).toMatch(/^Legajo\.Test/)
  })

  test('refuses an uploaded file that it finds a virus in, and takes the others', async () => {
    const upload = await uploads(address)
    expect((await upload(marked)).code).toBe(codeOf('SYSTEM_API_VIRUS_FOUND'))
    expect((await upload(Buffer.from('cuil\n20287145366\n'))).status).toBe(200)
  })

  test('that refuses a large file is a failure, never clean', async () => {
    const much = Array.from({ length: 40 }, () => Buffer.alloc(100_000, 32))
    await expect(findVirus(address, pieces(...much))).rejects.toThrow()
  })
})

/** Uploads tables of people to an installation with a scanner at an address. */
async function uploads(clamdUrl: string) {
  const app = await testApp()
  const { bearer: as } = await anAdministrator(app, await aCompany(app))
  app.services.config.clamdUrl = clamdUrl
  return (bytes: Buffer) => app.call(employeeImport.upload, {}, { as, file: { name: 'personas.csv', bytes } })
}

test('nothing is taken while the scanner is out of reach', async () => {
  const upload = await uploads('unix:/nowhere/clamd.sock')
  expect(await upload(Buffer.from('cuil\n20287145366\n'))).toMatchObject({
    status: 503,
    code: codeOf('SYSTEM_API_VIRUS_SCAN_FAILED'),
    errors: [{ field: employeeImport.upload.upload.field }],
  })
})

test('a scanner that is not there is a failure', async () => {
  async function* nothing() {
    yield Buffer.from('x')
  }
  await expect(findVirus('unix:/nowhere/clamd.sock', nothing())).rejects.toThrow()
})
