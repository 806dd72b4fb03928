import type { EmployeeChanges } from '#contract/employees/record.ts'
import { updateEmployee } from '#server/areas/employees/editing.ts'
import { addNote } from '#server/areas/employees/file/notes.ts'
import type { Acting } from './acting.ts'
import { REFERENCE } from './dates.ts'

/** Something that happened to a file; `part` of the time between its opening and the demonstration's own day, 0 to 1. */
type Happened = { part: number } & ({ changes: EmployeeChanges } | { note: string })

/** Three files that changed over the year; other companies have nobody of these names. */
const files: Readonly<Record<string, readonly Happened[]>> = {
  jorge_ledesma: [
    { part: 0.08, changes: { apodo: 'Jorge', estado_civil: 'Soltero/a' } },
    {
      part: 0.22,
      changes: { contacto_emergencia: 'Silvia Ríos', telefono_emergencia: '+54 230 461-0937' },
    },
    { part: 0.4, changes: { estado_civil: 'Casado/a', conyuge: 'Silvia Ríos' } },
    { part: 0.55, note: 'Carnet de autoelevador renovado, falta subirlo.' },
    { part: 0.62, changes: { hijos: 1, mail_personal: 'jorge.ledesma@correo.example' } },
    { part: 0.8, changes: { telefono_emergencia: '+54 9 230 461-0937' } },
    { part: 0.9, note: 'Pidió cambio de turno por estudios; se revisa en marzo.' },
  ],
  norma_pena: [
    { part: 0.12, changes: { contacto_emergencia: 'Rubén Peña', telefono_emergencia: '+54 230 442-1190' } },
    { part: 0.35, changes: { piso: '2', departamento: 'B' } },
    { part: 0.5, note: 'Reemplaza al jefe de turno durante su licencia.' },
    { part: 0.7, changes: { piso: null, departamento: null, barrio: 'Villa Morra' } },
  ],
  valentina_rossi: [
    { part: 0.2, changes: { estado_civil: 'Soltero/a' } },
    { part: 0.45, changes: { apodo: 'Vale', nacionalidad: 'Argentina' } },
    { part: 0.75, note: 'Terminó la capacitación de conducción de equipos.' },
  ],
}

/** Changes three files and writes notes on them, each on its own day between their opening and today. */
export async function changeFiles(
  users: ReadonlyMap<string, number>,
  administrator: Acting,
  opened: Date,
): Promise<void> {
  const length = Date.parse(REFERENCE) - opened.getTime()
  for (const [username, happened] of Object.entries(files)) {
    const id = users.get(username)
    if (!id) continue
    for (const one of happened) {
      const ctx = administrator(new Date(opened.getTime() + Math.round(one.part * length)))
      if ('note' in one) await addNote(ctx, { id, texto: one.note })
      else await updateEmployee(ctx, { id, ...one.changes })
    }
  }
}
