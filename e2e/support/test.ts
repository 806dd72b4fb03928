import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test as base } from 'vitest'
import { launchBrowser } from './browser.ts'
import { type DemonstrationServer, startDemonstration } from './demonstration.ts'
import { visit, type Visit, type VisitOptions } from './visits.ts'

let wanted: Parameters<typeof startDemonstration>[0]
let started: DemonstrationServer | null = null
beforeAll(async () => {
  started = await startDemonstration(wanted)
})
afterAll(async () => {
  await started?.stop()
})

/** Gives this test file's server a port and settings; called at the top of the file. */
export function serveWith(options: typeof wanted): void {
  wanted = options
}

/** The server of this test file, which has a demonstration of its own. */
export function server(): DemonstrationServer {
  if (!started) throw new Error('the server has not started yet')
  return started
}

/**
 * A test with `open`: makes a visit for as long as the test runs. What went wrong in any of them fails it, and a
 * failed test leaves pictures of what was on the screens.
 */
export const test = base
  // oxlint-disable-next-line no-empty-pattern -- vitest reads from it that no other fixture is needed
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
    const browser = await launchBrowser()
    onCleanup(() => browser.close())
    return browser
  })
  .extend('open', async ({ browser, task }, { onCleanup }) => {
    const visits: Visit[] = []
    onCleanup(async () => {
      if (task.result?.state === 'fail') await takePictures(task.name, visits)
      await Promise.all(visits.map(({ context }) => context.close()))
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
