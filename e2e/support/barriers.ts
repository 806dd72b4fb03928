import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { settled, sizes } from './visits.ts'

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

/** What stops somebody on the screen that is shown, at both widths and in both colour schemes; what dark changes is colours. */
export async function barriersOf(page: Page): Promise<Record<keyof typeof none, string[]>> {
  await page.setViewportSize(sizes.desk)
  await page.emulateMedia({ colorScheme: 'light' })
  const deskLight = await barriers(page)
  await page.setViewportSize(sizes.phone)
  await settled(page)
  const phoneLight = await barriers(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const phoneDark = await barriers(page, ['color-contrast'])
  await page.setViewportSize(sizes.desk)
  await settled(page)
  const deskDark = await barriers(page, ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light' })
  return { '1440 light': deskLight, '390 light': phoneLight, '390 dark': phoneDark, '1440 dark': deskDark }
}

/** What a screen that stops nobody gives. */
export const none = { '1440 light': [], '390 light': [], '390 dark': [], '1440 dark': [] }
