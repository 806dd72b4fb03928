import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ownAccount } from '#contract/account/own.ts'
import { actions } from '#contract/actions.ts'
import { approvals } from '#contract/approvals.ts'
import type { AnswerOf, InputOf } from '#contract/call.ts'
import { employees } from '#contract/employees/employees.ts'
import { codeOf } from '#contract/errors.ts'
import { employment } from '#contract/employees/employment.ts'
import { folderSettings } from '#contract/folders/settings.ts'
import { inbox } from '#contract/inbox.ts'
import { me } from '#contract/me/me.ts'
import { papers } from '#contract/papers.ts'
import { ownCalls, selfService } from '#contract/self-service/self-service.ts'
import { opensslCades, pdfsig, signaturesOf } from '#pdf/testing/judges.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { authority } from '#server/areas/signing/operations.ts'
import { today } from '#server/shared/today.ts'
import { openSecret } from '#server/shared/identity/secret.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aType } from '#server/testing/documents.ts'
import {
  aCompany,
  aLimited,
  anAdministrator,
  aPerson,
  inCompany,
  password,
  type Person,
  signIn,
  stepUp,
} from '#server/testing/factories.ts'
import { forgetOldChanges } from './jobs.ts'

type Somebody = Person & { bearer: string }
type Shown = AnswerOf<typeof selfService.one>

const account = '2850590940090418135201'
const another = '0170099220000067797370'
const address = { calle: 'Rivadavia', numero: '1290', ciudad: 'Pilar', provincia: 'Buenos Aires' }

let app: TestApp
let company: MadeCompany
let hr: Somebody
let second: Somebody
let place: { id: number; folderId: number }

beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  await aBystander(app, company)
  hr = await anAdministrator(app, company)
  second = await anAdministrator(app, company)
  place = await aType(app, company, { name: 'Domicilios', hasPeriod: false })
  for (const action of ['bank', 'contact', 'identity'] as const) await turnOn({ action })
  await turnOn({ action: 'address', idcarpeta: place.folderId, idsubcarpeta: place.id })
})

let worker: Somebody
beforeEach(async () => {
  worker = await aWorker()
})

const turnOn = (input: InputOf<typeof selfService.turnOn>) =>
  app.call(selfService.turnOn, input, { as: hr.bearer })

async function aWorker(wanted: Parameters<typeof aPerson>[2] = {}): Promise<Somebody> {
  const person = await aPerson(app, company, wanted)
  return { ...person, bearer: await signIn(app, company, person, 'e') }
}

const mine = async (section: keyof typeof ownCalls, as = worker.bearer) =>
  (await app.call(ownCalls[section].read, {}, { as })).data
const setBank = async (input: InputOf<typeof selfService.setBank>, as = worker.bearer) =>
  app.call(selfService.setBank, input, { as, headers: await stepUp(app, as) })
const bankOf = (cbu = account) => ({ banco: 'Banco Nación', tipo_cuenta: 'Caja de ahorro', cbu })
const setAddress = (input: InputOf<typeof selfService.setAddress>, as = worker.bearer) =>
  app.call(selfService.setAddress, { password, ...input }, { as })
const changesOf = async ({ id }: Person, as = hr.bearer): Promise<Shown[]> =>
  (await app.call(selfService.ofPerson, { id }, { as })).data
const decide = async (
  id: number,
  estado: 'aprobado' | 'rechazado',
  as = hr.bearer,
  comments = 'No coincide',
) =>
  app.call(
    selfService.decide,
    { id, estado, ...(estado === 'rechazado' && { comments }) },
    { as, headers: await stepUp(app, as) },
  )
const recordOf = async ({ id }: Person) => (await app.call(employees.one, { id }, { as: hr.bearer })).data
const mailsTo = ({ id }: Person) =>
  inCompany(app, company.id, ({ db }) =>
    db
      .selectFrom('mails')
      .select(['event', 'to_address', 'secret', 'message_id', 'variables'])
      .where('user_id', '=', id)
      .where('event', 'like', '%change_%')
      .orderBy('id')
      .execute(),
  )
const tokensOf = async (who: Person) =>
  (await mailsTo(who)).flatMap(({ secret, message_id }) =>
    secret
      ? [openSecret(app.services.config.appSecret, 'mail', secret, message_id).split('#cuenta.')[1] ?? '']
      : [],
  )

describe('the configuration', () => {
  test('lists four sections, turns each on once and off once', async () => {
    const list = async () => (await app.call(selfService.list, {}, { as: hr.bearer })).data
    expect(await list()).toMatchObject([
      { action: 'address', activa: true, aprobacion: true, idcarpeta: place.folderId, tipo: 'Domicilios' },
      { action: 'bank', activa: true, aprobacion: true, aprobacion_fija: true },
      { action: 'contact', activa: true, aprobacion: false },
      { action: 'identity', activa: true, aprobacion: false },
    ])
    expect((await turnOn({ action: 'contact' })).code).toBe('ACTION_ALREADY_EXISTS')
    const off = () => app.call(selfService.turnOff, { action: 'contact' }, { as: hr.bearer })
    expect((await off()).data).toMatchObject({ activa: false })
    expect((await off()).code).toBe('FAILED_DELETE_ACTION')
    expect((await mine('contact')).ofrecida).toBe(false)
    const refused = await app.call(selfService.setContact, { phone: '11 4000 0000' }, { as: worker.bearer })
    expect(refused.code).toBe('SELF_SERVICE_OFF')
    const adjusted = await app.call(selfService.adjust, { action: 'contact' }, { as: hr.bearer })
    expect(adjusted.code).toBe('FAILED_SAVE_DATA')
    await turnOn({ action: 'contact' })
    expect((await mine('contact')).ofrecida).toBe(true)
  })

  test('the address needs a folder and a type that employees see', async () => {
    await app.call(selfService.turnOff, { action: 'address' }, { as: hr.bearer })
    const none = await anOtherCompany()
    expect((await app.call(selfService.turnOn, { action: 'address' }, { as: none })).code).toBe(
      'NOT_FOUND_FOLDER_CONFIG',
    )
    const monthly = await aType(app, company, { name: 'Mensual' })
    const wrong = { action: 'address' as const, idcarpeta: monthly.folderId, idsubcarpeta: monthly.id }
    expect((await turnOn(wrong)).errors).toMatchObject([
      { code: 'NOT_FOUND_FOLDER_CONFIG', field: 'idsubcarpeta' },
    ])
    // A type of another folder is none of this one.
    const [here, there] = [
      await aType(app, company, { hasPeriod: false }),
      await aType(app, company, { hasPeriod: false }),
    ]
    const mixed = { ...wrong, idcarpeta: here.folderId, idsubcarpeta: there.id }
    expect(here.folderId).not.toBe(there.folderId)
    expect((await turnOn(mixed)).errors).toMatchObject([
      { code: 'NOT_FOUND_FOLDER_CONFIG', field: 'idsubcarpeta' },
    ])
    expect((await turnOn({ action: 'address' })).status).toBe(200)
  })

  test('the folder and type of the statement can be neither hidden nor archived', async () => {
    const hide = async (id: number) => {
      const { data: folder } = await app.call(folderSettings.one, { id }, { as: hr.bearer })
      const { nombre, orden, prioridadFirma } = folder
      const kept = { nombre, orden, prioridadFirma, firmable: false, efimero: false, idTemplate: null }
      return app.call(folderSettings.change, { id, ...kept, visible: false, bloquea: [] }, { as: hr.bearer })
    }
    const hidden = await hide(place.folderId)
    expect(hidden.errors).toMatchObject([{ code: 'FOLDER_USED_BY_SELF_SERVICE', field: 'visible' }])
    const removed = await app.call(folderSettings.remove, { id: place.folderId }, { as: hr.bearer })
    expect(removed.errors).toContainEqual(expect.objectContaining({ code: 'FOLDER_USED_BY_SELF_SERVICE' }))
    const { data: holds } = await app.call(folderSettings.holds, { id: place.folderId }, { as: hr.bearer })
    expect(holds).toMatchObject({ autogestion: true })
    // Another folder is free to be.
    const other = await aType(app, company, { name: 'Sueltos' })
    expect((await hide(other.folderId)).status).toBe(200)
  })
})

async function anOtherCompany(): Promise<string> {
  return (await anAdministrator(app, await aCompany(app))).bearer
}

describe('contact and identity', () => {
  test('contact is changed at once, and by the specification’s path with one’s own id alone', async () => {
    const input = { phone: '11 4000 0000', contacto_emergencia: 'Silvia Ríos', tipo_contacto: 'Madre' }
    const { data } = await app.call(selfService.setContact, input, { as: worker.bearer })
    expect(data).toMatchObject({ actual: { ...input, mail_personal: null }, pendiente: null })
    expect(await recordOf(worker)).toMatchObject(input)
    const path = { id: worker.id, phone: '11 4111 1111' }
    expect((await app.call(selfService.setContactOf, path, { as: worker.bearer })).status).toBe(200)
    expect(
      (await app.call(selfService.setContactOf, { ...path, id: hr.id }, { as: worker.bearer })).code,
    ).toBe('NOT_FOUND')
    expect((await app.call(selfService.setContactOf, path, { as: worker.bearer })).code).toBe(
      'SELF_SERVICE_SAME',
    )
  })

  test('identity waits where the company decides, and a newer proposal takes the place of an older one', async () => {
    await app.call(selfService.adjust, { action: 'identity', aprobacion: true }, { as: hr.bearer })
    const propose = (apodo: string) => app.call(selfService.setIdentity, { apodo }, { as: worker.bearer })
    await Promise.all([propose('Lu'), propose('Lucho')])
    const { pendiente } = await mine('identity')
    const [change, ...others] = await changesOf(worker)
    expect(others).toEqual([])
    expect(change).toMatchObject({
      id: pendiente?.id,
      seccion: 'identity',
      campos: [{ campo: 'apodo', actual: null, propuesto: pendiente?.propuesto['apodo'] }],
    })
    expect((await decide(change?.id ?? 0, 'aprobado')).status).toBe(200)
    expect((await recordOf(worker)).apodo).toBe(pendiente?.propuesto['apodo'])
    await app.call(selfService.adjust, { action: 'identity', aprobacion: false }, { as: hr.bearer })
    await propose('Lucía')
    expect((await mine('identity')).actual).toEqual({
      apodo: 'Lucía',
      apellido: expect.any(String),
      sex: 'undisclosed',
    })
  })

  test('gender is seen by its owner, and at the portal by those who administer employees', async () => {
    await app.call(selfService.setIdentity, { sex: 'non_binary' }, { as: worker.bearer })
    expect((await mine('identity')).actual['sex']).toBe('non_binary')
    expect((await recordOf(worker)).sex).toBe('non_binary')
    const manager = await aPerson(app, company, { profiles: ['employee', 'manager'] })
    await inCompany(app, company.id, ({ db }) =>
      db.updateTable('employees').set({ manager_id: manager.id }).where('id', '=', worker.id).execute(),
    )
    const as = await signIn(app, company, manager, 's')
    expect((await app.call(employees.one, { id: worker.id }, { as })).data).toMatchObject({
      id: worker.id,
      sex: null,
    })
  })

  test.each([
    [{ apodo: '42' }, 'NICKNAME_INVALID'],
    [{ apodo: 'L' }, 'SYSTEM_API_VALUE_TOO_SHORT'],
    [{ apodo: '<b>Lu</b>' }, 'NICKNAME_INVALID'],
    [{ apodo: 'Lu\u202Eicu' }, 'NICKNAME_INVALID'],
    [{ apodo: 'Lu\u200Bcho' }, 'NICKNAME_INVALID'],
    [{ apellido: 'Paz\u0007' }, 'LAST_NAME_INVALID'],
  ] as const)('%j is refused with %s', async (input, refusal) => {
    const { status, errors } = await app.call(selfService.setIdentity, input, { as: worker.bearer })
    expect(status).toBe(422)
    expect(errors).toMatchObject([{ code: codeOf(refusal), field: Object.keys(input)[0] }])
    expect((await mine('identity')).actual['apodo']).toBeNull()
  })

  test('a picture waits where the company approves pictures, for its owner and those who decide', async () => {
    await app.call(selfService.setOptions, { fotos: true }, { as: hr.bearer })
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const file = { name: 'yo.png', bytes: png }
    const saved = await app.call(ownAccount.saveAvatar, { id: worker.id }, { as: worker.bearer, file })
    expect(saved.data).toEqual({ foto: null, espera: true })
    const photo = (as: string, pending?: true) =>
      app.call(ownAccount.photo, { userId: worker.id, ...(pending && { pending }) }, { as })
    expect((await photo(worker.bearer)).status).toBe(404)
    expect((await photo(worker.bearer, true)).status).toBe(200)
    expect((await photo(hr.bearer, true)).status).toBe(200)
    expect((await photo((await aWorker()).bearer, true)).status).toBe(404)
    const [change] = await changesOf(worker)
    await decide(change?.id ?? 0, 'aprobado')
    expect((await photo(worker.bearer)).status).toBe(200)
    expect((await photo(worker.bearer, true)).status).toBe(404)
    await app.call(selfService.setOptions, { fotos: false }, { as: hr.bearer })
    const { data } = await app.call(ownAccount.saveAvatar, { id: worker.id }, { as: worker.bearer, file })
    expect(data).toEqual({ foto: expect.any(String), espera: false })
  })
})

describe('the account', () => {
  test('is proposed with a step-up, seen masked, approved with one, and then the record’s', async () => {
    expect((await app.call(selfService.setBank, bankOf(), { as: worker.bearer })).code).toBe(
      'STEP_UP_REQUIRED',
    )
    expect((await setBank(bankOf())).data).toMatchObject({
      pendiente: { propuesto: { cbu: '••••5201', banco: 'Banco Nación' }, congelado: false },
    })
    expect((await recordOf(worker)).cbu).toBeNull()
    const [change] = await changesOf(worker)
    const id = change?.id ?? 0
    expect(change).toMatchObject({ seccion: 'bank', alertas: { de_otros: [], correo_cambiado: null } })
    expect(JSON.stringify(change)).not.toContain(account)
    const viewer = await anAdministrator(app, company)
    const see = (headers = {}) => app.call(selfService.wholeAccount, { id }, { as: viewer.bearer, headers })
    expect((await see()).code).toBe('STEP_UP_REQUIRED')
    const { data: whole } = await see(await stepUp(app, viewer.bearer))
    expect(whole).toEqual({ cbu: account, cci: null, cuenta: null })
    const events = await inCompany(app, company.id, ({ db }) =>
      db
        .selectFrom('events')
        .leftJoin('event_details', 'event_details.event_id', 'events.id')
        .select(['events.act', 'events.actor_id'])
        .where('subject_kind', '=', 'change')
        .where('subject_id', '=', id)
        .execute(),
    )
    expect(events).toContainEqual({ act: 'account_seen', actor_id: viewer.id })
    expect((await app.call(selfService.approve, { id }, { as: hr.bearer })).code).toBe('STEP_UP_REQUIRED')
    expect((await decide(id, 'aprobado')).status).toBe(200)
    expect(await recordOf(worker)).toMatchObject({ cbu: '••••5201', banco: 'Banco Nación' })
    expect((await mailsTo(worker)).map(({ event }) => event)).toEqual([
      'bank_change_proposed',
      'bank_change_approved',
    ])
    expect((await mine('bank')).ultimo).toMatchObject({ estado: 'aprobado', motivo: null })
  })

  test('is decided once: the second person gets 409 with who was faster, and approving races withdrawing', async () => {
    await setBank(bankOf())
    const [change] = await changesOf(worker)
    const id = change?.id ?? 0
    expect((await decide(id, 'rechazado')).status).toBe(200)
    expect((await decide(id, 'aprobado', second.bearer)).code).toBe('APPROVAL_DECIDED')
    expect((await mine('bank')).ultimo).toMatchObject({ estado: 'rechazado', motivo: 'No coincide' })
    await setBank(bankOf())
    const [again] = await changesOf(worker)
    const outcomes = await Promise.all([
      decide(again?.id ?? 0, 'aprobado'),
      app.call(approvals.withdraw, { id: again?.id_aprobacion ?? 0 }, { as: worker.bearer }),
    ])
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(['••••5201', null]).toContain((await recordOf(worker)).cbu)
  })

  test('is approved by nobody whose own it is, nor by its proposer or somebody who only lists employees', async () => {
    await setBank(bankOf(another))
    const [change] = await changesOf(worker)
    const id = change?.id ?? 0
    await inCompany(app, company.id, ({ db }) =>
      db
        .insertInto('employee_bank_accounts')
        .values({ company_id: company.id, employee_id: second.id, cbu: another })
        .execute(),
    )
    expect((await decide(id, 'aprobado', second.bearer)).code).toBe('SELF_SERVICE_OWN_ACCOUNT')
    expect((await changesOf(worker))[0]?.alertas).toMatchObject({ de_otros: [{ id: second.id }] })
    // The list says so, too.
    const { data: tasks } = await app.call(inbox.tasks, { bandeja: 'cambios' }, { as: hr.bearer })
    const task = tasks.find(({ asunto }: { asunto: number }) => asunto === id)
    expect(task).toMatchObject({ seccion: 'bank', alerta: true })
    const own = await aPerson(app, company, { profiles: ['employee', 'hr'] })
    const site = await signIn(app, company, own, 'e')
    await setBank(bankOf(), site)
    const theirs = (await changesOf(own))[0]?.id ?? 0
    const portal = await signIn(app, company, own, 's')
    expect((await decide(theirs, 'aprobado', portal)).code).toBe('APPROVAL_OWN')
    const limited = await aLimited(app, company, { sector: 'Otro', actions: [actions.employees] })
    expect((await app.call(selfService.one, { id }, { as: limited.bearer })).code).toBe('NOT_FOUND')
    await inCompany(app, company.id, ({ db }) =>
      db.deleteFrom('employee_bank_accounts').where('employee_id', '=', second.id).execute(),
    )
  })

  test('is frozen by the link of either mail, once, and released by a colleague with a step-up', async () => {
    const formerly = worker.mail
    await setBank(bankOf())
    const { headers } = { headers: await stepUp(app, hr.bearer) }
    await app.call(
      employees.changeMail,
      { id: worker.id, mail: `otra.${worker.id}@correo.example` },
      { as: hr.bearer, headers },
    )
    await setBank(bankOf(another))
    const sent = await mailsTo(worker)
    expect(sent.slice(1).map(({ to_address }) => to_address)).toEqual([
      `otra.${worker.id}@correo.example`,
      formerly,
    ])
    const [change] = await changesOf(worker)
    const id = change?.id ?? 0
    expect(change?.alertas?.correo_cambiado).toBeTruthy()
    const token = (await tokensOf(worker)).at(-1) ?? ''
    const freeze = () => app.call(selfService.freeze, { token })
    expect((await freeze()).data).toMatchObject({ aplicada: false })
    expect((await freeze()).code).toBe(codeOf('LINK_EXPIRED'))
    expect((await decide(id, 'aprobado')).code).toBe('SELF_SERVICE_FROZEN')
    expect((await setBank(bankOf())).code).toBe('SELF_SERVICE_FROZEN')
    expect((await mailsTo(second)).map(({ event }) => event)).toContain('bank_change_frozen')
    const release = async (as: string) =>
      app.call(selfService.release, { id }, { as, headers: await stepUp(app, as) })
    expect((await app.call(selfService.release, { id }, { as: hr.bearer })).code).toBe('STEP_UP_REQUIRED')
    expect((await release(hr.bearer)).status).toBe(200)
    expect((await release(hr.bearer)).code).toBe('SELF_SERVICE_NOT_FROZEN')
    expect((await decide(id, 'aprobado')).status).toBe(200)
    // After the approval another link says so, and shuts what comes.
    const later = (await tokensOf(worker)).at(-1) ?? ''
    expect((await app.call(selfService.freeze, { token: later })).data).toMatchObject({ aplicada: true })
    expect((await mine('bank')).congelada).toBe(true)
  })

  test('names a confidential person to nobody who doesn’t see such people', async () => {
    const lesser = await aPerson(app, company, { profiles: [] })
    await inCompany(app, company.id, async ({ db }) => {
      const { id } = await db
        .insertInto('profiles')
        .values({ company_id: company.id, type: 2, kind: 'hr', name: 'RR. HH. sin reservados' })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('profile_actions')
        .values({ company_id: company.id, profile_id: id, action: actions.employeeAdministration })
        .execute()
      await db
        .insertInto('user_profiles')
        .values({ company_id: company.id, user_id: lesser.id, profile_id: id, type: 2 })
        .execute()
    })
    const told = async (who: Person) => (await mailsTo(who)).map(({ event }) => event)
    const before = await told(second)
    const hidden = await aWorker({ confidential: true })
    await setBank(bankOf(), hidden.bearer)
    const [token = ''] = await tokensOf(hidden)
    expect((await app.call(selfService.freeze, { token })).status).toBe(200)
    expect([await told(lesser), await told(second)]).toEqual([[], [...before, 'bank_change_frozen']])
    await setBank(bankOf())
    const [other = ''] = await tokensOf(worker)
    await app.call(selfService.freeze, { token: other })
    expect(await told(lesser)).toEqual(['bank_change_frozen'])
  })

  test('keeps its links through a change of the password, for thirty days', async () => {
    await setBank(bankOf())
    const [token = ''] = await tokensOf(worker)
    const links = () =>
      inCompany(app, company.id, ({ db }) =>
        db
          .selectFrom('credential_links')
          .select(['cancelled_at', 'expires_at'])
          .where('user_id', '=', worker.id)
          .where('kind', '=', 'bank_objection')
          .execute(),
      )
    expect(await links()).toMatchObject([{ cancelled_at: null }])
    await inCompany(app, company.id, ({ db }) =>
      db
        .updateTable('credential_links')
        .set({ expires_at: new Date(Date.now() - 1000) })
        .where('user_id', '=', worker.id)
        .where('kind', '=', 'bank_objection')
        .execute(),
    )
    expect((await app.call(selfService.freeze, { token })).code).toBe(codeOf('LINK_EXPIRED'))
  })

  test.each([
    [{ cbu: '2850590940090418135202' }, 'cbu'],
    [{ cbu: '123' }, 'cbu'],
    [{ cbu: '1'.repeat(35) }, 'cbu'],
    [{ cbu: account, banco: '<script>' }, 'banco'],
    [{ cbu: account, cuenta: 'abc' }, 'cuenta'],
    [{ cbu: account, cuenta: '1'.repeat(35) }, 'cuenta'],
    [{ cbu: account, banco: 'B' }, 'banco'],
  ])('%j is refused at %s', async (input, field) => {
    const { status, errors } = await setBank({ ...bankOf(), ...input })
    expect([status, errors?.[0]?.field]).toEqual([422, field])
    expect(await changesOf(worker)).toEqual([])
  })

  test('equal to the present one is refused, and another’s change isn’t there', async () => {
    await setBank(bankOf())
    const [change] = await changesOf(worker)
    const id = change?.id ?? 0
    await decide(id, 'aprobado')
    expect((await setBank({ cbu: account })).code).toBe('SELF_SERVICE_SAME')
    const elsewhere = await anOtherCompany()
    expect((await app.call(selfService.one, { id }, { as: elsewhere })).code).toBe('NOT_FOUND')
    expect((await app.call(selfService.approve, { id }, { as: elsewhere })).code).toBe('NOT_FOUND')
  })
})

describe('the address', () => {
  test('makes a statement that is signed in the act, waits with the change, and is published with it', async () => {
    const read = await app.call(selfService.statement, address, { as: worker.bearer })
    expect(read.data.datos.at(-1)).toEqual(['Domicilio declarado', 'Rivadavia 1290, Pilar, Buenos Aires'])
    expect(read.data.fuente).toContain('Código Civil y Comercial')
    expect((await app.call(selfService.setAddress, address, { as: worker.bearer })).errors).toMatchObject([
      { field: 'password' },
    ])
    expect((await setAddress(address)).data.pendiente).toMatchObject({ declaracion: 'firmada' })
    const [change] = await changesOf(worker)
    const document = change?.documento?.id ?? 0
    const pdf = await app.call(selfService.myStatement, { id: change?.id ?? 0 }, { as: worker.bearer })
    expect(pdfsig(pdf.bytes)).toMatchObject({ accepted: true, valid: 1 })
    const [signature] = signaturesOf(pdf.bytes)
    if (!signature) throw new Error('unsigned')
    const { certificate } = await authority(app.services)
    expect(opensslCades(signature.cms, signature.content, certificate)).toMatchObject({ accepted: true })
    const stateOf = () =>
      inCompany(app, company.id, ({ db }) =>
        db
          .selectFrom('documents')
          .select(['state', 'signing', 'revision', 'source'])
          .where('id', '=', document)
          .executeTakeFirstOrThrow(),
      )
    expect(await stateOf()).toEqual({
      state: 'waiting_approval',
      signing: 'conforme',
      revision: 2,
      source: 'self_service',
    })
    expect((await decide(change?.id ?? 0, 'aprobado')).status).toBe(200)
    expect(await stateOf()).toMatchObject({ state: 'published', revision: 2 })
    expect(await recordOf(worker)).toMatchObject(address)
    expect((await app.call(me.document, { id: document }, { as: worker.bearer })).status).toBe(200)
  })

  test('is rejected with its statement, which nobody else sees any more', async () => {
    await setAddress(address)
    const [change] = await changesOf(worker)
    await decide(change?.id ?? 0, 'rechazado')
    const { state } = await inCompany(app, company.id, ({ db }) =>
      db
        .selectFrom('documents')
        .select('state')
        .where('id', '=', change?.documento?.id ?? 0)
        .executeTakeFirstOrThrow(),
    )
    expect(state).toBe('rejected')
    expect((await recordOf(worker)).calle).toBeNull()
    await inCompany(app, company.id, ({ db }) =>
      db
        .updateTable('pending_changes')
        .set({ ended_at: '2025-01-01T00:00:00Z' })
        .where('id', '=', change?.id ?? 0)
        .execute(),
    )
    await forgetOldChanges(app.services)
    const { proposed } = await inCompany(app, company.id, ({ db }) =>
      db
        .selectFrom('pending_changes')
        .select('proposed')
        .where('id', '=', change?.id ?? 0)
        .executeTakeFirstOrThrow(),
    )
    expect(proposed).toEqual({})
  })

  test('of somebody without consent is marked for paper, and takes the scan once it is published', async () => {
    const without = await aWorker({ consent: 'refused' })
    expect(await mine('address', without.bearer)).toMatchObject({ declara: 'papel' })
    expect((await setAddress(address, without.bearer)).code).toBe(codeOf('SIGN_NOT_ALLOWED_CONSENT'))
    const onPaper = await app.call(selfService.setAddress, address, { as: without.bearer })
    expect(onPaper.data.pendiente).toMatchObject({ declaracion: 'en_papel' })
    const [change] = await changesOf(without)
    await decide(change?.id ?? 0, 'aprobado')
    const { data } = await app.call(papers.list, { id: change?.documento?.id ?? 0 }, { as: hr.bearer })
    expect(data).toMatchObject({ admite: true })
  })

  test('of somebody who left meanwhile is approved by nobody, and withdrawn', async () => {
    await setAddress(address)
    const [change] = await changesOf(worker)
    await app.call(
      employment.end,
      {
        id: worker.id,
        fechabaja: today('America/Argentina/Buenos_Aires', new Date()),
        motivo: 'resignation',
      },
      { as: hr.bearer, headers: await stepUp(app, hr.bearer) },
    )
    expect((await decide(change?.id ?? 0, 'aprobado')).code).toBe('SELF_SERVICE_LEFT')
    await app.services.jobs.runDueJobs()
    expect(await changesOf(worker)).toEqual([])
    expect((await mine('address')).ofrecida).toBe(false)
  })

  test('that waits can still be decided once its section is off', async () => {
    await setAddress(address)
    await app.call(selfService.turnOff, { action: 'address' }, { as: hr.bearer })
    const [change] = await changesOf(worker)
    expect((await decide(change?.id ?? 0, 'aprobado')).status).toBe(200)
    await turnOn({ action: 'address' })
    expect(await recordOf(worker)).toMatchObject(address)
  })

  test('elsewhere than in Argentina makes a statement where the company asks for one', async () => {
    const brazil = await aCompany(app, { country: 'BR' })
    const admin = await anAdministrator(app, brazil)
    const kept = await aType(app, brazil, { hasPeriod: false })
    const person = await aPerson(app, brazil)
    const as = await signIn(app, brazil, person, 'e')
    const input = { action: 'address' as const, idcarpeta: kept.folderId, idsubcarpeta: kept.id }
    await app.call(selfService.turnOn, input, { as: admin.bearer })
    const put = (calle: string) => app.call(selfService.setAddress, { ...address, calle, password }, { as })
    expect((await put('Rua das Flores')).data.pendiente).toMatchObject({ declaracion: null })
    const set = await app.call(selfService.setOptions, { declaracion: true }, { as: admin.bearer })
    expect(set.errors).toEqual([])
    // The law asks the declaration to name its maker’s responsibility.
    const read = await app.call(selfService.statement, { ...address, calle: 'Rua do Sol' }, { as })
    expect(read.data).toMatchObject({
      texto: expect.stringContaining('sob minha responsabilidade'),
      fuente: expect.stringContaining('Lei nº 7.115'),
    })
    expect((await put('Rua do Sol')).data.pendiente).toMatchObject({ declaracion: 'firmada' })
  })
})

describe('at the portal', () => {
  test('the inbox lists changes as a list of its own, and the calls of the specification decide them', async () => {
    await setAddress(address)
    const { data: tasks } = await app.call(
      inbox.tasks,
      { pagination: '100,1,0', bandeja: 'cambios' },
      { as: hr.bearer },
    )
    const [change] = await changesOf(worker)
    const task = tasks.find(({ asunto }: { asunto: number }) => asunto === change?.id)
    expect(task).toMatchObject({
      clase: 'change',
      titulo: 'Cambio de domicilio',
      seccion: 'address',
      alerta: false,
    })
    const { status } = await app.call(selfService.approve, { id: change?.id ?? 0 }, { as: hr.bearer })
    expect(status).toBe(200)
  })

  test('HR sets each section at once, and the person is told; nobody sets their own', async () => {
    const as = hr.bearer
    await app.call(selfService.hrContact, { id: worker.id, phone: '11 4000 0000' }, { as })
    await app.call(selfService.hrMakeAddress, { id: worker.id, ...address }, { as })
    await app.call(selfService.hrSetAddress, { id: worker.id, numero: '1300' }, { as })
    await app.call(selfService.hrSetIdentity, { id: worker.id, apodo: 'Lu' }, { as })
    const bare = await app.call(selfService.hrMakeBank, { id: worker.id, ...bankOf() }, { as })
    expect(bare.code).toBe('STEP_UP_REQUIRED')
    const headers = await stepUp(app, as)
    await app.call(selfService.hrSetBank, { id: worker.id, ...bankOf() }, { as, headers })
    expect(await recordOf(worker)).toMatchObject({
      phone: '11 4000 0000',
      calle: 'Rivadavia',
      numero: '1300',
      apodo: 'Lu',
      cbu: '••••5201',
    })
    expect((await mailsTo(worker)).map(({ event }) => event)).toEqual(
      expect.arrayContaining(['change_made', 'change_made']),
    )
    expect((await app.call(selfService.hrBank, { id: worker.id }, { as })).data.actual).toMatchObject({
      cbu: '••••5201',
    })
    expect((await app.call(selfService.hrAddress, { id: worker.id }, { as })).data.actual).toMatchObject({
      numero: '1300',
    })
    expect((await app.call(selfService.hrIdentity, { id: worker.id }, { as })).data.actual).toMatchObject({
      apodo: 'Lu',
    })
    const own = await app.call(selfService.hrContact, { id: hr.id, phone: '11 4000 0000' }, { as })
    expect(own.code).toBe(codeOf('OWN_RECORD_FIXED'))
  })
})

test('mails, events and lists never name an account or an address', async () => {
  await setBank(bankOf())
  await setAddress(address)
  for (const { id } of await changesOf(worker)) await decide(id, 'aprobado')
  const { rows } = await inCompany(app, company.id, async ({ db }) => ({
    rows: [
      ...(await db.selectFrom('mails').select('variables as text').execute()),
      ...(await db.selectFrom('events').select('data as text').execute()),
    ],
  }))
  const said = JSON.stringify(rows)
  expect(said).not.toContain(account)
  expect(said).not.toContain('Rivadavia')
  const details = await inCompany(app, company.id, ({ db }) =>
    db.selectFrom('event_details').selectAll().execute(),
  )
  expect(JSON.stringify(details)).not.toContain(account)
})
