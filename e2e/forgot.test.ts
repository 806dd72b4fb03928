import { describe, expect } from 'vitest'
import { mailTo } from './support/mailbox.ts'
import { serveDemonstration, server, test } from './support/test.ts'
import { arrived, atSignIn, signIn, signInOnScreen } from './support/visits.ts'
import { demoPassword } from './support/server.ts'

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

async function linkOf(address: string, subject: RegExp): Promise<string> {
  const mail = await mailTo(server().folder, address, subject)
  const link = /https?:\/\/\S+\/ingreso#correo\.\S+/.exec(mail.text ?? '')?.[0]
  if (!link) throw new Error(`no link in ${mail.text}`)
  return link
}

test('a new mail is asked for, confirmed from its own mailbox, and taken back from the former', async ({
  open,
}) => {
  const { page } = await open({ size: 'phone', refused: [401, 422] })
  const password = demoPassword
  await signIn(page, 'e', 'carla_benitez', { password, path: '/e/cuenta' })
  const former = (await page.getByRole('button', { name: /^Cambiar el correo/ }).innerText())
    .split('\n')
    .at(-1)
  if (!former?.includes('@')) throw new Error('no mail to change')

  await page.getByRole('button', { name: /^Cambiar el correo/ }).click()
  const send = page.getByRole('button', { name: 'Enviar el enlace' })
  expect(await send.isDisabled()).toBe(true)
  await page.getByLabel('Correo nuevo').fill('sin-arroba')
  await page.getByLabel('Contraseña actual').fill('equivocada-1')
  expect(await send.isDisabled()).toBe(true)
  await page.getByText('El campo Correo nuevo debe ser un email valido.').waitFor()
  await page.getByLabel('Correo nuevo').fill('carla.nueva@correo.example')
  await send.click()
  await page.getByRole('alert').waitFor()
  await page.getByLabel('Contraseña actual').fill(password)
  await send.click()
  await page.getByRole('heading', { name: 'Falta un paso' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Entendido' }).click()

  await page.goto(await linkOf('carla.nueva@correo.example', /confirmar el correo/))
  await page.getByText('carla.nueva@correo.example').waitFor()
  expect(page.url()).not.toContain('#')
  await page.getByRole('button', { name: 'Confirmar el correo' }).click()
  await page.getByRole('heading', { name: 'El correo quedó confirmado' }).waitFor()
  await page.goto('/e/cuenta')
  await page.getByText('carla.nueva@correo.example').first().waitFor()

  await page.goto(await linkOf(former, /el correo para entrar cambió/))
  await page.getByRole('button', { name: 'Deshacer el cambio' }).click()
  await page.getByRole('button', { name: 'Elegir una contraseña' }).click()
  await page.getByLabel('Contraseña nueva').waitFor()
  await page.goto('/e/cuenta')
  await atSignIn(page, 'e')
})
