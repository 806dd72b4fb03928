import './node-version.ts'
import { type Config, readConfig } from './config.ts'
import { StartRefused } from './db/refusal.ts'
import { logPath, openLog } from './log.ts'
import { serve, type Start } from './serve.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Reads the configuration, starts the roles, and shuts everything down in order on a signal. */
async function main(): Promise<void> {
  const config = readConfig()
  const log = openLog(config)
  const closing: Start['closing'] = []
  let stopping = false
  const stop = async (code: number) => {
    if (stopping) return
    stopping = true
    for (const close of closing.toReversed()) {
      await close().catch((error: unknown) => log.error({ err: error }, 'while stopping'))
    }
    process.exit(code)
  }
  process.once('SIGTERM', () => void stop(0))
  process.once('SIGINT', () => void stop(0))
  // A terminal that closes sends it more than once.
  process.on('SIGHUP', () => void stop(0))
  // Started by `npm start`: without the program that holds the other end nobody would stop this one.
  process.channel?.unref()
  process.once('disconnect', () => void stop(0))

  try {
    const names = await serve({ config, log, say, onLost: () => void stop(1), closing })
    say(config.role === 'worker' ? 'Legajo works on jobs.' : welcome(config, names))
  } catch (error) {
    if (error instanceof StartRefused) say(`Legajo can't start: ${error.message}`)
    else {
      log.fatal({ err: error }, 'the start failed')
      say(
        `Legajo can't start: ${error instanceof Error ? error.message : String(error)} (see ${logPath(config)})`,
      )
    }
    await stop(1)
  }
}

function welcome(config: Config, names: string[]): string {
  return [
    '',
    `Legajo   ${config.publicUrl}/s/          portal of the company`,
    `         ${config.publicUrl}/e/          site of the employees`,
    `         ${config.publicUrl}/verificar   anybody checks a signed PDF`,
    ...names,
    `Mails    ${config.smtpUrl ? 'by SMTP_URL' : `${config.dataDir}/mail   (files, until SMTP_URL names a server)`}`,
    `Log      ${logPath(config)}`,
    '',
  ].join('\n')
}

await main().catch((error: unknown) => {
  if (!(error instanceof StartRefused)) throw error
  say(`Legajo can't start: ${error.message}`)
  process.exit(1)
})
