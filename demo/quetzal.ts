import { crowd, type Team } from './crowd.ts'
import { companyIdOf } from './ids.ts'
import { type DemoCompany, type Employer, type PersonFacts, personOf, type Position } from './people.ts'

const EMPLOYER: Employer = {
  slug: 'textiles-quetzal',
  name: 'Textiles Quetzal S.A. de C.V.',
  shortName: 'Textiles Quetzal',
  taxId: companyIdOf('MX', 'TQU080514KV'),
  street: 'Av. de los Telares 1450, Parque Industrial',
  city: 'Zapopan',
  province: 'Jalisco',
  postalCode: '45130',
  note: 'Régimen 601 General de Ley Personas Morales · Reg. patronal B5510768108',
  healthPlan: 'IMSS',
  colour: '#1c6b45',
  logo: 'weave',
  zone: 'America/Mexico_City',
  country: 'MX',
  mailDomain: 'textilesquetzal.example',
  locations: ['Planta Zapopan', 'Oficinas Guadalajara'],
}

const position = (
  name: string,
  sector: string,
  costCentre: string,
  pesos: number,
  agreement = false,
): Position => ({ name, sector, costCentre, basic: pesos * 100, agreement })

const head = {
  general: position('Director general', 'Dirección', '1000 Dirección', 92_000),
  people: position('Gerente de capital humano', 'Capital humano', '1200 Capital humano', 46_500),
  plant: position('Gerente de planta', 'Tejido', '4000 Tejido', 51_000),
  finishing: position('Jefa de acabados', 'Acabados', '4100 Acabados', 32_400),
}

// One person a line reads as the table that it is.
// prettier-ignore
const BY_HAND: PersonFacts[] = [
  { names: 'Arriaga Montaño, Ernesto', sex: 'man', dni: '5688214730', born: '1968-09-13', hired: '2008-05-14', file: '0001', position: head.general, location: 'Oficinas Guadalajara', reportsTo: null },
  { names: 'Zepeda Olvera, Ximena', username: 'ximena', sex: 'woman', dni: '7204839156', born: '1982-11-04', hired: '2013-02-18', file: '0042', position: head.people, location: 'Oficinas Guadalajara', reportsTo: 'ernesto_arriaga', profiles: ['hr_everything', 'certificate_holder'] },
  { names: 'Barragán Huerta, Diego', username: 'diego', sex: 'man', dni: '6901753284', born: '1979-01-25', hired: '2009-07-06', file: '0011', position: head.plant, location: 'Planta Zapopan', reportsTo: 'ernesto_arriaga', profiles: ['manager'] },
  { names: 'Covarrubias Luna, Rebeca', sex: 'woman', dni: '7530948612', born: '1985-06-17', hired: '2011-10-03', file: '0027', position: head.finishing, location: 'Planta Zapopan', reportsTo: 'ernesto_arriaga' },
]

const TEAMS: Team[] = [
  {
    head: 'diego',
    location: 'Planta Zapopan',
    size: 20,
    jobs: [
      position('Operador de telar', 'Tejido', '4000 Tejido', 11_400, true),
      position('Ayudante general', 'Tejido', '4000 Tejido', 9_450, true),
      position('Mecánico de telares', 'Mantenimiento', '4200 Mantenimiento', 17_800, true),
      position('Inspector de calidad', 'Calidad', '4300 Calidad', 15_200),
    ],
  },
  {
    head: 'rebeca_covarrubias',
    location: 'Planta Zapopan',
    size: 11,
    jobs: [
      position('Operador de teñido', 'Acabados', '4100 Acabados', 12_100, true),
      position('Almacenista', 'Almacén', '3000 Almacén', 10_900, true),
    ],
  },
  {
    head: 'ximena',
    location: 'Oficinas Guadalajara',
    size: 5,
    jobs: [
      position('Analista de nómina', 'Capital humano', '1200 Capital humano', 21_700),
      position('Ejecutivo de ventas', 'Ventas', '2000 Ventas', 24_300),
    ],
  },
]

/** Mexico: forty people, whose payslips have their CFDI beside them. */
export function textilesQuetzal(): DemoCompany {
  const people = [...BY_HAND, ...crowd(EMPLOYER, TEAMS, BY_HAND, 1000)].map((facts) =>
    personOf(EMPLOYER, facts),
  )
  return {
    employer: EMPLOYER,
    signer: {
      username: 'ernesto_arriaga',
      name: 'Ernesto Arriaga Montaño',
      position: 'Representante legal',
      mail: 'ernesto_arriagamontano@textilesquetzal.example',
      taxId: people[0]?.cuil ?? '',
    },
    people,
  }
}
