import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { me } from '#contract/me/me.ts'
import { payslip } from '#pdf/testing/samples.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import {
  aCompany,
  anAdministrator,
  aPerson,
  inCompany,
  type Person,
  signIn,
} from '#server/testing/factories.ts'
import { aDocument, type DocumentWanted, aFolder } from '#server/testing/published.ts'
import { giveSignature } from '#server/testing/signed.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

let app: TestApp
let company: MadeCompany
let hr: Person & { bearer: string }

beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  await aBystander(app, company)
  hr = await anAdministrator(app, company)
})

/** Somebody who may sign, signed in at their site. */
async function employee(wanted: Parameters<typeof aPerson>[2] = {}) {
  const person = await aPerson(app, company, wanted)
  return { ...person, bearer: await signIn(app, company, person, 'e') }
}

function publish(to: { id: number }, type: number, wanted: Partial<DocumentWanted> = {}) {
  return aDocument(app, company, { employee: to.id, type, by: hr.id, ...wanted })
}

const change = (id: number, set: object) =>
  inCompany(app, company.id, (tx) => tx.db.updateTable('documents').set(set).where('id', '=', id).execute())

const sign = (id: number, signing: 'conforme' | 'no_conforme', at: Date) =>
  inCompany(app, company.id, async (tx) => {
    await tx.db.updateTable('documents').set({ signing, signed_at: at }).where('id', '=', id).execute()
    await giveSignature(tx, id, signing)
  })

const rowOf = (id: number) =>
  inCompany(app, company.id, (tx) =>
    tx.db.selectFrom('documents').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )

const eventsOf = (id: number) =>
  inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('events')
      .innerJoin('event_details', 'event_details.event_id', 'events.id')
      .select(['act', 'actor_id', 'data', 'address', 'text'])
      .where('subject_kind', '=', 'document')
      .where('subject_id', '=', id)
      .orderBy('events.id')
      .execute(),
  )

const list = async (bearer: string, anio?: number) =>
  (await app.call(me.documents, anio ? { anio } : {}, { as: bearer })).data

describe('the list', () => {
  test('shows waiting documents first, in the order of signing, and the rest of a year by folder', async () => {
    const who = await employee()
    const later = await aFolder(app, company, { name: 'Después', signingPriority: 2 })
    const first = await aFolder(app, company, { name: 'Antes', signingPriority: 1 })
    const inLater = await publish(who, later.type)
    const inFirst = await publish(who, first.type, { period: '2025-12-01' })
    const signed = await publish(who, later.type, { period: '2026-09-01', signing: 'conforme' })
    const old = await publish(who, later.type, { period: '2025-09-01', signing: 'no_conforme' })
    const unsigned = await publish(who, first.type, { period: '2026-08-01', signing: 'none' })

    const mine = await list(who.bearer)
    expect(mine.espera.map(({ id }: { id: number }) => id)).toEqual([inFirst.id, inLater.id])
    expect(mine).toMatchObject({ anio: 2026, anios: [2026, 2025], firma_cerrada: null })
    expect(mine.carpetas).toMatchObject([
      { nombre: 'Antes', documentos: [{ id: unsigned.id, estado: 'sin_leer' }] },
      { nombre: 'Después', documentos: [{ id: signed.id, estado: 'conforme', periodo: '2026-09-01' }] },
    ])
    expect((await list(who.bearer, 2025)).carpetas).toMatchObject([
      { nombre: 'Después', documentos: [{ id: old.id, estado: 'no_conforme' }] },
    ])
  })

  test('a document without a period stands in the year of its publication where the company is', async () => {
    const who = await employee()
    const { type } = await aFolder(app, company)
    // 2026 in UTC, still 2025 in Buenos Aires.
    const doc = await publish(who, type, {
      period: null,
      signing: 'none',
      published_at: new Date('2026-01-01T01:30:00Z'),
    })
    const mine = await list(who.bearer, 2025)
    expect(mine.anios).toEqual([2025])
    expect(mine.carpetas[0].documentos[0].id).toBe(doc.id)
  })

  test('shows only published documents of visible folders, and of others’ nothing', async () => {
    const who = await employee()
    const other = await employee()
    const shown = await aFolder(app, company)
    const hidden = await aFolder(app, company, { visible: false })
    await publish(other, shown.type)
    const docs = [
      await publish(who, hidden.type, { signing: 'none' }),
      await publish(who, shown.type, { state: 'waiting_company_signature' }),
      await publish(who, shown.type, { state: 'waiting_approval', period: '2026-01-01' }),
      await publish(who, shown.type, { state: 'rejected', period: '2026-02-01' }),
      await publish(other, shown.type, { period: '2026-03-01' }),
    ]
    const later = await publish(who, shown.type, { period: '2026-04-01' })
    await change(later.id, { visible_from: new Date(Date.now() + 3_600_000) })
    const mine = await list(who.bearer)
    expect([mine.espera, mine.carpetas]).toEqual([[], []])
    for (const { id } of [...docs, later]) {
      for (const [call, input] of [
        [me.document, { id }],
        [me.pdf, { id }],
        [me.page, { id, c: 1 }],
      ] as const) {
        expect((await app.call(call, input, { as: who.bearer })).code).toBe('NOT_FOUND')
      }
    }
  })

  test('an administrator’s session reads nobody’s own documents', async () => {
    expect((await app.call(me.documents, {}, { as: hr.bearer })).code).toBe('SESSION_OTHER_SITE')
  })
})

describe('folders', () => {
  test('one stays closed while something in another waits; what was read or signed stays open', async () => {
    const who = await employee()
    const blocked = await aFolder(app, company, { name: 'Cerrada' })
    const blocking = await aFolder(app, company, { name: 'Primero', blocks: [blocked.folder] })
    const unread = await publish(who, blocked.type)
    const read = await publish(who, blocked.type, { period: '2026-09-01' })
    await app.call(me.pdf, { id: read.id }, { as: who.bearer })
    const signed = await publish(who, blocked.type, { period: '2026-08-01', signing: 'conforme' })
    const first = await publish(who, blocking.type)

    const mine = await list(who.bearer)
    expect(new Set(mine.espera.map(({ id }: { id: number }) => id))).toEqual(new Set([read.id, first.id]))
    expect(mine.carpetas).toMatchObject([
      {
        nombre: 'Cerrada',
        cerrada_por: ['Primero'],
        documentos: [
          { id: unread.id, cerrado: true },
          { id: signed.id, cerrado: false },
        ],
      },
    ])
    for (const [call, input] of [
      [me.pdf, { id: unread.id }],
      [me.page, { id: unread.id, c: 1, miniatura: true }],
    ] as const) {
      expect((await app.call(call, input, { as: who.bearer })).code).toBe('SIGN_NOT_ALLOWED_CLOSED')
    }
    expect((await rowOf(unread.id)).first_read_at).toBeNull()
    expect((await app.call(me.pdf, { id: signed.id }, { as: who.bearer })).status).toBe(200)

    await sign(first.id, 'no_conforme', new Date())
    expect((await list(who.bearer)).espera.map(({ id }: { id: number }) => id)).toContain(unread.id)
    expect((await app.call(me.pdf, { id: unread.id }, { as: who.bearer })).status).toBe(200)
  })

  test('a document that waits for somebody else closes nothing', async () => {
    const who = await employee()
    const other = await employee()
    const blocked = await aFolder(app, company)
    const blocking = await aFolder(app, company, { blocks: [blocked.folder] })
    await publish(other, blocking.type)
    const doc = await publish(who, blocked.type)
    expect((await app.call(me.pdf, { id: doc.id }, { as: who.bearer })).status).toBe(200)
  })

  test('a document that its employee can’t see or isn’t asked to sign closes no folder', async () => {
    const who = await employee()
    const blocked = await aFolder(app, company)
    const blocking = await aFolder(app, company, { blocks: [blocked.folder] })
    const hidden = await aFolder(app, company, { visible: false, blocks: [blocked.folder] })
    await publish(who, hidden.type)
    await publish(who, blocking.type, { state: 'waiting_company_signature' })
    await publish(who, blocking.type, { signing: 'none', period: '2026-02-01' })
    const later = await publish(who, blocking.type, { period: '2026-03-01' })
    await change(later.id, { visible_from: new Date(Date.now() + 3_600_000) })
    const doc = await publish(who, blocked.type)
    expect((await app.call(me.pdf, { id: doc.id }, { as: who.bearer })).status).toBe(200)
  })

  test('an employee who declined is asked to sign nothing, and no folder closes for them', async () => {
    const who = await employee({ consent: 'refused' })
    const blocked = await aFolder(app, company)
    const blocking = await aFolder(app, company, { blocks: [blocked.folder] })
    const first = await publish(who, blocking.type)
    const doc = await publish(who, blocked.type)
    const mine = await list(who.bearer)
    expect(mine).toMatchObject({ espera: [], firma_cerrada: 'SIGN_NOT_ALLOWED_CONSENT' })
    expect(mine.carpetas).toHaveLength(2)
    for (const { id } of [first, doc])
      expect((await app.call(me.pdf, { id }, { as: who.bearer })).status).toBe(200)
  })

  test('an ephemeral one lets a document go once it is signed; the copy of the act is there for an hour', async () => {
    const who = await employee()
    const { type } = await aFolder(app, company, { ephemeral: true })
    const doc = await publish(who, type)
    expect((await list(who.bearer)).espera).toHaveLength(1)
    const now = Date.now()
    await sign(doc.id, 'conforme', new Date(now))
    const mine = await list(who.bearer)
    expect([mine.espera, mine.carpetas]).toEqual([[], []])
    expect((await app.call(me.pdf, { id: doc.id, descarga: true }, { as: who.bearer })).status).toBe(200)
    await change(doc.id, { signed_at: new Date(now - 61 * 60_000) })
    expect((await app.call(me.pdf, { id: doc.id }, { as: who.bearer })).code).toBe('NOT_FOUND')
  })

  test('a cancelled document leaves a line for who had read or signed it, and no file', async () => {
    const who = await employee()
    const { type } = await aFolder(app, company)
    const unread = await publish(who, type)
    const read = await publish(who, type, { period: '2026-09-01' })
    await app.call(me.pdf, { id: read.id }, { as: who.bearer })
    const cancelled = {
      state: 'cancelled',
      cancelled_at: new Date(),
      cancelled_by: hr.id,
      cancel_reason: 'Otro mes',
    }
    for (const { id } of [unread, read]) await change(id, cancelled)
    const mine = await list(who.bearer)
    expect(mine.espera).toEqual([])
    expect(mine.carpetas).toMatchObject([{ documentos: [{ id: read.id, estado: 'anulado' }] }])
    expect(mine.carpetas[0].documentos).toHaveLength(1)
    const detail = await app.call(me.document, { id: read.id }, { as: who.bearer })
    expect(detail.data).toMatchObject({ motivo_anulacion: 'Otro mes', firma_cerrada: 'DOCUMENT_CANCELLED' })
    expect((await app.call(me.pdf, { id: read.id }, { as: who.bearer })).code).toBe('DOCUMENT_CANCELLED')
    expect((await app.call(me.document, { id: unread.id }, { as: who.bearer })).code).toBe('NOT_FOUND')
  })
})

describe('reading', () => {
  test('the PDF is the newest revision’s bytes, sandboxed; the first reading is noted once, each is an event', async () => {
    const who = await employee()
    const { type } = await aFolder(app, company)
    const pdf = await payslip({ name: 'Uno, Sola' })
    const doc = await publish(who, type, { pdf })
    app.setNow(new Date('2026-11-04T12:00:00Z'))
    const bearer = await signIn(app, company, who, 'e')
    const answer = await app.call(me.pdf, { id: doc.id }, { as: bearer, address: '10.1.2.3' })
    expect(answer.bytes.equals(Buffer.from(pdf))).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="archivo.pdf"',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(answer.headers['content-security-policy']).toContain('sandbox')
    app.setNow(new Date('2026-11-04T12:05:00Z'))
    const kept = await app.call(me.pdf, { id: doc.id, descarga: true }, { as: bearer })
    expect(decodeURIComponent(String(kept.headers['content-disposition']))).toMatch(/tipo 2026-10\.pdf$/)
    app.setNow(null)
    expect((await rowOf(doc.id)).first_read_at).toEqual(new Date('2026-11-04T12:00:00Z'))
    expect(await eventsOf(doc.id)).toMatchObject([
      { act: 'read', actor_id: who.id, data: { revision: 1 }, address: '10.1.2.3' },
      { act: 'downloaded', actor_id: who.id },
    ])
  })

  test('a page’s picture is reading; the head of the first one is not, and shows no figure', async () => {
    const who = await employee()
    const { type } = await aFolder(app, company)
    const doc = await publish(who, type)
    const head = await app.call(me.page, { id: doc.id, c: 1, miniatura: true }, { as: who.bearer })
    const whole = await sharp(head.bytes).metadata()
    expect(whole.height ?? 0).toBeLessThan((whole.width ?? 0) * 1.415 * 0.21)
    expect((await rowOf(doc.id)).first_read_at).toBeNull()
    expect(await eventsOf(doc.id)).toEqual([])

    const page = await app.call(me.page, { id: doc.id, c: 1 }, { as: who.bearer })
    expect(page.headers['content-type']).toBe('image/png')
    expect((await rowOf(doc.id)).first_read_at).not.toBeNull()
    expect(await eventsOf(doc.id)).toMatchObject([{ act: 'read', data: { page: 1 } }])
    const beyond = await app.call(me.page, { id: doc.id, c: 2 }, { as: who.bearer })
    expect([beyond.status, beyond.code]).toEqual([404, 'PAGE_REQUESTED_NOT_FOUND'])
  })
})

describe('consent', () => {
  test('is given, withdrawn and given again; each is evidence, and a stand is not taken twice', async () => {
    const who = await employee()
    const decide = (decision: 'otorgado' | 'rechazado' | 'retirado') =>
      app.call(me.consent, { decision }, { as: who.bearer })
    expect((await decide('otorgado')).code).toBe('CONSENT_NOT_POSSIBLE')
    expect((await decide('rechazado')).code).toBe('CONSENT_NOT_POSSIBLE')
    expect((await decide('retirado')).data).toEqual({ consentimiento: 'retirado' })
    expect((await list(who.bearer)).firma_cerrada).toBe('SIGN_NOT_ALLOWED_CONSENT')
    expect((await decide('otorgado')).data).toEqual({ consentimiento: 'otorgado' })
    expect((await list(who.bearer)).firma_cerrada).toBeNull()
    const acts = await inCompany(app, company.id, (tx) =>
      tx.db
        .selectFrom('events')
        .select('act')
        .where('subject_kind', '=', 'credential')
        .where('subject_id', '=', who.id)
        .orderBy('id')
        .execute(),
    )
    expect(acts.map(({ act }) => act)).toEqual(['consent_withdrawn', 'consent_given'])
  })
})
