import { afterAll, expect, test } from 'vitest'
import { startSmtp } from '#server/testing/smtp.ts'
import { decideThroughKills } from './support/decision-kills.ts'
import { startMortal } from './support/kills.ts'
import { removeDataDir } from './support/server.ts'

const { papers, kills } = process.env.LONG ? { papers: 1000, kills: 30 } : { papers: 100, kills: 1 }

const cleaning: (() => unknown)[] = []
afterAll(async () => {
  for (const clean of cleaning.toReversed()) await clean()
})

test(
  `${papers} papers are approved once each through ${kills} kills`,
  { timeout: process.env.LONG ? 1_800_000 : 120_000 },
  async () => {
    const smtp = await startSmtp()
    cleaning.push(() => smtp.close())
    const server = await startMortal(smtp)
    cleaning.push(
      () => removeDataDir(server.dataDir),
      () => server.end(),
    )
    const seen = await decideThroughKills(server, smtp, { papers, kills })
    if (process.env.TEST_LOG) console.log(JSON.stringify(seen))
    expect(seen).toMatchObject({
      kills,
      published: papers,
      decisions: papers,
      events: papers,
      saidTwice: [],
      mails: { different: papers, unexplained: [] },
    })
    await server.stop()
  },
)
