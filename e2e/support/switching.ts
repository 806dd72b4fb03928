import type { Page, Route } from 'playwright-core'
import { codeOf } from '#contract/errors.ts'
import type { RelatedUser } from '#contract/relations.ts'
import { fakeAnswers } from './fake-answers.ts'

/** From any screen of the portal to the modal that changes company. `answer` makes up what it lists. */
export async function openSwitch(page: Page, answer?: (route: Route) => Promise<void>): Promise<void> {
  if (answer) {
    await fakeAnswers(page, '**/api/users/related', answer, 1)
    await page.reload()
  }
  await page.getByRole('button', { name: /Mariana Etchegaray/ }).click()
  await page.getByRole('menuitem', { name: /Cambiar de empresa|Trocar de empresa/ }).click()
  await page.getByRole('dialog').getByRole('listitem').first().waitFor()
}

export async function addCompany(page: Page): Promise<void> {
  await openSwitch(page)
  await page.getByRole('button', { name: /Agregar una empresa|Adicionar uma empresa/ }).click()
  await page.getByRole('dialog').getByRole('textbox').first().waitFor()
}

/** A card of each kind, made of the one that there is. */
export async function everyState(route: Route): Promise<void> {
  const answered = await route.fetch()
  const body: { results: { data: RelatedUser[] } } = await answered.json()
  const [own, other] = body.results.data
  if (!own || !other?.relacion) throw new Error('the demonstration relates nobody')
  const { relacion } = other
  const called = (id: number, nombre: string, more: Partial<RelatedUser> = {}): RelatedUser => ({
    ...other,
    id,
    empresa: { ...other.empresa, nombre },
    ...more,
  })
  body.results.data = [
    own,
    called(1, 'Andina Logística S.R.L.', { pide_segundo_factor: true }),
    called(2, 'Bodega Los Talas S.A.', { blockedByPayment: true }),
    called(3, 'Cueros del Sur S.A.', { relacion: { ...relacion, suspendida: true } }),
    called(4, 'Frigorífico del Litoral S.A.', { blocked_by_ip: true, pais: 'UY' }),
    ...Array.from({ length: 5 }, (_, n) => called(10 + n, `Estancia ${n + 1}`)),
  ]
  await route.fulfill({ json: body })
}

/** The expired password of the company that is changed to. */
export async function expiredElsewhere(page: Page): Promise<void> {
  await fakeAnswers(
    page,
    /\/api\/users\/profile\/\d+$/,
    (route) => route.fulfill({ json: { code: codeOf('PASSWORD_EXPIRED'), results: { data: [expired] } } }),
    1,
  )
  await openSwitch(page)
  await page
    .getByRole('button', { name: /Viñedos del Oeste/ })
    .first()
    .click()
  await page.locator('input[type=password]').nth(2).waitFor()
  await page.locator('input[type=password]').nth(1).fill('corta')
}

const expired = {
  id: 1,
  empresa: { id: 1, nombre: 'Viñedos del Oeste' },
  aplicacion: { dominio: null },
  id_perfil_tipo: 2,
  vencida: {
    desde: '2026-11-02',
    politica: {
      minimalongitud: 8,
      maximalongitud: 32,
      minimalongitudletras: 4,
      minimacantidadmayusculas: 1,
      minimacantidaddigitos: 1,
      minimacantidadcaracteresespeciales: 1,
      caracterespespeciales: ['#', '$', '%'],
      historialsinrepetir: 3,
      caducidad: 180,
    },
  },
}

/** Opens a backup's link in each of its states. */
export async function openDownload(page: Page, at: 'active' | 'expired' | 'factor'): Promise<void> {
  const answer = (route: Route) => {
    // The download itself is nobody's here.
    if (at === 'active') return route.fulfill({ json: { data: { enlace: '#respaldo' } } })
    const code = at === 'factor' ? 'SYSTEM_MFA_AUTH_NOT_CONFIGURED' : 'NOT_FOUND'
    const refusal = { code, message: '', errors: [], results: { data: [''] }, requestId: '' }
    return route.fulfill({ status: at === 'factor' ? 422 : 404, json: refusal })
  }
  await fakeAnswers(page, '**/api/v2/backup/download*', answer, 1)
  const company = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').empresa.id)
  await page.goto(`/s/?company=${company}&download=abc`)
  await page.getByRole('dialog').waitFor()
}
