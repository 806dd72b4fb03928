import type { Page } from 'playwright-core'
import { noticeColours } from '#contract/notifications.ts'
import { addCompany, everyState, expiredElsewhere, openDownload, openSwitch } from '../switching.ts'
import { closedMeanwhile, closedOnArrival, muchWaits, noticed } from '../announcing.ts'
import { hector, lucia, mariana, nobody, opens, presses, type Screen } from './screen.ts'

/** Home, what stands around every screen, one’s own account, and what is refused or isn’t there. */
export const shell: readonly Screen[] = [
  mariana('home', '/s/home'),
  ...[...noticeColours, 'outage' as const].map((colour) => ({
    name: `notice-${colour}`,
    as: 'mariana',
    site: 's' as const,
    path: '/s/home',
    act: (page: Page) => noticed(page, colour),
  })),
  mariana('badge', '/s/home', muchWaits),
  mariana('closed-page', '/s/home', closedOnArrival),
  mariana('closed-dialog', '/s/home', closedMeanwhile),
  mariana('search-recent', '/s/home', (page) => page.keyboard.press('Control+k')),
  mariana('search-found', '/s/home', async (page) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('lede')
    await page.getByRole('option', { name: /Ledesma/ }).waitFor()
  }),
  mariana('bell', '/s/home', presses(/Pendientes|Pendências/)),
  mariana('menu-open', '/s/home', async (page) => {
    // On a phone the menu is a drawer.
    const drawer = page.getByRole('button', { name: /^Abrir (el menú|o menu)$/ })
    if (await drawer.isVisible()) await drawer.click()
    await page.locator('nav button[aria-expanded]:visible').first().click()
  }),
  mariana('account-menu', '/s/home', presses(/Mariana Etchegaray/)),
  mariana('help', '/s/help'),
  mariana('help-page', '/s/help/recibos'),
  mariana('account', '/s/account'),
  mariana('change-password', '/s/account', opens(/^(Cambiar contraseña|Trocar senha)/)),
  mariana('change-mail', '/s/account', opens(/^(Cambiar correo|Trocar e-mail)/)),
  mariana('change-picture', '/s/account', opens(/^(Cambiar|Trocar) foto/)),
  mariana('switch-company', '/s/home', (page) => openSwitch(page)),
  mariana('switch-company-add', '/s/home', addCompany),
  mariana('switch-company-states', '/s/home', (page) => openSwitch(page, everyState)),
  mariana('switch-company-expired', '/s/home', expiredElsewhere),
  ...(['active', 'expired', 'factor'] as const).map((at): Screen => ({
    name: `download-${at}`,
    as: 'mariana',
    site: 's',
    path: '/s/home',
    act: (page) => openDownload(page, at),
  })),
  mariana('sign-out', '/s/salir'),
  nobody('no-management', '/s/403/'),
  hector('forbidden-reports', '/s/reports/main'),
  mariana('not-found', '/s/employee/999999'),
  mariana('unknown-address', '/s/nothing'),
  lucia('forbidden', '/s/certificates'),
  hector('home-manager', '/s/home'),
]
