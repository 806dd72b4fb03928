import { employeeImport, type ImportState } from '#contract/employees/import.ts'
import { testApp } from './app.ts'
import { keepAsMade } from './bystander.ts'
import { aCompany, anAdministrator, aPerson, cuilOf, inCompany } from './factories.ts'

/** The columns of a file for an import, by their titles. */
export const importTitles = ['CUIL', 'Apellido', 'Nombre', 'Legajo', 'Ingreso', 'Sector', 'Lugar', 'Correo']

let counter = 0

/** A line of somebody new, with what differs. */
export function newLine(also: Record<string, string> = {}): Record<string, string> {
  const n = ++counter
  const cuil = cuilOf(String(31_000_000 + n * 91))
  return {
    CUIL: cuil,
    Apellido: 'Núñez',
    Nombre: 'Zoë',
    Legajo: `I${n}`,
    Ingreso: '02/11/2026',
    Sector: 'Logística',
    Lugar: 'Planta Pilar',
    Correo: `i${n}@correo.example`,
    ...also,
  }
}

/** A CSV of lines, with their values of some columns. */
export function importCsv(
  rows: readonly Record<string, string>[],
  columns = importTitles,
  delimiter = ';',
): string {
  const cell = (text: string) => (/["\n;,]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return [columns, ...rows.map((row) => columns.map((title) => row[title] ?? ''))]
    .map((cells) => cells.map(cell).join(delimiter))
    .join('\r\n')
}

/** A company with an administrator who imports employees, and what they do; `as`: another's bearer. */
export async function anImporter() {
  const app = await testApp()
  app.setNow(new Date('2026-11-05T15:00:00Z'))
  const company = await aCompany(app)
  const admin = await anAdministrator(app, company)
  await aPerson(app, company, { sector: 'Logística', location: 'Planta Pilar' })

  const upload = (content: string | Buffer, as = admin.bearer) =>
    app.call(
      employeeImport.upload,
      {},
      { as, file: { name: 'altas noviembre.csv', bytes: Buffer.from(content as string) } },
    )

  /** Uploads, lets the dry run be done and answers it. */
  async function dryRun(content: string | Buffer, as = admin.bearer): Promise<ImportState> {
    const { data, code } = await upload(content, as)
    if (!data) throw new Error(`not taken: ${code}`)
    await app.services.jobs.runDueJobs()
    return (await app.call(employeeImport.one, { id: data.id }, { as })).data
  }

  await keepAsMade(app, company, () =>
    dryRun(importCsv([newLine({ Apellido: 'Quieta' }), newLine({ CUIL: '1' })])),
  )

  async function lines(
    id: number,
    grupo: 'faulty' | 'new' | 'changed' | 'unchanged' | 'left_out' | 'absent',
    as = admin.bearer,
  ) {
    const answer = await app.call(employeeImport.lines, { id, grupo, perPage: 100 }, { as })
    return answer.data as {
      linea: number | null
      nombre: string
      fallas: { campo: string; code: string; mensaje: string }[]
      cambios: object[]
    }[]
  }

  /** The faults of a dry run's lines: line, field, code. */
  async function faultsIn(id: number, as = admin.bearer): Promise<string[]> {
    return (await lines(id, 'faulty', as)).flatMap(({ linea, fallas }) =>
      fallas.map(({ campo, code }) => `${linea} ${campo} ${code}`),
    )
  }

  /** The same of a file that is uploaded for it. */
  const faults = async (content: string | Buffer, as = admin.bearer) =>
    faultsIn((await dryRun(content, as)).id, as)

  const confirm = (id: number, codes: string[] = [], as = admin.bearer) =>
    app.call(employeeImport.confirm, { id }, { as, ...(codes.length && { confirm: codes }) })

  async function howMany(): Promise<number> {
    const { n } = await inCompany(app, company.id, (tx) =>
      tx.db
        .selectFrom('employees')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow(),
    )
    return n
  }

  return { app, company, admin, upload, dryRun, lines, faultsIn, faults, confirm, howMany }
}
