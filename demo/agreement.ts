import { languageOfCountry } from '#server/shared/text/language.ts'
import { shownDate } from './dates.ts'
import { labelled, LEFT, letterhead, RIGHT, signatureLines } from './letterhead.ts'
import type { DemoCountry } from './ids.ts'
import { type Employer, type Person, shownId } from './people.ts'
import { INK, openSheet } from './sheet.ts'

/** The laws on personal data and on electronic signatures, by country. */
const LAWS: Record<DemoCountry, readonly [data: string, signature: string]> = {
  AR: ['la Ley 25.326', 'Ley 25.506'],
  BR: ['a Lei 13.709 (LGPD)', 'MP 2.200-2/2001, art. 10, § 2º'],
  CL: ['la Ley 19.628', 'Ley 19.799'],
  MX: ['la Ley Federal de Protección de Datos Personales', 'Código de Comercio, art. 89'],
}

const WORDS = {
  es: {
    title: 'Acuerdo de confidencialidad',
    note: 'Política interna · Versión 3',
    labels: ['Apellido y nombre', 'Puesto', 'Sector', 'Legajo'],
    opening: 'Entre EMPRESA y quien firma al pie, que presta servicios en LUGAR, se acuerda lo siguiente.',
    clauses: [
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
        'El tratamiento de datos personales sigue DATOS. Ante una pérdida o un acceso indebido se avisa en el día a recursos humanos.',
      ],
      [
        'Duración.',
        'El deber de reserva dura mientras dure la relación laboral y dos años más. Al terminar se devuelven los equipos, las llaves y los documentos recibidos.',
      ],
      [
        'Firma.',
        'Ambas partes aceptan firmar este acuerdo por medios electrónicos y reciben una copia de lo firmado (FIRMA).',
      ],
    ],
  },
  pt: {
    title: 'Termo de confidencialidade',
    note: 'Política interna · Versão 3',
    labels: ['Nome completo', 'Cargo', 'Setor', 'Matrícula'],
    opening: 'Entre EMPRESA e quem assina abaixo, que presta serviços em LUGAR, fica acordado o seguinte.',
    clauses: [
      [
        'Objeto.',
        'Este termo protege as informações que a pessoa conhece por seu trabalho: fórmulas e processos, custos e preços, dados de clientes e fornecedores, projetos comerciais e dados pessoais de colegas.',
      ],
      [
        'Compromisso.',
        'A pessoa usa essas informações somente para sua tarefa, não as copia para fora dos sistemas da empresa e não as compartilha com terceiros sem autorização escrita.',
      ],
      [
        'O que não alcança.',
        'Não é confidencial o que já é público, o que a pessoa conhecia antes de ingressar e o que deva ser informado a uma autoridade. Nada neste termo impede o exercício de direitos trabalhistas, sindicais ou de denúncia.',
      ],
      [
        'Dados pessoais.',
        'O tratamento de dados pessoais segue DATOS. Diante de perda ou acesso indevido, avisa-se no mesmo dia o setor de recursos humanos.',
      ],
      [
        'Duração.',
        'O dever de sigilo dura enquanto durar o vínculo de trabalho e mais dois anos. Ao término devolvem-se os equipamentos, as chaves e os documentos recebidos.',
      ],
      [
        'Assinatura.',
        'As partes aceitam assinar este termo por meios eletrônicos e recebem uma cópia do que foi assinado (FIRMA).',
      ],
    ],
  },
} as const

const ID = { AR: 'CUIL', BR: 'CPF', CL: 'RUT', MX: 'RFC' } as const

/** A confidentiality agreement of one page, without figures: the document type that few may see. */
export function agreementPdf({
  employer,
  person,
  date,
}: {
  employer: Employer
  person: Person
  date: string
}): Buffer {
  const name = `${person.surname}, ${person.givenNames}`
  const language = languageOfCountry(employer.country)
  const words = WORDS[language]
  const [data, signature] = LAWS[employer.country]
  const filled = (text: string) =>
    text
      .replace('EMPRESA', employer.name)
      .replace('LUGAR', person.location)
      .replace('DATOS', data)
      .replace('FIRMA', signature)
  const sheet = openSheet({
    title: words.title,
    author: employer.name,
    subject: name,
    made: `${date}T09:00:00-03:00`,
    language: language === 'pt' ? 'pt-BR' : `es-${employer.country}`,
  })
  letterhead(sheet, employer, words.title.toUpperCase(), words.note)
  const [top, middle, third, row] = [33.8, 83, 137, 9.15]
  sheet.rule(LEFT, top + row, RIGHT, top + row)
  sheet.rule(third, top, third, top + row * 2)
  sheet.rule(middle, top + row, middle, top + row * 2)
  sheet.box(LEFT, top, RIGHT - LEFT, row * 2, 'frame')
  const [nameLabel, jobLabel, sectorLabel, fileLabel] = words.labels
  labelled(sheet, nameLabel, name, LEFT, top, true)
  labelled(sheet, ID[employer.country], shownId(employer, person.cuil), third, top)
  labelled(sheet, jobLabel, person.position.name, LEFT, top + row)
  labelled(sheet, sectorLabel, person.sector, middle, top + row)
  labelled(sheet, fileLabel, person.fileNumber, third, top + row)

  sheet.text(`${employer.city}, ${shownDate(date)}`, LEFT, 66, { size: 9.5 })
  let baseline = sheet.paragraph(filled(words.opening), LEFT, 74, RIGHT - LEFT, { size: 9.5, leading: 5 })
  words.clauses.forEach(([heading, clause], index) => {
    baseline += 3.6
    sheet.text(`${index + 1}.`, LEFT, baseline, { size: 9.5, strong: true, color: INK })
    sheet.text(heading, LEFT + 7, baseline, { size: 9.5, strong: true })
    baseline = sheet.paragraph(filled(clause), LEFT + 7, baseline + 5, RIGHT - LEFT - 7, {
      size: 9.5,
      leading: 5,
    })
  })
  signatureLines(sheet, employer)
  return sheet.save()
}
