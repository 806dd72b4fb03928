import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { prepareProvider, type ProviderWanted, setProvider } from '#server/areas/sso/operations.ts'
import { aCompany, aPerson, inCompany, password, type Person } from '#server/testing/factories.ts'
import { aDocument, aFolder } from '#server/testing/published.ts'
import { startOidcProvider, type OidcTestProvider } from '#server/testing/oidc-provider.ts'
import { startSamlProvider, type SamlTestProvider } from '#server/testing/saml-provider.ts'
import { inside, rowsOf } from './support/inside.ts'
import { serveDemonstration, server, test } from './support/test.ts'
import { atSignIn, settled } from './support/visits.ts'

serveDemonstration()

/** Two companies, each with a provider of its own that runs beside the server. */
let oidc: OidcTestProvider
let saml: SamlTestProvider
let lapacho: number
let employee: Person
let administrator: Person
let rural: Person
beforeAll(async () => {
  oidc = await startOidcProvider(server().url, 'lapacho')
  saml = await startSamlProvider(server().url, 'timbo-sur')
  await inside(server().place, async (services) => {
    const app = { services }
    const set = async (company: number, provider: ProviderWanted) => {
      const ready = await prepareProvider(services, company, provider)
      await inCompany(app, company, (tx) => setProvider(tx, services, ready))
    }
    const first = await aCompany(app, { slug: 'lapacho', name: 'Lapacho' })
    lapacho = first.id
    employee = await aPerson(app, first, { username: 'con_cuenta', mail: 'con.cuenta@lapacho.example' })
    const { type } = await aFolder(app, first, { name: 'Recibos' })
    const by = await aPerson(app, first, { profiles: ['hr'] })
    await aDocument(app, first, { employee: employee.id, type, by: by.id, period: '2026-10-01' })
    await set(first.id, {
      kind: 'oidc',
      issuer: oidc.issuer,
      clientId: oidc.clientId,
      clientSecret: oidc.clientSecret,
      mailDomains: ['lapacho.example'],
      signOutAtProvider: true,
      onlySso: true,
      buttonText: 'Ingresar con la cuenta de Lapacho',
    })
    const second = await aCompany(app, { slug: 'timbo-sur', name: 'Timbó Sur' })
    administrator = await aPerson(app, second, {
      username: 'rrhh_timbo',
      mail: 'rrhh@timbo.example',
      profiles: ['employee', 'hr'],
    })
    rural = await aPerson(app, second, { username: 'sin_correo_timbo', mail: null, signedIn: false })
    await set(second.id, { kind: 'saml', metadata: saml.metadata, mailDomains: ['timbo.example'] })
  })
  oidc.account = { id: 'a-subject', mail: employee.mail ?? '', verified: true }
  saml.account = { id: 'a-name', mail: administrator.mail ?? '' }
})
afterAll(() => Promise.all([oidc.close(), saml.close()]))

const kept = (page: Page, name: string) => page.evaluate((key) => localStorage.getItem(key), name)

describe('single sign-on', () => {
  test('by OpenID Connect leads from the company’s address to the documents, and signs out at the provider', async ({
    open,
  }) => {
    // Calls that are out when the session ends are refused.
    const { page } = await open({ size: 'phone', refused: [401] })
    await page.goto('/s/lapacho')
    await atSignIn(page, 's')
    await page.getByRole('button', { name: 'Ingresar con la cuenta de Lapacho' }).waitFor()
    expect(await kept(page, 'ssoData')).toContain('"company":"lapacho"')
    // Nothing else opens here, so nothing else is asked.
    expect(await page.locator('[name=password]').count()).toBe(0)
    await page.goto('/e/login')
    await page.getByRole('button', { name: 'Ingresar con la cuenta de Lapacho' }).click()
    await page.waitForURL((url) => url.pathname === '/e/')
    await settled(page)
    expect(JSON.parse((await kept(page, 'e.user')) ?? '{}')).toMatchObject({ id: employee.id, sso: true })
    expect(await page.evaluate(() => sessionStorage.getItem('e.ssoBegun'))).toBeNull()

    // Signing needs a fresh sign-in at the provider, where other companies ask for a password.
    await page.getByRole('link', { name: /^Leer y firmar/ }).click()
    await page.locator('canvas').first().waitFor()
    await page.getByRole('button', { name: 'Firmar', exact: true }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByText('Conforme', { exact: true }).click()
    expect(await sheet.getByRole('textbox').count()).toBe(0)
    await sheet.getByRole('button', { name: 'Continuar en el proveedor' }).click()
    await sheet.getByText('La cuenta se confirmó').waitFor()
    expect(oidc.asked.get('prompt')).toBe('login')
    await sheet.getByRole('button', { name: 'Firmar conforme' }).click()
    await page.waitForURL('**/e/firmado/*')
    const [signature] = await rowsOf<{ method: string }>(
      server().place,
      'select method from signatures where user_id = $1 and company_id = $2',
      [employee.id, lapacho],
    )
    expect(signature?.method).toBe('provider')

    await page.goto('/e/cuenta')
    await settled(page)
    await page.getByRole('button', { name: 'Cerrar sesión' }).click()
    await page.waitForURL((url) => url.origin === oidc.issuer || url.pathname === '/e/login')
    await atSignIn(page, 'e')
    expect(await kept(page, 'e.jwt')).toBeNull()
  })

  test('by SAML asks an administrator for the password once, and the step-up opens a window of its own', async ({
    open,
  }) => {
    const { page, context } = await open({ refused: [422] })
    await page.goto('/s/timbo-sur')
    await page.getByRole('button', { name: 'Ingresar con la cuenta de Timbó Sur' }).click()
    await page.getByRole('heading', { name: 'Confirmar la cuenta' }).waitFor()
    expect(page.url()).not.toContain('#')
    await page.locator('[name=password]').fill(password)
    await page.getByRole('button', { name: 'Vincular e ingresar' }).click()
    await page.waitForURL('**/s/home')
    await settled(page)

    await page.goto(`/s/employee/${rural.id}?tab=configuracion`)
    await page.getByRole('link', { name: 'Código de ingreso' }).click()
    await page.getByRole('button', { name: 'Hacer el código' }).click()
    const dialog = page.getByRole('dialog', { name: 'Identificarse otra vez' })
    expect(await dialog.locator('input').count()).toBe(0)
    const [popup] = await Promise.all([
      context.waitForEvent('page'),
      dialog.getByRole('button', { name: 'Continuar en el proveedor' }).click(),
    ])
    expect(saml.asked.get('SAMLRequest')).toBeTruthy()
    await page.getByRole('region', { name: 'Ingreso a los documentos' }).waitFor()
    if (!popup.isClosed()) await popup.getByRole('heading', { name: 'Identificación confirmada' }).waitFor()
  })

  test('a code of another browser only starts a new sign-in, and an error of the provider says what to do', async ({
    open,
  }) => {
    const { page } = await open({ refused: [422] })
    await page.goto('/s/timbo-sur')
    await page.getByRole('button', { name: 'Ingresar con la cuenta de Timbó Sur' }).waitFor()
    const before = saml.asked
    saml.account = { id: 'somebody', mail: 'nadie@timbo.example' }
    await page.goto('/s/login?ssoToken=1.an-answer-that-somebody-else-got')
    await page.getByRole('alert').getByText('Pedir a Recursos Humanos').waitFor()
    expect(saml.asked).not.toBe(before)
    saml.account = { id: 'a-name', mail: administrator.mail ?? '' }
    await page.getByRole('button', { name: 'Empezar otra vez' }).click()
    await page.waitForURL('**/s/home')
    await settled(page)
    expect(await kept(page, 'jwt')).not.toBeNull()
  })
})
