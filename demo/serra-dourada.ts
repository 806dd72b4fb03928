import { crowd, type Team } from './crowd.ts'
import { companyIdOf } from './ids.ts'
import { type DemoCompany, type Employer, type PersonFacts, personOf, type Position } from './people.ts'

const EMPLOYER: Employer = {
  slug: 'serra-dourada',
  name: 'Cafés Serra Dourada Ltda.',
  shortName: 'Cafés Serra Dourada',
  taxId: companyIdOf('BR', '417823650001'),
  street: 'Rodovia MG-050, km 212',
  city: 'Divinópolis',
  province: 'Minas Gerais',
  postalCode: '35500-000',
  note: 'CNAE 1081-3/02 · Torrefação e moagem de café',
  healthPlan: 'Unimed',
  colour: '#f2b705',
  header: { secundario: '#f2b705', titulo: '#1b1c19', texto_icono: '#000000' },
  logo: 'bean',
  zone: 'America/Sao_Paulo',
  country: 'BR',
  mailDomain: 'serradourada.example',
  locations: ['Matriz', 'Armazém Varginha'],
  signInPage: {
    textos: {
      pt: {
        titulo: 'Bom dia, Serra Dourada',
        subtitulo: 'Holerites, férias e documentos em um só lugar',
        ayuda:
          'Quem ainda não tem usuário fala com a Renata, no RH da Matriz, com um documento com foto. No armazém, com o encarregado.',
        pie: 'RH Matriz · ramal 120',
      },
      es: {
        titulo: 'Buen día, Serra Dourada',
        subtitulo: 'Recibos, vacaciones y documentos en un solo lugar',
        ayuda:
          'Quien todavía no tiene usuario habla con Renata, en RR. HH. de la Matriz, con un documento con foto. En el depósito, con el encargado.',
        pie: 'RR. HH. Matriz · interno 120',
      },
    },
    imagen: 'legajo',
  },
}

const position = (
  name: string,
  sector: string,
  costCentre: string,
  reais: number,
  agreement = false,
): Position => ({ name, sector, costCentre, basic: reais * 100, agreement })

const head = {
  director: position('Diretor-geral', 'Diretoria', '100 Diretoria', 24_800),
  people: position('Gerente de recursos humanos', 'Recursos humanos', '120 Pessoas', 11_400),
  analyst: position('Analista de recursos humanos', 'Recursos humanos', '120 Pessoas', 5_200),
  production: position('Gerente de produção', 'Produção', '400 Produção', 12_900),
  storage: position('Encarregado de armazém', 'Logística', '300 Logística', 6_850),
  sales: position('Gerente comercial', 'Comercial', '200 Vendas', 11_900),
}

// One person a line reads as the table that it is.
// prettier-ignore
const BY_HAND: PersonFacts[] = [
  { names: 'Vasconcelos, Heitor Augusto', sex: 'man', dni: '218374650', born: '1969-03-11', hired: '2004-02-02', file: '00001', position: head.director, location: 'Matriz', reportsTo: null },
  { names: 'Figueiredo, Renata', username: 'renata', sex: 'woman', dni: '305482917', born: '1983-08-19', hired: '2012-05-07', file: '00034', position: head.people, location: 'Matriz', reportsTo: 'heitor_vasconcelos', profiles: ['hr_everything', 'certificate_holder'] },
  { names: 'Brandão, Caio César', username: 'caio', sex: 'man', dni: '391746205', born: '1994-12-05', hired: '2019-08-12', file: '00088', position: head.analyst, location: 'Armazém Varginha', reportsTo: 'renata', profiles: ['hr_limited'], filters: [{ location: 'Armazém Varginha' }] },
  { names: 'Queiroz, Otávio', username: 'otavio', sex: 'man', dni: '287610453', born: '1978-06-27', hired: '2009-01-12', file: '00019', position: head.production, location: 'Matriz', reportsTo: 'heitor_vasconcelos', profiles: ['manager'] },
  { names: 'Assunção, Ivone', sex: 'woman', dni: '264098317', born: '1975-01-30', hired: '2007-09-03', file: '00015', position: head.storage, location: 'Armazém Varginha', reportsTo: 'heitor_vasconcelos' },
  { names: 'Falcão, Murilo', sex: 'man', dni: '332750816', born: '1987-04-16', hired: '2014-03-10', file: '00047', position: head.sales, location: 'Matriz', reportsTo: 'heitor_vasconcelos', confidential: true },
]

const TEAMS: Team[] = [
  {
    head: 'otavio',
    location: 'Matriz',
    size: 32,
    jobs: [
      position('Operador de produção', 'Produção', '400 Produção', 2_480, true),
      position('Auxiliar de produção', 'Produção', '400 Produção', 1_960, true),
      position('Operador de torrefação', 'Produção', '400 Produção', 3_150, true),
      position('Técnico de qualidade', 'Qualidade', '410 Qualidade', 4_120),
      position('Mecânico de manutenção', 'Manutenção', '420 Manutenção', 3_780, true),
    ],
  },
  {
    head: 'ivone_assuncao',
    location: 'Armazém Varginha',
    size: 14,
    jobs: [
      position('Auxiliar de armazém', 'Logística', '300 Logística', 2_090, true),
      position('Operador de empilhadeira', 'Logística', '300 Logística', 2_640, true),
      position('Motorista', 'Logística', '300 Logística', 3_060, true),
    ],
  },
  {
    head: 'murilo_falcao',
    location: 'Matriz',
    size: 8,
    jobs: [
      position('Vendedor externo', 'Comercial', '200 Vendas', 3_400),
      position('Assistente comercial', 'Comercial', '200 Vendas', 2_870),
    ],
  },
]

/** Brazil: sixty people, everything in Portuguese, the company in yellow. */
export function serraDourada(): DemoCompany {
  const people = [...BY_HAND, ...crowd(EMPLOYER, TEAMS, BY_HAND, 100)].map((facts) =>
    personOf(EMPLOYER, facts),
  )
  return {
    employer: EMPLOYER,
    signer: {
      username: 'heitor_vasconcelos',
      name: 'Heitor Augusto Vasconcelos',
      position: 'Procurador',
      mail: 'heitor_vasconcelos@serradourada.example',
      taxId: people[0]?.cuil ?? '',
    },
    people,
  }
}
