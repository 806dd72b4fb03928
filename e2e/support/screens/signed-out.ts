import type { Page } from 'playwright-core'
import { payslip } from '#pdf/testing/samples.ts'
import { me } from '#contract/me/me.ts'
import { session } from '#contract/session/session.ts'
import { ask } from '../client.ts'
import { objecting } from '../company-accesses.ts'
import { demoPassword } from '../server.ts'
import { atSignIn, enter } from '../visits.ts'
import { nobody, submit, type Screen } from './screen.ts'

/** Screens without a session. */
export const signedOut: readonly Screen[] = [
  nobody('sign-in', '/s/login'),
  nobody('sign-in-employee', '/e/login'),
  nobody('sign-in-own-words', '/s/vinedos-del-oeste', (page) => atSignIn(page, 's')),
  nobody('sign-in-missing', '/s/login', submit),
  nobody('sign-in-refused', '/e/login', async (page) => {
    await enter(page, 'nobody_here', 'wrong')
    await page.getByRole('alert').waitFor()
  }),
  nobody('choose-company', '/e/login', async (page) => {
    await enter(page, 'silvina')
    await page.getByRole('button', { name: 'Austral' }).waitFor()
  }),
  nobody('forgot', '/s/login#olvide'),
  nobody('forgot-missing', '/e/login#olvide', submit),
  nobody('forgot-sent', '/e/login#olvide', async (page) => {
    await page.locator('input[name=username]').fill('nadie')
    await page.locator('input[name=email]').fill('nadie@correo.example')
    await page.locator('button[type=submit]').click()
    await page.getByRole('heading', { name: /Revisar el correo|Confira o e-mail/ }).waitFor()
  }),
  nobody('dead-link', '/e/ingreso#1.nothing'),
  nobody('provider-refused', '/s/redirect/authSSO/?empresa=austral-alimentos', (page) =>
    page.getByRole('alert').waitFor(),
  ),
  nobody('verify', '/verificar'),
  nobody('verify-signed', '/verificar', async (page) =>
    verify(page, await aSignedPdf(new URL(page.url()).origin)),
  ),
  nobody('verify-unsigned', '/verificar', async (page) => verify(page, Buffer.from(await payslip()))),
  nobody('verify-refused', '/verificar', (page) => verify(page, Buffer.from('not a PDF'))),
  nobody('verify-code-unknown', '/verificar#AAAAAAAAAAAAAAAA', async (page) => {
    await page.locator('form button[type=submit]').click()
    await page.locator('[role=alert]').waitFor()
  }),
  // A few of its hundred calls: they are alike, and axe looks at each.
  nobody('api', '/api/docs?buscar=certificates', (page) => page.locator('summary').first().click()),
  nobody('mail-objection', '/e/ingreso#correo.1.nothing', objecting),
  nobody('dead-mail-link', '/e/ingreso#correo.1.nothing'),
  nobody('privacy', '/privacidad?pais=AR'),
]

async function verify(page: Page, buffer: Buffer): Promise<void> {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'recibo.pdf', mimeType: 'application/pdf', buffer })
  await page.locator('[data-meaning], [role=alert]').first().waitFor()
}

/** A signed document, downloaded by its employee. */
async function aSignedPdf(url: string): Promise<Buffer> {
  const entered = await ask(url, session.login, {
    user: 'cristian_maidana',
    password: demoPassword,
    site: 'e',
  })
  const as = entered.data.jwt
  const mine = await ask(url, me.documents, {}, { as })
  const id = mine.data.carpetas[0].documentos[0].id
  const headers = { authorization: `Bearer ${as}` }
  const answer = await fetch(`${url}/api${me.pdf.path.replace('{id}', id)}`, { headers })
  return Buffer.from(await answer.arrayBuffer())
}
