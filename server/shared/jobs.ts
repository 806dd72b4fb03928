import { PgBoss, type JobResult, type Queue, type Job as TakenJob } from 'pg-boss'
import type { PoolClient } from 'pg'
import type { Logger } from 'pino'
import type { z } from 'zod'
import { withExclusiveLock, isPooled } from '../db/pooler.ts'

/**
 * A kind of background work. Its handler may run twice and may be killed at any point: it must be idempotent, and long
 * work must resume from its own rows.
 */
export interface Job<T extends object> {
  name: string
  input: z.ZodType<T>
  /** How often it is tried again after a failure or a killed worker. */
  retryLimit: number
  /** The number that one worker runs at the same time. */
  concurrency: number
  /** Seconds after which one that still runs is given to another worker. */
  expireInSeconds: number
  /** The longest delay in seconds before it is tried again. */
  retryDelayMax: number
}

/** A handler's arguments: the company, the validated data, and a signal that the worker is shutting down. */
export type JobHandler<T extends object> = (company: number, data: T, signal: AbortSignal) => Promise<void>

/** A job whose last attempt has failed. It is unfinished until its handler's end has been recorded. */
export interface FailedJob {
  id: string
  name: string
  company: number
  data: object
}

interface JobToSend {
  data: object
  startAfter?: Date
}

export interface JobSender {
  /** Enqueues within the caller's transaction: the job exists only if that commits. */
  send(client: PoolClient, name: string, company: number, jobs: readonly JobToSend[]): Promise<void>
}

export type JobRole = 'api' | 'worker' | 'both'

const jobStates = ['waiting', 'later', 'active', 'failed'] as const
/** `later` waits for an hour, or to be tried again. Failed ones are known for a day. */
type JobState = (typeof jobStates)[number]

/** How often a schedule is due: a timer in each worker, or once for all workers at the minutes of a cron (UTC). */
export type Pace = { everySeconds: number } | { cron: string }

export interface Jobs extends JobSender {
  /** Registers a job's handler. Every process registers every job, so that each can use all queues. */
  register<T extends object>(job: Job<T>, handler: JobHandler<T>): void
  /**
   * Registers work by the clock. With `everySeconds` the timers of all workers run: the handler itself must prevent
   * concurrent runs.
   */
  schedule(name: string, pace: Pace, handler: () => Promise<void>): void
  start(role: JobRole): Promise<void>
  /** Waits briefly for running jobs and hands the others back to another worker. */
  stop(): Promise<void>
  /** Sets the handler of jobs whose last attempt has failed. It isn't called for a job whose worker died. */
  onLastFailure(handler: (job: FailedJob) => Promise<void>): void
  /** The processes, among those given, that have an unfinished job other than `except`. */
  findProcessesAtWork(
    queues: readonly string[],
    processes: readonly number[],
    except?: string,
  ): Promise<Set<number>>
  /** Fails when the queue can't be reached. */
  check(): Promise<void>
  /** The number of jobs in each state, for every queue of ours. */
  figures(): Promise<{ queue: string; state: JobState; count: number }[]>
  /**
   * Runs all due jobs until none is left; for tests. With `later` also those that wait for a later hour. Rejects with
   * the first failure after all has been tried.
   */
  runDueJobs(options?: { later?: boolean }): Promise<number>
}

/** Declares a job, with defaults for missing options. */
export function defineJob<T extends object>(job: Pick<Job<T>, 'name' | 'input'> & Partial<Job<T>>): Job<T> {
  return { retryLimit: 12, concurrency: 4, expireInSeconds: 900, retryDelayMax: 300, ...job }
}

/**
 * A killed worker's job is retried within some twelve seconds, which requires supervision, monitoring and polling every
 * two seconds besides the notifications, and a heartbeat of ten on each queue.
 */
const usualPollSeconds = 2
const heartbeatSeconds = 10
const graceMilliseconds = 10_000
const oneStarter = 7_030_014_223

interface Registered {
  queue: Omit<Queue, 'name'>
  concurrency: number
  cron?: string
  run: (data: unknown, signal: AbortSignal) => Promise<void>
}

interface Envelope {
  company: number
  data: object
}

/**
 * The queue, on the database of `url` (the owner's: the restricted role has no right on the queue's schema). Workers
 * are notified of jobs; `pollSeconds` is how often they look besides, for jobs and for workers that died.
 */
export function createJobs({
  url,
  log,
  pollSeconds = usualPollSeconds,
}: {
  url: string
  log: Logger
  pollSeconds?: number | undefined
}): Jobs {
  const polling = { pollingIntervalSeconds: pollSeconds / 2, notifyPollingIntervalSeconds: pollSeconds }
  const registered = new Map<string, Registered>()
  const timers: { name: string; seconds: number; handler: () => Promise<void> }[] = []
  let stopping = new AbortController()
  let boss: PgBoss | null = null
  let afterLastFailure: (job: FailedJob) => Promise<void> = async () => {}
  let stopTimers: (() => Promise<void>) | null = null

  const started = () => {
    if (!boss) throw new Error('the queue was not started')
    return boss
  }

  const done = async (
    job: TakenJob<Envelope>,
    entry: Registered,
    signal: AbortSignal,
  ): Promise<Error | null> => {
    try {
      await entry.run(job.data, signal)
      return null
    } catch (error) {
      log.error({ err: error, job: job.name, jobId: job.id, attempt: job.retryCount }, 'job failed')
      if (job.retryCount >= (entry.queue.retryLimit ?? 0))
        await afterLastFailure({ ...job.data, id: job.id, name: job.name }).catch((failure: unknown) =>
          log.error({ err: failure, job: job.name, jobId: job.id }, 'after the last failure of a job'),
        )
      return error instanceof Error ? error : new Error('a job failed without an error', { cause: error })
    }
  }

  return {
    register(job, handler) {
      if (registered.has(job.name)) throw new Error(`${job.name} has a handler already`)
      registered.set(job.name, {
        queue: queueOf(job),
        concurrency: job.concurrency,
        run: async (envelope, signal) => {
          const { company, data } = envelope as Envelope
          await handler(company, job.input.parse(data), signal)
        },
      })
    },

    schedule(name, pace, handler) {
      if ('everySeconds' in pace) timers.push({ name, seconds: pace.everySeconds, handler })
      else {
        registered.set(name, {
          queue: {
            ...queueOf({ retryLimit: 3, expireInSeconds: 3600, retryDelayMax: 300 }),
            policy: 'stately',
          },
          concurrency: 1,
          cron: pace.cron,
          run: handler,
        })
      }
    },

    async start(role) {
      const works = role !== 'api'
      stopping = new AbortController()
      const listens = works && !(await isPooled(url))
      boss = new PgBoss({
        connectionString: url,
        application_name: `legajo jobs ${role}`,
        max: works ? 4 : 2,
        useListenNotify: listens,
        supervise: works,
        schedule: works,
        superviseIntervalSeconds: pollSeconds,
        monitorIntervalSeconds: pollSeconds,
      })
      boss.on('error', (error) => {
        Reflect.deleteProperty(error, 'client') // a log would write all of it
        log.error({ err: error }, 'queue')
      })
      boss.on('warning', (warning) => log.warn({ warning }, 'queue'))
      // Servers that start together on an empty database would make the queue's tables, and the queues, twice.
      const starting = boss
      const known = await withExclusiveLock(url, oneStarter, async () => {
        await starting.start()
        const found = new Set((await starting.getQueues()).map((queue) => queue.name))
        for (const [name, { queue }] of registered)
          if (!found.has(name)) await starting.createQueue(name, queue)
        return found
      })
      for (const [name, { queue, concurrency, cron, run }] of registered) {
        const { policy: _, ...changeable } = queue
        if (known.has(name)) await boss.updateQueue(name, changeable)
        // A send to a queue that the sender hasn't seen would ask for it on another connection, in the middle
        // of somebody's transaction.
        await boss.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' })
        if (!works) continue
        if (cron) await boss.schedule(name, cron)
        await boss.work<Envelope, unknown>(
          name,
          { ...polling, batchSize: concurrency, burstWhenBatchFull: concurrency > 1, perJobResults: true },
          (jobs) =>
            Promise.all(
              jobs.map(async (job): Promise<JobResult> => {
                const signal = AbortSignal.any([job.signal, stopping.signal])
                const error = await done(job, { queue, concurrency, run }, signal)
                return error === null
                  ? { id: job.id, status: 'completed' }
                  : { id: job.id, status: 'failed', output: { message: error.message } }
              }),
            ),
        )
      }
      if (works) stopTimers = startTimers(timers, log)
    },

    async stop() {
      stopping.abort()
      await stopTimers?.()
      await boss?.stop({ graceful: true, timeout: graceMilliseconds })
      boss = null
      stopTimers = null
    },

    onLastFailure(handler) {
      afterLastFailure = handler
    },

    async findProcessesAtWork(queues, processes, except) {
      const { rows } = await started()
        .getDb()
        .executeSql(
          `select distinct (data -> 'data' ->> 'process')::bigint as process from pgboss.job
            where name = any($1) and state in ('created', 'retry', 'active')
              and (data -> 'data' ->> 'process')::bigint = any($2) and ($3::uuid is null or id <> $3)`,
          [queues, processes, except ?? null],
        )
      return new Set(rows.map(({ process }) => Number(process)))
    },

    async check() {
      await started().getDb().executeSql('select 1')
    },

    async figures() {
      const { rows } = await started()
        .getDb()
        .executeSql(
          `select name, case when state = 'active' then 'active' when state = 'failed' then 'failed'
              when start_after > now() then 'later' else 'waiting' end as state, count(*)::int as count
            from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by 1, 2`,
        )
      const found = new Map(rows.map(({ name, state, count }) => [`${name} ${state}`, Number(count)]))
      return [...registered.keys()].flatMap((queue) =>
        jobStates.map((state) => ({ queue, state, count: found.get(`${queue} ${state}`) ?? 0 })),
      )
    },

    async send(client, name, company, jobs) {
      const options = {
        db: { executeSql: (text: string, values?: unknown[]) => client.query(text, values) },
      }
      const envelopes = jobs.map(({ data, startAfter }) => {
        const envelope: Envelope = { company, data }
        return { data: envelope, ...(startAfter ? { startAfter } : {}) }
      })
      await started().insert(name, envelopes, options)
    },

    async runDueJobs({ later = false } = {}) {
      const queue = started()
      const failures: Error[] = []
      let count = 0
      for (let found = -1, ignoreStartAfter = later; found !== 0; ignoreStartAfter = false) {
        found = 0
        const due = await queuesDue(queue, ignoreStartAfter)
        for (const [name, entry] of registered) {
          if (!due.has(name)) continue
          const jobs = await queue.fetch<Envelope>(name, { batchSize: 100, ignoreStartAfter })
          for (const job of jobs) {
            const error = await done(job, entry, stopping.signal)
            if (error === null) await queue.complete(name, job.id)
            else await queue.fail(name, job.id, { message: error.message })
            if (error !== null) failures.push(error)
          }
          found += jobs.length
        }
        count += found
      }
      const [first] = failures
      if (first) throw first
      return count
    },
  }
}

/** The names of queues in which a job is due; with `later`, in which any waits. */
async function queuesDue(queue: PgBoss, later: boolean): Promise<Set<string>> {
  const { rows } = await queue
    .getDb()
    .executeSql(
      `select distinct name from pgboss.job where state in ('created', 'retry') and ($1 or start_after <= now())`,
      [later],
    )
  return new Set(rows.map(({ name }) => name))
}

function queueOf(
  job: Pick<Job<object>, 'retryLimit' | 'expireInSeconds' | 'retryDelayMax'>,
): Omit<Queue, 'name'> {
  return {
    notify: true,
    heartbeatSeconds,
    retryLimit: job.retryLimit,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: job.retryDelayMax,
    expireInSeconds: job.expireInSeconds,
    deleteAfterSeconds: 86_400,
  }
}

/**
 * Runs each timer at its interval, never twice at once. Returns a function that stops them and waits for running ones.
 */
function startTimers(
  timers: readonly { name: string; seconds: number; handler: () => Promise<void> }[],
  log: Logger,
): () => Promise<void> {
  const running = new Map<string, Promise<void>>()
  const handles = timers.map(({ name, seconds, handler }) =>
    setInterval(() => {
      if (running.has(name)) return
      const run = handler()
        .catch((error: unknown) => log.error({ err: error, schedule: name }, 'scheduled work failed'))
        .finally(() => running.delete(name))
      running.set(name, run)
    }, seconds * 1000),
  )
  return async () => {
    for (const handle of handles) clearInterval(handle)
    await Promise.all(running.values())
  }
}
