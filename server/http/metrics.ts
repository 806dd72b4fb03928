import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { companiesWithDifferences } from '../shared/across.ts'
import { refuse } from '../shared/errors.ts'
import { limitPage } from './page-rate.ts'
import type { Services } from '../shared/services.ts'
import { mayReadFigures } from './figures.ts'

/** Seconds: a list takes some hundredths, a signature most of one, an upload as long as its network. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Memory, processor and event loop of this process: they are the same for each app in it, so they are observed once. */
let ofTheProcess: Registry | undefined

function processRegister(): Registry {
  if (ofTheProcess) return ofTheProcess
  ofTheProcess = new Registry()
  collectDefaultMetrics({ register: ofTheProcess })
  return ofTheProcess
}

/** Serves /metrics in Prometheus' text form. No label holds anything of a company or a person. */
export function serveMetrics(server: FastifyInstance, services: Services): void {
  const register = new Registry()
  const duration = new Histogram({
    name: 'legajo_request_duration_seconds',
    help: 'Requests answered, by what was asked for and the status.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [register],
  })
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  const { pool } = services.database
  const connections = new Gauge({
    name: 'legajo_database_connections',
    help: 'Connections of this process to the database; waiting are those who have none yet.',
    labelNames: ['state'],
    registers: [],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  const jobs = new Gauge({
    name: 'legajo_jobs',
    help: 'Jobs of the whole installation, by queue; those of mail.deliver are mails.',
    labelNames: ['queue', 'state'],
    registers: [],
    async collect() {
      this.reset()
      for (const { queue, state, count } of await services.jobs.figures()) this.set({ queue, state }, count)
    },
  })
  const evidence = new Gauge({
    name: 'legajo_evidence_differences',
    help: 'Companies whose last check of the evidence found differences.',
    registers: [],
    async collect() {
      this.set(await companiesWithDifferences(pool))
    },
  })
  register.registerMetric(connections)
  register.registerMetric(evidence)
  register.registerMetric(jobs)
  const whole = Registry.merge([processRegister(), register])
  server.get('/metrics', async (request, reply) => {
    if (!mayReadFigures(request, services.config)) refuse('NOT_FOUND')
    await limitPage(services, request)
    return reply
      .type(whole.contentType)
      .header('cache-control', 'no-store')
      .send(await whole.metrics())
  })
}
