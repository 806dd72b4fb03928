import { describe, expect } from 'vitest'
import { payslip } from '#pdf/testing/samples.ts'
import { australAlimentos } from '#demo/austral.ts'
import { rowsOf } from './support/inside.ts'
import { serveDemonstration, server, test } from './support/test.ts'
import { choose, settled, signIn } from './support/visits.ts'

serveDemonstration()

const type = 'Reglamento interno'
const cuilOf = (username: string) =>
  australAlimentos().people.find((person) => person.username === username)?.cuil ?? ''

describe('one file for many', () => {
  test('goes to the list that was shown, and the second time only to employees without one', async ({
    open,
  }) => {
    const { page } = await open()
    await signIn(page, 's', 'mariana')
    const begin = async (people: readonly string[]) => {
      await page.goto('/s/documents/publish/generic')
      await settled(page)
      await choose(page, /^Tipo de documento/, new RegExp(`^${type}$`))
      await page.getByRole('radio', { name: 'Con una planilla' }).check()
      const lines = ['cuil', ...people]
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles({
          name: 'lista.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(lines.join('\n')),
        })
      await page
        .locator('input[type=file]')
        .last()
        .setInputFiles({
          name: 'reglamento.pdf',
          mimeType: 'application/pdf',
          buffer: Buffer.from(await payslip({ name: type })),
        })
    }
    const people = page.getByRole('region', { name: 'Quiénes lo reciben' })
    await begin([cuilOf('norma_pena'), cuilOf('julio_villalba'), '20123456786'])
    await people.getByText('Peña, Norma Beatriz').waitFor()
    await people.getByRole('button', { name: /^1\s*no encontrado/ }).click()
    await people.getByText('20-12345678-6').waitFor()
    await page.getByText('Se les pedirá que firmen. Se enviarán 2 correos.').waitFor()
    await page.getByRole('button', { name: 'Publicar a 2 personas' }).click()
    await page.waitForURL(/process-manager\/\d+$/)
    await page.getByRole('heading', { name: type }).waitFor()

    await begin([cuilOf('norma_pena'), cuilOf('luis_sosa')])
    await page.getByRole('button', { name: 'Publicar a 2 personas' }).waitFor()
    await page.getByRole('checkbox', { name: 'Solo a quienes todavía no tienen este documento' }).check()
    await people.getByRole('button', { name: /^1\s*ya lo tiene/ }).click()
    await people.getByText('Peña, Norma Beatriz').waitFor()
    await page.getByRole('checkbox', { name: 'Avisar por correo y notificación' }).uncheck()
    await page.getByText('Se les pedirá que firmen. No se enviará ningún aviso.').waitFor()
    await page.getByRole('button', { name: 'Publicar a 1 persona' }).click()
    await page.waitForURL(/process-manager\/\d+$/)
    const mails = () =>
      rowsOf<{ username: string; mails: number }>(
        server().place,
        `select users.username, count(mails.id)::int as mails
           from documents d join users on users.id = d.employee_id
           join document_types t on t.id = d.type_id
           left join mails on mails.user_id = users.id and mails.event = 'new_document'
             and mails.created_at >= d.published_at - interval '1 minute'
         where t.name = $1 and d.state = 'published' group by 1 order by 1`,
        [type],
      )
    await expect.poll(mails, { timeout: 20_000 }).toEqual([
      { username: 'julio_villalba', mails: 1 },
      { username: 'luis_sosa', mails: 0 },
      { username: 'norma_pena', mails: 1 },
    ])
  })

  test('asks for sector, location and position, each, and takes all of them', async ({ open }) => {
    const { page } = await open()
    await signIn(page, 's', 'mariana', { path: '/s/documents/publish/generic' })
    await page.getByRole('button', { name: 'Publicar', exact: true }).click()
    const summary = page.getByRole('alert').filter({ hasText: 'Faltan 5 datos' })
    for (const field of ['Tipo de documento', 'Sector', 'Lugar de trabajo', 'Cargo', 'Archivo'])
      await summary.getByRole('link', { name: field }).waitFor()
    await choose(page, /^Tipo de documento/, new RegExp(`^${type}$`))
    const all = /^Todos$/
    for (const [field, option] of [
      [/^Sector/, all],
      [/^Lugar de trabajo/, all],
      [/^Cargo/, /^Analista de laboratorio$/],
    ] as const) {
      await choose(page, field, option)
      await page.keyboard.press('Escape')
    }
    // One works there, one is in onboarding.
    await page.getByRole('button', { name: 'Publicar a 2 personas' }).waitFor()
  })
})
