import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { type Screen, screens } from './support/screens.ts'
import { test } from './support/test.ts'
import { settled, signIn, sizes } from './support/visits.ts'

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

describe('no screen has a serious barrier', () => {
  for (const [who, theirs] of Map.groupBy(screens, ({ as, site }) => `${as ?? 'anybody'} at /${site}`))
    test(`${who}: ${theirs.map(({ name }) => name).join(', ')}`, { timeout: 300_000 }, async ({ open }) => {
      const { page } = await open({ refused: theirs.flatMap(({ refused = [] }) => refused) })
      const [first] = theirs
      if (first?.as) await signIn(page, first.site, first.as)
      for (const screen of theirs) {
        const found = await barriersOf(page, screen)
        expect.soft(found, screen.name).toEqual(none)
      }
    })
})
