import { expect } from 'vitest'
import { mailTo } from './support/mailbox.ts'
import { demoPassword } from './support/server.ts'
import { serveDemonstration, server, test } from './support/test.ts'
import { atSignIn, signIn } from './support/visits.ts'

serveDemonstration()

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
