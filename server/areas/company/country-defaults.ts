import type { Country } from '#contract/fields.ts'

export type Named = readonly [name: string, alias: string]

/** Defaults of a new company of a country: its zone, and the folders and document types usual there. */
export interface CountryDefaults {
  /** Zone of the capital or the largest city; a company elsewhere sets its own. */
  zone: string
  pay: string
  personal: string
  leave: string
  taxes: string
  policies: string
  salary: Named
  bonus: Named
  holidayPay: Named
  settlement: Named
  taxCertificate: Named
  contract: Named
  confidentiality: Named
  sanction: Named
  leaveNotice: Named
  rules: Named
  policy: Named
  /** The folder of what employees send, and the papers that companies usually ask them for. */
  papers: string
  identity: Named
  address: Named
  studies: Named
  medical: Named
  driving: Named
  /** Whether the worker signs the payslip; where the law asks for the employer's alone, the folder asks nobody. */
  signsPayslips: boolean
  /** Several payslips of one month are usual (fortnights, weeks). */
  severalAMonth: boolean
  /** Years that payslips are kept; null where the company decides. */
  retentionYears: number | null
}

const spanish = {
  personal: 'Carpeta personal',
  leave: 'Licencias y vacaciones',
  taxes: 'Impuestos',
  policies: 'Políticas y reglamentos',
  contract: ['Contrato de trabajo', 'Contrato'],
  confidentiality: ['Acuerdo de confidencialidad', 'Confidencialidad'],
  sanction: ['Notificación disciplinaria', 'Sanción'],
  leaveNotice: ['Notificación de vacaciones', 'Aviso de vacaciones'],
  rules: ['Reglamento interno', 'Reglamento'],
  policy: ['Política de la empresa', 'Política'],
  papers: 'Papeles personales',
  identity: ['Documento de identidad', 'Documento de identidad'],
  address: ['Comprobante de domicilio', 'Comprobante de domicilio'],
  studies: ['Certificado de estudios', 'Certificado de estudios'],
  medical: ['Certificado médico', 'Certificado médico'],
  driving: ['Licencia de conducir', 'Licencia de conducir'],
  signsPayslips: true,
  severalAMonth: false,
  retentionYears: null,
} as const

/** Names as each country says them; a company changes them afterwards. */
export const countryDefaults: Record<Country, CountryDefaults> = {
  AR: {
    ...spanish,
    zone: 'America/Argentina/Buenos_Aires',
    pay: 'Recibos de sueldo',
    personal: 'Legajo personal',
    salary: ['Recibo de sueldo', 'Recibo'],
    bonus: ['Recibo de aguinaldo (SAC)', 'SAC'],
    holidayPay: ['Recibo de vacaciones', 'Vacaciones'],
    settlement: ['Liquidación final', 'Final'],
    taxCertificate: ['Liquidación de impuesto a las ganancias', 'Ganancias'],
    retentionYears: 10,
  },
  BO: {
    ...spanish,
    zone: 'America/La_Paz',
    pay: 'Boletas de pago',
    salary: ['Boleta de pago', 'Boleta'],
    bonus: ['Boleta de aguinaldo', 'Aguinaldo'],
    holidayPay: ['Boleta de vacaciones', 'Vacaciones'],
    settlement: ['Finiquito', 'Finiquito'],
    taxCertificate: ['Certificado de retenciones RC-IVA', 'RC-IVA'],
  },
  BR: {
    zone: 'America/Sao_Paulo',
    pay: 'Holerites',
    personal: 'Prontuário',
    leave: 'Férias e licenças',
    taxes: 'Imposto de renda',
    policies: 'Políticas e regulamentos',
    salary: ['Holerite', 'Holerite'],
    bonus: ['Recibo de 13º salário', '13º salário'],
    holidayPay: ['Recibo de férias', 'Férias'],
    settlement: ['Termo de rescisão', 'Rescisão'],
    taxCertificate: ['Informe de rendimentos', 'Informe'],
    contract: ['Contrato de trabalho', 'Contrato'],
    confidentiality: ['Termo de confidencialidade', 'Confidencialidade'],
    sanction: ['Advertência ou suspensão', 'Advertência'],
    leaveNotice: ['Aviso de férias', 'Aviso'],
    rules: ['Regulamento interno', 'Regulamento'],
    policy: ['Política da empresa', 'Política'],
    papers: 'Documentos pessoais',
    identity: ['Documento de identidade', 'Documento de identidade'],
    address: ['Comprovante de residência', 'Comprovante de residência'],
    studies: ['Comprovante de escolaridade', 'Comprovante de escolaridade'],
    medical: ['Atestado médico', 'Atestado médico'],
    driving: ['Carteira de motorista (CNH)', 'CNH'],
    signsPayslips: true,
    severalAMonth: false,
    retentionYears: 5,
  },
  CL: {
    ...spanish,
    zone: 'America/Santiago',
    pay: 'Liquidaciones de sueldo',
    salary: ['Liquidación de sueldo', 'Liquidación'],
    bonus: ['Comprobante de gratificación', 'Gratificación'],
    holidayPay: ['Comprobante de feriado', 'Feriado'],
    settlement: ['Finiquito', 'Finiquito'],
    taxCertificate: ['Certificado anual de sueldos', 'Certificado de sueldos'],
    retentionYears: 5,
  },
  CO: {
    ...spanish,
    zone: 'America/Bogota',
    pay: 'Comprobantes de nómina',
    personal: 'Hoja de vida',
    salary: ['Comprobante de nómina', 'Nómina'],
    bonus: ['Comprobante de prima de servicios', 'Prima'],
    holidayPay: ['Comprobante de vacaciones', 'Vacaciones'],
    settlement: ['Liquidación de prestaciones', 'Prestaciones'],
    taxCertificate: ['Certificado de ingresos y retenciones', 'Ingresos y retenciones'],
    severalAMonth: true,
  },
  CR: {
    ...spanish,
    zone: 'America/Costa_Rica',
    pay: 'Colillas de pago',
    salary: ['Colilla de pago', 'Colilla'],
    bonus: ['Colilla de aguinaldo', 'Aguinaldo'],
    holidayPay: ['Colilla de vacaciones', 'Vacaciones'],
    settlement: ['Liquidación laboral', 'Liquidación'],
    taxCertificate: ['Constancia de salario y retenciones', 'Constancia'],
    severalAMonth: true,
  },
  EC: {
    ...spanish,
    zone: 'America/Guayaquil',
    pay: 'Roles de pago',
    salary: ['Rol de pagos', 'Rol'],
    bonus: ['Rol de décimos', 'Décimos'],
    holidayPay: ['Rol de vacaciones', 'Vacaciones'],
    settlement: ['Acta de finiquito', 'Finiquito'],
    taxCertificate: ['Comprobante de retenciones (formulario 107)', 'Formulario 107'],
  },
  MX: {
    ...spanish,
    zone: 'America/Mexico_City',
    pay: 'Recibos de nómina',
    personal: 'Expediente',
    salary: ['Recibo de nómina', 'Nómina'],
    bonus: ['Recibo de aguinaldo', 'Aguinaldo'],
    holidayPay: ['Recibo de prima vacacional', 'Prima vacacional'],
    settlement: ['Recibo de finiquito', 'Finiquito'],
    taxCertificate: ['Constancia de sueldos y retenciones', 'Constancia'],
    // The stamped XML is the receipt: it asks for no worker's signature.
    signsPayslips: false,
    severalAMonth: true,
    retentionYears: 5,
  },
  PE: {
    ...spanish,
    zone: 'America/Lima',
    pay: 'Boletas de pago',
    personal: 'Legajo personal',
    salary: ['Boleta de pago', 'Boleta'],
    bonus: ['Boleta de gratificación', 'Gratificación'],
    holidayPay: ['Boleta de vacaciones', 'Vacaciones'],
    settlement: ['Liquidación de beneficios sociales', 'Beneficios sociales'],
    taxCertificate: ['Certificado de rentas de quinta categoría', 'Quinta categoría'],
    // D.Leg. 1310: the employer's signature, and proof that the worker was given it.
    signsPayslips: false,
    retentionYears: 5,
  },
  PY: {
    ...spanish,
    zone: 'America/Asuncion',
    pay: 'Liquidaciones de salario',
    salary: ['Liquidación de salario', 'Liquidación'],
    bonus: ['Liquidación de aguinaldo', 'Aguinaldo'],
    holidayPay: ['Liquidación de vacaciones', 'Vacaciones'],
    settlement: ['Liquidación final', 'Final'],
    taxCertificate: ['Certificado de retenciones', 'Retenciones'],
  },
  UY: {
    ...spanish,
    zone: 'America/Montevideo',
    pay: 'Recibos de sueldo',
    salary: ['Recibo de sueldo', 'Recibo'],
    bonus: ['Recibo de aguinaldo', 'Aguinaldo'],
    holidayPay: ['Recibo de licencia y salario vacacional', 'Licencia'],
    settlement: ['Liquidación por egreso', 'Egreso'],
    taxCertificate: ['Resumen anual de IRPF', 'IRPF'],
    retentionYears: 5,
  },
}
