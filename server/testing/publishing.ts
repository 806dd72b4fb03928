import { readdirSync } from 'node:fs'
import sharp from 'sharp'
import { certificates } from '#contract/certificates.ts'
import { publishing } from '#contract/publishing/publishing.ts'
import { payslip } from '#pdf/testing/samples.ts'
import type { MadeCompany } from '../areas/company/operations.ts'
import { type Answer, type TestApp, testApp } from './app.ts'
import { aType, type MadeType } from './documents.ts'
import { aCompany, anAdministrator, inCompany, type Person, stepUp } from './factories.ts'

/** The moment at which publications are tested: a Wednesday, at noon in Buenos Aires. */
export const now = new Date('2026-11-04T15:00:00Z')
export const certificatePassword = 'Tranvia-61-rojo'

export interface Wanted {
  bytes?: Uint8Array
  as?: string
  confirm?: string[]
  key?: string
  name?: string
}

export type Input = Partial<Parameters<TestApp['call']>[1]> & Record<string, unknown>

/** Somebody's payslip of a month, as the payroll program wrote it. */
export const slipOf = (person: Person, period = '10/2026') => payslip({ taxId: person.cuil, period })

/** The tax id of the person whose certificate signs for the company. */
export const signerTaxId = '20249031179'

/** Creates a company's certificate over HTTP; returns its id. */
export async function aCertificate(
  app: TestApp,
  of: MadeCompany,
  as: string,
  password = certificatePassword,
): Promise<number> {
  const bytes = await sharp({ create: { width: 200, height: 80, channels: 4, background: '#1c3d8f' } })
    .png()
    .toBuffer()
  const { data } = await app.call(
    certificates.create,
    {
      nombre: 'Carlos Eduardo Rivarola',
      cargo: 'Apoderado',
      mail: 'c.rivarola@correo.example',
      cuil: signerTaxId,
      id_empleador: of.employers[0] ?? 0,
      pass: password,
      repass: password,
      responsabilidad: true,
    },
    { as, file: { name: 'firma.png', bytes }, headers: await stepUp(app, as) },
  )
  return data.id
}

/** A server with a company that can publish and sign, and short ways to do so and to look what came of it. */
export async function aPublisher() {
  const app = await testApp()
  app.setNow(now)
  const company = await aCompany(app)
  const { bearer } = await anAdministrator(app, company)
  const type: MadeType = await aType(app, company, { name: 'Recibo de sueldo' })
  const certificado = await aCertificate(app, company, bearer)

  async function publish(person: Person, input: Input = {}, wanted: Wanted = {}): Promise<Answer> {
    return app.call(
      publishing.single,
      { cuil: person.cuil, periodo: '2026-10', tipo: type.id, ...input },
      {
        as: wanted.as ?? bearer,
        file: { name: wanted.name ?? 'recibo.pdf', bytes: wanted.bytes ?? (await slipOf(person)) },
        ...(wanted.confirm && { confirm: wanted.confirm }),
        ...(wanted.key && { headers: { 'idempotency-key': wanted.key } }),
      },
    )
  }

  return {
    app,
    company,
    bearer,
    type,
    certificado,
    publish,
    /** The input of a publication that the company signs. */
    signed: () => ({ firma_empresa: true, certificado, password: certificatePassword }),
    documentsOf: (person: Person) =>
      inCompany(app, company.id, (tx) =>
        tx.db
          .selectFrom('documents')
          .selectAll()
          .where('employee_id', '=', person.id)
          .orderBy('id')
          .execute(),
      ),
    mailsOf: (person: Person) =>
      inCompany(app, company.id, (tx) =>
        tx.db.selectFrom('mails').select(['event', 'variables']).where('user_id', '=', person.id).execute(),
      ),
    /** Number of files on disk, of all companies. */
    filesOnDisk: () =>
      readdirSync(app.services.config.filesDir, { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      ).length,
  }
}
export type Publisher = Awaited<ReturnType<typeof aPublisher>>
