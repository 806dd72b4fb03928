import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { analysis } from '#contract/analysis.ts'
import { payslip } from '#pdf/testing/samples.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aDocument, aType } from '#server/testing/documents.ts'
import {
  aCompany,
  anAdministrator,
  aPerson,
  inCompany,
  type Person,
  signIn,
} from '#server/testing/factories.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { ask } from './asking.ts'
import { analyseDue } from './jobs.ts'
import { mask } from './masking.ts'

let app: TestApp
let company: MadeCompany
let hr: Person & { bearer: string }
let ana: Person
let type: number
let model: Server
let host: string
let asked: { path: string; headers: IncomingHttpHeaders; body: string }[] = []
const good = { resumen: 'Un recibo de octubre.', campos: [{ nombre: 'Mes', valor: 'octubre' }] }
const completion = (content: string) => ({
  status: 200,
  body: JSON.stringify({ choices: [{ message: { content } }] }),
})
let answer: { status: number; body: string } = completion('')

/** A small server that speaks the protocol of chat completions. */
beforeAll(async () => {
  model = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      asked.push({ path: request.url ?? '', headers: request.headers, body })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
    })
  })
  await new Promise<void>((listening) => model.listen(0, '127.0.0.1', listening))
  const address = model.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  host = `127.0.0.1:${address.port}`
  app = await testApp()
  app.services.config.analysis = { url: `http://${host}/v1`, key: 'a-key-of-the-tests', model: 'small-1' }
})
afterAll(() => new Promise((closed) => model.close(closed)))

beforeEach(async () => {
  asked = []
  answer = completion(JSON.stringify(good))
  company = await aCompany(app)
  await aBystander(app, company)
  hr = await anAdministrator(app, company)
  ana = await aPerson(app, company, { firstName: 'Rosalinda', lastName: 'Quispe', cuil: '27281234565' })
  type = (await aType(app, company)).id
  await mark({ uses_ai: true })
})

const mark = (set: { uses_ai?: boolean; is_salary?: boolean }) =>
  inCompany(app, company.id, (tx) =>
    tx.db.updateTable('document_types').set(set).where('id', '=', type).execute(),
  )
const accept = () => app.call(analysis.accept, { direccion: host, pais: 'Alemania' }, { as: hr.bearer })
let months = 0
const publish = async () =>
  aDocument(app, company, {
    period: `${2000 + (++months % 25)}-10-01`,
    employee_id: ana.id,
    type_id: type,
    bytes: await payslip({ name: 'QUISPE, Rosalinda', taxId: '27-28123456-5' }),
  })
const run = async () => {
  await analyseDue(app.services)
  await app.services.jobs.runDueJobs()
}
const shown = async (id: number, as = hr.bearer) => (await app.call(analysis.ofDocument, { id }, { as })).data
const eventsOf = (id: number) =>
  inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('events')
      .where('subject_id', '=', id)
      .where('act', '=', 'analysis_sent')
      .select('data')
      .execute(),
  )

describe('analysis by a model outside', () => {
  test('sends nothing before the address is accepted by its name, nor documents published earlier', async () => {
    const before = await publish()
    await run()
    const wrong = await app.call(
      analysis.accept,
      { direccion: 'other.example', pais: 'x y' },
      { as: hr.bearer },
    )
    expect(wrong.code).toBe('ANALYSIS_ADDRESS_OTHER')
    expect((await accept()).data).toEqual({
      direccion: host,
      modelo: 'small-1',
      aceptado: { direccion: host, pais: 'Alemania', salarios: false },
    })
    await run()
    expect([asked, (await shown(before)).estado]).toEqual([[], 'ninguno'])
    const limited = await aPerson(app, company, { profiles: ['limited'] })
    expect((await app.call(analysis.stand, {}, { as: await signIn(app, company, limited) })).status).toBe(403)
  })

  test('sends a text without its person, records it, and shows the answer as a suggestion', async () => {
    await accept()
    const id = await publish()
    await run()
    expect(asked).toHaveLength(1)
    const [{ path, headers, body } = { path: '', headers: {}, body: '' }] = asked
    expect(path).toBe('/v1/chat/completions')
    expect(headers).toMatchObject({ authorization: 'Bearer a-key-of-the-tests' })
    expect(JSON.parse(body)).toMatchObject({ model: 'small-1', response_format: { type: 'json_object' } })
    expect(body).not.toMatch(/quispe|rosalinda|28123456|28\.123\.456/i)
    expect(await shown(id)).toEqual({
      estado: 'hecho',
      ...good,
      fecha: expect.any(String),
      modelo: 'small-1',
      direccion: host,
    })
    expect(await eventsOf(id)).toMatchObject([{ data: { host, country: 'Alemania', model: 'small-1' } }])
    await run()
    expect(asked).toHaveLength(1)
  })

  test('leaves salary documents out until they are accepted too, and stops when the acceptance is withdrawn', async () => {
    const early = await app.call(analysis.acceptSalary, { direccion: host }, { as: hr.bearer })
    expect(early.code).toBe('ANALYSIS_NOT_ACCEPTED')
    await mark({ is_salary: true })
    await accept()
    await publish()
    await run()
    expect(asked).toEqual([])
    const { data } = await app.call(analysis.acceptSalary, { direccion: host }, { as: hr.bearer })
    expect(data.aceptado).toMatchObject({ salarios: true })
    const id = await publish()
    await analyseDue(app.services)
    await app.call(analysis.withdraw, {}, { as: hr.bearer })
    await app.services.jobs.runDueJobs()
    expect([asked, await eventsOf(id)]).toEqual([[], []])
    await accept()
    app.services.config.analysis = { url: 'http://127.0.0.1:9/v1', key: undefined, model: 'small-1' }
    expect((await app.call(analysis.stand, {}, { as: hr.bearer })).data.aceptado).toBe(null)
    app.services.config.analysis = { url: `http://${host}/v1`, key: 'a-key-of-the-tests', model: 'small-1' }
  })

  test('accepts only an answer in the requested form', async () => {
    await accept()
    const wrong = [
      { status: 200, body: 'not JSON' },
      completion('{"resumen": "x"'),
      completion(JSON.stringify({ ...good, hacer: 'anular' })),
      completion(JSON.stringify({ ...good, resumen: 'x'.repeat(601) })),
      completion(JSON.stringify({ resumen: '<b>', campos: Array(13).fill(good.campos[0]) })),
      { status: 200, body: JSON.stringify({ choices: [{ message: { content: 'x'.repeat(100_000) } }] }) },
      { status: 401, body: '{}' },
      { status: 302, body: '' },
    ]
    for (const one of wrong) {
      answer = one
      const id = await publish()
      await run()
      expect([one.body.slice(0, 60), await shown(id)]).toMatchObject([
        one.body.slice(0, 60),
        { estado: 'fallo', resumen: null, campos: [] },
      ])
    }
    expect(asked).toHaveLength(wrong.length)
  })

  test('tries a failing address three times', async () => {
    await accept()
    answer = { status: 500, body: '' }
    const id = await publish()
    await expect(run()).rejects.toThrow('analysis: it answered 500')
    await expect(app.services.jobs.runDueJobs({ later: true })).rejects.toThrow('500')
    await app.services.jobs.runDueJobs({ later: true })
    expect([asked.length, (await shown(id)).estado]).toEqual([3, 'fallo'])
  })

  test('abandons an endless answer, and closes its connection', async () => {
    const slow = createServer((_, response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write(' '), 50)
      response.on('close', () => clearInterval(drip))
    })
    await new Promise<void>((listening) => slow.listen(0, '127.0.0.1', listening))
    const at = slow.address()
    if (typeof at !== 'object' || !at) throw new Error('no port')
    const model = { url: `http://127.0.0.1:${at.port}`, key: undefined, model: 'slow-1' }
    const { signal } = new AbortController()
    expect(await ask(model, 'a text', signal, 400)).toEqual({
      ok: false,
      later: true,
      why: 'it was not reached, or not in time',
    })
    // Ends once the connection is let go.
    await new Promise((closed) => slow.close(closed))
  })

  test('is refused where no address is configured', async () => {
    const before = app.services.config.analysis
    app.services.config.analysis = null
    const answer = await accept()
    app.services.config.analysis = before
    expect(answer.code).toBe('ANALYSIS_NOT_CONFIGURED')
  })

  test('is shown to nobody beyond reach', async () => {
    await accept()
    const id = await publish()
    const elsewhere = await anAdministrator(app, await aCompany(app))
    expect((await app.call(analysis.ofDocument, { id }, { as: elsewhere.bearer })).code).toBe('NOT_FOUND')
  })
})

test('identifying texts are removed; days and amounts are sent', () => {
  const text = [
    'Apellido y nombre: QUISPE, Rosalinda  Legajo: 00123',
    'CUIL 27-28123456-5 DNI 28.123.456 rosalinda.q@correo.example',
    'CBU 2850590940090418135201 Cuenta 123-456789/0 RFC GODE561231GR8',
    'Período 10/2026, pago el 05/11/2026. Neto 1.234.567,89 103.388,40 DNI 28,123,456',
    'Firmó Rosalinda en la sucursal Centro. Sra. Elena Ruiz',
  ].join('\n')
  const masked = mask(text, new Set(['quispe', 'rosalinda']))
  for (const secret of [
    'QUISPE',
    'osalinda',
    '28123456',
    '28.123.456',
    '28,123',
    'correo',
    '2850590940',
    '456789',
    'GODE',
    '00123',
    'Elena',
    'Ruiz',
  ])
    expect([secret, masked.includes(secret)]).toEqual([secret, false])
  for (const kept of ['10/2026', '05/11/2026', '1.234.567,89', '103.388,40', 'sucursal Centro'])
    expect([kept, masked.includes(kept)]).toEqual([kept, true])
})
