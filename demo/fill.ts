import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createNotice, type NewNotice } from '#server/areas/notifications/operations.ts'
import { createEngine } from '#pdf/pool.ts'
import { connect } from '#server/db/connect.ts'
import { StartRefused } from '#server/db/refusal.ts'
import type { Services } from '#server/shared/services.ts'
import { australAlimentos } from './austral.ts'
import { maderasDelBiobio } from './biobio.ts'
import { fillCompany } from './company.ts'
import { demonstrationPassword } from './password.ts'
import { textilesQuetzal } from './quetzal.ts'
import { relateMariana } from './related.ts'
import { serraDourada } from './serra-dourada.ts'
import { unsynced } from './unsynced.ts'
import { vinedosDelOeste } from './vinedos.ts'

/** The companies of the demonstration, and how many months of papers they have. */
const sizes = {
  whole: {
    months: 12,
    companies: () => [australAlimentos('whole'), serraDourada(), maderasDelBiobio(), textilesQuetzal()],
  },
  small: { months: 3, companies: () => [australAlimentos(), vinedosDelOeste()] },
}

/**
 * Fills an empty installation with the demonstration companies; one that has companies stays unchanged. Returns the
 * lines that explain how to sign in, or none where the installation is no demonstration. @throws {StartRefused} a start
 * was interrupted while it was being made
 */
export async function fillDemonstration(services: Services, say: (line: string) => void): Promise<string[]> {
  const { pool } = services.database
  const { rows } = await pool.query<{ demonstration: string | null; companies: boolean }>(
    'select demonstration, exists (select from app.company_ids) as companies from installation',
  )
  const [state] = rows
  if (state?.demonstration === 'filling') {
    throw new StartRefused(
      `making the demonstration was interrupted: remove ${services.config.dataDir} (or empty the database) and start again`,
    )
  }
  if (!state?.companies) {
    const begun = performance.now()
    say('Making the demonstration companies …')
    await pool.query(`update installation set demonstration = 'filling'`)
    const { months, companies } = sizes[services.config.demo === 'small' ? 'small' : 'whole']
    await inHaste(services, async (hasty) => {
      const [home, other] = await Promise.all(
        companies().map((company) => fillCompany(hasty, company, months)),
      )
      if (home && other) await relateMariana(hasty, home, other)
      if (services.config.demo === 'whole') await createNotice(hasty.database.pool, notice(services))
    })
    await pool.query(`update installation set demonstration = 'filled'`)
    say(`… made in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
  } else if (state.demonstration === null) {
    return []
  }
  return names(services)
}

/**
 * The same server for work that is made anew when it is interrupted: neither the database nor the disk is waited
 * for each time, and the engine's workers stay. Everything lies on the disk when it is done.
 */
async function inHaste(services: Services, work: (hasty: Services) => Promise<unknown>): Promise<void> {
  const { config, files, database, log } = services
  const { connectionString = '' } = database.pool.options
  const hasty = connect(connectionString, 'legajo demonstration', 16, (error) =>
    log.error({ err: error }, 'an idle connection broke'),
  )
  // Short statements, thousands of them: none is worth being compiled.
  hasty.pool.on('connect', (client) => void client.query('set synchronous_commit = off; set jit = off'))
  // Files of our own: on a busy machine a task of many may take its time, nothing is to be ended for it.
  const engine = createEngine({ threads: 2, tasksPerLife: 100_000, together: 16, deadlineMs: 120_000 })
  try {
    await work({
      ...services,
      engine,
      database: hasty,
      files: config.filesBucket ? files : unsynced(files, config.filesDir),
    })
    // One wait for all of the disk. Windows has no such command, and writes by itself within seconds.
    if (!config.filesBucket) await promisify(execFile)('sync').catch(() => undefined)
  } finally {
    await engine.close()
    await hasty.close()
  }
}

/** The operator's announcement on everybody's home screen. */
const notice = ({ clock }: Services): NewNotice => ({
  companies: null,
  from: clock(),
  to: null,
  colour: 'blue',
  es: {
    title: 'Esto es una demostración.',
    text: 'Las personas y los documentos son inventados: se puede probar todo con tranquilidad.',
  },
  pt: {
    title: 'Isto é uma demonstração.',
    text: 'As pessoas e os documentos são inventados: pode-se experimentar tudo sem receio.',
  },
})

/** The administrators of the companies of other countries. */
const MORE = [
  '         renata             Brazil, in Portuguese',
  '         francisca          Chile',
  '         ximena             Mexico, with the CFDI beside each payslip',
]

function names({ config }: Services): string[] {
  const password = demonstrationPassword(config)
  return [
    '',
    'Portal   mariana            everything, and the company’s certificate; changes to a second company',
    '         lucia              limited to two sectors of one plant',
    '         hector             a manager and his direct reports',
    ...(config.demo === 'small' ? [] : MORE),
    'Site     jorge_ledesma      has a payslip to sign',
    '         carla_benitez      signed one no conforme',
    ...(config.demo === 'small'
      ? ['         silvina            works for both companies, and administers the second']
      : []),
    `Password ${password}   (everybody’s, and the certificates’)`,
  ]
}
