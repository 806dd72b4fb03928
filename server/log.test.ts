import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import pino from 'pino'
import { logPath, openLog, putAside } from './log.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'legajo-log-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const path = logPath({ dataDir })

test('entries go to the file, without what is secret', () => {
  const log = openLog({ dataDir, logLevel: 'info', logsToTerminal: false })
  log.info({ password: 'Girasol-48-azul' }, 'somebody came')
  log.debug('too quiet for this level')
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 30, msg: 'somebody came', password: '[Redacted]' }),
  ])
})

test('a long file is put aside, and the log goes on in a new one', () => {
  const file = pino.destination({ dest: path, sync: true })
  const log = pino(file)
  log.info('before')
  putAside(path, file, 10)
  log.info('after')
  expect(readFileSync(`${path}.1`, 'utf8')).toContain('before')
  expect(readFileSync(path, 'utf8')).toMatch(/^[^\n]*after[^\n]*\n$/)
})
