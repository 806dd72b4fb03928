import { crowd, type Team } from './crowd.ts'
import { personOf, type DemoCompany, type Employer, type PersonFacts, type Position } from './people.ts'

const EMPLOYER: Employer = {
  slug: 'austral-alimentos',
  name: 'Austral Alimentos S.A.',
  shortName: 'Austral Alimentos',
  taxId: '30709126845',
  street: 'Ruta 8 km 54,5',
  city: 'Pilar',
  province: 'Buenos Aires',
  postalCode: 'B1629',
  note: 'Act. 1013 · Convenio 244/94 Alimentación',
  healthPlan: 'OSPIA',
  colour: '#0f5c6e',
  logo: 'waves',
  zone: 'America/Argentina/Buenos_Aires',
  country: 'AR',
  mailDomain: 'australalimentos.example',
  locations: ['Planta Pilar', 'Casa central', 'Depósito Rosario', 'Planta Mar del Plata'],
}

const COST_CENTRES: Record<string, string> = {
  Dirección: '100 Dirección',
  'Administración y finanzas': '110 Administración',
  'Recursos humanos': '120 Personas',
  Sistemas: '130 Sistemas',
  Comercial: '200 Ventas',
  Logística: '300 Distribución',
  Producción: '400 Elaboración',
  Calidad: '410 Calidad',
  Mantenimiento: '420 Mantenimiento',
}

function position(
  name: string,
  sector: keyof typeof COST_CENTRES,
  pesos: number,
  agreement = false,
): Position {
  return { name, sector, costCentre: COST_CENTRES[sector] ?? sector, basic: pesos * 100, agreement }
}

const P = {
  general: position('Gerente general', 'Dirección', 3_420_000),
  finance: position('Gerenta de administración y finanzas', 'Administración y finanzas', 3_060_000),
  accountant: position('Contadora', 'Administración y finanzas', 1_910_000),
  accounting: position('Analista contable', 'Administración y finanzas', 1_372_000),
  treasury: position('Responsable de tesorería', 'Administración y finanzas', 1_845_000),
  hrHead: position('Jefa de recursos humanos', 'Recursos humanos', 2_380_000),
  hrAnalyst: position('Analista de recursos humanos', 'Recursos humanos', 1_318_000),
  systems: position('Responsable de sistemas', 'Sistemas', 2_140_000),
  support: position('Técnico de soporte', 'Sistemas', 1_265_000),
  salesHead: position('Gerente comercial', 'Comercial', 2_870_000),
  salesWoman: position('Ejecutiva de cuentas', 'Comercial', 1_482_064),
  salesMan: position('Ejecutivo de cuentas', 'Comercial', 1_482_064),
  logisticsHead: position('Jefe de logística', 'Logística', 2_290_000),
  forklift: position('Autoelevadorista', 'Logística', 1_286_430, true),
  warehouse: position('Operario de depósito', 'Logística', 1_148_760, true),
  driver: position('Chofer de reparto', 'Logística', 1_331_200, true),
  dispatch: position('Administrativa de expedición', 'Logística', 1_212_000, true),
  plantHead: position('Jefa de producción', 'Producción', 2_410_000),
  supervisor: position('Supervisora de línea', 'Producción', 1_796_000),
  operator: position('Operario de producción', 'Producción', 1_124_350, true),
  operatorWoman: position('Operaria de producción', 'Producción', 1_124_350, true),
  packer: position('Envasadora', 'Producción', 1_156_800, true),
  mixer: position('Oficial elaborador', 'Producción', 1_243_500, true),
  qualityHead: position('Responsable de calidad', 'Calidad', 2_020_000),
  lab: position('Analista de laboratorio', 'Calidad', 1_341_000, true),
  maintenanceHead: position('Jefe de mantenimiento', 'Mantenimiento', 2_150_000),
  mechanic: position('Medio oficial mecánico', 'Mantenimiento', 1_262_700, true),
  electrician: position('Oficial electricista', 'Mantenimiento', 1_352_900, true),
}

const PILAR = 'Planta Pilar'
const CENTRAL = 'Casa central'
const ROSARIO = 'Depósito Rosario'
const SEA = 'Planta Mar del Plata'

// One person a line reads as the table that it is.
// prettier-ignore
const PEOPLE: PersonFacts[] = [
  { names: 'Rivarola, Carlos Eduardo', sex: 'man', dni: '17892345', born: '1966-05-14', hired: '1998-03-02', file: '00012', position: P.general, location: CENTRAL, reportsTo: null },
  { names: 'Sáenz Valiente, Inés María', sex: 'woman', dni: '20456781', born: '1968-11-23', hired: '2004-08-02', file: '00047', position: P.finance, location: CENTRAL, reportsTo: 'carlos_rivarola', confidential: true },
  { names: 'Etchegaray, Mariana', username: 'mariana', sex: 'woman', dni: '27835190', born: '1980-02-09', hired: '2009-05-04', file: '00203', position: P.hrHead, location: CENTRAL, reportsTo: 'carlos_rivarola', profiles: ['hr_everything', 'certificate_holder'] },
  { names: 'Cáceres, Lucía', username: 'lucia', sex: 'woman', dni: '40127736', born: '1997-04-18', hired: '2021-02-01', file: '00688', position: P.hrAnalyst, location: PILAR, reportsTo: 'mariana', profiles: ['hr_limited'], filters: [{ sector: 'Producción', location: PILAR }, { sector: 'Logística', location: PILAR }] },
  { names: 'Domínguez, Héctor Raúl', username: 'hector', sex: 'man', dni: '22604318', born: '1972-03-27', hired: '2003-10-06', file: '00038', position: P.logisticsHead, location: PILAR, reportsTo: 'carlos_rivarola', profiles: ['manager'] },
  { names: 'Quiroga, Silvina Beatriz', username: 'silvina', sex: 'woman', dni: '31208877', born: '1984-12-03', hired: '2010-07-05', file: '00264', position: P.accountant, location: CENTRAL, reportsTo: 'ines_saenz' },
  { names: 'Ibarra, Rocío Belén', sex: 'woman', dni: '39774150', born: '1996-07-11', hired: '2022-05-02', file: '00731', position: P.accounting, location: CENTRAL, reportsTo: 'silvina' },
  { names: 'Leguizamón, Estela Maris', sex: 'woman', dni: '23987106', born: '1974-06-30', hired: '2001-03-12', file: '00029', position: P.treasury, location: CENTRAL, reportsTo: 'ines_saenz' },
  { names: 'Muñoz, Tomás Agustín', sex: 'man', dni: '41872305', born: '1999-03-22', hired: '2023-08-01', file: '00794', position: P.accounting, location: CENTRAL, reportsTo: 'silvina' },
  { names: 'Iñíguez, Gonzalo', sex: 'man', dni: '29418760', born: '1982-05-08', hired: '2014-02-03', file: '00437', position: P.systems, location: CENTRAL, reportsTo: 'ines_saenz' },
  { names: 'Fernández Oro, Matías Ezequiel', sex: 'man', dni: '42305718', born: '2000-01-17', hired: '2024-03-04', file: '00822', position: P.support, location: PILAR, reportsTo: 'gonzalo_iniguez' },
  { names: 'Bustamante, Federico', sex: 'man', dni: '33019845', born: '1987-08-04', hired: '2015-09-01', file: '00501', position: P.salesHead, location: CENTRAL, reportsTo: 'carlos_rivarola' },
  { names: 'Benítez, Carla Noemí', sex: 'woman', dni: '35671204', born: '1991-01-29', hired: '2016-06-06', file: '00523', position: P.salesWoman, location: PILAR, reportsTo: 'federico_bustamante' },
  { names: 'Yáñez, Ignacio Javier', sex: 'man', dni: '34902617', born: '1989-12-15', hired: '2018-04-09', file: '00597', position: P.salesMan, location: ROSARIO, reportsTo: 'federico_bustamante' },
  { names: 'Ledesma, Jorge Omar', sex: 'man', dni: '28714536', born: '1981-04-02', hired: '2013-03-12', file: '00412', position: P.forklift, location: PILAR, reportsTo: 'hector' },
  { names: 'Acosta, Ramiro', sex: 'man', dni: '38450912', born: '1994-10-19', hired: '2018-11-05', file: '00618', position: P.warehouse, location: PILAR, reportsTo: 'hector' },
  { names: 'Ferreyra, Nahuel', sex: 'man', dni: '41235580', born: '1998-09-05', hired: '2020-01-06', file: '00659', position: P.driver, location: PILAR, reportsTo: 'hector' },
  { names: 'Medina, Verónica', sex: 'woman', dni: '29633871', born: '1982-10-26', hired: '2011-08-01', file: '00318', position: P.dispatch, location: PILAR, reportsTo: 'hector' },
  { names: 'Maidana, Cristian', sex: 'man', dni: '37412268', born: '1993-06-14', hired: '2017-10-02', file: '00581', position: P.warehouse, location: PILAR, reportsTo: 'hector' },
  { names: 'Sosa, Luis Alberto', sex: 'man', dni: '24731059', born: '1975-12-08', hired: '2006-05-15', file: '00142', position: P.driver, location: ROSARIO, reportsTo: 'hector' },
  { names: 'Ordóñez, Brenda Soledad', sex: 'woman', dni: '39041826', born: '1995-11-30', hired: '2021-06-14', file: '00702', position: P.warehouse, location: ROSARIO, reportsTo: 'hector' },
  { names: 'Figueroa, Marta Isabel', sex: 'woman', dni: '24118093', born: '1974-09-16', hired: '2002-02-18', file: '00033', position: P.plantHead, location: PILAR, reportsTo: 'carlos_rivarola' },
  { names: 'Echeverría, Ana Paula', sex: 'woman', dni: '36889120', born: '1992-04-24', hired: '2016-02-01', file: '00512', position: P.supervisor, location: PILAR, reportsTo: 'marta_figueroa', profiles: ['approver'] },
  { names: 'Peña, Norma Beatriz', sex: 'woman', dni: '25604817', born: '1977-01-12', hired: '2005-11-07', file: '00118', position: P.supervisor, location: SEA, reportsTo: 'marta_figueroa', profiles: ['approver'] },
  { names: 'Villalba, Julio César', sex: 'man', dni: '30871425', born: '1984-03-19', hired: '2012-09-03', file: '00376', position: P.mixer, location: PILAR, reportsTo: 'ana_echeverria' },
  { names: 'Giménez, Micaela Ailén', sex: 'woman', dni: '42917364', born: '2000-08-07', hired: '2022-10-03', file: '00752', position: P.packer, location: PILAR, reportsTo: 'ana_echeverria' },
  { names: 'Ávalos, Ramón Ángel', sex: 'man', dni: '26380941', born: '1978-02-28', hired: '2007-03-01', file: '00165', position: P.operator, location: PILAR, reportsTo: 'ana_echeverria' },
  { names: 'Colombo Peralta, Sofía', sex: 'woman', dni: '40691253', born: '1997-12-21', hired: '2021-11-08', file: '00719', position: P.operatorWoman, location: PILAR, reportsTo: 'ana_echeverria' },
  { names: 'Nuñez, Diego Hernán', sex: 'man', dni: '32547108', born: '1986-10-10', hired: '2014-06-02', file: '00448', position: P.operator, location: PILAR, reportsTo: 'ana_echeverria' },
  { names: 'Zapata, Elsa Graciela', sex: 'woman', dni: '27059384', born: '1979-03-03', hired: '2008-08-04', file: '00187', position: P.packer, location: SEA, reportsTo: 'norma_pena' },
  { names: 'López Güiraldes, Joaquín', sex: 'man', dni: '43128690', born: '2001-02-13', hired: '2023-04-03', file: '00773', position: P.operator, location: SEA, reportsTo: 'norma_pena' },
  { names: 'Chávez, Milagros', sex: 'woman', dni: '44570213', born: '2002-11-27', hired: '2025-02-03', file: '00851', position: P.operatorWoman, location: SEA, reportsTo: 'norma_pena', access: 'first_sign_in' },
  { names: 'Rossi, Valentina', sex: 'woman', dni: '35214978', born: '1990-05-31', hired: '2015-03-02', file: '00476', position: P.qualityHead, location: PILAR, reportsTo: 'marta_figueroa' },
  { names: 'Torres, Agustina Inés', sex: 'woman', dni: '39820547', born: '1996-09-09', hired: '2020-08-03', file: '00671', position: P.lab, location: PILAR, reportsTo: 'valentina_rossi' },
  { names: 'Kowalczuk, Andrés', sex: 'man', dni: '31690432', born: '1985-07-06', hired: '2012-04-16', file: '00352', position: P.maintenanceHead, location: PILAR, reportsTo: 'marta_figueroa' },
  { names: 'Gauna, Sebastián', sex: 'man', dni: '34560021', born: '1989-06-18', hired: '2017-05-08', file: '00566', position: P.mechanic, location: PILAR, reportsTo: 'andres_kowalczuk' },
  { names: 'Barrios, Walter Daniel', sex: 'man', dni: '28043917', born: '1980-01-25', hired: '2010-10-04', file: '00279', position: P.electrician, location: SEA, reportsTo: 'andres_kowalczuk' },
  { names: 'Juárez, Pablo Andrés', sex: 'man', dni: '30226417', born: '1983-05-20', hired: '2013-07-01', file: '00421', position: P.warehouse, location: PILAR, reportsTo: 'hector', state: 'inactive', ended: { date: '2026-09-18', reason: 'resignation' } },
  { names: 'Aráoz, Martina', sex: 'woman', dni: '45106382', born: '2003-07-15', hired: '2026-11-16', file: '00903', position: P.lab, location: PILAR, reportsTo: 'valentina_rossi', state: 'onboarding' },
  { names: 'Velázquez, Leonardo Nicolás', sex: 'man', dni: '43891257', born: '2001-12-01', hired: '2026-09-07', file: '00894', position: P.operator, location: PILAR, reportsTo: 'ana_echeverria', access: 'first_sign_in' },
]

const PLANT = [P.operator, P.packer, P.operatorWoman, P.mixer]
// This year both plants began to work a second shift, and the store in Rosario opened its own fleet.
const TEAMS: Team[] = [
  { head: 'ana_echeverria', location: PILAR, size: 74, jobs: PLANT, since: '2026-06' },
  { head: 'norma_pena', location: SEA, size: 52, jobs: PLANT, since: '2026-05' },
  {
    head: 'hector',
    location: ROSARIO,
    size: 34,
    jobs: [P.warehouse, P.driver, P.forklift],
    since: '2026-04',
  },
  { head: 'valentina_rossi', location: PILAR, size: 12, jobs: [P.lab] },
  { head: 'andres_kowalczuk', location: PILAR, size: 18, jobs: [P.mechanic, P.electrician] },
  { head: 'federico_bustamante', location: CENTRAL, size: 12, jobs: [P.salesMan, P.salesWoman] },
  { head: 'silvina', location: CENTRAL, size: 8, jobs: [P.accounting] },
]

/** The main company: forty people in nine sectors and four places, and in the whole demonstration 210 more. */
export function australAlimentos(size: 'small' | 'whole' = 'small'): DemoCompany {
  const more = size === 'whole' ? crowd(EMPLOYER, TEAMS, PEOPLE, 1000) : []
  const people = [...PEOPLE, ...more].map((facts) => personOf(EMPLOYER, facts))
  return {
    employer: EMPLOYER,
    signer: {
      username: 'carlos_rivarola',
      name: 'Carlos Rivarola',
      position: 'Apoderado',
      mail: 'carlos_rivarola@australalimentos.example',
      taxId: people[0]?.cuil ?? '',
    },
    people,
  }
}
