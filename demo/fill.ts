import type { Services } from '#server/shared/services.ts'
import { StartRefused } from '#server/db/refusal.ts'
import { australAlimentos } from './austral.ts'
import { fillCompany } from './company.ts'
import { demonstrationPassword } from './password.ts'
import { vinedosDelOeste } from './vinedos.ts'

/**
 * Fills an empty installation with the demonstration companies; one that has companies stays as it is. Answers
 * the lines that tell whoever started it how to sign in, or none where it is no demonstration.
 *
 * @throws {StartRefused} a start was interrupted while it was being made
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
    for (const company of [australAlimentos(), vinedosDelOeste()]) await fillCompany(services, company)
    await pool.query(`update installation set demonstration = 'filled'`)
    say(`… made in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
  } else if (state.demonstration === null) {
    return []
  }
  return names(services)
}

function names({ config }: Services): string[] {
  const password = demonstrationPassword(config)
  return [
    '',
    'Portal   mariana            everything, and the company’s certificate',
    '         lucia              limited to two sectors of one plant',
    '         hector             a manager and his direct reports',
    'Site     jorge_ledesma      has a payslip to sign',
    '         carla_benitez      signed one no conforme',
    '         silvina            works for both companies, and administers the second',
    `Password ${password}   (everybody’s, and the certificates’)`,
    `Mails    ${config.smtpUrl ? 'by SMTP_URL' : `${config.dataDir}/mail`}`,
  ]
}
