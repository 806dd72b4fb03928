import { hash } from '@node-rs/argon2'
import type { ProfileKind } from '#contract/permissions/profiles.ts'
import type { CompanySigner } from '#server/areas/signing/operations.ts'
import { openCertificate } from '#server/areas/signing/operations.ts'
import { createCertificate } from '#server/areas/certificates/operations.ts'
import {
  createCompany,
  type MadeCompany,
  replaceLogo,
  sendWelcome,
  setColours,
  setSignInPage,
} from '#server/areas/company/operations.ts'
import { addEmployees } from '#server/areas/employees/many.ts'
import { inviteUser } from '#server/areas/account/operations.ts'
import { hashPassword } from '#server/shared/identity/hashing.ts'
import { giveApplication } from './application.ts'
import { writeMails } from './mails.ts'
import { endStays } from './leavers.ts'
import { makeManagers } from './managers.ts'
import { changeOwnData } from './own-data.ts'
import { writePosts } from './posts.ts'
import { sendPapers } from './sent-papers.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { languageOfCountry } from '#server/shared/text/language.ts'
import { type Acting, acting } from './acting.ts'
import { leaveAdvancesInReview } from './advances.ts'
import { closedMonths, REFERENCE } from './dates.ts'
import { changeFiles } from './files.ts'
import { extrasOf } from './extras.ts'
import { openFirst } from './first-sign-ins.ts'
import { type DocumentKind, type PlannedDocument, plannedDocuments } from './documents.ts'
import { TOLD_OF } from './occurrences.ts'
import { answerPlanned, publishPlanned } from './papers.ts'
import { demonstrationPassword } from './password.ts'
import type { DemoCompany, Person } from './people.ts'
import { recordPublications } from './processes.ts'
import { keepSample } from './sample.ts'
import { logoPicture, signaturePicture } from './pictures.ts'
import { beginSigning, makeFolders } from './types.ts'

/** Where everybody of the demonstration sits. The addresses are those that documentation may use (RFC 5737). */
const office = { address: '203.0.113.20', device: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/153 Safari/537.36' }

const phone = {
  address: '198.51.100.37',
  device: 'Mozilla/5.0 (Linux; Android 15; moto g54) AppleWebKit/537.36 Chrome/153 Mobile Safari/537.36',
}

/** The state of a company while it is being filled. */
export interface Filling {
  services: Services
  company: MadeCompany
  demo: DemoCompany
  /** User ids by user name. */
  users: Map<string, number>
  types: Record<DocumentKind, number>
  password: string
}

/** Makes one company with its people, certificate and the documents of some months, each at its own day. */
export async function fillCompany(services: Services, demo: DemoCompany, months: number): Promise<Filling> {
  const { employer, people } = demo
  const company = await createCompany(services, {
    slug: employer.slug,
    name: employer.shortName,
    country: employer.country,
    zone: employer.zone,
    colour: employer.colour,
    employers: [
      {
        legalName: employer.name,
        taxId: employer.taxId,
        address: `${employer.street}, ${employer.city}, ${employer.province}`,
      },
    ],
  })
  const password = demonstrationPassword(services.config)
  const [begin] = closedMonths(REFERENCE, months + 1)
  const opened = new Date(`${begin}-01T09:00:00-03:00`)
  const then: Services = { ...services, clock: () => opened }
  const { users, types } = await inCompany(services, company, async (tx) => ({
    users: await addPeople(tx, then, people),
    types: await makeFolders(tx, employer.country),
  }))
  const filling: Filling = { services, company, demo, users, types, password }
  await openAccounts(filling, then)
  const administrator = await acting(services, {
    company: company.id,
    userId: users.get(administratorOf(demo).username) ?? 0,
    site: 's',
    since: opened,
    ...office,
  })
  await furnish(filling, administrator(opened))
  if (employer.slug === TOLD_OF) await changeFiles(users, administrator, opened)
  // Keys take their time beside the papers that need none.
  const signer = makeCertificate(filling, administrator(opened))
  await Promise.all([signer, makePapers(filling, administrator, signer, months)])
  await inCompany(services, company, (tx) =>
    recordPublications(tx, users.get(administratorOf(demo).username) ?? 0, employer.country),
  )
  await keepSample(filling, administrator, months)
  if (employer.slug === TOLD_OF) await leaveAdvancesInReview(filling, administrator)
  await sendPapers(filling, administrator, { people: months > 3 ? 40 : 12 })
  // The company that is looked at most has nothing that asks its people for more.
  await writePosts(filling, administrator, { asks: employer.slug !== TOLD_OF })
  if (employer.slug === TOLD_OF || employer.country === 'BR') await writeMails(filling, administrator)
  // In the whole demonstration one company has welcomed its people; in the others the welcome waits.
  if (months > 3 && employer.country === 'CL') await sendWelcome(administrator(services.clock()))
  await makeManagers(filling, administrator)
  await changeOwnData(filling, administrator)
  if (employer.country === 'BR') await endStaysOfBrazil(filling, administrator)
  if (employer.slug === TOLD_OF || employer.country === 'BR') await giveApplication(filling, administrator)
  await hardenPasswords(filling)
  await inviteLate(filling)
  return filling
}

function addPeople(tx: Tx, services: Services, people: readonly Person[]): Promise<Map<string, number>> {
  return addEmployees(
    tx,
    services,
    people.map((person) => ({
      usuario: person.username,
      nombre: person.givenNames,
      apellido: person.surname,
      mail: person.mail,
      dni: person.dni,
      cuil: person.cuil,
      numero_legajo: person.fileNumber,
      fecha_nacimiento: person.born,
      fecha_contratacion: person.hired,
      sector: person.sector,
      locacion: person.location,
      cargo: person.position.name,
      centro_costo: person.position.costCentre,
      reportsTo: person.reportsTo,
      sex: person.sex,
      phone: person.phone,
      calle: person.address.street,
      numero: person.address.number,
      ciudad: person.address.city,
      provincia: person.address.province,
      pais: person.address.country,
      banco: person.bank.name,
      sucursal: person.bank.branch,
      tipo_cuenta: person.bank.accountType,
      cuenta: person.bank.account,
      cbu: person.bank.cbu,
      ...extrasOf(person),
      confidencial: person.confidential,
      state: person.state,
      profiles: profilesOf(person),
      filters: person.filters.map(({ sector, location }) => ({
        ...(sector && { sector }),
        ...(location && { locacion: location }),
      })),
      ...(person.ended && { ended: { on: person.ended.date, reason: person.ended.reason } }),
    })),
  )
}

function profilesOf({ profiles }: Person): ProfileKind[] {
  const kinds = {
    hr_everything: 'hr',
    hr_limited: 'limited',
    manager: 'manager',
    approver: 'leave_approver',
    certificate_holder: 'certificate_holder',
  } as const
  return ['employee', ...profiles.map((profile) => kinds[profile])]
}

/**
 * Everybody who is ready opened the link that reached them, made a password and agreed to electronic documents:
 * the events of it are written as the link itself writes them, so that they can sign.
 */
async function openAccounts(
  { services, company, demo, users, password }: Filling,
  then: Services,
): Promise<void> {
  const passing = await passingHash(password)
  const people = demo.people.filter(({ access }) => access === 'ready')
  const language = languageOfCountry(demo.employer.country)
  await inCompany(services, company, (tx) =>
    openFirst(
      tx,
      people.map(({ username }) => users.get(username) ?? 0),
      { hash: passing, language, at: then.clock(), detail: office },
    ),
  )
}

/**
 * While the past is being made everybody signs with their password, a hundred times in seconds: until then it is
 * hashed with figures that cost nothing.
 */
function passingHash(password: string): Promise<string> {
  return hash(password, { memoryCost: 64, timeCost: 1, parallelism: 1 })
}

async function hardenPasswords({ services, company, password }: Filling): Promise<void> {
  const password_hash = await hashPassword(password)
  await inCompany(services, company, (tx) =>
    tx.db.updateTable('users').set({ password_hash }).where('password_hash', 'is not', null).execute(),
  )
}

/** Its logo, its colours, and what its own sign-in page shows. */
async function furnish({ services, company, demo }: Filling, ctx: ReturnType<Acting>): Promise<void> {
  const { employer } = demo
  await replaceLogo(services, company.id, await logoPicture(employer), async (tx) => {
    await setSignInPage(tx, employer.signInPage ?? null)
    if (employer.header) {
      const colours = { primario: employer.colour, activo: employer.colour, ...employer.header }
      await setColours(tx, ctx, colours)
    }
  })
}

/** The company's certificate, made by its administrator and opened once for all that is published. */
async function makeCertificate(
  { demo, company, password }: Filling,
  ctx: ReturnType<Acting>,
): Promise<CompanySigner> {
  const made = await createCertificate(
    ctx,
    {
      nombre: demo.signer.name,
      cargo: demo.signer.position,
      mail: demo.signer.mail,
      cuil: demo.signer.taxId,
      id_empleador: company.employers[0] ?? 0,
      pass: password,
      repass: password,
      responsabilidad: true,
    },
    { name: 'firma.png', type: 'png', bytes: await signaturePicture(demo.employer.logo) },
  )
  return openCertificate(ctx, made.id, password)
}

/** Waves of publications, and people, that are worked on beside each other: enough to keep two cores busy. */
const atOnce = 5

/** Publishes everything in the order of its days, then lets everybody read and sign what they did. */
async function makePapers(
  filling: Filling,
  administrator: Acting,
  signer: Promise<CompanySigner>,
  months: number,
): Promise<void> {
  const planned = plannedDocuments(filling.demo, REFERENCE, months)
  const ids = new Map<PlannedDocument, number>()
  const publish = async (wanted: readonly PlannedDocument[], by: CompanySigner | null) => {
    const days = [...Map.groupBy(wanted, ({ publishedAt }) => publishedAt)]
    await beside(atOnce, days, async ([publishedAt, papers]) => {
      const made = await publishPlanned(filling, administrator(new Date(publishedAt)), papers, by)
      made.forEach((id, at) => papers[at] && ids.set(papers[at], id))
    })
  }
  await publish(
    planned.filter(({ signed }) => !signed),
    null,
  )
  await inCompany(filling.services, filling.company, beginSigning)
  await publish(
    planned.filter(({ signed }) => signed),
    await signer,
  )
  // Tables that were empty a moment ago: without this every question of what follows reads them whole.
  await filling.services.database.pool.query('analyze documents, document_revisions, files, employees, users')
  const people = [...Map.groupBy(planned, ({ username }) => username)]
  await beside(atOnce, people, async ([username, papers]) => {
    const read = papers.filter(({ readAt }) => readAt !== null)
    if (read.length === 0) return
    const owner = await acting(filling.services, {
      company: filling.company.id,
      userId: filling.users.get(username) ?? 0,
      site: 'e',
      since: new Date(papers[0]?.publishedAt ?? REFERENCE),
      ...phone,
    })
    await answerPlanned(owner(new Date(REFERENCE)), read, ids, filling.password)
  })
}

/** Does the work for each, at most `most` at once. */
async function beside<T>(most: number, all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...all]
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next)
  }
  await Promise.all(Array.from({ length: most }, worker))
}

/** In Brazil's company stays end, and the clerk of the warehouse undoes one. */
async function endStaysOfBrazil(filling: Filling, administrator: Acting): Promise<void> {
  const { services, company, demo, users } = filling
  const clerk = demo.people.find(({ profiles }) => profiles.includes('hr_limited'))
  const location = clerk?.filters.find((filter) => filter.location)?.location
  if (!clerk || !location) throw new Error('nobody could undo an end')
  const acts = await acting(services, {
    company: company.id,
    userId: users.get(clerk.username) ?? 0,
    site: 's',
    since: services.clock(),
    ...office,
  })
  await endStays(filling, administrator, { acts, location })
}

/** The invitations of who is still at their first sign-in are of today, so that their links can be tried. */
async function inviteLate({ services, company, demo, users }: Filling): Promise<void> {
  const admin = users.get(administratorOf(demo).username) ?? null
  if (admin === null) return
  await inCompany(services, company, async (tx) => {
    for (const { username } of demo.people.filter(({ access, mail }) => access === 'first_sign_in' && mail)) {
      await inviteUser(tx, services, users.get(username) ?? 0, { actorId: admin, detail: office })
    }
  })
}

function administratorOf({ people }: DemoCompany): Person {
  const found = people.find(({ profiles }) => profiles.includes('hr_everything'))
  if (!found) throw new Error('a company without an administrator')
  return found
}

function inCompany<T>(services: Services, company: MadeCompany, work: (tx: Tx) => Promise<T>): Promise<T> {
  return services.tenant(company.id).write(work)
}
