import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { account } from '#contract/account/account.ts'
import { ownAccount } from '#contract/account/own.ts'
import { me } from '#contract/me/me.ts'
import { session } from '#contract/session/session.ts'
import { verification } from '#contract/verification.ts'
import { opensslCades, pdfsig, qpdfCheck, signaturesOf } from '#pdf/testing/judges.ts'
import { payslip } from '#pdf/testing/samples.ts'
import { makeSigners } from '#pdf/testing/signers.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
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
import { aDocument, type DocumentWanted, aFolder } from '#server/testing/published.ts'
import { inviteUser } from '#server/areas/account/operations.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { openSecret } from '#server/shared/identity/secret.ts'
import { authority } from '#server/areas/signing/operations.ts'

let app: TestApp
let company: MadeCompany
let hr: Person & { bearer: string }
let type: number

beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  await aBystander(app, company)
  hr = await anAdministrator(app, company)
  type = (await aFolder(app, company)).type
})

async function employee(wanted: Parameters<typeof aPerson>[2] = {}) {
  const person = await aPerson(app, company, wanted)
  return { ...person, bearer: await signIn(app, company, person, 'e') }
}
type Employee = Awaited<ReturnType<typeof employee>>

const publish = (to: { id: number }, wanted: Partial<DocumentWanted> = {}) =>
  aDocument(app, company, { employee: to.id, type, by: hr.id, ...wanted })

const open = (who: Employee, id: number) => app.call(me.pdf, { id }, { as: who.bearer })

/** Published and opened by its employee. */
async function opened(who: Employee, wanted: Partial<DocumentWanted> = {}) {
  const doc = await publish(who, wanted)
  expect((await open(who, doc.id)).status).toBe(200)
  return doc
}

const sign = (
  who: { bearer: string },
  ids: number[],
  more: { decision?: 'conforme' | 'no_conforme'; comment?: string; password?: string } = {},
  headers: Record<string, string> = {},
) =>
  app.call(
    me.sign,
    { ids, decision: 'conforme', password, ...more },
    { as: who.bearer, headers: { 'user-agent': 'Un teléfono', ...headers }, address: '10.9.8.7' },
  )

/** The rows of a document, its signature and its evidence. */
const stands = (id: number) =>
  inCompany(app, company.id, async (tx) => ({
    document: await tx.db
      .selectFrom('documents')
      .select(['state', 'signing', 'revision', 'signed_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
    revisions: await tx.db
      .selectFrom('document_revisions')
      .innerJoin('files', 'files.id', 'document_revisions.file_id')
      .select(['n', 'made_by', 'document_revisions.sha256', 'files.state', 'files.key'])
      .where('document_id', '=', id)
      .orderBy('n')
      .execute(),
    signatures: await tx.db.selectFrom('signatures').selectAll().where('document_id', '=', id).execute(),
    signed: await tx.db
      .selectFrom('events')
      .innerJoin('event_details', 'event_details.event_id', 'events.id')
      .select(['actor_id', 'data', 'address', 'device', 'text'])
      .where('subject_kind', '=', 'document')
      .where('subject_id', '=', id)
      .where('act', '=', 'signed')
      .execute(),
    cases: await tx.db.selectFrom('disagreements').selectAll().where('document_id', '=', id).execute(),
  }))

const setUser = (id: number, set: object) =>
  inCompany(app, company.id, (tx) => tx.db.updateTable('users').set(set).where('id', '=', id).execute())

test('conforme on a document that the company signed: both signatures stand for other people’s tools', async () => {
  const who = await employee({ firstName: 'Jorge Omar', lastName: 'Ledesma' })
  const signers = await makeSigners()
  const pdf = await signers.signAsCompany(await payslip())
  const doc = await opened(who, { pdf })
  const answer = await sign(who, [doc.id])
  expect(answer.errors).toEqual([])
  expect(answer.data).toMatchObject([
    { id: doc.id, estado: 'conforme', codigo_verificacion: doc.verificationCode, periodo: '2026-10-01' },
  ])

  const printed = await app.call(
    verification.byCode,
    { codigo: doc.verificationCode },
    { address: '10.8.0.1' },
  )
  expect(printed.data.firmas).toMatchObject([{ firmante: 'colaborador', iniciales: 'J. O. L.' }])

  const { bytes } = await open(who, doc.id)
  expect(bytes.subarray(0, pdf.length).equals(Buffer.from(pdf))).toBe(true)
  expect(qpdfCheck(bytes)).toMatchObject({ accepted: true })
  expect(pdfsig(bytes)).toMatchObject({ accepted: true, valid: 2 })
  const root = (await authority(app.services)).certificate
  const second = signaturesOf(bytes)[1]
  expect(second && opensslCades(second.cms, second.content, root)).toMatchObject({ accepted: true })
  const verified = await app.services.engine.verify(bytes)
  expect(verified.ok && verified.signatures.map((one) => one.name)).toEqual([
    'Rivarola, Carlos Eduardo',
    'Ledesma, Jorge Omar',
  ])

  const made = createHash('sha256').update(bytes).digest('hex')
  const signed = createHash('sha256').update(pdf).digest('hex')
  expect(await stands(doc.id)).toMatchObject({
    document: {
      state: 'published',
      signing: 'conforme',
      revision: 2,
      signed_at: new Date(answer.data[0].firmado),
    },
    revisions: [
      { made_by: 'original', sha256: signed, state: 'kept' },
      { made_by: 'employee', sha256: made, state: 'kept' },
    ],
    signatures: [
      {
        revision: 2,
        signer: 'employee',
        user_id: who.id,
        signer_name: 'Ledesma, Jorge Omar',
        decision: 'conforme',
        method: 'password',
        credential: 'own',
        level: 'B-B',
        sha256: made,
      },
    ],
    signed: [
      {
        actor_id: who.id,
        address: '10.9.8.7',
        device: 'Un teléfono',
        data: { decision: 'conforme', method: 'password', credential: 'own', signed, made },
      },
    ],
    cases: [],
  })
  const detail = await app.call(me.document, { id: doc.id }, { as: who.bearer })
  expect(detail.data).toMatchObject({ estado: 'conforme', firma_cerrada: 'SIGN_NOT_ALLOWED_SIGNED' })
  expect(detail.data.firmas).toMatchObject([{ firmante: 'employee', decision: 'conforme' }])
})

test('no conforme takes a reason, is part of the signature, and opens a case', async () => {
  const who = await employee()
  const doc = await opened(who)
  const without = await sign(who, [doc.id], { decision: 'no_conforme', comment: '  ' })
  expect(without).toMatchObject({ code: 'SYSTEM_API_PARAMETER_REQUIRED', errors: [{ field: 'comment' }] })
  const long = await sign(who, [doc.id], { decision: 'no_conforme', comment: 'a'.repeat(501) })
  expect(long).toMatchObject({ status: 422, code: 'SYSTEM_API_VALUE_TOO_LONG' })

  const comment = 'Faltan las 4 horas extra del sábado 17.'
  const answer = await sign(who, [doc.id], { decision: 'no_conforme', comment })
  expect(answer.data).toMatchObject([{ estado: 'no_conforme' }])
  const verified = await app.services.engine.verify((await open(who, doc.id)).bytes)
  expect(verified.ok && verified.signatures[0]?.facts).toMatchObject({ decision: 'no_conforme', comment })
  expect(await stands(doc.id)).toMatchObject({
    document: { signing: 'no_conforme' },
    signatures: [{ decision: 'no_conforme', comment }],
    signed: [{ text: comment }],
    cases: [{ state: 'open' }],
  })
})

test('conforme takes no reason, and signs nothing with one', async () => {
  const who = await employee()
  const doc = await opened(who)
  expect(await sign(who, [doc.id], { comment: 'Con reserva' })).toMatchObject({
    code: 'SYSTEM_API_PARAMETER_NOT_EXPECTED',
    errors: [{ field: 'comment' }],
  })
  expect((await stands(doc.id)).document).toMatchObject({ signing: 'pending', revision: 1 })
})

test('several are signed conforme together, with one password, if each was opened; no conforme one by one', async () => {
  const who = await employee()
  const docs = [await opened(who), await opened(who, { period: '2026-09-01' })]
  const unread = await publish(who, { period: '2026-08-01' })
  const ids = docs.map(({ id }) => id)
  expect((await sign(who, [...ids, unread.id])).code).toBe('SIGN_NOT_ALLOWED_UNREAD')
  for (const id of ids) expect((await stands(id)).document.signing).toBe('pending')
  expect((await sign(who, ids, { decision: 'no_conforme', comment: 'No' })).code).toBe('SIGN_ONE_BY_ONE')
  expect((await sign(who, ids)).data).toHaveLength(2)
  for (const { id, verificationCode } of docs) {
    expect((await stands(id)).document).toMatchObject({ signing: 'conforme', revision: 2 })
    const byCode = await app.call(verification.byCode, { codigo: verificationCode }, { address: '10.8.0.2' })
    expect(byCode.data.firmas).toHaveLength(1)
  }
})

test('a former employee reads, signs and downloads their own documents', async () => {
  const who = await employee({ state: 'inactive' })
  const doc = await opened(who)
  expect((await sign(who, [doc.id])).status).toBe(200)
  expect((await app.call(me.pdf, { id: doc.id, descarga: true }, { as: who.bearer })).status).toBe(200)
})

test('a wrong password signs nothing, counts, and locks after ten', async () => {
  const who = await employee()
  const doc = await opened(who)
  const wrong = await sign(who, [doc.id], { password: 'otra' })
  expect([wrong.status, wrong.code, wrong.errors[0]?.field]).toEqual([
    422,
    codeOf('PASSWORD_WRONG'),
    'password',
  ])
  for (let n = 0; n < 9; n++) await sign(who, [doc.id], { password: 'otra' })
  expect((await sign(who, [doc.id])).code).toBe(codeOf('USER_LOCKED'))
  expect((await stands(doc.id)).document.signing).toBe('pending')
})

describe('signing once', () => {
  test('the same request again gets the same answer and signs once; another one is refused as signed', async () => {
    const who = await employee()
    const doc = await opened(who)
    const key = { 'idempotency-key': 'la misma, dos veces' }
    const first = await sign(who, [doc.id], {}, key)
    const again = await sign(who, [doc.id], {}, key)
    expect(again.data).toEqual(first.data)
    expect((await sign(who, [doc.id])).code).toBe('SIGN_NOT_ALLOWED_SIGNED')
    expect((await stands(doc.id)).revisions).toHaveLength(2)
  })

  test('two devices at once: one signs, the other is refused, and nothing is doubled', async () => {
    const who = await employee()
    const doc = await opened(who)
    const answers = await Promise.all([
      sign(who, [doc.id]),
      sign(who, [doc.id], { decision: 'no_conforme', comment: 'No' }),
    ])
    const [won, lost] = answers.toSorted((one, other) => one.status - other.status)
    expect(won?.status).toBe(200)
    expect(['DOCUMENT_CHANGED', 'SIGN_NOT_ALLOWED_SIGNED']).toContain(lost?.code)
    const { revisions, signatures, signed } = await stands(doc.id)
    expect([revisions.length, signatures.length, signed.length]).toEqual([2, 1, 1])
  })
})

describe('documents that may not be signed', () => {
  test('another’s, a cancelled one, one that asks for no signature, one behind a closed folder', async () => {
    const who = await employee()
    const other = await employee()
    const theirs = await opened(other)
    expect((await sign(who, [theirs.id])).code).toBe('NOT_FOUND')

    const waiting = await publish(who, { state: 'waiting_company_signature' })
    expect((await sign(who, [waiting.id])).code).toBe('NOT_FOUND')

    const unasked = await opened(who, { signing: 'none', period: '2026-02-01' })
    expect((await sign(who, [unasked.id])).code).toBe('SIGN_NOT_ALLOWED_NOT_ASKED')

    const cancelled = await opened(who, { period: '2026-03-01' })
    await inCompany(app, company.id, (tx) =>
      tx.db
        .updateTable('documents')
        .set({ state: 'cancelled', cancelled_at: new Date(), cancelled_by: hr.id, cancel_reason: 'Otro mes' })
        .where('id', '=', cancelled.id)
        .execute(),
    )
    expect((await sign(who, [cancelled.id])).code).toBe('DOCUMENT_CANCELLED')

    const blocked = await aFolder(app, company)
    const blocking = await aFolder(app, company, { blocks: [blocked.folder] })
    await publish(who, { type: blocking.type })
    const behind = await publish(who, { type: blocked.type })
    expect((await sign(who, [behind.id])).code).toBe('SIGN_NOT_ALLOWED_CLOSED')
  })

  test('anything, by who refused or withdrew, until they agree', async () => {
    const who = await employee()
    const doc = await opened(who)
    await app.call(me.consent, { decision: 'retirado' }, { as: who.bearer })
    expect((await sign(who, [doc.id])).code).toBe('SIGN_NOT_ALLOWED_CONSENT')
    expect((await app.call(me.document, { id: doc.id }, { as: who.bearer })).data.firma_cerrada).toBe(
      'SIGN_NOT_ALLOWED_CONSENT',
    )
    await app.call(me.consent, { decision: 'otorgado' }, { as: who.bearer })
    expect((await sign(who, [doc.id])).status).toBe(200)
  })

  test('anything, by who refused from the beginning', async () => {
    const who = await employee({ consent: 'refused' })
    const doc = await opened(who)
    expect((await sign(who, [doc.id])).code).toBe('SIGN_NOT_ALLOWED_CONSENT')
    expect((await stands(doc.id)).document.signing).toBe('pending')
  })

  test('anything, by who was never asked for their consent', async () => {
    const who = await employee({ consent: null })
    const doc = await opened(who)
    expect((await sign(who, [doc.id])).code).toBe('SIGN_NOT_ALLOWED_CONSENT')
    expect((await stands(doc.id)).document.signing).toBe('pending')
  })

  test('a file that is no longer what was published', async () => {
    const who = await employee()
    const doc = await opened(who)
    const { key = '' } = (await stands(doc.id)).revisions[0] ?? {}
    const put = await app.services.files.put(company.id, await payslip({ name: 'Otra, Persona' }), {
      type: 'pdf',
      maxBytes: 10_485_760,
    })
    await inCompany(app, company.id, (tx) =>
      tx.db.updateTable('files').set({ key: put.key }).where('key', '=', key).execute(),
    )
    expect((await sign(who, [doc.id])).status).toBe(500)
    expect(await stands(doc.id)).toMatchObject({ document: { signing: 'pending' }, signatures: [] })
  })

  test('anything, from the administrators’ portal', async () => {
    const both = await aPerson(app, company, { profiles: ['employee', 'hr'] })
    const doc = await publish(both)
    const bearer = await signIn(app, company, both, 's')
    expect((await sign({ bearer }, [doc.id])).code).toBe('SESSION_OTHER_SITE')
  })
})

describe('the employer can’t sign as the employee', () => {
  test('an employee with a password set by another reads, and signs only after a link that reached them', async () => {
    const who = await employee({ maySign: false })
    const doc = await opened(who)
    expect((await app.call(me.documents, {}, { as: who.bearer })).data.firma_cerrada).toBe(
      'SIGN_NOT_ALLOWED_CREDENTIAL',
    )
    expect((await sign(who, [doc.id])).code).toBe('SIGN_NOT_ALLOWED_CREDENTIAL')

    // Changing it inside the session opens nothing: whoever set the first one could do that too.
    const changed = { oldpass: password, pass: 'Ventana-17-verde', repass: 'Ventana-17-verde' }
    expect((await app.call(account.changePassword, changed, { as: who.bearer })).status).toBe(200)
    expect((await sign(who, [doc.id], { password: 'Ventana-17-verde' })).code).toBe(
      'SIGN_NOT_ALLOWED_CREDENTIAL',
    )

    const evidence = { actorId: hr.id, detail: { address: '10.0.0.1', device: '' } }
    await inCompany(app, company.id, (tx) => inviteUser(tx, app.services, who.id, evidence))
    const token = await tokenMailedTo(who)
    const own = 'Caballo-93-rojo'
    const used = await app.call(account.resetPassword, {
      email: who.mail ?? '',
      token,
      pass: own,
      repass: own,
    })
    expect(used.status).toBe(200)
    // The link ended every session.
    expect((await sign(who, [doc.id], { password: own })).status).toBe(401)
    const back = await app.call(session.login, { user: who.username, password: own, site: 'e' })
    // A document opened before doesn't count as read by the person.
    await open({ ...who, bearer: back.data.jwt }, doc.id)
    expect((await sign({ bearer: back.data.jwt }, [doc.id], { password: own })).status).toBe(200)
  })

  test('the password made by the employee’s own link opens signing again after such a change', async () => {
    const who = await employee()
    const doc = await opened(who)
    await setUser(who.id, { may_sign_since: null, mail: `ajena.${who.mail}` })
    expect((await sign(who, [doc.id])).code).toBe('SIGN_NOT_ALLOWED_CREDENTIAL')
    const own = 'Caballo-93-rojo'
    const change = { oldpass: password, pass: own, repass: own }
    expect((await app.call(account.changePassword, change, { as: who.bearer })).status).toBe(200)
    expect((await sign(who, [doc.id], { password: own })).status).toBe(200)
  })

  test('a change while the file is being signed counts: nothing is kept', async () => {
    const who = await employee()
    const doc = await opened(who)
    const { engine } = app.services
    const original = engine.sign
    engine.sign = async (request) => {
      await setUser(who.id, { may_sign_since: null })
      return original(request)
    }
    const answer = await sign(who, [doc.id])
    engine.sign = original
    expect(answer.code).toBe('SIGN_NOT_ALLOWED_CREDENTIAL')
    expect(await stands(doc.id)).toMatchObject({
      document: { signing: 'pending', revision: 1 },
      signatures: [],
    })
  })

  test('a session that its person ends while the file is being signed signs nothing', async () => {
    const who = await employee()
    const doc = await opened(who)
    const owners = await signIn(app, company, who, 'e')
    const headers = await stepUp(app, owners)
    const { engine } = app.services
    const original = engine.sign
    engine.sign = async (request) => {
      const ended = await app.call(ownAccount.endOtherSessions, {}, { as: owners, headers })
      expect(ended.data).toEqual({ cerradas: 1 })
      return original(request)
    }
    const answer = await sign(who, [doc.id])
    engine.sign = original
    expect(answer.status).toBe(401)
    expect(await stands(doc.id)).toMatchObject({
      document: { signing: 'pending', revision: 1 },
      signatures: [],
    })
  })
})

/** The token of the newest invitation, read from the mail's sealed link as the mailer does. */
async function tokenMailedTo(who: Person): Promise<string> {
  const mail = await inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('mails')
      .select(['secret', 'message_id'])
      .where('user_id', '=', who.id)
      .where('event', '=', 'new_user')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow(),
  )
  const link = openSecret(
    app.services.config.appSecret,
    'mail',
    mail.secret ?? Buffer.alloc(0),
    mail.message_id,
  )
  return link.split('#')[1] ?? ''
}
