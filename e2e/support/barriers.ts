import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { settled, sizes } from './visits.ts'

/** A width and a colour scheme. */
export type Look = keyof typeof looks

const looks = {
  '1440 light': { size: 'desk', colorScheme: 'light' },
  '390 light': { size: 'phone', colorScheme: 'light' },
  '390 dark': { size: 'phone', colorScheme: 'dark' },
  '1440 dark': { size: 'desk', colorScheme: 'dark' },
} as const

/** Serious and critical findings of axe on the current page: rule, element and explanation. */
async function barriers(page: Page, rules?: string[]): Promise<string[]> {
  // Without frames nothing needs axe's second page. Only violations are read: axe describes one node of all else.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    )
}

/** The barriers of the current screen in each of the looks. The dark scheme changes colours only. */
export async function barriersOf(page: Page, seen: readonly Look[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const look of seen) {
    const { size, colorScheme } = looks[look]
    await page.setViewportSize(sizes[size])
    await page.emulateMedia({ colorScheme })
    await settled(page)
    const isRepeated = colorScheme === 'dark' && seen.length > 1
    found[look] = await barriers(page, isRepeated ? ['color-contrast'] : undefined)
  }
  await page.setViewportSize(sizes.desk)
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}

export const everyLook = Object.keys(looks) as Look[]

/**
 * Expects that a screen on the way of a longer test is without barriers. Only the long run looks: in each run
 * accessibility.test.ts looks at one screen of each kind.
 */
export async function expectNoBarriers(page: Page, seen: readonly Look[]): Promise<void> {
  if (!process.env.LONG) return
  expect(await barriersOf(page, seen)).toEqual(Object.fromEntries(seen.map((look) => [look, []])))
}
