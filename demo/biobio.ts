import { crowd, type Team } from './crowd.ts'
import { companyIdOf } from './ids.ts'
import { type DemoCompany, type Employer, type PersonFacts, personOf, type Position } from './people.ts'

const EMPLOYER: Employer = {
  slug: 'maderas-biobio',
  name: 'Maderas del Biobío SpA',
  shortName: 'Maderas del Biobío',
  taxId: companyIdOf('CL', '76418293'),
  street: 'Camino a Coronel km 14',
  city: 'Coronel',
  province: 'Biobío',
  postalCode: '4190000',
  note: 'Giro: aserrado y elaboración de madera',
  healthPlan: 'Fonasa',
  colour: '#8c1d1d',
  logo: 'tree',
  zone: 'America/Santiago',
  country: 'CL',
  mailDomain: 'maderasbiobio.example',
  locations: ['Aserradero Coronel', 'Oficina Concepción'],
}

const position = (
  name: string,
  sector: string,
  costCentre: string,
  pesos: number,
  agreement = false,
): Position => ({ name, sector, costCentre, basic: pesos * 100, agreement })

const head = {
  general: position('Gerente general', 'Gerencia', '10 Gerencia', 4_850_000),
  people: position('Jefa de personas', 'Personas', '12 Personas', 2_350_000),
  plant: position('Jefe de aserradero', 'Aserradero', '40 Aserradero', 2_180_000),
  yard: position('Encargada de patio', 'Patio y despacho', '30 Despacho', 1_420_000),
}

// One person a line reads as the table that it is.
// prettier-ignore
const BY_HAND: PersonFacts[] = [
  { names: 'Undurraga Letelier, Andrés', sex: 'man', dni: '9482716', born: '1967-10-02', hired: '2001-03-05', file: '001', position: head.general, location: 'Oficina Concepción', reportsTo: null },
  { names: 'Manríquez Silva, Francisca', username: 'francisca', sex: 'woman', dni: '14207385', born: '1981-05-21', hired: '2010-04-05', file: '014', position: head.people, location: 'Oficina Concepción', reportsTo: 'andres_undurraga', profiles: ['hr_everything', 'certificate_holder'] },
  { names: 'Curihual Painemal, Matías', username: 'matias', sex: 'man', dni: '15630942', born: '1984-02-14', hired: '2008-08-04', file: '009', position: head.plant, location: 'Aserradero Coronel', reportsTo: 'andres_undurraga', profiles: ['manager'] },
  { names: 'Venegas Oyarzún, Gloria', sex: 'woman', dni: '12874056', born: '1976-07-08', hired: '2006-11-06', file: '006', position: head.yard, location: 'Aserradero Coronel', reportsTo: 'andres_undurraga' },
]

const TEAMS: Team[] = [
  {
    head: 'matias',
    location: 'Aserradero Coronel',
    size: 22,
    jobs: [
      position('Operador de sierra', 'Aserradero', '40 Aserradero', 742_000, true),
      position('Ayudante de aserradero', 'Aserradero', '40 Aserradero', 561_000, true),
      position('Operador de secado', 'Secado', '41 Secado', 798_000, true),
      position('Mecánico industrial', 'Mantención', '42 Mantención', 1_060_000, true),
      position('Prevencionista de riesgos', 'Prevención', '43 Prevención', 1_280_000),
    ],
  },
  {
    head: 'gloria_venegas',
    location: 'Aserradero Coronel',
    size: 10,
    jobs: [
      position('Operador de grúa horquilla', 'Patio y despacho', '30 Despacho', 716_000, true),
      position('Conductor', 'Patio y despacho', '30 Despacho', 864_000, true),
    ],
  },
  {
    head: 'francisca',
    location: 'Oficina Concepción',
    size: 4,
    jobs: [
      position('Analista de remuneraciones', 'Personas', '12 Personas', 1_150_000),
      position('Ejecutivo comercial', 'Comercial', '20 Ventas', 1_390_000),
    ],
  },
]

/** Chile: forty people, the company in dark red. */
export function maderasDelBiobio(): DemoCompany {
  const people = [...BY_HAND, ...crowd(EMPLOYER, TEAMS, BY_HAND, 100)].map((facts) =>
    personOf(EMPLOYER, facts),
  )
  return {
    employer: EMPLOYER,
    signer: {
      username: 'andres_undurraga',
      name: 'Andrés Undurraga Letelier',
      position: 'Representante legal',
      mail: 'andres_undurragaletelier@maderasbiobio.example',
      taxId: people[0]?.cuil ?? '',
    },
    people,
  }
}
