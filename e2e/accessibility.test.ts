import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, describe, expect } from 'vitest'
import { screens } from './support/screens.ts'
import type { Screen } from './support/screens/screen.ts'
import { server, test } from './support/test.ts'
import { settled, signIn, sizes, visit, type Visit } from './support/visits.ts'

/** What stops somebody: each as the rule, the element, and what axe says of it. */
async function barriers(page: Page, rules?: string[]): Promise<string[]> {
  // Without frames nothing needs axe's second page.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    )
}

async function show(page: Page, { path, act }: Screen): Promise<void> {
  // Also from the same page with another fragment.
  await page.goto('about:blank')
  await page.goto(path)
  await settled(page)
  await act?.(page)
  await settled(page)
}

/** At both widths and in both colour schemes; what dark changes is colours. */
async function barriersOf(page: Page, screen: Screen): Promise<Record<string, string[]>> {
  await page.setViewportSize(sizes.desk)
  await page.emulateMedia({ colorScheme: 'light' })
  await show(page, screen)
  const found: Record<string, string[]> = {}
  found['1440 light'] = await barriers(page)
  await page.setViewportSize(sizes.phone)
  await settled(page)
  found['390 light'] = await barriers(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  found['390 dark'] = await barriers(page, ['color-contrast'])
  await page.setViewportSize(sizes.desk)
  await settled(page)
  found['1440 dark'] = await barriers(page, ['color-contrast'])
  return found
}

const none = { '1440 light': [], '390 light': [], '390 dark': [], '1440 dark': [] }

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
      expect(await barriersOf(page, screen)).toEqual(none)
      expect(problems.splice(0)).toEqual([])
    })
})
