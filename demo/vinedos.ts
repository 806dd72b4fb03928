import { personOf, type DemoCompany, type Employer, type PersonFacts, type Position } from './people.ts'

const EMPLOYER: Employer = {
  slug: 'vinedos-del-oeste',
  name: 'Viñedos del Oeste S.R.L.',
  shortName: 'Viñedos del Oeste',
  taxId: '30714582069',
  street: 'Ruta 7 km 1058',
  city: 'Luján de Cuyo',
  province: 'Mendoza',
  postalCode: 'M5507',
  note: 'Act. 1102 · Convenio 154/91 Vitivinícola',
  healthPlan: 'OSPAV',
  colour: '#7a2340',
  header: { secundario: '#4a1526', titulo: '#f1d9a7', texto_icono: '#ffffff' },
  logo: 'vine',
  zone: 'America/Argentina/Mendoza',
  country: 'AR',
  mailDomain: 'vinedosdeloeste.example',
  locations: ['Finca Agrelo', 'Bodega'],
  signInPage: {
    textos: {
      es: {
        titulo: 'La bodega, al día',
        subtitulo: 'Recibos, vacaciones y papeles de Viñedos del Oeste',
        boton: 'Entrar',
        ayuda:
          'Quien todavía no tiene usuario lo pide en la oficina de la Finca Agrelo, de lunes a viernes de 8 a 16, con su documento.',
        pie: 'Recursos Humanos · interno 204',
      },
    },
    colores: { fondo: '#e9dcd6' },
    imagen: 'calendario',
  },
}

const position = (
  name: string,
  sector: string,
  costCentre: string,
  pesos: number,
  agreement: boolean,
): Position => ({
  name,
  sector,
  costCentre,
  basic: pesos * 100,
  agreement,
})

// One person a line reads as the table that it is.
// prettier-ignore
const PEOPLE: PersonFacts[] = [
  { names: 'Peñaloza, Rodrigo Martín', sex: 'man', dni: '21637904', born: '1970-09-17', hired: '2005-04-01', file: '0001', position: position('Socio gerente', 'Administración', 'ADM', 2_650_000, false), location: 'Bodega', reportsTo: null },
  { names: 'Quiroga, Silvina Beatriz', username: 'silvina', sex: 'woman', dni: '31208877', born: '1984-12-03', hired: '2019-03-11', file: '0014', position: position('Administradora', 'Administración', 'ADM', 1_180_000, false), location: 'Bodega', reportsTo: 'rodrigo_penaloza', profiles: ['hr_everything', 'certificate_holder'] },
  { names: 'Ñancucheo, Ayelén', sex: 'woman', dni: '36214870', born: '1991-08-25', hired: '2017-02-06', file: '0011', position: position('Enóloga', 'Bodega', 'BOD', 1_720_000, false), location: 'Bodega', reportsTo: 'rodrigo_penaloza' },
  { names: 'Videla Correas, Bautista', sex: 'man', dni: '40558213', born: '1997-11-02', hired: '2021-09-13', file: '0019', position: position('Operario de bodega', 'Bodega', 'BOD', 968_000, true), location: 'Bodega', reportsTo: 'ayelen_nancucheo' },
  { names: 'Aguirre, Marcelo Fabián', sex: 'man', dni: '25793146', born: '1977-03-30', hired: '2008-01-14', file: '0005', position: position('Encargado de finca', 'Finca', 'FIN', 1_240_000, true), location: 'Finca Agrelo', reportsTo: 'rodrigo_penaloza' },
  { names: 'Mamani, Celia Rosa', sex: 'woman', dni: '38760429', born: '1995-05-21', hired: '2022-03-01', file: '0022', position: position('Obrera de viña', 'Finca', 'FIN', 912_000, true), location: 'Finca Agrelo', reportsTo: 'marcelo_aguirre' },
]

/** The second, small company; Silvina Quiroga works for both. */
export function vinedosDelOeste(): DemoCompany {
  const people = PEOPLE.map((facts) => personOf(EMPLOYER, facts))
  return {
    employer: EMPLOYER,
    signer: {
      username: 'rodrigo_penaloza',
      name: 'Rodrigo Martín Peñaloza',
      position: 'Socio gerente',
      mail: 'rodrigo_penaloza@vinedosdeloeste.example',
      taxId: people[0]?.cuil ?? '',
    },
    people,
  }
}
