import { expect, test } from 'vitest'
import { decideThroughKills } from './support/decision-kills.ts'
import { aMortal } from './support/mortal.ts'

const papers = 1000
const kills = 30

// Each run kills a server amid the requests of publishers, and asks again for what got no answer: kill.test.ts.
test(`${papers} papers are approved once each through ${kills} kills`, { tags: ['long'] }, async () => {
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
})
