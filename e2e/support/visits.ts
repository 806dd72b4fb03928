import type { Browser, BrowserContext, Page } from 'playwright-core'
import { demoPassword } from './server.ts'

/** Which site: the administrators' portal or the employees'. */
export type Site = 's' | 'e'

/** Viewports: what the screens are drawn for. */
export const sizes = {
  desk: { width: 1440, height: 900 },
  small: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
} as const

export interface VisitOptions {
  size?: keyof typeof sizes
  dark?: boolean
  language?: 'es' | 'pt'
  /**
   * Answers that the test provokes, each of which the browser logs as an error: a status, or what "status address" matches.
   */
  refused?: readonly (number | RegExp)[]
  /** A profile of its own, for tests that set its clock, add scripts, or are about what is loaded. */
  alone?: boolean
}

/** A browser of somebody's own, and whatever went wrong in it. */
export interface Visit {
  context: BrowserContext
  page: Page
  problems: string[]
  /** Ends it, and keeps its browser profile for another visit. */
  leave(): Promise<void>
}

/**
 * Browser profiles that nobody uses, by what they were opened with, each with an empty page. One that is used again has
 * the application's code compiled, which takes a third of the time of a page.
 */
const idle = new WeakMap<Browser, Map<string, Page[]>>()

/**
 * Opens a browser profile without cookies, storage or permissions. Errors in its console, exceptions, violations of the
 * page's policy and bearers in addresses are noted as problems.
 */
export async function visit(browser: Browser, url: string, options: VisitOptions = {}): Promise<Visit> {
  const { size = 'desk', dark = false, language = 'es', refused = [], alone = false } = options
  const opened = JSON.stringify([url, size, dark, language])
  const profiles = idle.get(browser) ?? new Map<string, Page[]>()
  idle.set(browser, profiles)
  const same = profiles.get(opened) ?? []
  profiles.set(opened, same)
  const page = (!alone && same.pop()) || (await newPage(browser, url, { size, dark, language }))
  const context = page.context()
  const problems: string[] = []
  context.on('console', (message) => {
    const text = message.text()
    const status = /responded with a status of (\d+)/.exec(text)?.[1]
    const { url: address } = message.location()
    const isProvoked = refused.some((one) =>
      typeof one === 'number' ? String(one) === status : one.test(`${status} ${address}`),
    )
    if (message.type() === 'error' && !isProvoked) problems.push(`${text} (${address})`)
  })
  context.on('weberror', (error) => problems.push(error.error().stack ?? String(error.error())))
  context.on('request', (request) => {
    if (/[?&#](jwt|token|bearer|authorization)=/i.test(request.url()))
      problems.push(`key in ${request.url()}`)
  })
  page.setDefaultTimeout(20_000)
  const leave = async () => {
    if (alone) await context.close()
    else same.push(await emptied(context, url))
  }
  return { context, page, problems, leave }
}

async function newPage(
  browser: Browser,
  url: string,
  { size, dark, language }: Required<Pick<VisitOptions, 'size' | 'dark' | 'language'>>,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: sizes[size],
    locale: language === 'pt' ? 'pt-BR' : 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    ...(size === 'phone' && { isMobile: true, hasTouch: true, deviceScaleFactor: 2 }),
  })
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      console.error(`policy: ${violatedDirective} ${blockedURI} ${sourceFile}`)
    })
  })
  // The company's country decides where nobody chose: it is chosen as a person does.
  if (language === 'pt')
    await context.addInitScript(() => {
      if (location.protocol === 'http:') localStorage.setItem('language', 'pt')
    })
  return context.newPage()
}

/** Closes a profile's pages and forgets all that they kept; answers an empty page. */
async function emptied(context: BrowserContext, url: string): Promise<Page> {
  for (const event of ['console', 'weberror', 'request'] as const) context.removeAllListeners(event)
  await Promise.all(context.pages().map((page) => page.close()))
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.clearCookies()
  await context.clearPermissions()
  const page = await context.newPage()
  const tools = await context.newCDPSession(page)
  await tools.send('Storage.clearDataForOrigin', {
    origin: new URL(url).origin,
    storageTypes: 'local_storage,indexeddb,service_workers,cache_storage',
  })
  await tools.detach()
  return page
}

/** Signs in as somebody of the demonstration, on the screen, and waits for the site behind it. */
export async function signInOnScreen(
  page: Page,
  site: Site,
  user: string,
  password = demoPassword,
): Promise<void> {
  if (!page.url().includes(`/${site}/login`)) await page.goto(`/${site}/login`)
  await enter(page, user, password)
  await arrived(page, site)
}

interface SignInOptions {
  password?: string
  /** The first screen; the site's start if absent. */
  path?: string
}

/** Signs in as somebody of the demonstration by the call of the sign-in page, for tests that aren't about signing in. */
export async function signIn(
  page: Page,
  site: Site,
  user: string,
  { password = demoPassword, path = `/${site}/` }: SignInOptions = {},
): Promise<void> {
  const answer = await page.request.post('/api/v2/auth-mod/login', { form: { user, password, site } })
  if (!answer.ok()) throw new Error(`the sign-in of ${user} was answered with ${answer.status()}`)
  const { data } = await answer.json()
  // A page of the server without the application, which would lead to the sign-in page.
  await page.goto('/health/live')
  await page.evaluate(
    ({ prefix, jwt, person }) => {
      localStorage.setItem(`${prefix}jwt`, jwt)
      localStorage.setItem(`${prefix}user`, JSON.stringify(person))
    },
    { prefix: site === 'e' ? 'e.' : '', jwt: data.jwt, person: data.user },
  )
  await page.goto(path)
  await arrived(page, site)
}

/**
 * Goes where a link of the portal would lead, without loading the page anew. Much cheaper than `goto`: for tests that
 * aren't about loading an address.
 */
export async function follow(page: Page, address: string): Promise<void> {
  // By way of a page that no address leads to, told by its title: a screen may say its own once more while it is
  // being left, and that is no arrival.
  for (const to of ['/s/404H/', address]) {
    await page.evaluate((path) => {
      history.pushState({ key: path, idx: 0 }, '', path)
      dispatchEvent(new PopStateEvent('popstate', { state: { key: path, idx: 0 } }))
    }, to)
    await page.waitForFunction(
      (nowhere) => document.title.startsWith('Esta página no existe') === nowhere,
      to !== address,
    )
  }
}

/** Fills in the sign-in form, in whatever language it is, and sends it. */
export async function enter(page: Page, user: string, password = demoPassword): Promise<void> {
  await page.locator('[name=username]').fill(user)
  await page.locator('[name=password]').fill(password)
  await page.locator('button[type=submit]').click()
}

/** Gives the password that a dialog asks for again before an act. */
export async function confirmPassword(page: Page): Promise<void> {
  const asked = page.getByRole('dialog').last()
  await asked.locator('input[type=password]').fill(demoPassword)
  await asked.locator('button[type=submit]').click()
}

/** Picks an option of a list that a field opens. */
export async function choose(page: Page, label: string | RegExp, option: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}

/** Waits until a site's first screen is there. */
export async function arrived(page: Page, site: Site): Promise<void> {
  await page.waitForFunction(
    (start) => location.pathname.startsWith(start) && !/login|ingreso/.test(location.pathname),
    `/${site}/`,
  )
  await settled(page)
}

/**
 * Waits until a site's sign-in page is there. Each call that is refused leads to it, so that one way there may take the
 * place of another: waiting for a navigation would fail by that.
 */
export async function atSignIn(page: Page, site: Site): Promise<void> {
  await page.waitForFunction((path) => location.pathname === path, `/${site}/login`)
  await page.waitForLoadState()
}

/**
 * Lets half a minute of the page's timers pass, and answers arrive, for tests that nothing follows by itself. The page
 * must have been opened with `clock.install()`.
 */
export async function letTimePass(page: Page): Promise<void> {
  await page.clock.runFor(30_000)
  await page.evaluate(async () => {
    // Three round trips: calls that were made before have been answered, and what follows on them has begun.
    for (let turn = 0; turn < 3; turn++) await (await fetch('/health/live')).text()
  })
}

/** Waits until a screen has what it asked for: its heading is there and nothing says that it loads. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[aria-busy=true], .mantine-Skeleton-root, .mantine-Loader-root')].every(
      (waiting) => !waiting.checkVisibility(),
    ),
  )
  await page.evaluate(() => document.fonts.ready)
}
