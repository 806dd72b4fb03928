import { type Employer, shownTaxId } from './people.ts'
import { colourOf, INK, LABEL, type Sheet, SOFT } from './sheet.ts'

/** Millimetres from the top left corner of the page. */
export type SignatureBox = { x: number; y: number; width: number; height: number }

/** Where both signatures go on every document of the demonstration: above their lines, on the only page. */
export const SIGNATURE_BOXES: { employer: SignatureBox; employee: SignatureBox } = {
  employer: { x: 22, y: 209, width: 62, height: 26 },
  employee: { x: 126, y: 209, width: 62, height: 26 },
}

export const LEFT = 13
export const RIGHT = 197

const wave = (x: number, y: number, size: number) =>
  [
    [0.065, 0.42],
    [0.2, 0.29],
    [0.36, 0.29],
    [0.5, 0.4],
    [0.64, 0.51],
    [0.8, 0.51],
    [0.935, 0.38],
  ].map(([dx = 0, dy = 0]) => [x + dx * size, y + dy * size] as const)

function logo(sheet: Sheet, employer: Employer, x: number, y: number, size: number): void {
  const colour = colourOf(employer.colour)
  if (employer.logo === 'waves') {
    sheet.disc(x + size / 2, y + size / 2, size * 0.46, colour, size * 0.065)
    sheet.curve(wave(x, y, size), colour, size * 0.065)
    sheet.curve(wave(x, y + size * 0.2, size), colour, size * 0.065)
    return
  }
  const grape = size * 0.115
  for (let row = 0; row < 3; row += 1)
    for (let place = 0; place < 3 - row; place += 1)
      sheet.disc(
        x + size * (0.24 + place * 0.26 + row * 0.13),
        y + size * (0.42 + row * 0.225),
        grape,
        colour,
      )
  const at = (dx: number, dy: number) => [x + dx * size, y + dy * size] as const
  sheet.curve([at(0.5, 0.3), at(0.49, 0.2), at(0.52, 0.1), at(0.6, 0.03)], colour, size * 0.06)
  sheet.curve([at(0.52, 0.22), at(0.62, 0.08), at(0.78, 0.08), at(0.9, 0.16)], colour, size * 0.06)
}

/** Logo, employer and address at the left; what the paper is and the employer's tax id at the right. */
export function letterhead(sheet: Sheet, employer: Employer, title: string, note: string): void {
  logo(sheet, employer, LEFT - 0.3, 15.6, 11.8)
  sheet.text(employer.name, 27, 20.2, { size: 12.5, strong: true })
  sheet.text(`${employer.street} · ${employer.city}, ${employer.province}`, 27, 24.4, {
    size: 7.5,
    color: SOFT,
  })
  sheet.text(`Act. ${employer.activity} · Convenio ${employer.agreement}`, 27, 28, { size: 7.5, color: SOFT })
  sheet.text(title, RIGHT, 20.2, { size: 11.5, strong: true, align: 'right' })
  const id = shownTaxId(employer.taxId)
  sheet.text(id, RIGHT, 24.9, { size: 9, align: 'right' })
  sheet.text('CUIT', RIGHT - sheet.width(id, { size: 9 }) - 2.4, 24.9, {
    size: 7.5,
    color: LABEL,
    align: 'right',
  })
  sheet.text(note, RIGHT, 28.8, { size: 7, color: LABEL, align: 'right' })
}

/** The two lines to sign on, with room above them for what a signature shows, and the page's small print. */
export function signatureLines(sheet: Sheet, employer: Employer): void {
  const below = SIGNATURE_BOXES.employer.y + SIGNATURE_BOXES.employer.height + 1.6
  for (const [box, words] of [
    [SIGNATURE_BOXES.employer, 'Firma del empleador'],
    [SIGNATURE_BOXES.employee, 'Firma del trabajador'],
  ] as const) {
    sheet.rule(box.x, below, box.x + box.width, below, 'frame')
    sheet.text(words, box.x + box.width / 2, below + 3.8, { size: 7.5, color: SOFT, align: 'center' })
  }
  sheet.rule(LEFT, 283.4, RIGHT, 283.4)
  sheet.text(`${employer.name} · CUIT ${shownTaxId(employer.taxId)}`, LEFT, 287.4, {
    size: 6.3,
    color: LABEL,
  })
  sheet.text('Empresa y personas ficticias, creadas para la demostración', RIGHT, 287.4, {
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
