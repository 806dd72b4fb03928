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
  const found = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary = '' }) => ({ id, at: target.join(' '), failureSummary })),
    )
  // The open list of a field is scrolled by the field's arrows. Axe knows it of a list, not of a frame within it.
  const inLists = await Promise.all(
    found.map(
      async ({ id, at }) =>
        id === 'scrollable-region-focusable' &&
        (await page.locator(at).evaluate((frame) => frame.closest('[role=listbox]') !== null)),
    ),
  )
  return found
    .filter((_, n) => !inLists[n])
    .map(({ id, at, failureSummary }) => `${id}: ${at}: ${failureSummary}`)
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
    if (size === 'phone') found[look].push(...(await page.evaluate(smallTargets)))
  }
  await page.setViewportSize(sizes.desk)
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}

/**
 * Targets that are smaller than 24 pixels: what a finger misses. A link inside a sentence is as high as its line, and a
 * box is as large as the label that belongs to it. Runs in the page.
 */
function smallTargets(): string[] {
  const smallest = 24
  const isInSentence = (element: Element) =>
    getComputedStyle(element).display === 'inline' &&
    (element.parentElement?.textContent.trim().length ?? 0) > element.textContent.trim().length
  const boxOf = (element: Element) => {
    const own = element.getBoundingClientRect()
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
    const boxes = [own, ...labels.map((label) => label.getBoundingClientRect())]
    return {
      width: Math.max(...boxes.map(({ width }) => width)),
      height: Math.max(...boxes.map(({ height }) => height)),
      own,
    }
  }
  return [...document.querySelectorAll('a[href], button, input, select, textarea, [role=button], [role=tab]')]
    .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .filter((element) => !element.matches('.skip') && !element.closest('[inert], [aria-hidden=true]'))
    .flatMap((element) => {
      const { width, height, own } = boxOf(element)
      // One pixel is only read aloud.
      if (own.width <= 1 || own.height <= 1 || isInSentence(element)) return []
      if (width >= smallest && height >= smallest) return []
      const name = element.getAttribute('aria-label') ?? element.textContent.trim()
      return [
        `small target: ${element.tagName} "${name.slice(0, 40)}" ${Math.round(width)} × ${Math.round(height)}`,
      ]
    })
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
