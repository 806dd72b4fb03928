import { timingSafeEqual } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { hashOf } from '../shared/identity/session.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** This machine by its own name, with a port or without. */
const thisMachine = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/

/**
 * Whether a request may read the figures of this installation. With METRICS_TOKEN, whoever sends it; without one this
 * machine, and only where people reach Legajo on this machine alone: a proxy beside it may look like this machine in
 * everything. The connection's own address counts, which no header can lend, and the name asked for, so that no page of
 * another's can make a browser here ask.
 */
export function mayReadFigures(
  request: FastifyRequest,
  { metricsToken, publicUrl }: Pick<Config, 'metricsToken' | 'publicUrl'>,
): boolean {
  if (metricsToken !== undefined) {
    const given = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    return timingSafeEqual(Buffer.from(hashOf(given)), Buffer.from(hashOf(metricsToken)))
  }
  const forwarded = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].some(
    (name) => name in request.headers,
  )
  const named = [new URL(publicUrl).host, request.headers.host ?? ''].every((host) => thisMachine.test(host))
  return !forwarded && named && isLoopback(request.socket.remoteAddress ?? '')
}

function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '')
  const version = isIP(plain)
  return version !== 0 && loopback.check(plain, version === 4 ? 'ipv4' : 'ipv6')
}
