import { onTestFinished } from 'vitest'
import { startSmtp, type TestSmtp } from '#server/testing/smtp.ts'
import { type Mortal, startMortal } from './kills.ts'
import { removeDataDir } from './server.ts'

/**
 * A server to be killed, and the mail server that takes its mails, until the test ends. `mailServerTakes`: milliseconds
 * between its having a mail and saying so, which a kill may fall into.
 */
export async function aMortal(mailServerTakes?: number): Promise<{ server: Mortal; smtp: TestSmtp }> {
  const smtp = await startSmtp(mailServerTakes)
  onTestFinished(() => smtp.close())
  const server = await startMortal(smtp)
  onTestFinished(() => removeDataDir(server.dataDir))
  onTestFinished(() => server.end())
  return { server, smtp }
}
