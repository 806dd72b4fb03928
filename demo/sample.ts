import { configureType } from '#server/areas/folders/configuration.ts'
import type { Acting } from './acting.ts'
import type { Filling } from './company.ts'
import { REFERENCE } from './dates.ts'
import { plannedDocuments } from './documents.ts'
import { SIGNATURE_BOXES } from './letterhead.ts'

/** Keeps a newest payslip, of nobody confidential, beside its type: the page on which its administrator set where it is signed. */
export async function keepSample(
  { demo, types }: Filling,
  administrator: Acting,
  months: number,
): Promise<void> {
  const open = new Set(
    demo.people.filter(({ confidential }) => !confidential).map(({ username }) => username),
  )
  const newest = plannedDocuments(demo, REFERENCE, months).findLast(
    ({ kind, username }) => kind === 'salary' && open.has(username),
  )
  if (!newest) return
  const bytes = newest.pdf()
  await configureType(
    administrator(new Date(newest.publishedAt)),
    {
      id: types.salary,
      pagina: 'last',
      numero: null,
      empresa: SIGNATURE_BOXES.employer,
      colaborador: SIGNATURE_BOXES.employee,
      papel: 'A4',
      orientacion: 'portrait',
      giro: 0,
      corte: null,
      paginacion: null,
      dos_por_hoja: false,
      pdf_propio: true,
    },
    { name: `recibo_${newest.period}.pdf`, type: 'pdf', bytes },
  )
}
