import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actions, type Need } from './actions.ts'
import { bodyBytes, type Call } from './call.ts'

/**
 * `calls.tsv` says of every call who may make it, and is written by hand: what a change of the contract gives or takes
 * shows in the review as a line of its own. The columns are the method, the path, the need (an action by its name), and
 * whatever else guards the call, or a dash:
 *
 * - `step-up`: a proof of the person for this act alone; `step-up holds`: one that serves such acts for five minutes;
 * - `N a minute`: the rate of one address or user;
 * - `N kB`: the largest body, where it isn't 16 kB of a public call or 128 kB of another;
 * - `kept N h`: the caller's browser may keep the answer; no other answer is kept;
 * - `restricted`: open in a restricted session, with the kind where it is not the first sign-in alone;
 * - `once`: takes an idempotency key; `idle`: doesn't renew the session's idle life.
 */
const table = readFileSync(join(import.meta.dirname, 'calls.tsv'), 'utf8')
  .trimEnd()
  .split('\n')

const modules = import.meta.glob<Record<string, unknown>>(['./**/*.ts', '!./**/*.test.ts'], { eager: true })

function isCall(value: unknown): value is Call {
  return (
    typeof value === 'object' && value !== null && 'need' in value && 'method' in value && 'path' in value
  )
}

function findCalls(): Call[] {
  const found = new Set<Call>()
  for (const module of Object.values(modules))
    for (const exported of Object.values(module))
      for (const value of typeof exported === 'object' && exported !== null ? Object.values(exported) : [])
        if (isCall(value)) found.add(value)
  return [...found]
}

const names = new Map(Object.entries(actions).map(([name, id]) => [id, name]))

function nameNeed(need: Need): string {
  return typeof need === 'string' ? need : need.map((id) => names.get(id) ?? `${id}`).join(' ')
}

function describeCall(call: Call): string {
  const guards = [
    ...(call.stepUp ? [call.stepUp === 'holds' ? 'step-up holds' : 'step-up'] : []),
    ...(call.maxBytes === bodyBytes[call.need === 'public' ? 'public' : 'session']
      ? []
      : [`${call.maxBytes / 1024} kB`]),
    ...(call.ratePerMinute ? [`${call.ratePerMinute} a minute`] : []),
    ...(call.cacheSeconds ? [`kept ${call.cacheSeconds / 3600} h`] : []),
    ...(call.restricted ? [call.restricted === true ? 'restricted' : `restricted ${call.restricted}`] : []),
    ...(call.idempotent ? ['once'] : []),
    ...(call.renews ? [] : ['idle']),
  ]
  return [call.method, call.path, nameNeed(call.need), guards.join(', ') || '-'].join('\t')
}

test('every call is guarded as the table written by hand says', () => {
  const found = findCalls().map(describeCall)
  expect(found.filter((line) => !table.includes(line))).toEqual([])
  expect(table.filter((line) => !found.includes(line))).toEqual([])
  expect(found.length).toBe(table.length)
})

test('the table is ordered by path, so that two changes seldom meet', () => {
  const key = (line: string) => line.split('\t').slice(0, 2).toReversed().join(' ')
  expect(table.map(key)).toEqual(table.map(key).toSorted((a, b) => (a < b ? -1 : 1)))
})
