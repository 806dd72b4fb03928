import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { createEngine } from '#pdf/pool.ts'
import { createCompany } from '#server/areas/company/operations.ts'
import { applyImport, checkImport } from '#server/areas/employees/jobs.ts'
import { importRows } from '#contract/employees/import.ts'
import { readCsv } from '#server/shared/files/csv.ts'
import { keepImport } from '#server/areas/employees/import/importing.ts'
import { readConfig } from '#server/config.ts'
import { connect } from '#server/db/connect.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { registerJobs } from '#server/jobs.ts'
import { createFiles } from '#server/shared/files/files.ts'
import { createJobs } from '#server/shared/jobs.ts'
import { composeServices } from '#server/shared/services.ts'

/**
 * An import of 10,000 people by CSV: its dry run, from the file's bytes to the last line kept, and the act, in one
 * transaction. Then the same file again, which finds everybody as they are, and a file that unsubscribes all of them.
 * Aims: each dry run in 10 seconds or less, and that of the unsubscription in no more time than the import's.
 */
const people = 10_000

/** A CUIL with its check digit; a body whose digit would be 10 is nobody's. */
function cuilOf(dni: number): string | null {
  const body = `20${String(dni).padStart(8, '0')}`
  const sum = [...body].reduce((total, digit, at) => total + Number(digit) * Number('5432765432'[at]), 0)
  const check = (11 - (sum % 11)) % 11
  return check < 10 ? `${body}${check}` : null
}

function file(): Buffer {
  const lines = [
    'CUIL;Apellido;Nombre;Legajo;Ingreso;Nacimiento;Sector;Lugar;Puesto;Correo;Calle;Número;Ciudad;CBU o alias',
  ]
  for (let dni = 20_000_000, n = 1; n <= people; dni += 17) {
    const cuil = cuilOf(dni)
    if (!cuil) continue
    const place = `Sector ${n % 40};Planta ${n % 12};Puesto ${n % 60}`
    lines.push(
      `${cuil};Apellido ${n};Nombre ${n};${n};0${1 + (n % 9)}/11/2020;1${n % 9}/05/1985;${place};persona${n}@correo.example;Mitre;${n};Pilar;2850590940090418135201`,
    )
    n++
  }
  return Buffer.from(lines.join('\r\n'))
}

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'legajo-bench-'))
  const fail = (error: Error) => {
    throw error
  }
  const postgres = await startEmbedded({ dataDir, address: 'the benchmark', say: () => {}, onLost: fail })
  await migrate(postgres.url)
  const database = connect(postgres.url, 'legajo bench', 4, fail)
  const log = pino({ level: 'silent' })
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    APP_SECRET: 'a secret of the benchmark, long enough',
  })
  const jobs = createJobs({ url: postgres.url, log })
  const engine = createEngine({ threads: 1 })
  const services = composeServices({
    config,
    database,
    files: createFiles(config.filesDir),
    jobs,
    engine,
    log,
    clock: () => new Date(),
  })
  const background = registerJobs(services)
  await jobs.start('api')
  const { id: company, profiles } = await createCompany(services, {
    slug: 'medida',
    name: 'Medida',
    country: 'AR',
    zone: 'America/Argentina/Buenos_Aires',
    employers: [{ legalName: 'Medida S.A.', taxId: '30709126845' }],
  })
  const userId = await services.tenant(company).write(async ({ db }) => {
    const { id } = await db
      .insertInto('users')
      .values({ company_id: company, username: 'rrhh', first_name: 'R', last_name: 'H', country: 'AR' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('user_profiles')
      .values({ company_id: company, user_id: id, profile_id: profiles.hr, type: 2 })
      .execute()
    return id
  })
  const viewer = {
    userId,
    profileKind: 'hr',
    seesConfidential: true,
    profileId: profiles.hr,
    zone: 'America/Argentina/Buenos_Aires',
  } as const
  const bytes = file()
  const dryRun = async (
    also: Pick<Parameters<typeof keepImport>[1], 'kind' | 'options'> = {},
    sent = bytes,
  ) => {
    const from = performance.now()
    const table = await readCsv(sent, importRows)
    const file = { name: 'personas.csv', bytes: sent, table, ...also }
    const process = await services
      .tenant(company)
      .write((tx) => keepImport(tx, file, { viewer, language: 'es', now: new Date() }))
    await checkImport(services, company, process)
    return { process, seconds: (performance.now() - from) / 1000 }
  }
  const first = await dryRun()
  await services
    .tenant(company)
    .write((tx) =>
      tx.db.updateTable('processes').set({ step: 'running' }).where('id', '=', first.process).execute(),
    )
  const from = performance.now()
  await applyImport(services, company, first.process, {
    actorId: userId,
    detail: { address: '', device: '' },
  })
  const act = (performance.now() - from) / 1000
  const again = await dryRun()
  const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  const ends = await services.tenant(company).read(async (db) => {
    const rows = await db.selectFrom('employees').select('cuil').orderBy('id').execute()
    const lines = rows.map(({ cuil }) => `${cuil};${soon.split('-').toReversed().join('/')};Fin de temporada`)
    return Buffer.from(['cuil;fechabaja;observaciones', ...lines].join('\r\n'))
  })
  const ending = await dryRun({ kind: 'unsubscription', options: { motivo: 'contract_end' } }, ends)
  const { n } = await services.tenant(company).write((tx) =>
    tx.db
      .selectFrom('employees')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
  )
  if (n !== people) throw new Error(`${n} people were made`)
  console.log(
    `import of ${people} rows: checked in ${first.seconds.toFixed(1)} s (aim 10), made in ${act.toFixed(1)} s, ` +
      `checked again when all are there in ${again.seconds.toFixed(1)} s`,
  )
  console.log(
    `unsubscription of ${people} rows: checked in ${ending.seconds.toFixed(1)} s (aim 10), ` +
      `${(ending.seconds / again.seconds).toFixed(2)} of the import's dry run of the same people (aim 1.0)`,
  )
  await jobs.stop()
  background.close()
  await Promise.all([database.close(), engine.close()])
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

await main()
