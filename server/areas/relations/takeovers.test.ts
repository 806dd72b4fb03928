import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { account } from '#contract/account/account.ts'
import { employeeRights } from '#contract/employees/rights.ts'
import { employees } from '#contract/employees/employees.ts'
import { relations } from '#contract/relations.ts'
import { session } from '#contract/session/session.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import {
  aCompany,
  anAdministrator,
  aPerson,
  cuilOf,
  inCompany,
  password,
  type Person,
  signIn,
  stepUp,
} from '#server/testing/factories.ts'

let app: TestApp
let here: MadeCompany
let there: MadeCompany
let slugThere: string
/** Human Resources of the other company, with every right that it can have. */
let boss: Person & { bearer: string }
beforeAll(async () => {
  app = await testApp()
  here = await aCompany(app, { name: 'Austral' })
  there = await aCompany(app, { name: 'Cuyo' })
  boss = await anAdministrator(app, there)
  slugThere = await inCompany(app, there.id, async (tx) => {
    const { slug } = await tx.db.selectFrom('companies').select('slug').executeTakeFirstOrThrow()
    return slug
  })
})

/** Somebody with a user in each of both companies, which are related. */
let mine: Person
let theirs: Person
const own = 'Otra-clave-larga-71'
beforeEach(async () => {
  mine = await aPerson(app, here, { profiles: ['employee', 'hr'] })
  theirs = await aPerson(app, there, { profiles: ['employee', 'hr'] })
  const bearer = await signIn(app, here, mine)
  const headers = await stepUp(app, bearer)
  const joined = await app.call(
    relations.join,
    { user: theirs.username, password, company: slugThere },
    { as: bearer, headers },
  )
  expect(joined.status).toBe(200)
})

const asBoss = async () => ({ as: boss.bearer, headers: await stepUp(app, boss.bearer) })

async function setProfiles(id: number, idperfiles: number[]) {
  const answer = await app.call(employeeRights.setProfiles, { id, idperfiles }, await asBoss())
  expect(answer.status).toBe(200)
}

/** Opens the last link that was mailed to an address, and makes a password of its reader's own. */
async function followLink(email: string): Promise<void> {
  await app.services.jobs.runDueJobs()
  const folder = join(app.services.config.dataDir, 'mail')
  const mails = await Promise.all(
    (await readdir(folder)).map(async (name) => simpleParser(await readFile(join(folder, name)))),
  )
  const tokens = mails
    .filter(({ to }) => [to].flat().some((one) => one?.text === email))
    .flatMap(({ text }) => /\/ingreso#(\S+)/.exec(text ?? '')?.[1] ?? [])
  const answers = await Promise.all(
    tokens.map((token) => app.call(account.resetPassword, { email, token, pass: own, repass: own })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
}

/** A session under a name of the other company, by the password that was made there. */
async function enterThere(user: string): Promise<string> {
  const signedIn = await app.call(session.login, { user, password: own, company: slugThere })
  expect(signedIn.status).toBe(200)
  const { jwt, user: profile } = signedIn.data
  if (profile.restriccion === 'ingreso') await app.call(account.firstLogin, {}, { as: jwt })
  return jwt
}

/** That a session of the other company reaches nothing of the first. */
async function reachesNothing(as: string): Promise<void> {
  const listed = await app.call(relations.related, {}, { as })
  expect(listed.data).toHaveLength(1)
  expect(JSON.stringify(listed.data)).not.toContain('Austral')
  expect((await app.call(relations.ask, { id: mine.id, id_perfil_tipo: 2 }, { as })).code).toBe('NOT_FOUND')
  expect((await app.call(relations.enter, { userid: mine.id }, { as })).code).toBe('SWITCH_TICKET')
}

test('a user that is made with somebody’s id, mail and name is related to nobody', async () => {
  const dni = '27835190'
  const mail = `copia${mine.id}@correo.example`
  await inCompany(app, here.id, async (tx) => {
    await tx.db.updateTable('users').set({ mail }).where('id', '=', mine.id).execute()
    await tx.db
      .updateTable('employees')
      .set({ dni, cuil: cuilOf(dni) })
      .where('id', '=', mine.id)
      .execute()
  })
  const made = await app.call(
    employees.create,
    {
      usuario: mine.username,
      nombre: 'Copia',
      apellido: 'Igual',
      mail,
      dni,
      cuil: cuilOf(dni),
      numero_legajo: `C${mine.id}`,
      fecha_contratacion: '2026-11-02',
      fecha_nacimiento: '1980-02-09',
      sector: 'Bodega',
      locacion: 'Planta',
    },
    { as: boss.bearer, confirm: [codeOf('PLACE_NEW'), codeOf('MANAGER_UNKNOWN')] },
  )
  expect(made.errors).toEqual([])
  await setProfiles(made.data.id, [there.profiles.employee, there.profiles.hr])
  await followLink(mail)
  await reachesNothing(await enterThere(mine.username))
})

test('an administrator changes neither mail nor password of a related administrator', async () => {
  const mail = { id: theirs.id, mail: `tomado${theirs.id}@correo.example` }
  expect((await app.call(employees.changeMail, mail, await asBoss())).code).toBe(
    codeOf('ADMINISTRATOR_SIGN_IN_FIXED'),
  )
  const reset = await app.call(account.changePasswordOf, { id: theirs.id }, await asBoss())
  expect(reset.status).toBeGreaterThanOrEqual(400)
  // A request with a foreign mail address gets the usual answer, and no mail.
  await app.call(account.forgotPassword, { user: theirs.username, email: mail.mail, company: slugThere })
  await app.services.jobs.runDueJobs()
  const mailed = await inCompany(app, there.id, (tx) =>
    tx.db.selectFrom('mails').select('event').where('to_address', '=', mail.mail).execute(),
  )
  expect(mailed).toEqual([])
})

test('removing a profile for 30 days, another mail, a link and the profile again give no access either', async () => {
  const mail = `tomado${theirs.id}@correo.example`
  await setProfiles(theirs.id, [there.profiles.employee])
  const early = await app.call(employees.changeMail, { id: theirs.id, mail }, await asBoss())
  expect(early.code).toBe(codeOf('ADMINISTRATOR_SIGN_IN_FIXED'))
  await inCompany(app, there.id, (tx) =>
    tx.db
      .updateTable('users')
      .set({ managed_until: new Date(Date.now() - 31 * 86_400_000) })
      .where('id', '=', theirs.id)
      .execute(),
  )
  expect((await app.call(employees.changeMail, { id: theirs.id, mail }, await asBoss())).status).toBe(200)
  expect((await app.call(account.changePasswordOf, { id: theirs.id }, await asBoss())).status).toBe(200)
  await followLink(mail)
  await setProfiles(theirs.id, [there.profiles.employee, there.profiles.hr])
  const taken = await enterThere(theirs.username)
  await reachesNothing(taken)
  // Nor by relating what was taken to a user of one's own.
  const third = await aCompany(app)
  const accomplice = await aPerson(app, third, { profiles: ['hr'] })
  const headers = {
    'x-step-up': (await app.call(session.stepUp, { password: own }, { as: taken })).data.ticket,
  }
  const joined = await app.call(
    relations.join,
    { user: accomplice.username, password },
    { as: taken, headers },
  )
  expect(joined.status).toBe(200)
  expect((await app.call(relations.ask, { id: mine.id, id_perfil_tipo: 2 }, { as: taken })).code).toBe(
    'NOT_FOUND',
  )
  // And its owner sees that it rests, or is gone.
  const home = await signIn(app, here, mine)
  const listed = await app.call(relations.related, {}, { as: home })
  expect(listed.data.filter(({ actual }: { actual: boolean }) => !actual)).toEqual([])
})

test('a link to one’s own mailbox suspends a relation too, since the mailbox alone proves too little', async () => {
  await app.call(account.forgotPassword, {
    user: theirs.username,
    email: theirs.mail ?? '',
    company: slugThere,
  })
  await followLink(theirs.mail ?? '')
  await reachesNothing(await enterThere(theirs.username))
})
