import { shownDate } from './dates.ts'
import { labelled, LEFT, letterhead, RIGHT, signatureLines } from './letterhead.ts'
import { type Employer, type Person, shownTaxId } from './people.ts'
import { INK, openSheet } from './sheet.ts'

const CLAUSES: [string, string][] = [
  [
    'Objeto.',
    'Este acuerdo protege la información que la persona conoce por su trabajo: fórmulas y procesos, costos y precios, datos de clientes y proveedores, proyectos comerciales y datos personales de compañeros.',
  ],
  [
    'Compromiso.',
    'La persona usa esa información solo para su tarea, no la copia fuera de los sistemas de la empresa y no la comparte con terceros sin autorización escrita.',
  ],
  [
    'Lo que no alcanza.',
    'No es confidencial lo que ya es público, lo que la persona conocía antes de ingresar y lo que deba informarse a una autoridad. Nada de este acuerdo impide ejercer derechos laborales, sindicales o de denuncia.',
  ],
  [
    'Datos personales.',
    'El tratamiento de datos personales sigue la Ley 25.326. Ante una pérdida o un acceso indebido se avisa en el día a recursos humanos.',
  ],
  [
    'Duración.',
    'El deber de reserva dura mientras dure la relación laboral y dos años más. Al terminar se devuelven los equipos, las llaves y los documentos recibidos.',
  ],
  [
    'Firma.',
    'Ambas partes aceptan firmar este acuerdo por medios electrónicos y reciben una copia de lo firmado (Ley 25.506).',
  ],
]

/** A confidentiality agreement of one page, without figures: the document type that few may see. */
export function agreementPdf(data: { employer: Employer; person: Person; date: string }): Buffer {
  const { employer, person, date } = data
  const name = `${person.surname}, ${person.givenNames}`
  const sheet = openSheet({
    title: 'Acuerdo de confidencialidad',
    author: employer.name,
    subject: name,
    made: `${date}T09:00:00-03:00`,
    language: 'es-AR',
  })
  letterhead(sheet, employer, 'ACUERDO DE CONFIDENCIALIDAD', 'Política interna · Versión 3')
  const [top, middle, third, row] = [33.8, 83, 137, 9.15]
  sheet.rule(LEFT, top + row, RIGHT, top + row)
  sheet.rule(third, top, third, top + row * 2)
  sheet.rule(middle, top + row, middle, top + row * 2)
  sheet.box(LEFT, top, RIGHT - LEFT, row * 2, 'frame')
  labelled(sheet, 'Apellido y nombre', name, LEFT, top, true)
  labelled(sheet, 'CUIL', shownTaxId(person.cuil), third, top)
  labelled(sheet, 'Puesto', person.position.name, LEFT, top + row)
  labelled(sheet, 'Sector', person.sector, middle, top + row)
  labelled(sheet, 'Legajo', person.fileNumber, third, top + row)

  sheet.text(`${employer.city}, ${shownDate(date)}`, LEFT, 66, { size: 9.5 })
  let baseline = sheet.paragraph(
    `Entre ${employer.name} y quien firma al pie, que presta servicios en ${person.location}, se acuerda lo siguiente.`,
    LEFT,
    74,
    RIGHT - LEFT,
    { size: 9.5, leading: 5 },
  )
  CLAUSES.forEach(([heading, words], index) => {
    baseline += 3.6
    sheet.text(`${index + 1}.`, LEFT, baseline, { size: 9.5, strong: true, color: INK })
    sheet.text(heading, LEFT + 7, baseline, { size: 9.5, strong: true })
    baseline = sheet.paragraph(words, LEFT + 7, baseline + 5, RIGHT - LEFT - 7, { size: 9.5, leading: 5 })
  })
  signatureLines(sheet, employer)
  return sheet.save()
}
