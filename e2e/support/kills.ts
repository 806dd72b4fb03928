import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasEnded, isPostmaster, readPostmaster } from '#server/db/postmaster.ts'
import type { TestSmtp } from '#server/testing/smtp.ts'
import { clusterOf, rowsOf } from './inside.ts'
import { testPort } from '#server/testing/ports.ts'
import { type RunningServer, startServer } from './server.ts'

export type Victim = 'server' | 'postgres' | 'both'

/** A server that is killed and started again, always at the same address and on the same data. */
export interface Mortal {
  url: string
  dataDir: string
  /** Kills with SIGKILL and answers when it serves again. */
  kill(victim: Victim): Promise<void>
  /** Mails that the mail server had taken and our database did not know as sent, as a kill left them. */
  cutOff: Set<string>
  /** Kills that left a mail like that. */
  killsBetween: number
  /** Documents that kills left without the company's signature. */
  leftWaiting: Set<number>
  /** Output of the current server. */
  output: () => string
  /** Ends it as an operator would. */
  stop(): Promise<void>
  /** Ends whatever of it still lives. */
  end(): void
}

/** Starts one whose mails go to `smtp`. */
export async function startMortal(smtp: TestSmtp): Promise<Mortal> {
  const port = await testPort()
  const env = { DEMO: '0', SMTP_URL: smtp.url }
  let server: RunningServer = await startServer({ port, env })
  const { dataDir, url } = server
  const cluster = clusterOf(dataDir)

  const restart = async () => {
    server = await startServer({ port, dataDir, env })
  }
  const mortal: Mortal = {
    url,
    dataDir,
    cutOff: new Set(),
    killsBetween: 0,
    leftWaiting: new Set(),
    async kill(victim) {
      const postmaster = readPostmaster(cluster)
      if (victim !== 'postgres') server.process.kill('SIGKILL')
      if (victim !== 'server' && postmaster) {
        process.kill(postmaster.pid, 'SIGKILL')
        await hasEnded(postmaster, cluster, 10)
      }
      if (victim !== 'postgres') await hasExited(server)
      // PostgreSQL still works on the killed server's last statements: its sessions must end first.
      if (victim === 'server') await untilNoSessions(dataDir)
      const starting = victim === 'postgres' ? null : restart()
      await Promise.all([starting, noteCutOff(mortal, smtp)]).catch((cause: unknown) => {
        const said = server.output().slice(-3000)
        throw new Error(`nothing answers after the end of ${victim}, by ${String(cause)}:\n${said}`, {
          cause,
        })
      })
      if (victim === 'postgres') await servesAgain(server)
    },
    output: () => server.output(),
    stop: () => server.stop(),
    end() {
      server.process.kill('SIGKILL')
      const left = readPostmaster(cluster)
      if (left && isPostmaster(left.pid, cluster)) process.kill(left.pid, 'SIGKILL')
    },
  }
  return mortal
}

/**
 * Notes which mails were taken and are still waiting. A job that a kill cut off comes back after seconds, so what
 * is seen in the first moment that PostgreSQL answers is what the kill left.
 */
async function noteCutOff(mortal: Mortal, smtp: TestSmtp): Promise<void> {
  const { mails, documents } = await eventually(async () => {
    const [row] = await rowsOf<{ mails: string[] | null; documents: number[] | null }>(
      mortal.dataDir,
      `select (select array_agg(message_id) from mails where state = 'queued') as mails,
        (select array_agg(id::int) from documents where state = 'waiting_company_signature') as documents`,
    )
    return row ?? { mails: null, documents: null }
  })
  const taken = takenOf(smtp)
  const found = (mails ?? []).flatMap((id) => (taken.has(id) ? [`${id} ${taken.get(id)}`] : []))
  const fresh = found.filter((one) => !mortal.cutOff.has(one))
  for (const one of fresh) mortal.cutOff.add(one)
  if (fresh.length > 0) mortal.killsBetween++
  for (const id of documents ?? []) mortal.leftWaiting.add(id)
}

/** How often each mail was taken, by its Message-ID. */
export function takenOf(smtp: TestSmtp): Map<string, number> {
  const taken = new Map<string, number>()
  for (const { messageId = 'none' } of smtp.received) taken.set(messageId, (taken.get(messageId) ?? 0) + 1)
  return taken
}

async function untilNoSessions(dataDir: string): Promise<void> {
  for (let waited = 0; waited < 10_000; waited += 20) {
    const rows = await rowsOf(
      dataDir,
      `select pid from pg_stat_activity where application_name like 'legajo%'`,
    )
    if (rows.length === 0) return
    await sleep(20)
  }
  throw new Error('sessions of the killed server live on')
}

async function hasExited({ process: child }: RunningServer): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** PostgreSQL died under it: it starts another, and goes on. */
async function servesAgain({ process: child, url, output }: RunningServer): Promise<void> {
  for (let waited = 0; waited < 60_000 && child.exitCode === null; waited += 100) {
    const health = await fetch(`${url}/health/ready`).catch(() => null)
    if (health?.ok) return
    await sleep(100)
  }
  throw new Error(`the server does not come back after PostgreSQL did:\n${output()}`)
}

/** Tries until it works, for half a minute: PostgreSQL recovers. */
async function eventually<T>(work: () => Promise<T>): Promise<T> {
  for (const until = Date.now() + 30_000; ; await sleep(30)) {
    try {
      return await work()
    } catch (error) {
      if (Date.now() > until) throw error
    }
  }
}
