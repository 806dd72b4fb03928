import { expect, test } from 'vitest'
import { aMortal } from './support/mortal.ts'
import { publishThroughKills } from './support/payroll-kills.ts'

const { documents, kills } = process.env.LONG ? { documents: 1000, kills: 30 } : { documents: 10, kills: 1 }
// Milliseconds that a mail server thinks between having a mail and saying so: what a kill may fall into.
const mailServerTakes = 100

test(
  `a payroll of ${documents} is split, signed and published once through ${kills} kills`,
  {
    timeout: process.env.LONG ? 3_600_000 : 300_000,
  },
  async () => {
    const { server, smtp } = await aMortal(mailServerTakes)
    const tell = process.env.TEST_LOG ? console.log : () => {}
    const seen = await publishThroughKills(server, smtp, { documents, kills, tell })
    tell(JSON.stringify(seen))
    expect(Object.values(seen.killed).reduce((sum, count) => sum + count)).toBe(kills)
    expect(seen).toMatchObject({ documents, people: documents, items: documents, unsigned: [], foreign: [] })
    // Each mail at least once, and again only where a kill fell between its being taken and our note of it.
    expect(seen.mails).toMatchObject({ different: documents, unexplained: [] })
    for (const [fault, found] of Object.entries(seen.faults)) expect([fault, found]).toEqual([fault, []])
    await server.stop()
  },
)
