import { expect } from 'vitest'
import { accesses } from '#contract/account/access.ts'
import { account } from '#contract/account/account.ts'
import { documentActCalls } from '#contract/documents/acts.ts'
import { employees } from '#contract/employees/employees.ts'
import { me } from '#contract/me/me.ts'
import { session } from '#contract/session/session.ts'
import { printedText } from '#pdf/testing/judges.ts'
import { setSetting } from '#server/shared/settings.ts'
import { promote } from './support/administrators.ts'
import { ask } from './support/client.ts'
import { inside } from './support/inside.ts'
import { mailTo } from './support/mailbox.ts'
import { demoPassword } from './support/server.ts'
import { serveDemonstration, server, test } from './support/test.ts'
import { arrived, confirmPassword, settled, signIn } from './support/visits.ts'

serveDemonstration()

const password = 'Cartero+77-verde'

/** A link in the newest mail to an address. */
async function linkTo(address: string, subject: RegExp): Promise<string> {
  const { text = '' } = await mailTo(server().folder, address, subject)
  const link = /https?:\/\/\S+\/ingreso#\S+/.exec(text)?.[0]
  if (!link) throw new Error(`no link in ${text}`)
  return link
}

/** Makes a password by a link to an address, as whoever reads its mailbox can. */
async function enterByLink(user: string, email: string): Promise<void> {
  const { url } = server()
  await ask(url, account.forgotPassword, { user, email, site: 'e' })
  const [, token = ''] = (await linkTo(email, /contraseña nueva/)).split('#')
  const made = await ask(url, account.resetPassword, { email, token, pass: password, repass: password })
  expect(made.code).toBeUndefined()
}

/** Signs an administrator in over HTTP. */
async function administrator(): Promise<{ as: string; company: number; stepUp: string }> {
  const { url } = server()
  const { data } = await ask(url, session.login, { user: 'mariana', password: demoPassword })
  const proved = await ask(url, session.stepUp, { password: demoPassword }, { as: data.jwt })
  return { as: data.jwt, company: data.user.empresa.id, stepUp: proved.data.ticket }
}

// By HTTP each run proves it: server/areas/me/company-access.test.ts.
test(
  'an employee objects to an address that Human Resources put, and signing stays closed',
  { tags: ['long'] },
  async ({ open }) => {
    const { page: portal } = await open({ refused: [422] })
    await signIn(portal, 's', 'mariana', { path: '/s/employees/list?buscar=maidana' })
    await portal.getByRole('row', { name: /Maidana, Cristian/ }).click()
    await portal.waitForURL(/\/employee\/\d+/)
    const [, id = ''] = /employee\/(\d+)/.exec(portal.url()) ?? []
    const { as } = await administrator()
    const former: string = (await ask(server().url, employees.one, { id: Number(id) }, { as })).data.mail
    await portal.getByRole('tab', { name: 'Configuración' }).click()
    await portal.getByRole('button', { name: 'Cambiar correo…' }).click()
    const changing = portal.getByRole('dialog')
    await changing.getByLabel('Correo').fill('otro.maidana@correo.example')
    await confirmPassword(portal)
    await portal.getByText('Firma sin habilitar').waitFor()
    await enterByLink('cristian_maidana', 'otro.maidana@correo.example')

    const { page: phone } = await open({ size: 'phone' })
    await phone.goto(await linkTo(former, /la empresa puso otro correo/))
    await phone.getByRole('button', { name: 'Objetar el cambio' }).click()
    await phone.getByRole('heading', { name: 'El cambio quedó objetado' }).waitFor()
    await phone.getByRole('button', { name: 'Elegir una contraseña' }).click()
    await phone.getByLabel('Contraseña nueva').fill('Benteveo+64-ocre')
    await phone.getByLabel('Repetir contraseña').fill('Benteveo+64-ocre')
    await phone.getByRole('button', { name: 'Guardar y entrar' }).click()
    await arrived(phone, 'e')
    await phone.getByText('dos personas de Recursos Humanos confirman').waitFor()
    expect(await phone.getByRole('link', { name: /^Leer y firmar/ }).count()).toBe(0)

    await portal.reload()
    await portal.getByText(/^El cambio se objetó el .* desde el correo anterior \(c•••@/).waitFor()
    await portal.getByRole('button', { name: 'Pedir la confirmación…' }).waitFor()
  },
)

// By HTTP each run proves it: server/areas/me/company-access.test.ts.
test(
  'a second person confirms to have seen an employee, who then signs, and the report names both',
  { tags: ['long'] },
  async ({ open }) => {
    const { url, place } = server()
    const { as, company, stepUp } = await administrator()
    await inside(place, ({ tenant }) =>
      tenant(company).write((tx) => setSetting(tx, 'signing.after_company_address', 'second_person', null)),
    )
    await promote(url, ['dominguez'])
    const { id } = (await ask(url, employees.list, { buscar: 'ledesma' }, { as })).data[0]
    const mail = 'otro.ledesma@correo.example'
    await ask(url, employees.changeMail, { id, mail }, { as, stepUp })
    await enterByLink('jorge_ledesma', mail)
    const entered = await ask(url, session.login, { user: 'jorge_ledesma', password, site: 'e' })
    const mine = await ask(url, me.documents, {}, { as: entered.data.jwt })
    await ask(url, accesses.ask, { id }, { as })

    const { page: second } = await open({ refused: [404, 422] })
    await signIn(second, 's', 'hector')
    await settled(second)
    await second.getByRole('button', { name: /Pendientes/ }).click()
    await second
      .getByRole('link', { name: /^Etchegaray, Mariana pidió confirmar de quién es una cuenta/ })
      .click()
    await second.getByRole('button', { name: 'Rechazar…' }).click()
    const rejecting = second.getByRole('dialog')
    await rejecting.getByLabel('Motivo').fill('Vino otra persona con su documento.')
    await rejecting.getByRole('button', { name: 'Rechazar' }).click()
    await second.getByRole('button', { name: 'Pedir la confirmación…' }).waitFor()
    await second
      .getByText('no confirmó haber visto a la persona: Vino otra persona con su documento.')
      .waitFor()

    await ask(url, accesses.ask, { id }, { as })
    await second.reload()
    await second.getByRole('button', { name: 'Confirmo haber visto a la persona' }).click()
    await second.getByText('La firma quedó habilitada.').waitFor()
    await expect.poll(() => second.getByText('Firma sin habilitar').count()).toBe(0)

    const { page: phone } = await open({ size: 'phone' })
    await signIn(phone, 'e', 'jorge_ledesma', { password })
    await phone
      .getByRole('link', { name: /^Leer y firmar/ })
      .first()
      .click()
    await phone.locator('canvas').first().waitFor()
    await phone.getByRole('button', { name: 'Firmar', exact: true }).click()
    const sheet = phone.getByRole('dialog')
    await sheet.getByRole('radio', { name: /^Conforme/ }).click()
    await sheet.getByLabel(/^Contraseña/).fill(password)
    await sheet.getByRole('button', { name: 'Firmar conforme' }).click()
    await phone.getByRole('heading', { name: 'Firmado conforme' }).waitFor()

    const path = documentActCalls.report.path.replace('{id}', String(mine.data.espera[0].id))
    const report = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${as}` } })
    const text = printedText(Buffer.from(await report.arrayBuffer())).replace(/\s+/g, ' ')
    expect(text).toContain('La cuenta se abrió con un correo que puso')
    expect(text).toMatch(/confirmó haber/)
  },
)
