import { mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import type { Config } from './config.ts'

/** Bytes from which on the log's file is put aside; one former file is kept. */
const fileAtMost = 32 * 1024 * 1024
const checkMilliseconds = 60_000

/** The file of the log. */
export function logPath({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'legajo.log')
}

/**
 * The server's log: one JSON line for each entry, into a file of the data folder and, where LOG_LEVEL is given, to the
 * terminal. Otherwise the terminal shows nothing but the lines for the person who started it.
 */
export function openLog(config: Pick<Config, 'dataDir' | 'logLevel' | 'logsToTerminal'>): pino.Logger {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o711 })
  const path = logPath(config)
  // Written at once: what precedes an abrupt end is what the log is read for.
  const file = pino.destination({ dest: path, sync: true, mode: 0o600 })
  setInterval(() => putAside(path, file), checkMilliseconds).unref()
  const level = config.logLevel === 'silent' ? 'fatal' : (config.logLevel as pino.Level)
  const streams = [{ stream: file, level }]
  if (config.logsToTerminal) streams.push({ stream: pino.destination(1), level })
  return pino(
    {
      level: config.logLevel,
      redact: ['req.headers.authorization', 'password', 'pass', '*.password', '*.pass'],
    },
    pino.multistream(streams),
  )
}

/** Puts a long file aside, in place of the one before, and goes on in a new one. */
export function putAside(path: string, file: { reopen(): void }, atMost = fileAtMost): void {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) < atMost) return
  renameSync(path, `${path}.1`)
  file.reopen()
}
