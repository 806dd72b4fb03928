import type { Page, Route } from 'playwright-core'

/**
 * Answers calls to an address in place of the server: `times` of them, or until the returned function is called. The
 * route itself stays until the page closes. Taking away the last one stops the interception of requests, and one that
 * the browser has paused at that moment is never answered.
 */
export async function fakeAnswers(
  page: Page,
  url: string | RegExp,
  answer: (route: Route) => Promise<void>,
  times = Infinity,
): Promise<() => void> {
  let left = times
  await page.route(url, (route) => (left-- > 0 ? answer(route) : route.fallback()))
  return () => {
    left = 0
  }
}
