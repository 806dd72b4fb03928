import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import node from '#server/node.json' with { type: 'json' }
import { testPort } from '#server/testing/ports.ts'
import { compileCache, environmentOf, type StartOptions } from './server.ts'

/** A message to the host: the environment of a server to be started, or none for one to be stopped. */
export interface Asked {
  id: number
  start?: NodeJS.ProcessEnv
}

/** The host's answer, once it is done. */
export interface Answer {
  id: number
  error?: string | undefined
}

/** A server inside the host. */
export interface HostedServer {
  url: string
  /** Ends it as an operator would; rejects when it doesn't end cleanly. */
  stop(): Promise<void>
}

/** The process in which the servers of this worker run, one after another. */
let host: ChildProcess | null = null
let said = ''
let lastId = 0

/** Starts a server in the host and waits until it serves. For tests that don't kill it and don't read its output. */
export async function startHosted(options: StartOptions & { dataDir: string }): Promise<HostedServer> {
  const port = options.port ?? (await testPort())
  const id = ++lastId
  await ask({ id, start: environmentOf({ ...options, port }) })
  return { url: `http://127.0.0.1:${port}`, stop: () => ask({ id }) }
}

/** Ends the host, which uses memory. The next start begins another. */
export function endHost(): void {
  host?.disconnect()
}

function ask(asked: Asked): Promise<void> {
  const child = (host ??= begin())
  return new Promise((resolve, reject) => {
    const settle = (error?: string) => {
      child.off('message', hear)
      child.off('exit', ended)
      if (error === undefined) resolve()
      else reject(new Error(`${error}\n${said}`))
    }
    const hear = (answer: Answer) => {
      if (answer.id === asked.id) settle(answer.error)
    }
    const ended = (code: number | null) => settle(`the host of the servers ended with ${code}`)
    child.on('message', hear)
    child.once('exit', ended)
    child.send(asked)
  })
}

function begin(): ChildProcess {
  const child = fork(join(import.meta.dirname, 'host.ts'), {
    execArgv: node.flags,
    env: { ...process.env, ...node.environment, ...compileCache, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data: Buffer) => (said = `${said}${data.toString()}`.slice(-10_000)))
  child.once('exit', () => (host = null))
  // The worker that ends doesn't wait for it; it ends with its worker.
  child.unref()
  child.channel?.unref()
  return child
}
