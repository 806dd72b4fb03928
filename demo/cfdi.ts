import { yearsBetween } from './dates.ts'
import { type MexicanMonth, paidDays, settleMx, stampOf } from './payslip-mx.ts'
import type { Line } from './slip.ts'

const money = (cents: number) => (cents / 100).toFixed(2)

/** One element; values are escaped. */
function element(name: string, attributes: Record<string, string>, ...inside: string[]): string {
  const written = Object.entries(attributes).map(
    ([key, value]) =>
      ` ${key}="${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')}"`,
  )
  return `<${name}${written.join('')}${inside.length > 0 ? `>${inside.join('')}</${name}>` : '/>'}`
}

/**
 * The CFDI 4.0 of a month's pay with its complement Nómina 1.2 (SAT, Anexo 20), in the shape of a stamped one. Its
 * seals are made up: no authority would take it.
 */
export function cfdiOf(facts: MexicanMonth): Buffer {
  const { employer, person, period, paidOn, days } = facts
  const { earned, deducted, gross, taken, isr, net } = settleMx(person, period, days)
  const { uuid, seal, satSeal } = stampOf(facts)
  const { from, to } = paidDays(facts)
  const daily = money(Math.round(person.position.basic / 30))
  const perception = ({ code, name, amount }: Line) =>
    element('nomina12:Percepcion', {
      TipoPercepcion: code,
      Clave: code,
      Concepto: name,
      ImporteGravado: money(amount),
      ImporteExento: '0.00',
    })
  const deduction = ({ code, name, amount }: Line) =>
    element('nomina12:Deduccion', {
      TipoDeduccion: code,
      Clave: code,
      Concepto: name,
      Importe: money(amount),
    })
  const payroll = element(
    'nomina12:Nomina',
    {
      Version: '1.2',
      TipoNomina: 'O',
      FechaPago: paidOn,
      FechaInicialPago: from,
      FechaFinalPago: to,
      NumDiasPagados: `${days}.000`,
      TotalPercepciones: money(gross),
      TotalDeducciones: money(taken),
    },
    element('nomina12:Emisor', { RegistroPatronal: 'B5510768108' }),
    element('nomina12:Receptor', {
      Curp: person.curp ?? '',
      NumSeguridadSocial: person.dni,
      FechaInicioRelLaboral: person.hired,
      Antigüedad: `P${yearsBetween(person.hired, to)}Y`,
      TipoContrato: '01',
      TipoJornada: '01',
      TipoRegimen: '02',
      NumEmpleado: person.fileNumber,
      Departamento: person.sector,
      Puesto: person.position.name,
      PeriodicidadPago: '05',
      CuentaBancaria: person.bank.cbu ?? '',
      SalarioBaseCotApor: daily,
      SalarioDiarioIntegrado: daily,
      ClaveEntFed: 'JAL',
    }),
    element(
      'nomina12:Percepciones',
      { TotalSueldos: money(gross), TotalGravado: money(gross), TotalExento: '0.00' },
      ...earned.map(perception),
    ),
    element(
      'nomina12:Deducciones',
      { TotalOtrasDeducciones: money(taken - isr), TotalImpuestosRetenidos: money(isr) },
      ...deducted.map(deduction),
    ),
  )
  const stamp = element('tfd:TimbreFiscalDigital', {
    'xmlns:tfd': 'http://www.sat.gob.mx/TimbreFiscalDigital',
    Version: '1.1',
    UUID: uuid,
    FechaTimbrado: `${paidOn}T09:00:05`,
    RfcProvCertif: 'SPR190613I52',
    SelloCFD: seal,
    NoCertificadoSAT: '30001000000500003456',
    SelloSAT: satSeal,
  })
  const invoice = element(
    'cfdi:Comprobante',
    {
      'xmlns:cfdi': 'http://www.sat.gob.mx/cfd/4',
      'xmlns:nomina12': 'http://www.sat.gob.mx/nomina12',
      Version: '4.0',
      Serie: 'NOM',
      Folio: `${period.replace('-', '')}${person.fileNumber}`,
      Fecha: `${paidOn}T09:00:00`,
      Sello: seal,
      NoCertificado: '30001000000500003416',
      SubTotal: money(gross),
      Descuento: money(taken),
      Moneda: 'MXN',
      Total: money(net),
      TipoDeComprobante: 'N',
      Exportacion: '01',
      MetodoPago: 'PUE',
      LugarExpedicion: employer.postalCode,
    },
    element('cfdi:Emisor', { Rfc: employer.taxId, Nombre: employer.name, RegimenFiscal: '601' }),
    element('cfdi:Receptor', {
      Rfc: person.cuil,
      Nombre: `${person.givenNames} ${person.surname}`.toUpperCase(),
      DomicilioFiscalReceptor: employer.postalCode,
      RegimenFiscalReceptor: '605',
      UsoCFDI: 'CN01',
    }),
    element(
      'cfdi:Conceptos',
      {},
      element('cfdi:Concepto', {
        ClaveProdServ: '84111505',
        Cantidad: '1',
        ClaveUnidad: 'ACT',
        Descripcion: 'Pago de nómina',
        ValorUnitario: money(gross),
        Importe: money(gross),
        Descuento: money(taken),
        ObjetoImp: '01',
      }),
    ),
    element('cfdi:Complemento', {}, payroll, stamp),
  )
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${invoice}\n`)
}
