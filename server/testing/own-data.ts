import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ParsedMail, simpleParser } from 'mailparser'
import type { AnswerOf, InputOf } from '#contract/call.ts'
import { session } from '#contract/session/session.ts'
import { selfService } from '#contract/self-service/self-service.ts'
import type { MadeCompany } from '../areas/company/operations.ts'
import { type Answer, type TestApp } from './app.ts'
import { aType, type MadeType } from './documents.ts'
import { aCompany, anAdministrator, aPerson, inCompany, password, type Person, stepUp } from './factories.ts'

export type Somebody = Person & { bearer: string }

/** Two accounts that a check accepts, and an address. */
export const account = '2850590940090418135201'
export const otherAccount = '0170099220000067797370'
export const home = { calle: 'Rivadavia', numero: '1290', ciudad: 'Pilar', provincia: 'Buenos Aires' }

/** A company whose people change all four sections, with two administrators, and the acts of its people. */
export interface OwnData {
  company: MadeCompany
  slug: string
  hr: Somebody
  second: Somebody
  /** The folder and type of the statements. */
  place: MadeType
  /** Signs in at a site from a browser. */
  enter(
    person: { username: string },
    options?: { site?: 's' | 'e'; device?: string; pass?: string },
  ): Promise<string>
  /** An employee, signed in at their site. */
  worker(wanted?: Parameters<typeof aPerson>[2]): Promise<Somebody>
  setBank(as: string, input?: InputOf<typeof selfService.setBank>): Promise<Answer>
  setAddress(as: string, input?: InputOf<typeof selfService.setAddress>): Promise<Answer>
  /** The changes of somebody that wait, as an administrator sees them. */
  changes(person: { id: number }, as?: string): Promise<AnswerOf<typeof selfService.one>[]>
  decide(id: number, estado: 'aprobado' | 'rechazado', as?: string): Promise<Answer>
  /** Mails by event and addressee, since the company began, in order. */
  mailed(person: { id: number }): Promise<[event: string, to: string][]>
}

export async function ownDataCompany(app: TestApp): Promise<OwnData> {
  const slug = `propios-${Date.now()}`
  const company = await aCompany(app, { slug })
  const hr = await anAdministrator(app, company)
  const second = await anAdministrator(app, company)
  const place = await aType(app, company, { name: 'Domicilios', hasPeriod: false })
  const as = hr.bearer
  for (const action of ['bank', 'contact', 'identity'] as const)
    await app.call(selfService.turnOn, { action }, { as })
  await app.call(
    selfService.turnOn,
    { action: 'address', idcarpeta: place.folderId, idsubcarpeta: place.id },
    { as },
  )
  const enter: OwnData['enter'] = async (
    { username: user },
    { site = 'e', device = 'de siempre', pass = password } = {},
  ) => {
    const answer = await app.call(
      session.login,
      { user, password: pass, company: slug, site },
      { headers: { 'user-agent': device } },
    )
    if (answer.status !== 200) throw new Error(`${user} can't sign in: ${answer.code}`)
    return answer.data.jwt
  }
  return {
    company,
    slug,
    hr,
    second,
    place,
    enter,
    async worker(wanted = {}) {
      const person = await aPerson(app, company, wanted)
      return { ...person, bearer: await enter(person) }
    },
    async setBank(by, input = { banco: 'Banco Nación', tipo_cuenta: 'Caja de ahorro', cbu: account }) {
      return app.call(selfService.setBank, input, { as: by, headers: await stepUp(app, by) })
    },
    setAddress: (by, input = { ...home, password }) => app.call(selfService.setAddress, input, { as: by }),
    changes: async ({ id }, by = as) => (await app.call(selfService.ofPerson, { id }, { as: by })).data,
    decide: async (id, estado, by = as) =>
      app.call(
        selfService.decide,
        { id, estado, ...(estado === 'rechazado' && { comments: 'No coincide' }) },
        { as: by, headers: await stepUp(app, by) },
      ),
    mailed: ({ id }) =>
      inCompany(app, company.id, async ({ db }) => {
        const rows = await db
          .selectFrom('mails')
          .select(['event', 'to_address'])
          .where('user_id', '=', id)
          .orderBy('id')
          .execute()
        return rows.map(({ event, to_address }) => [event, to_address])
      }),
  }
}

/** Delivers every mail that waits, and reads those in the outbox, the newest last. */
export async function outbox(app: TestApp): Promise<ParsedMail[]> {
  await app.services.jobs.runDueJobs()
  const folder = join(app.services.config.dataDir, 'mail')
  const number = (name: string) => Number(/(\d+)\.eml$/.exec(name)?.[1])
  const names = (await readdir(folder).catch(() => [])).toSorted((one, other) => number(one) - number(other))
  return Promise.all(names.map(async (name) => simpleParser(await readFile(join(folder, name)))))
}

/** Mails of the outbox to one address. */
export async function mailbox(app: TestApp, address: string): Promise<ParsedMail[]> {
  return (await outbox(app)).filter(({ to }) => [to].flat().some((one) => one?.text === address))
}

/** The tokens that a mailbox got in links, the newest last. */
export async function tokensAt(app: TestApp, address: string): Promise<string[]> {
  return (await mailbox(app, address)).flatMap(
    ({ text }) => /\/ingreso#(?:\w+\.)?([1-9]\d*\.[\w-]+)/.exec(text ?? '')?.[1] ?? [],
  )
}
