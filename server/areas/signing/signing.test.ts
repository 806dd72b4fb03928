import { beforeAll, describe, expect, test } from 'vitest'
import { typeConfiguration } from '#contract/folders/configuration.ts'
import { opensslCades, pdfsig, printedText, qpdfCheck, signaturesOf } from '#pdf/testing/judges.ts'
import { payslip } from '#pdf/testing/samples.ts'
import { verifyPdf } from '#pdf/verify.ts'
import { connect } from '#server/db/connect.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aType } from '#server/testing/documents.ts'
import { aCompany, anAdministrator, inCompany } from '#server/testing/factories.ts'
import { authority, type EmployeeSigning, signaturePlaces, signByEmployee } from './operations.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

/** Another server of the same installation. */
const elsewhere = (appSecret = app.services.config.appSecret) => ({
  ...app.services,
  config: { ...app.services.config, appSecret },
  database: connect(app.database.url, 'another server', 2, () => undefined),
})

describe('the installation’s authority', () => {
  test('is made once, and its key is readable only with APP_SECRET', async () => {
    const servers = [elsewhere(), elsewhere(), elsewhere()]
    const made = await Promise.all(servers.map(authority))
    expect(new Set(made.map(({ certificate }) => Buffer.from(certificate).toString('hex'))).size).toBe(1)
    const kept = await app.database.db.selectFrom('installation').selectAll().executeTakeFirstOrThrow()
    const pkcs8 = made[0]?.key.export({ type: 'pkcs8', format: 'der' }).toString('base64') ?? ''
    expect(JSON.stringify(kept)).not.toContain(pkcs8.slice(0, 40))
    const stranger = elsewhere('another secret, that nobody of this house knows')
    await expect(authority(stranger)).rejects.toThrow()
    await Promise.all([...servers, stranger].map(({ database }) => database.close()))
  })
})

test('signatures stand where that version of the type says, on the last page where the file has no such', async () => {
  const company = await aCompany(app)
  await aBystander(app, company)
  const { bearer: as } = await anAdministrator(app, company)
  const [other, { id }] = [await aType(app, company), await aType(app, company)]
  const box = (x: number, y: number) => ({ x, y, width: 60, height: 20 })
  const change = async (facts: object, type = id) => {
    const { data } = await app.call(typeConfiguration.change, { id: type, ...facts }, { as })
    return data.version as number
  }
  const custom = { pagina: 'custom', numero: 2, empresa: box(10, 30), colaborador: box(110, 40) }
  const [earlier, later] = [await change(custom), await change({ pagina: 'first', empresa: box(20, 50) })]
  expect(await change({ pagina: 'last', empresa: box(30, 60) }, other.id)).toBe(earlier)
  const places = (type: number, version: number, pages: number) =>
    inCompany(app, company.id, (tx) => signaturePlaces(tx, type, version, pages))
  for (const [pages, page] of [
    [3, 2],
    [1, 1],
  ] as const)
    expect(await places(id, earlier, pages)).toEqual({
      company: { page, ...box(10, 30) },
      employee: { page, ...box(110, 40) },
    })
  expect(await places(id, later, 3)).toEqual({
    company: { page: 'first', ...box(20, 50) },
    employee: { page: 'first', corner: 'right' },
  })
  expect(await places(other.id, 1, 3)).toMatchObject({
    company: { corner: 'left' },
    employee: { corner: 'right' },
  })
})

describe('an employee’s signature', () => {
  const when = new Date('2026-11-04T22:47:05Z')
  const sign = async (wanted: Partial<EmployeeSigning>) =>
    signByEmployee(app.services, {
      pdf: await payslip(),
      places: { company: { page: 'last', corner: 'left' }, employee: { page: 'last', corner: 'right' } },
      verificationCode: '7KQ2M9XD4TRA9F2C',
      language: 'es',
      zone: 'America/Argentina/Buenos_Aires',
      when,
      employee: {
        name: 'Ledesma, Jorge Omar',
        taxId: '20287145366',
        company: 'Austral Alimentos S.A.',
        country: 'AR',
      },
      decision: 'conforme',
      ...wanted,
    })

  test('is certified by the authority, says who, when and what, and satisfies every judge', async () => {
    app.setNow(when)
    const comment = 'Faltan las horas del sábado'
    const { bytes, algorithm, level, signerName } = await sign({ decision: 'no_conforme', comment })
    expect({ algorithm, level, signerName }).toEqual({
      algorithm: 'ECDSA P-256, SHA-256',
      level: 'B-B',
      signerName: 'Ledesma, Jorge Omar',
    })
    const { certificate } = await authority(app.services)
    expect(qpdfCheck(bytes)).toMatchObject({ accepted: true })
    expect(pdfsig(bytes)).toMatchObject({ accepted: true, valid: 1 })
    const [found] = signaturesOf(bytes)
    expect(opensslCades(found?.cms ?? bytes, found?.content ?? bytes, certificate)).toMatchObject({
      accepted: true,
    })
    expect(await verifyPdf(bytes, { trusted: [certificate], now: when })).toMatchObject({
      signatures: [
        {
          valid: true,
          trust: 'trusted',
          facts: { decision: 'no_conforme', comment, code: '7KQ2M9XD4TRA9F2C' },
        },
      ],
    })
    const printed = printedText(bytes)
    for (const line of [
      'FIRMADO NO CONFORME',
      'Ledesma, Jorge Omar · 20-28714536-6',
      '04/11/2026 19:47:05 −03:00',
      'Motivo: Faltan las horas del sábado',
      '127.0.0.1:3000/verificar: 7KQ2-M9XD-4TRA-9F2C',
    ])
      expect(printed).toContain(line)
    app.setNow(null)
  })

  test('no two have the same key', async () => {
    const [one, other] = await Promise.all([sign({}), sign({})])
    expect(one.serial).not.toBe(other.serial)
  })
})
