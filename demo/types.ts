import { makePapersFolder } from '#server/areas/company/operations.ts'
import { createFolder, createType } from '#server/areas/folders/operations.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import type { DocumentKind } from './documents.ts'
import type { DemoCountry } from './ids.ts'
import { SIGNATURE_BOXES } from './letterhead.ts'

type Named = readonly [name: string, alias: string]

/** Each country's names of folders and document types. */
const NAMES: Record<DemoCountry, { pay: string; personal: string } & Record<DocumentKind | 'rules', Named>> =
  {
    AR: {
      pay: 'Recibos',
      personal: 'Legajo personal',
      salary: ['Recibo de sueldo', 'Recibo'],
      leave: ['Recibo de vacaciones', 'Vacaciones'],
      advance: ['Adelanto de haberes', 'Adelanto'],
      agreement: ['Acuerdo de confidencialidad', 'Acuerdo'],
      rules: ['Reglamento interno', 'Reglamento'],
    },
    BR: {
      pay: 'Holerites',
      personal: 'Prontuário',
      salary: ['Holerite', 'Holerite'],
      leave: ['Recibo de férias', 'Férias'],
      advance: ['Adiantamento salarial', 'Adiantamento'],
      agreement: ['Termo de confidencialidade', 'Termo'],
      rules: ['Regulamento interno', 'Regulamento'],
    },
    CL: {
      pay: 'Liquidaciones',
      personal: 'Carpeta personal',
      salary: ['Liquidación de sueldo', 'Liquidación'],
      leave: ['Comprobante de feriado', 'Feriado'],
      advance: ['Anticipo de sueldo', 'Anticipo'],
      agreement: ['Acuerdo de confidencialidad', 'Acuerdo'],
      rules: ['Reglamento interno', 'Reglamento'],
    },
    MX: {
      pay: 'Recibos de nómina',
      personal: 'Expediente',
      salary: ['Recibo de nómina', 'Nómina'],
      leave: ['Recibo de vacaciones', 'Vacaciones'],
      advance: ['Anticipo de nómina', 'Anticipo'],
      agreement: ['Convenio de confidencialidad', 'Convenio'],
      rules: ['Reglamento interior de trabajo', 'Reglamento'],
    },
  }

/** Years that payslips are kept, by country. */
const YEARS: Record<DemoCountry, number> = { AR: 10, BR: 5, CL: 5, MX: 5 }

/** Makes documents published from here on ask for their employee's signature. */
export async function beginSigning(tx: Tx): Promise<void> {
  await tx.db.updateTable('folders').set({ signable: true }).execute()
}

/**
 * Payslips are signed first; agreements are confidential and without month; the house rules are one file for everybody;
 * Mexico's payslips include an XML.
 */
export async function makeFolders(tx: Tx, country: DemoCountry): Promise<Record<DocumentKind, number>> {
  const names = NAMES[country]
  const boxes = { companyBox: SIGNATURE_BOXES.employer, employeeBox: SIGNATURE_BOXES.employee }
  const folder = (name: string, system_key: string, place: number) =>
    createFolder(tx, { name, system_key, signable: false, position: place, signing_priority: place })
  const pay = await folder(names.pay, 'payslips', 1)
  const personal = await folder(names.personal, 'personal_file', 2)
  const type = (kind: DocumentKind | 'rules', facts: Partial<Parameters<typeof createType>[2]>) => {
    const [name, alias] = names[kind]
    const place = kind === 'agreement' || kind === 'rules' ? personal : pay
    return createType(tx, place, { name, alias, ...facts }, boxes)
  }
  await type('rules', { generic: true, has_period: false })
  await makePapersFolder(tx, country, 3)
  return {
    salary: await type('salary', {
      is_salary: true,
      capture: 'first_page',
      retention_years: YEARS[country],
      has_xml: country === 'MX',
    }),
    leave: await type('leave', { is_salary: true }),
    advance: await type('advance', { is_salary: true, capture: 'first_page' }),
    agreement: await type('agreement', { confidential: true, has_period: false }),
  }
}
