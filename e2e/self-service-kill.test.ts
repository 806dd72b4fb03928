import { expect, test } from 'vitest'
import { aMortal } from './support/mortal.ts'
import { declareThroughKills } from './support/statement-kills.ts'

const { statements, kills } = process.env.LONG ? { statements: 100, kills: 30 } : { statements: 8, kills: 1 }

test(
  `${statements} statements are signed and approved once each through ${kills} kills`,
  { timeout: process.env.LONG ? 1_800_000 : 120_000 },
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
