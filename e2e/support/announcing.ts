import type { Page, Route } from 'playwright-core'
import { codeOf } from '#contract/errors.ts'
import type { NoticeColour } from '#contract/notifications.ts'
import { fakeAnswers } from './fake-answers.ts'
import { settled } from './visits.ts'

// Notices of an operator and states of the company, each a faked answer to one call.

const said = {
  id: 1,
  revision: 1,
  titulo: 'Mantenimiento el sábado 7 de noviembre.',
  aviso: 'De 22:00 a 23:30 no se podrá ingresar. Lo publicado se conserva.',
  desde: '2026-01-01T00:00:00.000Z',
  hasta: null,
  enlace: 'https://estado.example/',
}

const answer = (data: unknown) => (route: Route) => route.fulfill({ json: { results: { data } } })

/** A notice of a colour above the header, or the interruption, which nobody dismisses. */
export async function noticed(page: Page, colour: NoticeColour | 'outage'): Promise<void> {
  if (colour === 'outage') await fakeAnswers(page, '**/notifications/serviceoutage', answer(said), 1)
  else {
    const notice = { ...said, tipo: colour, sticky: true, visualizacion: 1 }
    await fakeAnswers(page, '**/notifications/push', answer([notice]), 1)
  }
  await page.reload()
  await page.getByText(said.titulo).waitFor()
}

/** More than a badge counts, in the tasks of a full administrator. On a phone it is in the menu. */
export async function muchWaits(page: Page): Promise<void> {
  const waiting = { data: [], pagination: { total: 305, page: 1, perPage: 10 } }
  const lists = /\/v2\/(admin\/inbox|uploaddocuments\/documentWaiting)\?/
  const stop = await fakeAnswers(page, lists, (route) => route.fulfill({ json: waiting }))
  await page.reload()
  const menu = page.getByRole('button', { name: /^Abrir (el|o) men[uú]/ })
  await settled(page)
  if (await menu.isVisible()) await menu.click()
  await page.getByText('99+', { exact: true }).waitFor()
  stop()
}

const closed = (route: Route) =>
  route.fulfill({
    status: 403,
    json: {
      code: codeOf('PORTAL_BLOCKED'),
      message:
        'El portal de la empresa está bloqueado por falta de pago. Para resolverlo: pagos@legajo.example. El sitio de colaboradores sigue abierto.',
      errors: [],
      results: { data: [] },
      requestId: 'closed',
    },
  })

/** The company's portal is closed to who opens it. */
export async function closedOnArrival(page: Page): Promise<void> {
  await fakeAnswers(page, /\/actions\/available/, closed, 1)
  await page.reload()
  await page.locator('.alone main').getByRole('button').first().waitFor()
}

/** It is closed while somebody is in it. */
export async function closedMeanwhile(page: Page): Promise<void> {
  await fakeAnswers(page, '**/notifications/push', closed, 1)
  await page.reload()
  await page.getByRole('dialog').waitFor()
}
