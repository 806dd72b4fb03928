import { expect, test } from 'vitest'
import { aMortal } from './support/mortal.ts'
import { declareThroughKills } from './support/statement-kills.ts'

const statements = 100
const kills = 30

// Each run kills a server that carries out the same approvals, of papers: decision-kill.test.ts.
test(
  `${statements} statements are signed and approved once each through ${kills} kills`,
  { tags: ['long'] },
  async () => {
    const { server, smtp } = await aMortal()
    const seen = await declareThroughKills(server, smtp, { statements, kills })
    if (process.env.TEST_LOG) console.log(JSON.stringify(seen))
    expect(seen).toMatchObject({
      kills,
      changes: { approved: statements, others: 0 },
      published: statements,
      otherDocuments: 0,
      signatures: statements,
      changed: statements,
      apart: [],
      events: {
        'change proposed': statements,
        'change approved': statements,
        'approval requested': statements,
        'approval approved': statements,
        'document signed': statements,
        'document approved': statements,
        'employee changed': statements,
      },
      badlySigned: [],
      filesLeft: 0,
      mails: { change_proposed: statements, change_approved: statements, unexplained: [] },
    })
    await server.stop()
  },
)
