import { startSmtp } from '#server/testing/smtp.ts'
import { startMortal } from '../e2e/support/kills.ts'
import { publishThroughKills } from '../e2e/support/payroll-kills.ts'
import { removeDataDir } from '../e2e/support/server.ts'

/**
 * A payroll of 1,000 receipts is split, signed and published while `kill -9` ends the server, with the worker in it, at
 * 30 random moments; in a third of them PostgreSQL as well. Aim: every document once, every mail at least once with its
 * fixed Message-ID; the doubles are counted. DOCUMENTS and KILLS make it smaller.
 */
const documents = Number(process.env.DOCUMENTS ?? 1_000)
const kills = Number(process.env.KILLS ?? 30)

const smtp = await startSmtp(100)
const server = await startMortal(smtp)
try {
  const { faults, mails, killed, ...seen } = await publishThroughKills(server, smtp, {
    documents,
    kills,
    tell: (line) => console.log(line),
  })
  const found = Object.entries(faults).filter(([, some]) => some.length > 0)
  const whole =
    seen.documents === documents &&
    seen.people === documents &&
    seen.items === documents &&
    mails.different === documents &&
    seen.unsigned.length + seen.foreign.length + mails.unexplained.length + found.length === 0
  console.log(
    `kills: ${whole ? 'every document once' : 'NOT every document once'} - ${kills} kills ${JSON.stringify(killed)}, ` +
      `${seen.documents} of ${documents} documents for ${seen.people} people in ${seen.minutes.toFixed(1)} minutes, ` +
      `the password asked for ${seen.asked} times; ${mails.different} mails, ${mails.doubles} of them twice; ` +
      `${seen.unsigned.length} badly signed, ${seen.foreign.length} with another's content, faults ${JSON.stringify(found)}`,
  )
  if (!whole) process.exitCode = 1
  await server.stop()
} finally {
  server.end()
  await smtp.close()
  removeDataDir(server.dataDir)
}
