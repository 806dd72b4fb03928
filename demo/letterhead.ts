import { languageOfCountry } from '#server/shared/text/language.ts'
import { drawingOf } from './logos.ts'
import { type Employer, shownId } from './people.ts'
import { colourOf, INK, LABEL, type Sheet, SOFT } from './sheet.ts'

/** Millimetres from the top left corner of the page. */
export type SignatureBox = { x: number; y: number; width: number; height: number }

/** Where both signatures go on every document of the demonstration: above their lines, on the only page. */
export const SIGNATURE_BOXES: { employer: SignatureBox; employee: SignatureBox } = {
  employer: { x: 22, y: 209, width: 62, height: 26 },
  employee: { x: 126, y: 209, width: 62, height: 26 },
}

const COMPANY_ID = { AR: 'CUIT', BR: 'CNPJ', CL: 'RUT', MX: 'RFC' } as const
/** Under the two lines, and at the foot of the page. */
const SIGNED = {
  es: [
    'Firma del empleador',
    'Firma del trabajador',
    'Empresa y personas ficticias, creadas para la demostración',
  ],
  pt: [
    'Assinatura do empregador',
    'Assinatura do empregado',
    'Empresa e pessoas fictícias, criadas para a demonstração',
  ],
} as const

export const LEFT = 13
export const RIGHT = 197

function logo(sheet: Sheet, employer: Employer, x: number, y: number, size: number): void {
  const colour = colourOf(employer.colour)
  const scale = size / 100
  const { discs, curves } = drawingOf(employer.logo)
  for (const [dx, dy, radius, line] of discs)
    sheet.disc(
      x + dx * scale,
      y + dy * scale,
      radius * scale,
      colour,
      line === null ? undefined : line * scale,
    )
  for (const [line, ...points] of curves)
    sheet.curve(
      points.map(([dx, dy]) => [x + dx * scale, y + dy * scale] as const),
      colour,
      line * scale,
    )
}

/** Logo, employer and address at the left; what the paper is and the employer's tax id at the right. */
export function letterhead(sheet: Sheet, employer: Employer, title: string, note: string): void {
  logo(sheet, employer, LEFT - 0.3, 15.6, 11.8)
  sheet.text(employer.name, 27, 20.2, { size: 12.5, strong: true })
  sheet.text(`${employer.street} · ${employer.city}, ${employer.province}`, 27, 24.4, {
    size: 7.5,
    color: SOFT,
  })
  sheet.text(employer.note, 27, 28, { size: 7.5, color: SOFT })
  sheet.text(title, RIGHT, 20.2, { size: 11.5, strong: true, align: 'right' })
  const id = shownId(employer, employer.taxId)
  sheet.text(id, RIGHT, 24.9, { size: 9, align: 'right' })
  sheet.text(COMPANY_ID[employer.country], RIGHT - sheet.width(id, { size: 9 }) - 2.4, 24.9, {
    size: 7.5,
    color: LABEL,
    align: 'right',
  })
  sheet.text(note, RIGHT, 28.8, { size: 7, color: LABEL, align: 'right' })
}

/** The two lines to sign on, with room above them for what a signature shows, and the page's small print. */
export function signatureLines(sheet: Sheet, employer: Employer): void {
  const below = SIGNATURE_BOXES.employer.y + SIGNATURE_BOXES.employer.height + 1.6
  const [byEmployer, byEmployee, fictional] = SIGNED[languageOfCountry(employer.country)]
  for (const [box, words] of [
    [SIGNATURE_BOXES.employer, byEmployer],
    [SIGNATURE_BOXES.employee, byEmployee],
  ] as const) {
    sheet.rule(box.x, below, box.x + box.width, below, 'frame')
    sheet.text(words, box.x + box.width / 2, below + 3.8, { size: 7.5, color: SOFT, align: 'center' })
  }
  sheet.rule(LEFT, 283.4, RIGHT, 283.4)
  sheet.text(
    `${employer.name} · ${COMPANY_ID[employer.country]} ${shownId(employer, employer.taxId)}`,
    LEFT,
    287.4,
    {
      size: 6.3,
      color: LABEL,
    },
  )
  sheet.text(fictional, RIGHT, 287.4, {
    size: 6.3,
    color: LABEL,
    align: 'right',
  })
}

export function labelled(
  sheet: Sheet,
  label: string,
  value: string,
  x: number,
  top: number,
  strong = false,
): void {
  sheet.text(label, x + 2, top + 2.9, { size: 6.2, color: LABEL })
  sheet.text(value, x + 2, top + 7.1, { size: 9, strong, color: INK })
}
