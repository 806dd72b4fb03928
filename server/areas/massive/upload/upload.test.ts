import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { Upload } from 'tus-js-client'
import { actions } from '#contract/actions.ts'
import { massive } from '#contract/massive/massive.ts'
import { typeConfiguration } from '#contract/folders/configuration.ts'
import { payslip } from '#pdf/testing/samples.ts'
import { createApp } from '#server/app.ts'
import { answerHeaders } from '#server/shared/answer-headers.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystandingPublication, keepAsMade } from '#server/testing/bystander.ts'
import { aType } from '#server/testing/documents.ts'
import { aCompany, aLimited, anAdministrator, aPerson, inCompany, signIn } from '#server/testing/factories.ts'
import { begin } from '#server/testing/massive.ts'
import { now } from '#server/testing/publishing.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { sweepPublications } from '../jobs.ts'
import { discardUpload } from './discarding.ts'
import { uploadStore } from './store.ts'

let app: TestApp
let company: MadeCompany
let as: string
let type: number
let base: string
let pdf: Uint8Array
beforeAll(async () => {
  app = await testApp()
  app.setNow(now)
  company = await aCompany(app)
  as = (await anAdministrator(app, company)).bearer
  type = (await aType(app, company)).id
  await inCompany(app, company.id, (tx) =>
    tx.db.updateTable('document_types').set({ capture: 'first_page' }).where('id', '=', type).execute(),
  )
  await aBystandingPublication(app, company, as)
  await keepAsMade(app, company, async () => {
    const { id } = await begin(app, as, type)
    const onItsWay = { received: 10, received_at: '2100-01-01' }
    await inCompany(app, company.id, ({ db }) =>
      db.updateTable('publications').set(onItsWay).where('process_id', '=', id).execute(),
    )
  })
  base = await app.server.listen({ host: '127.0.0.1', port: 0 })
  const person = await aPerson(app, company, { firstName: 'Ana', lastName: 'Acosta' })
  pdf = await payslip({ name: 'Acosta, Ana', taxId: person.cuil })
})

/** Sends by tus's own client; `until` bytes only, if given. Answers how many were there when it stopped. */
function send(
  subida: string,
  bytes: Uint8Array,
  options: { as?: string; until?: number; base?: string } = {},
) {
  return new Promise<number>((resolve, reject) => {
    let sent = 0
    const upload = new Upload(Buffer.from(bytes), {
      uploadUrl: `${options.base ?? base}${subida}`,
      headers: { authorization: `Bearer ${options.as ?? as}`, 'x-company': String(company.id) },
      chunkSize: 64 * 1024,
      retryDelays: null,
      onChunkComplete(_size, accepted) {
        sent = accepted
        if (options.until === undefined || accepted < options.until) return
        void upload.abort().then(() => resolve(sent))
      },
      onSuccess: () => resolve(bytes.length),
      onError: reject,
    })
    upload.start()
  })
}

const raw = (
  subida: string,
  method: string,
  bearer: string | undefined,
  headers: Record<string, string> = {},
) =>
  fetch(`${base}${subida}`, {
    method,
    headers: {
      'tus-resumable': '1.0.0',
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(method === 'PATCH' && { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }),
      ...headers,
    },
    ...(method === 'PATCH' && { body: 'x'.repeat(10) }),
  })

const big = (size: number) => Buffer.concat([Buffer.from(pdf), Buffer.alloc(size - pdf.length, 32)])
const shown = async (id: number) => (await app.call(massive.one, { id }, { as })).data

test('the outlook of a publication shows how the type is read and signed, and how fast files were read lately', async () => {
  const { id: tipo, folderId } = await aType(app, company)
  const setup = async () => (await app.call(massive.setup, { tipo }, { as })).data
  expect(await setup()).toMatchObject({ carpeta: folderId, posicion: null, ejemplo: null, lectura: null })
  const box = { x: 20, y: 250, width: 60, height: 20 }
  const facts = { id: tipo, pagina: 'first', empresa: box, pdf_propio: true } as const
  const file = { name: 'ejemplo.pdf', bytes: pdf }
  const saved = await app.call(typeConfiguration.change, facts, { as, file })
  expect(saved.errors).toEqual([])
  expect(await setup()).toMatchObject({
    posicion: { pagina: 'first', alto: 'abajo', ancho: 'izquierda' },
    ejemplo: { archivo: 'ejemplo.pdf' },
  })
  await inCompany(app, company.id, (tx) =>
    tx.db.updateTable('document_types').set({ capture: 'first_page' }).where('id', '=', tipo).execute(),
  )
  const { subida } = await begin(app, as, tipo, { tamano: pdf.length })
  await send(subida, pdf)
  await app.services.jobs.runDueJobs()
  const { lectura } = await setup()
  expect(lectura).toMatchObject({ paginas: 1, bytes_por_pagina: pdf.length })
  expect(lectura.paginas_por_segundo).toBeGreaterThan(0)
})

test('a type’s sample is shown to administrators of types, and to nobody else', async () => {
  const { id: tipo } = await aType(app, company)
  expect((await app.call(massive.sample, { tipo }, { as })).code).toBe('NOT_FOUND')
  const file = { name: 'ejemplo.pdf', bytes: pdf }
  await app.call(typeConfiguration.change, { id: tipo, pagina: 'first', pdf_propio: true }, { as, file })
  const { data } = await app.call(massive.sample, { tipo }, { as })
  expect(data).toMatchObject({ nombre_leido: expect.stringContaining('Acosta') })
  expect(data.marcas.map((mark: { tipo: string }) => mark.tipo)).toEqual(
    expect.arrayContaining(['id', 'name']),
  )
  const picture = await app.call(massive.samplePage, { tipo }, { as })
  expect(picture.bytes.subarray(1, 4).toString()).toBe('PNG')
  const may = { sector: 'Ventas', actions: [actions.massivePublishing] }
  const limited = (await aLimited(app, company, may)).bearer
  const { data: setup } = await app.call(massive.setup, { tipo }, { as: limited })
  expect(setup).toMatchObject({ ejemplo: null })
  for (const call of [massive.sample, massive.samplePage])
    expect((await app.call(call, { tipo }, { as: limited })).code).toBe('SYSTEM_ACTION_NOT_GRANTED')
})

describe('an upload', () => {
  test('cut in the middle continues where it was, on another server too, and is kept whole', async () => {
    const bytes = big(500_000)
    const { id, subida } = await begin(app, as, type, { tamano: bytes.length })
    const cut = await send(subida, bytes, { until: 200_000 })
    expect(cut).toBeLessThan(bytes.length)
    const { server } = await createApp(app.services, { strict: true })
    const other = await server.listen({ host: '127.0.0.1', port: 0 })
    try {
      const head = await fetch(`${other}${subida}`, {
        method: 'HEAD',
        headers: { 'tus-resumable': '1.0.0', authorization: `Bearer ${as}` },
      })
      expect(Number(head.headers.get('upload-offset'))).toBeGreaterThanOrEqual(cut)
      expect(head.headers.get('access-control-allow-origin')).toBeNull()
      for (const [name, value] of Object.entries(answerHeaders(app.services.config)))
        expect(head.headers.get(name)).toBe(value)
      await send(subida, bytes, { base: other })
    } finally {
      await server.close()
    }
    expect(await shown(id)).toMatchObject({ paso: 'uploaded', recibido: bytes.length })
    await app.services.jobs.runDueJobs()
    const kept = await inCompany(app, company.id, (tx) =>
      tx.db
        .selectFrom('publications')
        .innerJoin('files', 'files.id', 'publications.file_id')
        .select(['files.key', 'publications.waiting', 'publications.upload_id'])
        .where('process_id', '=', id)
        .executeTakeFirstOrThrow(),
    )
    expect((await app.services.files.read(kept.key)).equals(bytes)).toBe(true)
    expect(kept).toMatchObject({ waiting: false, upload_id: null })
    expect((await raw(subida, 'HEAD', as)).status).toBe(404)
  })

  test('is removed once it is read, even if a first try was killed half-way', async () => {
    const { subida } = await begin(app, as, type, { tamano: pdf.length })
    await send(subida, pdf)
    const folder = join(app.services.config.filesDir, 'uploads')
    const name = subida.split('/').at(-1) ?? ''
    const left = () => readdirSync(folder).filter((one) => one.startsWith(name))
    expect(left()).toHaveLength(2)
    await app.services.jobs.runDueJobs()
    expect(left()).toEqual([])
    // The first of its two files was gone when the server was killed.
    writeFileSync(join(folder, `${name}.json`), '{}')
    await inCompany(app, company.id, async (tx) => discardUpload(tx, name))
    await app.services.jobs.runDueJobs()
    expect(left()).toEqual([])
  })

  test('is kept where the server’s own account alone reads it', async () => {
    const { config } = app.services
    const folder = join(config.filesDir, 'uploads')
    await uploadStore(config)
    chmodSync(folder, 0o755)
    // As the next start of a server opens it.
    await uploadStore({ ...config })
    const bytes = big(200_000)
    const { subida } = await begin(app, as, type, { tamano: bytes.length })
    await send(subida, bytes, { until: 100_000 })
    const name = subida.split('/').at(-1) ?? ''
    const modes = [folder, join(folder, name), join(folder, `${name}.json`)].map(
      (path) => statSync(path).mode & 0o777,
    )
    expect(modes).toEqual([0o700, 0o600, 0o600])
  })

  test('whose last bytes are counted before they are kept is read all the same', async () => {
    const { id, subida } = await begin(app, as, type, { tamano: pdf.length })
    const body = new ReadableStream({
      async start(stream) {
        stream.enqueue(pdf)
        // The last byte is counted with the end of the file.
        await expect.poll(async () => (await shown(id)).recibido, { timeout: 20_000 }).toBe(pdf.length - 1)
        stream.close()
      },
    })
    const sent = await fetch(`${base}${subida}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${as}`,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body,
      duplex: 'half',
    } as RequestInit)
    expect(sent.status).toBe(204)
    await app.services.jobs.runDueJobs()
    expect(await shown(id)).toMatchObject({ paso: 'preview', recibido: pdf.length })
    await app.call(massive.cancel, { id }, { as })
  })

  test('is refused in the person’s language', async () => {
    const person = await anAdministrator(app, company)
    await inCompany(app, company.id, (tx) =>
      tx.db.updateTable('users').set({ language: 'pt' }).where('id', '=', person.id).execute(),
    )
    const reply = await raw(`/api/v2/uploads/${'a'.repeat(48)}`, 'PATCH', person.bearer)
    expect(await reply.text()).toContain('Não foi encontrado')
  })

  test('belongs to the person who announced it', async () => {
    const { subida } = await begin(app, as, type)
    const employee = await aPerson(app, company)
    const stranger = (await anAdministrator(app, await aCompany(app))).bearer
    const colleague = (await anAdministrator(app, company)).bearer
    const own = await signIn(app, company, employee, 'e')
    for (const method of ['HEAD', 'PATCH'] as const) {
      expect((await raw(subida, method, undefined)).status).toBe(401)
      expect((await raw(subida, method, own)).status).toBe(403)
      expect((await raw(subida, method, stranger)).status).toBe(404)
      expect((await raw(subida, method, colleague)).status).toBe(404)
      expect((await raw(subida, method, as, { 'x-company': '999' })).status).toBe(409)
      expect((await raw(`/api/v2/uploads/${'a'.repeat(48)}`, method, as)).status).toBe(404)
    }
    expect((await raw('/api/v2/uploads', 'POST', as, { 'upload-length': '5' })).status).toBe(404)
    expect((await raw(subida, 'HEAD', as)).headers.get('upload-offset')).toBe('0')
  })

  test('takes no more than was announced', async () => {
    const { id, subida } = await begin(app, as, type, { tamano: 5 })
    expect((await raw(subida, 'PATCH', as)).status).toBe(413)
    expect((await raw(subida, 'HEAD', as)).headers.get('upload-offset')).toBe('0')
    expect((await shown(id)).recibido).toBe(0)
  })

  test('that is dropped gives its publication up', async () => {
    const { id, subida } = await begin(app, as, type)
    expect((await raw(subida, 'DELETE', as)).status).toBe(204)
    expect(await shown(id)).toMatchObject({ paso: 'done', estado: 'cancelled' })
    expect((await raw(subida, 'HEAD', as)).status).toBe(404)
  })

  test('that is no PDF ends in the error for that', async () => {
    const { id, subida } = await begin(app, as, type, { tamano: 4 })
    await send(subida, Buffer.from('nope'))
    await app.services.jobs.runDueJobs()
    expect(await shown(id)).toMatchObject({
      paso: 'done',
      estado: 'error',
      avisos: [{ code: 'PUBLISH_DOCUMENT_MASSIVE_ONLY_PDF' }],
    })
  })

  test('waits alone: another can’t begin until it is read', async () => {
    const { id, subida } = await begin(app, as, type, { tamano: pdf.length })
    const second = await begin(app, as, type, { tamano: pdf.length })
    await send(subida, pdf)
    const asked = { modo: 'split', tipo: type, periodo: '2026-10', archivo: 'a.pdf', tamano: 9 } as const
    expect((await app.call(massive.create, asked, { as })).code).toBe('PUBLISH_DOCUMENT_MASSIVE_ZIP_WAITING')
    const { data } = await app.call(massive.setup, { tipo: type }, { as })
    expect(data.espera).toMatchObject({ id, archivo: 'octubre.pdf' })
    // A running upload is not lost: it is processed in its turn.
    await send(second.subida, pdf)
    await app.services.jobs.runDueJobs({ later: true })
    await app.services.jobs.runDueJobs({ later: true })
    expect([(await shown(id)).paso, (await shown(second.id)).paso]).toEqual(['preview', 'preview'])
  })

  test('interrupted for a day is dropped', async () => {
    const bytes = big(200_000)
    const { id, subida } = await begin(app, as, type, { tamano: bytes.length })
    await send(subida, bytes, { until: 60_000 })
    await sweepPublications(app.services)
    expect((await shown(id)).estado).toBe('in_progress')
    app.setNow(new Date(now.getTime() + 25 * 3_600_000))
    await sweepPublications(app.services)
    app.setNow(now)
    expect(await shown(id)).toMatchObject({
      estado: 'cancelled',
      avisos: [{ code: 'SYSTEM_API_UPLOAD_INTERRUPTED' }],
    })
  })

  test('that no scanner could look at is not read, and is once one answers', async () => {
    const { id, subida } = await begin(app, as, type, { tamano: pdf.length })
    const { config } = app.services
    const deaf = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
    try {
      const at = deaf.address()
      config.clamdUrl = `tcp://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`
      await send(subida, pdf)
      await expect(app.services.jobs.runDueJobs()).rejects.toThrow()
      expect(await shown(id)).toMatchObject({
        paso: 'uploaded',
        avisos: [{ code: 'SYSTEM_API_VIRUS_SCAN_FAILED' }],
      })
    } finally {
      config.clamdUrl = undefined
      deaf.close()
    }
    await app.services.jobs.runDueJobs({ later: true })
    expect((await shown(id)).paso).toBe('preview')
  })
})
