import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { testPort } from '#server/testing/ports.ts'
import node from '#server/node.json' with { type: 'json' }
import { newScratchFolder } from '#server/testing/scratch.ts'

/** A server as `npm start` starts it, on a data folder of its own. */
export interface RunningServer {
  url: string
  dataDir: string
  process: ChildProcess
  output: () => string
  /** Ends it as an operator would; rejects when it doesn't end cleanly. */
  stop(): Promise<void>
}

/** Keeps the server's compiled modules between its many starts. */
export const compileCache = { NODE_COMPILE_CACHE: join(tmpdir(), 'legajo-compiled') }

/** Milliseconds for a start, the whole demonstration's included; less than a hook of a test waits. */
const readyWithin = 90_000

export const demoPassword = 'Girasol-48-azul'

export interface StartOptions {
  dataDir?: string
  port?: number
  env?: Record<string, string>
}

/** Starts it and waits until it is ready to serve. */
export async function startServer(options: StartOptions = {}): Promise<RunningServer> {
  const dataDir = options.dataDir ?? newScratchFolder()
  const port = options.port ?? (await testPort())
  const url = `http://127.0.0.1:${port}`
  let said = ''
  const child = spawn(process.execPath, [...node.flags, join(import.meta.dirname, '../../server/main.ts')], {
    env: { ...node.environment, ...environmentOf({ ...options, port, dataDir }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.on('data', (data: Buffer) => (said += data.toString()))
  child.stderr.on('data', (data: Buffer) => (said += data.toString()))
  const running: RunningServer = {
    url,
    dataDir,
    process: child,
    output: () => said,
    async stop() {
      if (child.exitCode !== null || child.signalCode) return
      child.kill('SIGTERM')
      await once(child, 'exit')
      if (child.exitCode !== 0) throw new Error(`the server ended with ${child.exitCode}:\n${said}`)
    },
  }
  const deadline = Date.now() + readyWithin
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server did not start:\n${said}`)
    if (options.env?.ROLE === 'worker' ? said.includes('works on jobs') : await isReady(url)) return running
    await sleep(100)
  }
  child.kill('SIGKILL')
  throw new Error(`the server was not ready within ${readyWithin / 1000} seconds:\n${said}`)
}

/** The environment in which a server of the tests runs. */
export function environmentOf({ port, dataDir, env }: StartOptions): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    DATA_DIR: dataDir,
    DEMO_PASSWORD: demoPassword,
    LOG_LEVEL: 'warn',
    ...compileCache,
    ...env,
  }
}

export function removeDataDir(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(10_000) })).ok
  } catch {
    return false
  }
}
