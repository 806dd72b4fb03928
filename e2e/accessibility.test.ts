import type { Browser, Page } from 'playwright-core'
import { afterAll, describe, expect } from 'vitest'
import { barriersOf, none } from './support/barriers.ts'
import { screens } from './support/screens.ts'
import type { Screen } from './support/screens/screen.ts'
import { server, test } from './support/test.ts'
import { settled, signIn, visit, type Visit } from './support/visits.ts'

async function show(page: Page, { path, act }: Screen): Promise<void> {
  // Also from the same page with another fragment.
  await page.goto('about:blank')
  await page.goto(path)
  await settled(page)
  await act?.(page)
  await settled(page)
}

/** Each person signs in once for all their screens. */
const visits = new Map<string, Visit>()
afterAll(() => Promise.all([...visits.values()].map(({ context }) => context.close())))

async function visitOf(browser: Browser, { as, site }: Screen): Promise<Visit> {
  const who = `${as} ${site}`
  const known = visits.get(who)
  if (known) return known
  const made = await visit(browser, server().url, { refused: [401, 403, 404, 415, 422] })
  visits.set(who, made)
  if (as) await signIn(made.page, site, as)
  return made
}

describe('no serious barrier', () => {
  for (const screen of screens)
    test(`${screen.name} (${screen.as ?? 'signed out'})`, { timeout: 60_000 }, async ({ browser }) => {
      const { page, problems } = await visitOf(browser, screen)
      await show(page, screen)
      expect(await barriersOf(page)).toEqual(none)
      expect(problems.splice(0)).toEqual([])
    })
})
