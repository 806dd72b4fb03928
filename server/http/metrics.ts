import { timingSafeEqual } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { refuse } from '../shared/errors.ts'
import { hashOf } from '../shared/identity/session.ts'
import type { Services } from '../shared/services.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Seconds: a list takes some hundredths, a signature most of one, an upload as long as its network. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Serves /metrics in Prometheus' text form. No label holds anything of a company or a person. */
export function serveMetrics(server: FastifyInstance, services: Services): void {
  const register = new Registry()
  collectDefaultMetrics({ register })
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
  register.registerMetric(connections)
  register.registerMetric(jobs)
  server.get('/metrics', async (request, reply) => {
    if (!mayRead(request, services.config.metricsToken)) refuse('NOT_FOUND')
    return reply
      .type(register.contentType)
      .header('cache-control', 'no-store')
      .send(await register.metrics())
  })
}

/**
 * With a token who sends it, wherever from; without one this machine alone, by the connection's own address and
 * asked for by its name: no header can lend an address, and no page of another's can make a browser here ask.
 */
function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) {
    const given = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    return timingSafeEqual(Buffer.from(hashOf(given)), Buffer.from(hashOf(token)))
  }
  const forwarded = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].some(
    (name) => name in request.headers,
  )
  const named = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(request.headers.host ?? '')
  return !forwarded && named && isLoopback(request.socket.remoteAddress ?? '')
}

function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '')
  const version = isIP(plain)
  return version !== 0 && loopback.check(plain, version === 4 ? 'ipv4' : 'ipv6')
}
