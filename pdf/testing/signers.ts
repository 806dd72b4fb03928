import { issueAuthority, issueCompanyCertificate } from '../certificates.ts'
import { issueEmployeeCertificate } from '../employee-certificate.ts'
import { signPdf } from '../sign.ts'
import type { SignRequest } from '../sign.ts'

/** A company, an authority and one of its employees, with both acts of signing as the portal performs them. */
export async function makeSigners(now = new Date()) {
  const company = await issueCompanyCertificate(
    {
      name: 'Rivarola, Carlos Eduardo',
      position: 'Apoderado',
      email: 'carlos@austral.example',
      company: 'Austral Alimentos S.A.',
      companyTaxId: '30-70912684-5',
      taxId: '20-11111111-2',
      country: 'AR',
    },
    { from: now },
  )
  const authority = await issueAuthority(
    { organization: 'Legajo', commonName: 'Legajo, firmas de colaboradores' },
    { from: now },
  )
  const employee = issueEmployeeCertificate(
    authority,
    { name: 'Ledesma, Jorge Omar', taxId: '20-28714536-6', company: 'Austral Alimentos S.A.', country: 'AR' },
    { from: now, to: new Date(now.getTime() + 3_600_000) },
  )
  const stranger = await issueCompanyCertificate(
    {
      name: 'Quienquiera',
      position: '—',
      company: 'Otra S.A.',
      companyTaxId: '30-71000000-1',
      country: 'AR',
    },
    { from: now },
  )
  const companyRequest = (pdf: Uint8Array): SignRequest => ({
    pdf,
    key: company.key,
    certificateChain: [company.certificate],
    field: 'company',
    position: { page: 'last', corner: 'left' },
    futureFields: [{ field: 'employee', position: { page: 'last', corner: 'right' } }],
    name: 'Rivarola, Carlos Eduardo',
    when: now,
    appearance: {
      kind: 'signature',
      lines: ['Firmado digitalmente por RIVAROLA, Carlos Eduardo', 'Apoderado · 04/11/2026 09:12:40 −03:00'],
      drawnName: 'Carlos E. Rivarola',
    },
  })
  const employeeRequest = (pdf: Uint8Array): SignRequest => ({
    pdf,
    key: employee.key,
    certificateChain: [employee.certificate],
    field: 'employee',
    position: { page: 'last', corner: 'right' },
    futureFields: [{ field: 'company', position: { page: 'last', corner: 'left' } }],
    name: 'Ledesma, Jorge Omar',
    when: now,
    facts: { decision: 'no_conforme', comment: 'Faltan las horas del sábado' },
    appearance: {
      kind: 'stamp',
      tone: 'bad',
      title: 'FIRMADO NO CONFORME',
      lines: [
        'Ledesma, Jorge Omar · 20-28714536-6',
        '04/11/2026 19:47:05 −03:00',
        'Verificación 7KQ2-M9XD-4TRA-9F2C',
      ],
    },
  })
  const done = async (request: SignRequest): Promise<Uint8Array> => {
    const signed = await signPdf(request)
    if (!signed.ok) throw new Error(`${signed.fault}: ${signed.detail}`)
    return signed.pdf
  }
  return {
    company,
    authority,
    employee,
    stranger,
    companyRequest,
    employeeRequest,
    signAsCompany: (pdf: Uint8Array) => done(companyRequest(pdf)),
    signAsEmployee: (pdf: Uint8Array) => done(employeeRequest(pdf)),
    /** Signs with an unknown certificate, in a field of its own over the amount. */
    signAsStranger: (pdf: Uint8Array) =>
      done({
        ...companyRequest(pdf),
        key: stranger.key,
        certificateChain: [stranger.certificate],
        field: 'otra',
        position: { page: 1, x: 115, y: 160, width: 85, height: 12 },
        futureFields: [],
      }),
  }
}
