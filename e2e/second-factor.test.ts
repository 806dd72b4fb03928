import { describe, expect } from 'vitest'
import { mailsIn } from './support/mailbox.ts'
import { testPort } from '#server/testing/ports.ts'
import { server, serveDemonstration, test } from './support/test.ts'
import { arrived, enter, visit } from './support/visits.ts'

// Passkeys need a host name: this server is `localhost`, the others are 127.0.0.1.
const port = await testPort()
const home = `http://localhost:${port}`
serveDemonstration({ port, env: { PUBLIC_URL: home } })

describe('a second factor', () => {
  test('a passkey is made in the security centre and required at the next sign-in; a recovery code replaces it', async ({
    browser,
  }) => {
    const { context, page } = await visit(browser, home)
    const tools = await context.newCDPSession(page)
    await tools.send('WebAuthn.enable')
    await tools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await page.goto('/s/login')
    await enter(page, 'mariana')
    await arrived(page, 's')
    await page.goto('/s/security')
    await page.getByRole('button', { name: 'Activar…', exact: true }).click()
    await page.getByRole('button', { name: /^Llave de acceso/ }).click()
    await page.getByLabel('Nombre para reconocerla').fill('notebook')
    await page.getByRole('button', { name: 'Crear la llave' }).click()
    const again = page.getByRole('dialog', { name: /otra vez la contraseña/ })
    await again.getByRole('textbox').fill('Girasol-48-azul')
    await again.locator('button[type=submit]').click()
    await page.getByRole('heading', { name: 'Guardar los códigos de recuperación' }).waitFor()
    const codes = await page.getByRole('dialog').getByRole('listitem').allTextContents()
    expect(codes).toHaveLength(10)
    await page.getByRole('button', { name: 'Ya los guardé' }).click()
    await page.getByText('Llave de acceso: notebook').waitFor()

    await page.evaluate(() => localStorage.clear())
    await page.goto('/s/login')
    await enter(page, 'mariana')
    await page.getByRole('button', { name: 'Usar la llave de acceso' }).waitFor()
    // Nothing of the portal opens before.
    await page.goto('/s/employeeslist')
    await page.getByRole('button', { name: 'Usar la llave de acceso' }).click()
    await arrived(page, 's')

    await page.evaluate(() => localStorage.clear())
    await page.goto('/s/login')
    await enter(page, 'mariana')
    await page.getByRole('button', { name: 'Usar otro segundo paso' }).click()
    await page.getByRole('button', { name: /^Código de recuperación/ }).click()
    await page.getByRole('textbox', { name: 'Código de recuperación' }).fill(codes[0] ?? '')
    await page.getByRole('button', { name: 'Verificar' }).click()
    await arrived(page, 's')
    await page.goto('/s/security')
    await page.getByText('Quedan 9 de 10').waitFor()
    await page.getByText('Usó un código de recuperación').waitFor()
    await expect
      .poll(async () => (await mailsIn(server().folder)).map(({ subject }) => subject))
      .toEqual(
        expect.arrayContaining([
          expect.stringContaining('se agregó un segundo paso'),
          expect.stringContaining('se usó un código de recuperación'),
        ]),
      )
    await context.close()
  })
})
