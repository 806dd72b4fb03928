import type { Page } from 'playwright-core'
import type { Site } from '../visits.ts'

/** A screen, or a state of one, and how somebody of the demonstration comes to it. */
export interface Screen {
  name: string
  /** Null: before signing in. */
  as: string | null
  site: Site
  path: string
  /** From the screen to the state of it. */
  act?: (page: Page) => Promise<unknown>
}

/** Screens as somebody sees them; the address says on which site. */
const seenBy =
  (as: string | null) =>
  (name: string, path: string, act?: Screen['act']): Screen => ({
    name,
    as,
    site: path.startsWith('/e/') ? 'e' : 's',
    path,
    ...(act && { act }),
  })

export const nobody = seenBy(null)
/** Administers the company, and may all. */
export const mariana = seenBy('mariana')
/** Administers a few sectors. */
export const lucia = seenBy('lucia')
/** Heads a team. */
export const hector = seenBy('hector')
/** Has documents to sign. */
export const cristian = seenBy('cristian_maidana')

/** Approves what names her, without managing anything else. */
export const ana = seenBy('ana_echeverria')

export const press = (page: Page, name: RegExp) => page.getByRole('button', { name }).first().click()
export const presses = (name: RegExp) => (page: Page) => press(page, name)
export const opens = (name: RegExp) => async (page: Page) => {
  await press(page, name)
  await page.getByRole('dialog').waitFor()
}
export const submit = (page: Page) => page.locator('button[type=submit]').click()

/** The lines of a list, at any width. */
export const rows = (page: Page) => page.locator('[data-row], ul[class*=phone] button')
export const row = (page: Page) => rows(page).first()

/** The first employee of the list. */
export async function openRecord(page: Page): Promise<void> {
  await row(page).click()
  await page.waitForURL(/\/employee\/\d+/)
}
