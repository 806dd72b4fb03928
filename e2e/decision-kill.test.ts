import { expect, test } from 'vitest'
import { decideThroughKills } from './support/decision-kills.ts'
import { aMortal } from './support/mortal.ts'

const { papers, kills } = process.env.LONG ? { papers: 1000, kills: 30 } : { papers: 20, kills: 1 }

test(
  `${papers} papers are approved once each through ${kills} kills`,
  { timeout: process.env.LONG ? 1_800_000 : 120_000 },
  async () => {
    const { server, smtp } = await aMortal()
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
