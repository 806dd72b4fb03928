import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test as base } from 'vitest'
import { launchBrowser } from './browser.ts'
import { type DemonstrationServer, startDemonstration } from './demonstration.ts'
import { testPort } from '#server/testing/ports.ts'
import { visit, type Visit, type VisitOptions } from './visits.ts'

let started: DemonstrationServer | null = null
/** The same for each file of a worker: a browser keeps compiled code by address. */
let port: number | undefined

/** Starts a server with a demonstration of its own for this test file; called at the top of the file. */
export function serveDemonstration(options: Parameters<typeof startDemonstration>[0] = {}): void {
  beforeAll(async () => {
    port ??= await testPort()
    started = await startDemonstration({ port, ...options })
  })
  afterAll(async () => {
    await started?.stop()
    started = null
  })
}

/** The server of this test file. */
export function server(): DemonstrationServer {
  if (!started) throw new Error('no server: the file calls serveDemonstration() at its top')
  return started
}

/**
 * A test with `open`: makes a visit for as long as the test runs. What went wrong in any of them fails it, and a
 * failed test leaves pictures of what was on the screens.
 */
export const test = base
  // oxlint-disable-next-line no-empty-pattern -- vitest reads from it that no other fixture is needed
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await launchBrowser()
    onCleanup(() => browser.close())
    return browser
  })
  .extend('open', async ({ browser, task }, { onCleanup }) => {
    const visits: Visit[] = []
    onCleanup(async () => {
      if (task.result?.state === 'fail') {
        await takePictures(task.name, visits)
        await Promise.all(visits.map(({ context }) => context.close()))
      } else await Promise.all(visits.map((made) => made.leave()))
      expect(visits.flatMap(({ problems }) => problems)).toEqual([])
    })
    return async (options?: VisitOptions): Promise<Visit> => {
      const made = await visit(browser, server().url, options)
      visits.push(made)
      return made
    }
  })

async function takePictures(name: string, visits: readonly Visit[]): Promise<void> {
  const folder = join(tmpdir(), 'legajo-failed')
  mkdirSync(folder, { recursive: true })
  for (const [n, { page }] of visits.entries()) {
    const path = join(folder, `${name.replaceAll(/\W+/g, '-')}-${n + 1}.png`)
    await page.screenshot({ path }).catch(() => undefined)
    console.log(`what was on the screen: ${path}, at ${page.url()}`)
  }
}
