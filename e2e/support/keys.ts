import type { Page } from 'playwright-core'

/** Moves with Tab until something of this name has the focus; its ring, and those on the way, must be seen. */
export async function tabTo(page: Page, name: RegExp, role?: string): Promise<void> {
  const seen: string[] = []
  for (let presses = 0; presses < 60; presses++) {
    const focus = await focused(page)
    seen.push(focus.name)
    if (presses > 0 && !focus.ring) throw new Error(`the focus can't be seen on ${focus.role} ${focus.name}`)
    if (name.test(focus.name) && (!role || focus.role === role)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab doesn't come to ${name}: ${seen.join(' · ')}`)
}

/**
 * Goes down an open list until this option is the marked one, and takes it. A list that has just opened may miss a key, or
 * mark an option that it doesn't take: then it is gone through once more.
 */
export async function chooseByKeys(page: Page, name: RegExp): Promise<void> {
  const option = page.getByRole('option', { name }).first()
  await option.waitFor()
  const isTaken = () =>
    option.waitFor({ state: 'hidden', timeout: 2000 }).then(
      () => true,
      () => false,
    )
  for (let presses = 0; presses < 30; presses++) {
    const marked = await page.locator('[data-combobox-selected]').allTextContents()
    if (marked.some((text) => name.test(text))) {
      await page.keyboard.press('Enter')
      if (await isTaken()) return
    }
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`the arrows don't come to ${name}`)
}

/** The focused element: its role, its name, and whether it or a parent is drawn differently for it. */
async function focused(page: Page): Promise<{ role: string; name: string; ring: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body)
      return { role: 'none', name: '', ring: true }
    const labels =
      'labels' in element && element.labels instanceof NodeList
        ? [...element.labels].map((label) => label.textContent)
        : []
    const by = (element.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
    const name = [element.getAttribute('aria-label'), ...labels, ...by, element.textContent]
      .map((text) => text?.trim())
      .find((text) => text)
    const drawn = (each: Element) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each)
      return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
    }
    const { width, height } = element.getBoundingClientRect()
    const parents = [element, element.parentElement, element.parentElement?.parentElement]
    return {
      role: element.getAttribute('role') ?? element.tagName.toLowerCase(),
      name: name ?? '',
      // A region that scrolls is not acted on; the ring of a hidden input is its label's.
      ring: width * height > 200_000 || parents.some((each) => each && drawn(each)),
    }
  })
}
