import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approvals } from '#contract/approvals.ts'
import { codeOf } from '#contract/errors.ts'
import { employment } from '#contract/employees/employment.ts'
import { folderSettings } from '#contract/folders/settings.ts'
import { me } from '#contract/me/me.ts'
import { selfService } from '#contract/self-service/self-service.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aCompany, anAdministrator, inCompany, password, stepUp } from '#server/testing/factories.ts'
import { aType } from '#server/testing/documents.ts'
import {
  account,
  home,
  mailbox,
  type OwnData,
  otherAccount,
  ownDataCompany,
  type Somebody,
  tokensAt,
} from '#server/testing/own-data.ts'

let app: TestApp
let own: OwnData
let worker: Somebody

beforeAll(async () => {
  app = await testApp()
  own = await ownDataCompany(app)
})
beforeEach(async () => {
  worker = await own.worker()
})

const bankOf = (cbu: string) => ({ banco: 'Banco Nación', tipo_cuenta: 'Caja de ahorro', cbu })
const asHr = { get as() { return own.hr.bearer } } // prettier-ignore
const switched = (on: boolean, action: 'address' | 'bank' | 'contact' | 'identity') =>
  app.call(on ? selfService.turnOn : selfService.turnOff, { action }, asHr)
const leave = async ({ id }: { id: number }) =>
  app.call(
    employment.end,
    { id, fechabaja: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10), motivo: 'resignation' },
    { as: own.hr.bearer, headers: await stepUp(app, own.hr.bearer) },
  )
const statements = (who: { id: number }) =>
  inCompany(app, own.company.id, ({ db }) =>
    db
      .selectFrom('documents')
      .select(['state', 'revision'])
      .where('employee_id', '=', who.id)
      .orderBy('id')
      .execute(),
  )
const changeStates = (who: { id: number }) =>
  inCompany(app, own.company.id, async ({ db }) => {
    const rows = await db
      .selectFrom('pending_changes')
      .select('state')
      .where('employee_id', '=', who.id)
      .orderBy('id')
      .execute()
    return rows.map(({ state }) => state)
  })

describe('a section that is off', () => {
  test.each(['address', 'bank', 'contact', 'identity'] as const)(
    'refuses %s by every call',
    async (section) => {
      await switched(false, section)
      const as = worker.bearer
      const { code } = await {
        address: () => own.setAddress(as),
        bank: () => own.setBank(as),
        contact: () => app.call(selfService.setContact, { phone: '11 4000 0000' }, { as }),
        identity: () => app.call(selfService.setIdentity, { apodo: 'Lu' }, { as }),
      }[section]()
      expect(code).toBe('SELF_SERVICE_OFF')
      if (section === 'address')
        expect((await app.call(selfService.statement, home, { as })).code).toBe('SELF_SERVICE_OFF')
      if (section === 'contact') {
        const byId = { id: worker.id, phone: '11 4000 0000' }
        expect((await app.call(selfService.setContactOf, byId, { as })).code).toBe('SELF_SERVICE_OFF')
      }
      await switched(true, section)
    },
  )

  test('leaves an account that waits to be decided', async () => {
    await own.setBank(worker.bearer)
    await switched(false, 'bank')
    const [change] = await own.changes(worker)
    expect((await own.decide(change?.id ?? 0, 'aprobado')).status).toBe(200)
    await switched(true, 'bank')
  })
})

test('a value that is missing, or holds markup, is refused by its name and changes nothing', async () => {
  const as = worker.bearer
  const { calle: _, ...withoutStreet } = home
  const tried = [
    await app.call(selfService.turnOn, {}, asHr),
    await app.call(selfService.setAddress, withoutStreet, { as }),
    await app.call(selfService.setAddress, { ...home, calle: '<b>Mitre</b>' }, { as }),
    await app.call(
      selfService.setContact,
      { phone: '11 4000 0000', contacto_emergencia: '<i>Ana</i>' },
      { as },
    ),
  ]
  expect(tried.map(({ status, errors }) => [status, errors?.[0]?.code, errors?.[0]?.field])).toEqual([
    [422, codeOf('SYSTEM_API_PARAMETER_REQUIRED'), 'action'],
    [422, codeOf('SYSTEM_API_PARAMETER_REQUIRED'), 'calle'],
    [422, codeOf('CHARACTERS_NOT_ALLOWED'), 'calle'],
    [422, codeOf('CHARACTERS_NOT_ALLOWED'), 'contacto_emergencia'],
  ])
  expect(await changeStates(worker)).toEqual([])
})

test('another’s change isn’t there for colleagues, nor for another company, by any call', async () => {
  await own.setAddress(worker.bearer)
  await own.setBank(worker.bearer)
  const [address, bank] = await own.changes(worker)
  const stranger = await anAdministrator(app, await aCompany(app))
  const { bearer: as } = stranger
  const headers = await stepUp(app, as)
  for (const id of [address?.id ?? 0, bank?.id ?? 0]) {
    const answers = [
      await app.call(selfService.one, { id }, { as }),
      await app.call(selfService.approve, { id }, { as, headers }),
      await app.call(selfService.decide, { id, estado: 'rechazado', comments: 'Porque sí' }, { as, headers }),
      await app.call(selfService.wholeAccount, { id }, { as, headers }),
      await app.call(selfService.release, { id }, { as, headers }),
    ]
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 'NOT_FOUND'))
  }
  const { id } = worker
  const ofPerson = [
    await app.call(selfService.ofPerson, { id }, { as }),
    await app.call(selfService.hrAddress, { id }, { as }),
    await app.call(selfService.hrBank, { id }, { as }),
    await app.call(selfService.hrIdentity, { id }, { as }),
    await app.call(selfService.hrPhoto, { id, pending: true }, { as }),
    await app.call(selfService.hrContact, { id, phone: '11 4000 0000' }, { as }),
    await app.call(selfService.hrSetBank, { id, ...bankOf(account) }, { as, headers }),
  ]
  expect(ofPerson.map(({ code }) => code)).toEqual(ofPerson.map(() => 'NOT_FOUND'))
  const colleague = await own.worker()
  const theirs = [
    await app.call(selfService.myStatement, { id: address?.id ?? 0 }, { as: colleague.bearer }),
    await app.call(selfService.contactOf, { id }, { as: colleague.bearer }),
    await app.call(approvals.withdraw, { id: bank?.id_aprobacion ?? 0 }, { as: colleague.bearer }),
  ]
  expect(theirs.map(({ code }) => code)).toEqual(theirs.map(() => 'NOT_FOUND'))
})

describe('signs that don’t belong there', () => {
  const bidi = '\u202Eicu'
  const zeroWidth = 'a\u200Bb'
  const control = 'a\u0007b'
  test.each([bidi, zeroWidth, control])('%j is refused in every field of every section', async (text) => {
    const as = worker.bearer
    for (const field of ['calle', 'numero', 'ciudad', 'provincia', 'barrio']) {
      const { status, errors } = await own.setAddress(as, { ...home, password, [field]: text })
      expect([status, errors[0]?.field]).toEqual([422, field])
    }
    for (const field of ['banco', 'tipo_cuenta', 'cbu', 'cuenta']) {
      const { status, errors } = await own.setBank(as, { ...bankOf(account), [field]: text })
      expect([status, errors[0]?.field]).toEqual([422, field])
    }
    for (const field of ['phone', 'mail_personal', 'contacto_emergencia', 'tipo_contacto']) {
      const input = { phone: '11 4000 0000', [field]: text }
      const { status, errors } = await app.call(selfService.setContact, input, { as })
      expect([status, errors[0]?.field]).toEqual([422, field])
    }
    for (const field of ['apodo', 'apellido', 'sex']) {
      const { status, errors } = await app.call(selfService.setIdentity, { [field]: text }, { as })
      expect([status, errors[0]?.field]).toEqual([422, field])
    }
    expect(await changeStates(worker)).toEqual([])
  })

  test.each([
    [{ apodo: '42' }, 'NICKNAME_INVALID'],
    [{ apodo: '<b>Lu</b>' }, 'NICKNAME_INVALID'],
    [{ apodo: 'Lu\u202Eicu' }, 'NICKNAME_INVALID'],
    [{ apodo: `L${'u'.repeat(30)}` }, codeOf('SYSTEM_API_VALUE_TOO_LONG')],
    [{ apodo: '' }, undefined],
  ])('a nickname %j is refused with a text', async (input, code) => {
    const { status, errors } = await app.call(selfService.setIdentity, input, { as: worker.bearer })
    expect([status, errors[0]?.field]).toEqual([422, 'apodo'])
    expect(errors[0]?.message).toBeTruthy()
    if (code) expect(errors[0]?.code).toBe(code)
  })
})

describe('at once', () => {
  test('of two accounts that are proposed in one second one stands, and its mails are of it', async () => {
    const answers = await Promise.all([
      own.setBank(worker.bearer, bankOf(account)),
      own.setBank(worker.bearer, bankOf(otherAccount)),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await changeStates(worker)).toSorted()).toEqual(['pending', 'superseded'])
    expect(await own.changes(worker)).toHaveLength(1)
  })

  test('of two addresses one stands, with its statement; the other’s is rejected', async () => {
    const answers = await Promise.all([
      own.setAddress(worker.bearer, { ...home, calle: 'Uno', password }),
      own.setAddress(worker.bearer, { ...home, calle: 'Dos', password }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await changeStates(worker)).toSorted()).toEqual(['pending', 'superseded'])
    expect((await statements(worker)).map(({ state }) => state).toSorted()).toEqual([
      'rejected',
      'waiting_approval',
    ])
  })

  test('approving and withdrawing: one succeeds, the other gets 409', async () => {
    for (let round = 0; round < 3; round++) {
      const person = await own.worker()
      await own.setBank(person.bearer)
      const [change] = await own.changes(person)
      const [decided, withdrawn] = await Promise.all([
        own.decide(change?.id ?? 0, 'aprobado'),
        app.call(approvals.withdraw, { id: change?.id_aprobacion ?? 0 }, { as: person.bearer }),
      ])
      const codes = [decided.code, withdrawn.code]
      expect([
        [undefined, 'APPROVAL_DECIDED'],
        ['APPROVAL_ENDED', undefined],
      ]).toContainEqual(codes)
      expect([
        [200, 409],
        [409, 200],
      ]).toContainEqual([decided.status, withdrawn.status])
      if (withdrawn.code) expect(withdrawn.errors[0]?.message).not.toContain('{{')
    }
  })

  test('approving and proposing anew end in one of both orders, never in a failure', async () => {
    for (let round = 0; round < 3; round++) {
      const person = await own.worker()
      await own.setBank(person.bearer, bankOf(account))
      const [change] = await own.changes(person)
      const [decided, proposed] = await Promise.all([
        own.decide(change?.id ?? 0, 'aprobado'),
        own.setBank(person.bearer, bankOf(otherAccount)),
      ])
      expect(proposed.status).toBe(200)
      expect([undefined, 'APPROVAL_ENDED']).toContain(decided.code)
      expect(await changeStates(person)).toEqual([decided.code ? 'superseded' : 'approved', 'pending'])
    }
  })
})

describe('the link that freezes', () => {
  test('works once: not twice, nor in another’s session, nor after thirty days', async () => {
    await own.setBank(worker.bearer)
    const [token = ''] = await tokensAt(app, worker.mail ?? '')
    const colleague = await own.worker()
    const freeze = (as?: string) => app.call(selfService.freeze, { token }, { ...(as && { as }) })
    // The link is its own proof: whoever is signed in beside it changes nothing of what it does.
    expect((await freeze(colleague.bearer)).status).toBe(200)
    expect((await freeze(worker.bearer)).code).toBe(codeOf('LINK_EXPIRED'))
    const other = await own.worker()
    await own.setBank(other.bearer)
    const [late = ''] = await tokensAt(app, other.mail ?? '')
    const days = (n: number) => app.setNow(new Date(Date.now() + n * 86_400_000))
    days(31)
    expect((await app.call(selfService.freeze, { token: late })).code).toBe(codeOf('LINK_EXPIRED'))
    days(29)
    expect((await app.call(selfService.freeze, { token: late })).status).toBe(200)
    app.setNow(null)
  })

  test('of a change that was approved says so, and shuts what comes', async () => {
    await own.setBank(worker.bearer)
    const [token = ''] = await tokensAt(app, worker.mail ?? '')
    const [change] = await own.changes(worker)
    await own.decide(change?.id ?? 0, 'aprobado')
    expect((await app.call(selfService.freeze, { token })).data).toMatchObject({ aplicada: true })
    expect((await own.setBank(worker.bearer, bankOf(otherAccount))).code).toBe('SELF_SERVICE_FROZEN')
  })

  test.each(['', 'nada', '0.abc', `${'9'.repeat(15)}.abc`, `1.${'a'.repeat(150)}`, '1.<b>'])(
    'made up as %j is expired',
    async (token) => {
      const { status, code } = await app.call(selfService.freeze, { token })
      expect([status, code]).toEqual([422, codeOf('LINK_EXPIRED')])
    },
  )

  test('does nothing to a mail reader that opens it: the page has a button', async () => {
    await own.setBank(worker.bearer)
    const [mail] = await mailbox(app, worker.mail ?? '')
    const [address = ''] = /http\S+#cuenta\.\S+/.exec(mail?.text ?? '') ?? []
    const { pathname } = new URL(address)
    await app.server.inject({ method: 'GET', url: pathname })
    expect((await own.changes(worker))[0]).toMatchObject({ congelado: false })
  })
})

describe('between reading the statement and signing it', () => {
  /** Does something else in the middle of an act: while the statement is laid out. */
  async function meanwhile(work: () => Promise<unknown>) {
    const { layOut } = app.services.engine
    app.services.engine.layOut = async (...asked) => {
      app.services.engine.layOut = layOut
      await work()
      return layOut(...asked)
    }
    try {
      return await own.setAddress(worker.bearer)
    } finally {
      app.services.engine.layOut = layOut
    }
  }
  const nothingWritten = async () =>
    expect([await statements(worker), await changeStates(worker)]).toEqual([[], []])

  test('consent withdrawn refuses it, and nothing is written', async () => {
    const withdraw = () => app.call(me.consent, { decision: 'retirado' }, { as: worker.bearer })
    expect((await meanwhile(withdraw)).code).toBe(codeOf('SIGN_NOT_ALLOWED_CONSENT'))
    await nothingWritten()
    // The same with the password, once it was withdrawn: nobody who meant to sign gets a paper instead.
    expect((await own.setAddress(worker.bearer)).code).toBe(codeOf('SIGN_NOT_ALLOWED_CONSENT'))
    await nothingWritten()
    const onPaper = await own.setAddress(worker.bearer, home)
    expect(onPaper.data.pendiente).toMatchObject({ declaracion: 'en_papel' })
  })

  test('somebody who leaves proposes nothing', async () => {
    expect((await meanwhile(() => leave(worker))).code).toBe('SELF_SERVICE_LEFT')
    await nothingWritten()
  })

  test('a section that is turned off takes nothing', async () => {
    expect((await meanwhile(() => switched(false, 'address'))).code).toBe('SELF_SERVICE_OFF')
    await switched(true, 'address')
    await nothingWritten()
  })

  test('a record that Human Resources change refuses the statement of before', async () => {
    const set = { id: worker.id, ...home, calle: 'Otra' }
    const work = () => app.call(selfService.hrMakeAddress, set, asHr)
    expect((await meanwhile(work)).code).toBe('SELF_SERVICE_CHANGED')
    await nothingWritten()
  })

  test('another type for statements refuses the one of before', async () => {
    const other = await aType(app, own.company, { hasPeriod: false })
    const choose = ({ id, folderId }: { id: number; folderId: number }) =>
      app.call(selfService.adjust, { action: 'address', idcarpeta: folderId, idsubcarpeta: id }, asHr)
    expect((await meanwhile(() => choose(other))).code).toBe('SELF_SERVICE_CHANGED')
    await choose(own.place)
    await nothingWritten()
  })
})

test('a folder that is hidden once the section is off keeps what waits, and isn’t chosen again', async () => {
  await own.setAddress(worker.bearer)
  await switched(false, 'address')
  const { data: folder } = await app.call(folderSettings.one, { id: own.place.folderId }, asHr)
  const shown = (visible: boolean) =>
    app.call(
      folderSettings.change,
      {
        id: own.place.folderId,
        nombre: folder.nombre,
        visible,
        firmable: false,
        efimero: false,
        idTemplate: null,
        orden: folder.orden,
        prioridadFirma: folder.prioridadFirma,
        bloquea: [],
      },
      asHr,
    )
  expect((await shown(false)).status).toBe(200)
  expect((await switched(true, 'address')).code).toBe('NOT_FOUND_FOLDER_CONFIG')
  const [change] = await own.changes(worker)
  expect((await own.decide(change?.id ?? 0, 'aprobado')).status).toBe(200)
  expect(await statements(worker)).toEqual([{ state: 'published', revision: 2 }])
  const read = await app.call(selfService.myStatement, { id: change?.id ?? 0 }, { as: worker.bearer })
  expect(read.status).toBe(200)
  expect((await shown(true)).status).toBe(200)
  expect((await switched(true, 'address')).status).toBe(200)
})

test('an end withdraws what the person has open, with its statement and approval', async () => {
  await own.setAddress(worker.bearer)
  await own.setBank(worker.bearer)
  const open = await own.changes(worker)
  expect((await leave(worker)).status).toBe(200)
  expect((await own.decide(open[0]?.id ?? 0, 'aprobado')).code).toBe('SELF_SERVICE_LEFT')
  await app.services.jobs.runDueJobs()
  expect(await changeStates(worker)).toEqual(['withdrawn', 'withdrawn'])
  expect(await statements(worker)).toMatchObject([{ state: 'rejected' }])
  expect((await own.decide(open[0]?.id ?? 0, 'aprobado')).code).toBe('APPROVAL_ENDED')
})
