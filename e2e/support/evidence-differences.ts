import type { Page, Route } from 'playwright-core'
import type { evidence } from '#contract/evidence.ts'
import type { AnswerOf } from '#contract/call.ts'
import { codeOf } from '#contract/errors.ts'
import { fakeAnswers } from './fake-answers.ts'

// The last check of the evidence. Each state is a faked answer to one call.

type Answer = AnswerOf<typeof evidence.differences>
type Line = Answer['diferencias'][number]

const line: Line = {
  clase: 'event_changed',
  sello: null,
  hecho: null,
  documento: null,
  nombrado: null,
  revision: null,
  dia: null,
}
const payslip = {
  documento: 1874,
  nombrado: { tipo: 'Recibo de haberes', periodo: '2026-10-01', colaborador: 'Acosta, Ramiro' },
}
const differences: Answer = {
  revisado: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  total: 107,
  diferencias: [
    { ...line, hecho: 48213 },
    { ...line, clase: 'root_differs', sello: 3120 },
    { ...line, clase: 'day_file_differs', dia: '2026-11-20' },
    { ...line, ...payslip, clase: 'signature_removed', revision: 2 },
    { ...line, ...payslip, clase: 'file_changed', revision: 3 },
    { ...line, clase: 'file_missing', documento: 901, revision: 1 },
  ],
}

const shows = (answer: (route: Route) => Promise<void>, last: string) => async (page: Page) => {
  await fakeAnswers(page, '**/v2/evidence/differences', answer, 1)
  await page.reload()
  await page.locator(last).first().waitFor()
}

export const evidenceDiffers = shows((route) => route.fulfill({ json: { data: differences } }), 'main li')

export const evidenceAgrees = shows(
  (route) => route.fulfill({ json: { data: { ...differences, total: 0, diferencias: [] } } }),
  'main .mantine-Alert-root',
)

export const evidenceFails = shows(
  (route) =>
    route.fulfill({
      status: 404,
      json: { code: codeOf('NOT_FOUND'), message: 'Probar de nuevo.', errors: [], requestId: 'r-1' },
    }),
  'main [role=alert]',
)

/** The bell with a line about differences. */
export async function evidenceRings(page: Page): Promise<void> {
  const ring = async (route: Route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const answered = await route.fetch()
    const body = await answered.json()
    const concern = { clase: 'evidencia_difiere', id: null, nombre: null, total: 107, vence: null }
    body.data.avisos.unshift({ ...concern, desde: differences.revisado })
    await route.fulfill({ json: body })
  }
  // The bell is read, marked as seen when it is opened, and read again.
  await fakeAnswers(page, '**/v2/bell', ring, 3)
  await page.reload()
  await page.getByRole('button', { name: /Pendientes|Pendências/ }).click()
  await page.locator('a[href$="/security/evidence"]:not([aria-label])').waitFor()
}
