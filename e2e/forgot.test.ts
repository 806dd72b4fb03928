import { describe, expect } from 'vitest'
import { mailTo } from './support/mailbox.ts'
import { serveDemonstration, server, test } from './support/test.ts'
import { arrived, signInOnScreen } from './support/visits.ts'

serveDemonstration()

const person = { user: 'ramiro_acosta', mail: 'ramiro_acosta@australalimentos.example' }
const renewed = 'Benteveo+64-ocre'

describe('a forgotten password', () => {
  test('is replaced by way of the sign-in page and the mail, and the old password no longer works', async ({
    open,
  }) => {
    const { page } = await open({ size: 'phone', refused: [422] })
    await page.goto('/e/login')
    await page.getByLabel('Usuario').fill(person.user)
    await page.getByRole('link', { name: 'Olvidé mi contraseña' }).click()
    expect(await page.getByLabel('Usuario').inputValue()).toBe(person.user)
    await page.getByRole('button', { name: 'Enviar el enlace' }).click()
    await page.getByText('Escribir el correo.').waitFor()
    await page.getByLabel('Correo de la cuenta').fill(person.mail)
    await page.getByRole('button', { name: 'Enviar el enlace' }).click()
    await page.getByRole('heading', { name: 'Revisar el correo' }).waitFor()

    const mail = await mailTo(server().folder, person.mail, /contraseña nueva/)
    const link = /https?:\/\/\S+\/e\/ingreso#\S+/.exec(mail.text ?? '')?.[0] ?? ''
    await page.goto(link)
    await page.getByRole('heading', { name: 'Elegir una contraseña nueva' }).waitFor()
    const rules = page.getByRole('region', { name: 'La contraseña tiene que tener' })
    const save = page.getByRole('button', { name: 'Guardar y entrar' })
    // Rules that only the server can check are answered while typing: the person's own name, an easy word.
    await page.getByLabel('Contraseña nueva').fill('Acosta-torcaza-55')
    await rules
      .getByRole('listitem')
      .filter({ hasText: 'Sin datos personales' })
      .getByText('no cumple')
      .waitFor()
    await page.getByLabel('Contraseña nueva').fill('Bienvenido1')
    await rules
      .getByRole('listitem')
      .filter({ hasText: 'Difícil de adivinar' })
      .getByText('no cumple')
      .waitFor()
    expect(await save.isDisabled()).toBe(true)
    await page.getByLabel('Contraseña nueva').fill(renewed)
    await page.getByLabel('Repetir contraseña').fill(renewed)
    await rules
      .getByRole('listitem')
      .filter({ hasText: 'Difícil de adivinar' })
      .getByText('cumple', { exact: true })
      .waitFor()
    await save.click()
    await arrived(page, 'e')

    const other = await open({ refused: [422] })
    await other.page.goto(link)
    await other.page.getByRole('heading', { name: 'Este enlace ya no sirve' }).waitFor()
    await other.page.getByRole('button', { name: 'Pedir otro enlace' }).click()
    await other.page.getByRole('heading', { name: 'Olvidé mi contraseña' }).waitFor()
    await other.page.getByRole('button', { name: 'Volver a ingresar' }).click()
    await signInOnScreen(other.page, 'e', person.user, renewed)
  })
})

describe('a forgotten user name', () => {
  test('comes by mail, whichever name was typed, and every name signs in', async ({ open }) => {
    const carla = { user: 'carla_benitez', mail: 'carla_benitez@australalimentos.example' }
    const { page } = await open({ size: 'phone' })
    await page.goto('/e/login')
    await page.getByRole('link', { name: 'Olvidé mi usuario' }).click()
    await page.getByRole('button', { name: 'Enviar el usuario' }).click()
    await page.getByText('Escribir documento o correo.').waitFor()
    await page.getByLabel('Documento o correo').fill(` ${carla.mail.toUpperCase()} `)
    await page.getByRole('button', { name: 'Enviar el usuario' }).click()
    await page.getByRole('heading', { name: 'Revisar el correo' }).waitFor()
    const mail = await mailTo(server().folder, carla.mail, /el usuario para entrar/)
    expect(mail.text).toContain(`Usuario: ${carla.user}`)
    await page.getByRole('button', { name: 'Volver a ingresar' }).click()
    await signInOnScreen(page, 'e', carla.mail)
  })
})
