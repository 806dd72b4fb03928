import { createHash } from 'node:crypto'
import { Client } from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { documentActCalls } from '#contract/documents/acts.ts'
import { me } from '#contract/me/me.ts'
import { printedText, qpdfCheck } from '#pdf/testing/judges.ts'
import { canonical, recordEvent } from '#server/shared/evidence/events.ts'
import { rootOfPath, type Step } from '#server/shared/evidence/merkle.ts'
import { sealDue } from '#server/shared/evidence/seal.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aDocument, aType } from '#server/testing/documents.ts'
import {
  aCompany,
  anAdministrator,
  aPerson,
  inCompany,
  password,
  type Person,
  signIn,
  stepUp,
} from '#server/testing/factories.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

let app: TestApp
let company: MadeCompany
let hr: Person & { bearer: string }
let ana: Person
let id: number

beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app, { name: 'Austral Alimentos' })
  await aBystander(app, company)
  hr = await anAdministrator(app, company)
  ana = await aPerson(app, company, { firstName: 'Ana', lastName: 'Álvarez', sector: 'Ventas' })
  const { id: type_id } = await aType(app, company, { name: 'Recibo de sueldo' })
  id = await aDocument(app, company, { employee_id: ana.id, type_id })
  const at = new Date(app.services.clock().getTime() - 20 * 86_400_000)
  await inCompany(app, company.id, (tx) =>
    recordEvent(tx, {
      subject: { kind: 'credential', id: ana.id },
      act: 'mail_changed',
      actorId: hr.id,
      at,
      detail: { address: '10.0.0.9', text: 'la dirección de antes' },
    }),
  )
  const bearer = await signIn(app, company, ana, 'e')
  await app.call(me.pdf, { id }, { as: bearer, address: '181.46.137.22' })
  await app.call(
    me.sign,
    { ids: [id], decision: 'no_conforme', comment: 'Faltan las horas extra de octubre', password },
    { as: bearer },
  )
  await app.call(
    documentActCalls.observe,
    { id, observacion: 'Secreto de Recursos Humanos' },
    { as: hr.bearer },
  )
  // A transaction open anywhere on the PostgreSQL delays the sealing of newer events, and parallel tests have such.
  await vi.waitFor(
    async () => {
      await sealDue(app.services)
      const unsealed = await inCompany(app, company.id, (tx) =>
        tx.db.selectFrom('events').select('id').where('seal_id', 'is', null).execute(),
      )
      expect(unsealed).toEqual([])
    },
    { timeout: 30_000, interval: 50 },
  )
})

const report = (language = 'es') =>
  app.call(documentActCalls.report, { id }, { as: hr.bearer, headers: { 'accept-language': language } })

interface Printed {
  record: string
  detail?: string
  hash: string
  path: string
  previous: string
  root: string
}

/** The values under each label as printed, lines joined. */
function evidenceIn(text: string): Printed[] {
  const labels = /^(Raíz anterior|Raíz|Registro|Detalle|Huella|Camino)\s{2,}(\S+)$/
  const found: { label: string; value: string }[] = []
  let within = false
  for (const line of text.slice(text.indexOf('Evidencia sellada')).split('\n')) {
    const printed = line.replace('\f', '').trim()
    if (printed === '' || printed.startsWith('Informe de trazabilidad ·')) continue
    const [, label, value] = labels.exec(printed) ?? []
    if (label && value) found.push({ label, value })
    else if (within && !/\s/.test(printed)) found.push({ label: '', value: printed })
    within = label !== undefined || (within && !/\s/.test(printed))
  }
  const whole: { label: string; value: string }[] = []
  for (const one of found) {
    const last = whole.at(-1)
    if (one.label === '' && last) last.value += one.value
    else whole.push({ ...one })
  }
  const events: Printed[] = []
  let [previous, root] = ['', '']
  for (const { label, value } of whole) {
    const event = events.at(-1)
    if (label === 'Raíz anterior') previous = value
    if (label === 'Raíz') root = value
    if (label === 'Registro') events.push({ record: value, hash: '', path: '', previous, root })
    if (label === 'Detalle' && event) event.detail = value
    if (label === 'Huella' && event) event.hash = value
    if (label === 'Camino' && event) event.path = value
  }
  return events
}

const sha256 = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

test('shows who did what, when and from where, and is a PDF that other tools accept', async () => {
  const answer = await report()
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toBe('application/pdf')
  expect(qpdfCheck(answer.bytes)).toMatchObject({ accepted: true })
  const text = printedText(answer.bytes).replace(/\s+/g, ' ')
  for (const said of [
    'Informe de trazabilidad',
    'Recibo de sueldo',
    'Álvarez, Ana',
    'No conforme',
    'Faltan las horas extra de octubre',
    'Lo abrió el colaborador',
    '181.46.137.22',
    'Qué cambió en la cuenta antes de la firma',
    'Recursos Humanos cambió el correo',
    '−03:00',
    'no lleva la firma de la empresa',
  ])
    expect(text).toContain(said)
  expect(text).not.toContain('Secreto de Recursos Humanos')
  expect(text).not.toContain('la dirección de antes')
})

test('its reader can recompute every event up to the root that the company keeps', async () => {
  const printed = evidenceIn(printedText((await report()).bytes))
  const sealed = printed.filter(({ path }) => path !== '')
  const acts = sealed.map(({ record }) => JSON.parse(record).act)
  expect(acts).toEqual(expect.arrayContaining(['read', 'signed', 'observed', 'mail_changed']))
  const kept = await inCompany(app, company.id, (tx) => tx.db.selectFrom('seals').select('root').execute())
  for (const { record, detail, hash, path, previous, root } of sealed) {
    const facts = JSON.parse(record)
    expect(sha256(canonical(facts))).toBe(hash)
    if (detail) expect(sha256(canonical(JSON.parse(detail)))).toBe(facts.detailHash)
    const steps =
      path === 'único'
        ? []
        : path
            .split(',')
            .map((step): Step => ({ side: step[0] === 'I' ? 'left' : 'right', hash: step.slice(1) }))
    const before = previous === 'ninguna' ? '' : previous
    const merkle = rootOfPath(hash, steps)
    expect(sha256(Buffer.from(before, 'hex'), Buffer.from(merkle, 'hex'))).toBe(root)
    expect(kept.map((seal) => seal.root)).toContain(root)
  }
  // A changed record has another hash, which proves that the check above can fail.
  const [first] = sealed
  if (!first) throw new Error('nothing sealed')
  expect(sha256(canonical({ ...JSON.parse(first.record), actorId: 1 }))).not.toBe(first.hash)
})

test('exists in Portuguese, and marks events that are not sealed yet', async () => {
  const text = printedText((await report('pt')).bytes)
  expect(text).toContain('Relatório de rastreabilidade')
  expect(text).toContain('Ainda sem selo')
  expect(text.replace(/\s+/g, ' ')).toContain('O colaborador abriu')
})

test('warns where a detail was changed, and where a path doesn’t lead to its root', async () => {
  const warnings = async () =>
    printedText((await report()).bytes)
      .replace(/\s+/g, ' ')
      .match(/ATENCIÓN: [^.]*\./g) ?? []
  const tamper = async (text: string) => {
    const owner = new Client(app.database.url)
    await owner.connect()
    await owner.query(`set app.company = '${company.id}'; ${text}`)
    await owner.end()
  }
  expect(await warnings()).toEqual([])
  const signed = `(select id from events where act = 'signed')`
  await tamper(`update event_details set address = '10.9.9.9' where event_id = ${signed}`)
  expect(await warnings()).toEqual([
    'ATENCIÓN: la dirección, el dispositivo o el texto no son los que se registraron con este hecho.',
  ])
  await tamper(`delete from event_details where event_id = ${signed}`)
  expect(await warnings()).toEqual([])
  await tamper(
    `update seals set root = repeat('ab', 32) where id = (select seal_id from events where id = ${signed})`,
  )
  const broken = await warnings()
  expect(new Set(broken)).toEqual(
    new Set([
      'ATENCIÓN: el camino no lleva a la raíz del sello: falta, sobra o cambió algún hecho de ese sello.',
    ]),
  )
})

test('is an event itself, and refused out of reach', async () => {
  const clerk = await aPerson(app, company, { profiles: ['limited'], filters: [{ sector: 'Planta' }] })
  const bearer = await signIn(app, company, clerk)
  expect((await app.call(documentActCalls.report, { id }, { as: bearer })).status).toBe(404)
  const { data } = await app.call(documentActCalls.trace, { id }, { as: hr.bearer })
  expect(data[0]).toMatchObject({ hecho: 'reported' })
})

test('exists for an annulled document too, whose file nobody opens any more', async () => {
  const headers = await stepUp(app, hr.bearer)
  await app.call(documentActCalls.cancel, { id, motivo: 'Se liquida de nuevo' }, { as: hr.bearer, headers })
  const text = printedText((await report()).bytes).replace(/\s+/g, ' ')
  expect(text).toContain('Motivo: Se liquida de nuevo')
})
