import { afterAll, expect, test } from 'vitest'
import { startSmtp } from '#server/testing/smtp.ts'
import { startMortal } from './support/kills.ts'
import { removeDataDir } from './support/server.ts'
import { declareThroughKills } from './support/statement-kills.ts'

const { statements, kills } = process.env.LONG ? { statements: 100, kills: 30 } : { statements: 8, kills: 1 }

const cleaning: (() => unknown)[] = []
afterAll(async () => {
  for (const clean of cleaning.toReversed()) await clean()
})

test(
  `${statements} statements are signed and approved once each through ${kills} kills`,
  { timeout: process.env.LONG ? 1_800_000 : 120_000 },
  async () => {
    const smtp = await startSmtp()
    cleaning.push(() => smtp.close())
    const server = await startMortal(smtp)
    cleaning.push(
      () => removeDataDir(server.dataDir),
      () => server.end(),
    )
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
