import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { certificates } from '#contract/certificates.ts'
import { publishing } from '#contract/publishing/publishing.ts'
import { session } from '#contract/session/session.ts'
import { payslip } from '#pdf/testing/samples.ts'
import { aType } from '#server/testing/documents.ts'
import { aCompany, aPerson, cuilOf, password, type Person } from '#server/testing/factories.ts'
import { ask, type Asking, type Reply } from './client.ts'
import { inside, type Place } from './inside.ts'

/** A company with what publishing takes: administrators, a certificate, a type, and people to publish to. */
export interface Publishers {
  company: number
  /** Bearers. */
  administrators: string[]
  certificate: number
  type: number
  /** Months that can be published to, as their first days, the newest first. */
  months: string[]
  people: Person[]
}

export const certificatePassword = 'Lapacho-73-rojo'

/** Makes it in a server that runs: rows beside it, the certificate through its door. */
export async function makePublishers(
  { url, dataDir }: { url: string; dataDir: Place },
  wanted: { people: number; administrators: number },
): Promise<Publishers> {
  const made = await inside(dataDir, async (services) => {
    const app = { services }
    const company = await aCompany(app, { slug: 'kintsugi' })
    const administrators: Person[] = []
    for (let n = 0; n < wanted.administrators; n++)
      administrators.push(await aPerson(app, company, { profiles: ['hr', 'certificate_holder'] }))
    const people: Person[] = []
    for (let n = 0; n < wanted.people; n++) people.push(await aPerson(app, company))
    return { company, administrators, people, type: (await aType(app, company, { name: 'Recibo' })).id }
  })
  const bearers: string[] = []
  for (const { username } of made.administrators) {
    const { data } = await granted(ask(url, session.login, { user: username, password }))
    bearers.push(data.jwt)
  }
  const [as] = bearers
  const setup = await granted(ask(url, publishing.setup, {}, { as }))
  return {
    company: made.company.id,
    administrators: bearers,
    certificate: await makeCertificate(url, as, made.company.employers[0] ?? 0),
    type: made.type,
    months: monthsBetween(setup.data.periodos.desde, setup.data.periodos.hasta),
    people: made.people,
  }
}

/** One publication to be asked for, however often, under one key. */
export interface Publication {
  key: string
  person: Person
  month: string
  pdf: Uint8Array
}

/** Different publications: each person gets a payslip a month. */
export async function publicationsFor({ people, months }: Publishers, count: number): Promise<Publication[]> {
  const publications: Publication[] = []
  for (let n = 0; n < count; n++) {
    const person = people[n % people.length]
    const month = months[Math.floor(n / people.length)]
    if (!person || !month) throw new Error('not that many months and people')
    const taxId = person.cuil.replace(/^(..)(.*)(.)$/, '$1-$2-$3')
    const period = month.replace(/^(\d{4})-(\d{2}).*/, '$2/$1')
    publications.push({ key: randomUUID(), person, month, pdf: await payslip({ taxId, period }) })
  }
  return publications
}

/** Requests once a document that the company signs and of which its employee is notified. */
export function publish(
  url: string,
  publishers: Publishers,
  { key, person, month, pdf }: Publication,
  asking: Asking,
): Promise<Reply> {
  return ask(
    url,
    publishing.single,
    {
      cuil: person.cuil,
      periodo: month,
      tipo: publishers.type,
      firma_empresa: true,
      notificar: true,
      certificado: publishers.certificate,
      password: certificatePassword,
    },
    { file: { name: `recibo-${month}.pdf`, bytes: pdf }, idempotencyKey: key, ...asking },
  )
}

async function makeCertificate(url: string, as: string | undefined, employer: number): Promise<number> {
  const stepUp = await granted(ask(url, session.stepUp, { password }, { as }))
  const picture = sharp({ create: { width: 300, height: 120, channels: 4, background: '#1a2b6c' } })
  const { data } = await granted(
    ask(
      url,
      certificates.create,
      {
        nombre: 'Marta Quiroga',
        cargo: 'Gerenta de Personas',
        mail: 'marta@correo.example',
        cuil: cuilOf('20419386'),
        id_empleador: employer,
        pass: certificatePassword,
        repass: certificatePassword,
        responsabilidad: true,
      },
      { as, stepUp: stepUp.data.ticket, file: { name: 'firma.png', bytes: await picture.png().toBuffer() } },
    ),
  )
  return data.id
}

async function granted(asked: Promise<Reply>): Promise<Reply> {
  const reply = await asked
  if (reply.code) throw new Error(`refused: ${reply.code}`)
  return reply
}

function monthsBetween(from: string, to: string): string[] {
  const months: string[] = []
  for (const month = new Date(`${to}T00:00:00Z`); month >= new Date(`${from}T00:00:00Z`);) {
    months.push(month.toISOString().slice(0, 10))
    month.setUTCMonth(month.getUTCMonth() - 1)
  }
  return months
}
