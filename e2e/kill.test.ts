import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { TestSmtp } from '#server/testing/smtp.ts'
import { takenOf, type Mortal, type Victim } from './support/kills.ts'
import { findFaults, untilQuiet } from './support/ledger.ts'
import { aMortal } from './support/mortal.ts'
import { makePublishers, publicationsFor, publish } from './support/publishers.ts'
import { nothingSeen, publishAll, type Seen } from './support/stream.ts'

// The short run kills both at once.
const { kills, requests, victims } = process.env.LONG
  ? {
      kills: 200,
      requests: 1000,
      victims: ['server', 'postgres', 'server', 'server', 'both', 'server'] as const,
    }
  : { kills: 1, requests: 8, victims: ['both'] as const }
const clients = 4
const tell = process.env.LONG ? console.log : () => {}
const someKillsComeLater = 0.85
// Milliseconds that a mail server thinks between having a mail and saying so: what a kill may fall into.
const mailServerTakes = 250

const timeout = 60_000 + kills * 8000 + requests * 2000

test(
  `every publication that was answered survives ${kills} kills during ${requests} publications`,
  { timeout },
  async () => {
    const { server, smtp } = await aMortal(mailServerTakes)
    const publishers = await makePublishers(server, {
      people: Math.ceil(requests / 12),
      administrators: clients,
    })
    const publications = await publicationsFor(publishers, requests)

    const seen = nothingSeen()
    const started = Date.now()
    const publishing = publishAll([server.url], publishers, publications, seen)
    const killed = await killAtRandom(server, smtp, seen)
    await publishing
    if (seen.refused.length) console.log(seen.refused, server.output().slice(-3000))
    const minutes = (Date.now() - started) / 60_000
    await untilQuiet(server.dataDir, 90)

    const answered = [...seen.answered.values()]
    const { faults, swept } = await findFaults(server.dataDir, publishers.company, answered)
    const taken = takenOf(smtp)
    const mails = [...taken.values()].reduce((sum, times) => sum + times, 0)
    tell({
      kills: killed,
      requests,
      answered: answered.length,
      minutes: Number(minutes.toFixed(1)),
      connectionsBroken: seen.broken,
      putOff: seen.putOff,
      mails: { different: taken.size, taken: mails, doubles: mails - taken.size, cutOff: server.cutOff.size },
      killsBetween: server.killsBetween,
      leftWaiting: server.leftWaiting.size,
      swept,
    })

    expect(seen.refused).toEqual([])
    expect(faults).toEqual({
      missing: [],
      doubled: [],
      unfinished: [],
      withoutFile: [],
      badlySigned: [],
      keptForNothing: [],
      loose: [],
      strays: [],
      unsealed: [],
      stuckJobs: [],
    })
    expect(new Set(answered).size).toBe(requests)
    expect(taken.size).toBe(requests)
    // A mail goes out again only where a kill fell between its being taken and our note of it.
    for (const [id, times] of taken)
      for (let n = 1; n < times; n++) expect(server.cutOff).toContain(`${id} ${n}`)

    // Repeating a call under the same key, now that all is done, returns the same answer.
    const [as] = publishers.administrators
    for (const publication of publications.filter((_, n) => n % clients === 0).slice(0, 15)) {
      const again = await publish(server.url, publishers, publication, { as })
      expect(again.data?.id).toBe(seen.answered.get(publication))
    }
    await server.stop()
  },
)

/** Kills at random moments, spread over the publications, and the last ones after them, while mails still wait. */
async function killAtRandom(server: Mortal, smtp: TestSmtp, seen: Seen): Promise<Record<Victim, number>> {
  const count: Record<Victim, number> = { server: 0, postgres: 0, both: 0 }
  for (let n = 1; n <= kills; n++) {
    const after = Math.min(requests, Math.round((n * requests) / (kills * someKillsComeLater)))
    while (seen.answered.size + seen.refused.length < after - 1) await sleep(10)
    await sleep(randomInt(0, 800))
    const victim = victims[(n - 1) % victims.length] ?? 'server'
    const before = `${seen.asking} asking, ${seen.answered.size} answered, ${smtp.received.length} mails taken`
    const moment = Date.now()
    await server.kill(victim)
    count[victim]++
    tell(`kill ${n} (${victim}): ${before}; serves again after ${Date.now() - moment} ms`)
  }
  return count
}
