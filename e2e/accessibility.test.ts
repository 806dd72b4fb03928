import type { Browser, Page } from 'playwright-core'
import { afterAll, describe, expect } from 'vitest'
import { barriersOf, everyLook, type Look } from './support/barriers.ts'
import { screens } from './support/screens.ts'
import type { Screen } from './support/screens/screen.ts'
import { serveDemonstration, server, test } from './support/test.ts'
import { settled, signIn, sizes, type Visit, visit } from './support/visits.ts'

serveDemonstration()

/** One screen of each kind, in one look. The long run has every screen in every look. */
const kinds: Record<string, Look> = {
  // signed out
  'sign-in': '390 dark',
  'verify-signed': '390 dark',
  api: '1440 light',
  // home and the frame around every screen
  home: '1440 light',
  bell: '390 light',
  forbidden: '390 light',
  // a list, a record, a form, a dialog of each sort
  employees: '1440 dark',
  employee: '1440 light',
  'documents-preview': '1440 light',
  'document-anular': '1440 dark',
  'permission-matrix': '1440 light',
  'type-position': '1440 light',
  'mail-edit-fault': '390 dark',
  'billboard-edit': '1440 light',
  // publishing and processes
  'massive-preview': '1440 light',
  'follow-up': '390 light',
  // the employees' site
  'my-documents': '390 light',
  read: '1440 light',
  sign: '390 dark',
}

/** Each person signs in once for all their screens. */
const visits = new Map<string, Visit>()
afterAll(() => Promise.all([...visits.values()].map(({ context }) => context.close())))

async function visitOf(browser: Browser, { as, site }: Screen): Promise<Visit> {
  const key = `${as} ${site}`
  const known = visits.get(key)
  if (known) return known
  const made = await visit(browser, server().url, { refused: [401, 403, 404, 415, 422] })
  visits.set(key, made)
  if (as) await signIn(made.page, site, as)
  return made
}

async function show(page: Page, { path, act }: Screen): Promise<void> {
  // A change of the fragment alone would not load the page again.
  await page.goto('about:blank')
  await page.goto(path)
  await settled(page)
  await act?.(page)
  await settled(page)
}

async function expectNone(browser: Browser, screen: Screen, seen: readonly Look[]): Promise<void> {
  const { page, problems } = await visitOf(browser, screen)
  await show(page, screen)
  expect(await barriersOf(page, seen)).toEqual(Object.fromEntries(seen.map((look) => [look, []])))
  expect(problems.splice(0)).toEqual([])
}

describe('each kind of screen is without serious barriers', () => {
  for (const [name, look] of Object.entries(kinds))
    test(`${name}, ${look}`, { timeout: 60_000 }, async ({ browser }) => {
      const screen = screens.find((one) => one.name === name)
      if (!screen) throw new Error(`no screen is called ${name}`)
      await expectNone(browser, screen, [look])
    })
})

/** Screens that are shown as at 200 % of a desk: half of its width and of its height. */
const enlarged = process.env.LONG
  ? ['home', 'employees', 'employee-create', 'documents', 'publish', 'massive-preview', 'read', 'my-account']
  : ['employee-create', 'documents', 'massive-preview']

describe('at 200 %', () => {
  for (const name of enlarged)
    test(`${name} doesn’t scroll sideways, has room in its middle, and nothing moves`, async ({
      browser,
    }) => {
      const screen = screens.find((one) => one.name === name)
      if (!screen) throw new Error(`no screen is called ${name}`)
      const { page, problems } = await visitOf(browser, screen)
      await page.setViewportSize({ width: 720, height: 450 })
      try {
        await show(page, screen)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(720)
        // At least half of the height belongs to what scrolls.
        expect(await page.evaluate(heightOfContent)).toBeGreaterThanOrEqual(225)
        // Every visit prefers less motion.
        expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
      } finally {
        await page.setViewportSize(sizes.desk)
      }
      expect(problems.splice(0)).toEqual([])
    })
})

/** The tallest part of the window's middle, in pixels, that nothing fixed covers. Runs in the page. */
function heightOfContent(): number {
  const isFixed = (element: Element | null): boolean =>
    element !== null &&
    (['fixed', 'sticky'].includes(getComputedStyle(element).position) || isFixed(element.parentElement))
  let [tallest, height] = [0, 0]
  for (let y = 0; y < innerHeight; y += 5) {
    height = isFixed(document.elementFromPoint(innerWidth / 2, y)) ? 0 : height + 5
    tallest = Math.max(tallest, height)
  }
  return tallest
}

describe('every screen is without serious barriers in every look', { tags: ['long'] }, () => {
  for (const screen of screens)
    test(`${screen.name} (${screen.as ?? 'signed out'})`, { timeout: 60_000 }, async ({ browser }) => {
      await expectNone(browser, screen, everyLook)
    })
})
