import { createPublication } from '#server/areas/massive/creating.ts'
import { readPublication } from '#server/areas/massive/reading/job.ts'
import { insertKept } from '#server/shared/files/files.ts'
import type { Acting } from './acting.ts'
import type { Filling } from './company.ts'
import { instant } from './dates.ts'
import { LEFT, letterhead, RIGHT } from './letterhead.ts'
import { advanceSettlement } from './payroll.ts'
import type { Employer, Person } from './people.ts'
import { receiptPdf } from './receipt.ts'
import { openSheet } from './sheet.ts'

const PERIOD = '2026-11'
const PAID_ON = '2026-11-06'
/** Minute of that day at which the file arrived: the last act of its company in the demonstration. */
const CAME_AT = 16 * 60 + 48

/** People whose receipts raise no doubt. */
const CLEAR = [
  'carla_benitez',
  'ignacio_yanez',
  'ramiro_acosta',
  'nahuel_ferreyra',
  'veronica_medina',
  'luis_sosa',
  'julio_villalba',
  'micaela_gimenez',
  'ramon_avalos',
  'diego_nunez',
]

/**
 * A month's advances as the payroll program printed them, with typical faults: an id with two digits swapped, a
 * stranger, a former employee, a duplicate, a wrong name, a page of the month before, and a page of totals.
 */
function advancePages({ employer, people }: Filling['demo']): Buffer[] {
  const named = (username: string): Person => {
    const person = people.find((each) => each.username === username)
    if (!person) throw new Error(`nobody called ${username}`)
    return person
  }
  const [ledesma, zapata, barrios] = [named('jorge_ledesma'), named('elsa_zapata'), named('walter_barrios')]
  const advance = (person: Person, period = PERIOD) =>
    receiptPdf({
      kind: 'advance',
      employer,
      person,
      period,
      paidOn: PAID_ON,
      settlement: advanceSettlement(person.position.basic / 5),
    })
  const receipts = [
    ...CLEAR.slice(0, 4).map((username) => advance(named(username))),
    advance({ ...ledesma, cuil: ledesma.cuil.replace('4536', '4563') }),
    advance(zapata),
    ...CLEAR.slice(4, 8).map((username) => advance(named(username))),
    advance({ ...zapata, surname: 'Sosa', givenNames: 'Graciela', cuil: '27263091545', fileNumber: '00917' }),
    advance(barrios, '2026-10'),
    advance({ ...named('andres_kowalczuk'), surname: 'Gauna', givenNames: 'Sebastián', fileNumber: '00566' }),
    ...CLEAR.slice(8).map((username) => advance(named(username))),
    advance(named('pablo_juarez')),
    advance(zapata),
  ]
  return [...receipts, sums(employer, receipts.length)]
}

/** How many receipts the program printed: a page of nobody. */
function sums(employer: Employer, receipts: number): Buffer {
  const sheet = openSheet({
    title: 'Resumen',
    author: employer.name,
    subject: PERIOD,
    made: `${PAID_ON}T09:00:00-03:00`,
    language: 'es-AR',
  })
  letterhead(sheet, employer, 'RESUMEN DE ADELANTOS', 'Para el archivo de Recursos Humanos')
  sheet.text('Recibos emitidos', LEFT, 48, { size: 9.5 })
  sheet.text(String(receipts), RIGHT, 48, { size: 9.5, strong: true, align: 'right' })
  return sheet.save()
}

/** Leaves a file of advances at its preview, sent and read as its administrator would: nothing of it is published. */
export async function leaveAdvancesInReview(filling: Filling, administrator: Acting): Promise<void> {
  const at = new Date(instant(PAID_ON, CAME_AT))
  const services = { ...filling.services, clock: () => at }
  const company = filling.company.id
  const made = await services.engine.assemble(advancePages(filling.demo).map((pdf) => ({ pdf, pages: [0] })))
  if (!made.ok) throw new Error(`no file of advances: ${made.fault}`)
  const pdf = Buffer.from(made.pdf)
  const { id } = await createPublication(administrator(at), {
    modo: 'split_sign',
    tipo: filling.types.advance,
    periodo: `${PERIOD}-01`,
    notificar: true,
    archivo: `adelantos_${PERIOD.replace('-', '')}.pdf`,
    tamano: pdf.length,
  })
  const stored = await services.files.put(company, pdf, { type: 'pdf', maxBytes: pdf.length })
  await services.tenant(company).write(async (tx) => {
    const [file = null] = await insertKept(tx, [stored])
    await tx.db
      .updateTable('publications')
      .set({ upload_id: null, received: pdf.length, received_at: at, file_id: file, sha256: stored.sha256 })
      .where('process_id', '=', id)
      .execute()
  })
  await readPublication(services, company, id, new AbortController().signal)
}
