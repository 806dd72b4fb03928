import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { Page } from 'playwright-core'
import { expectNoBarriers } from './support/barriers.ts'
import { rowsOf } from './support/inside.ts'
import { payrollZip, thisMonth } from './support/payroll-files.ts'
import { demoPassword } from './support/server.ts'
import { serveDemonstration, server, test } from './support/test.ts'
import { choose, follow, signIn } from './support/visits.ts'

serveDemonstration()

const type = 'Adelanto de haberes'

/** The second person who releases publications, for as long as the tests run. */
const second = 'estela_leguizamon'

beforeAll(() =>
  rowsOf(
    server().place,
    `insert into user_profiles (company_id, user_id, profile_id, type)
       select held.company_id, second.id, held.profile_id, held.type
       from users first join user_profiles held on held.user_id = first.id and held.type = 2
         join users second on second.company_id = first.company_id and second.username = $1
       where first.username = 'mariana'`,
    [second],
  ),
)
afterAll(async () => {
  await askForSecondPerson(false)
  await rowsOf(
    server().place,
    `delete from user_profiles where type = 2 and user_id = (select id from users where username = $1)`,
    [second],
  )
})

async function askForSecondPerson(wanted: boolean): Promise<void> {
  await rowsOf(server().place, `delete from settings where key = 'publishing.second_person'`)
  if (wanted)
    await rowsOf(
      server().place,
      `insert into settings (company_id, key, value)
         select company_id, 'publishing.second_person', 'true' from users where username = 'mariana'`,
    )
}

/** From the form to the preview of a zip of receipts, of which one is nobody's. */
async function sendZip(page: Page, mode: RegExp, people: readonly string[]): Promise<void> {
  const { period, name } = thisMonth()
  await rowsOf(server().place, `update document_types set capture = 'first_page' where name = $1`, [type])
  await follow(page, '/s/documents/publish/massive')
  await page.getByRole('radio', { name: mode }).click()
  await choose(page, /^Tipo de documento/, new RegExp(`^${type}$`))
  await choose(page, /^Período/, new RegExp(`^${name}$`, 'i'))
  await page.locator('input[type=file]').setInputFiles({
    name: 'adelantos.zip',
    mimeType: 'application/zip',
    buffer: await payrollZip(period, people),
  })
  await page.getByRole('button', { name: 'Subir y leer' }).click()
  await page.getByRole('feed').getByRole('article').first().waitFor()
}

const goesOn = (page: Page) =>
  page.getByRole('region', { name: 'Detalle del proceso' }).getByRole('button', { name: 'Continuar' })
const publishing = (page: Page) => page.getByRole('dialog', { name: /^(Publicar|Programar) \d recibo/ })

/** Sends what the dialog asks, and confirms that the month isn't like the last. */
async function publish(page: Page): Promise<void> {
  const sends = publishing(page).getByRole('button', { name: /^(Publicar|Programar) \d recibo/ })
  await sends.click()
  const before = publishing(page).getByText(/la del período anterior/)
  const gone = page.getByRole('feed')
  await expect
    .poll(async () => (await before.isVisible()) || !(await gone.isVisible()), { timeout: 20_000 })
    .toBe(true)
  if (await before.isVisible()) await sends.click()
}

describe('a publication', () => {
  test('refuses a file that it can’t begin with, and says why', async ({ open }) => {
    const { page } = await open()
    await signIn(page, 's', 'mariana', { path: '/s/documents/publish/massive' })
    const give = (name: string, text: string) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(text) })
    await give('vacio.pdf', '')
    await page.getByText('vacio.pdf está vacío.').waitFor()
    await give('recibos.docx', 'x')
    await page.getByText('recibos.docx no se puede leer: este proceso espera un PDF.').waitFor()
    // Only its name is of the right kind.
    await choose(page, /^Tipo de documento/, /^Recibo de sueldo$/)
    await choose(page, /^Período/, new RegExp(`^${thisMonth().name}$`, 'i'))
    await give('recibos.pdf', 'PK\u0003\u0004 a document of another program')
    await page.getByRole('button', { name: 'Subir y leer' }).click()
    await page.getByRole('heading', { name: 'La publicación no se pudo hacer' }).waitFor()
    await page.getByText('Para dividir se necesita un archivo .pdf.').waitFor()
    await page.getByText('recibos.pdf').waitFor()
  })

  // By HTTP each run proves it: server/areas/massive/publishing/rescheduling.test.ts.
  test(
    'becomes visible at an hour that can be changed or removed until then',
    { tags: ['long'], timeout: 120_000 },
    async ({ open }) => {
      const { page } = await open({ refused: [409, 422] })
      page.setDefaultTimeout(30_000)
      await signIn(page, 's', 'mariana')
      await sendZip(page, /^Solo publicar/, ['tomas_munoz'])
      await page.getByRole('button', { name: 'Publicar 1 recibo…' }).click()
      const dialog = publishing(page)
      await dialog.getByRole('radio', { name: 'En un día y hora a elegir' }).click()
      await dialog.getByRole('button', { name: 'Programar 1 recibo' }).click()
      await dialog.getByText('Elegir el día.').waitFor()
      const [{ day } = { day: '' }] = await rowsOf<{ day: string }>(
        server().place,
        `select to_char(now() + interval '2 days', 'DD/MM/YYYY') as day`,
      )
      await dialog.getByRole('textbox', { name: 'Día' }).fill(day)
      await dialog.getByRole('textbox', { name: 'Día' }).press('Tab')
      await dialog.getByRole('textbox', { name: 'Hora' }).fill('25')
      await dialog.getByRole('button', { name: 'Programar 1 recibo' }).click()
      await dialog.getByText('Escribir la hora, por ejemplo 09:00.').waitFor()
      // As a phone's figures give it: they have no colon.
      await dialog.getByRole('textbox', { name: 'Hora' }).fill('930')
      await publish(page)
      await page.getByText(`Se verá desde el ${day} 09:30`).waitFor()
      await page.getByRole('link', { name: 'Deshacer la publicación…' }).waitFor()

      const { page: phone } = await open({ size: 'phone' })
      await signIn(phone, 'e', 'tomas_munoz')
      const theirs = phone.getByText(type)
      expect(await theirs.count()).toBe(0)

      const changing = page.getByRole('dialog', { name: '¿Desde cuándo se ve?' })
      await page.getByRole('button', { name: 'Cambiar la hora…' }).click()
      expect(await changing.getByRole('textbox', { name: 'Hora' }).inputValue()).toBe('09:30')
      await expectNoBarriers(page, ['390 dark'])
      await changing.getByRole('textbox', { name: 'Hora' }).fill('25')
      await changing.getByRole('button', { name: 'Cambiar la hora' }).click()
      await changing.getByText('Escribir la hora, por ejemplo 09:00.').waitFor()
      await changing.getByRole('textbox', { name: 'Hora' }).fill('18:15')
      await changing.getByRole('button', { name: 'Cambiar la hora' }).click()
      await page.getByText(`Se verá desde el ${day} 18:15`).first().waitFor()
      await page.getByRole('button', { name: 'Cambiar la hora…' }).click()
      await changing.getByRole('radio', { name: 'Ahora' }).click()
      await changing.getByRole('button', { name: 'Mostrar ahora' }).click()
      await page.getByText('Ya está a la vista de los colaboradores.').waitFor()
      await page.getByRole('button', { name: 'Cambiar la hora…' }).waitFor({ state: 'detached' })
      await phone.reload()
      await theirs.first().waitFor()
    },
  )

  // By HTTP each run proves it: server/areas/massive/publishing/release.test.ts.
  test(
    'waits for a second person, who rejects it or releases it, and says why',
    { tags: ['long'], timeout: 180_000 },
    async ({ open }) => {
      await askForSecondPerson(true)
      const { page } = await open({ refused: [409, 422] })
      page.setDefaultTimeout(30_000)
      await signIn(page, 's', 'mariana')
      const { page: other } = await open()
      other.setDefaultTimeout(30_000)
      await signIn(other, 's', second)
      for (const [decision, who] of [
        ['rechazar', 'micaela_gimenez'],
        ['liberar', 'ramon_avalos'],
      ] as const) {
        await sendZip(page, /^Solo publicar/, [who])
        await page.getByRole('button', { name: 'Publicar 1 recibo…' }).click()
        await publishing(page).getByText('Otra persona tiene que liberarlo antes de que se vea').waitFor()
        await publish(page)
        await page.getByRole('heading', { name: 'Espera que otra persona la libere' }).waitFor()
        await page.getByText(/La libera otra persona con permiso de publicación masiva/).waitFor()
        await page.getByRole('button', { name: 'Cancelar la publicación…' }).click()
        await page
          .getByRole('dialog')
          .getByText(/^Se descartan los recibos preparados/)
          .waitFor()
        await page.keyboard.press('Escape')
        await follow(other, new URL(page.url()).pathname + new URL(page.url()).search)
        if (decision === 'liberar') {
          await other.getByRole('button', { name: 'Liberar' }).click()
          await page.reload()
          await page.getByRole('listitem').filter({ hasText: '1 publicado' }).waitFor()
          continue
        }
        await other.getByRole('button', { name: 'Rechazar…' }).click()
        const dialog = other.getByRole('dialog', { name: 'Rechazar la publicación' })
        await dialog.getByLabel(/^Motivo/).fill('Es el mes equivocado.')
        await dialog.getByRole('button', { name: 'Rechazar' }).click()
        await other.getByRole('heading', { name: 'Publicación cancelada' }).waitFor()
        await page.reload()
        await page.getByText('La rechazó Leguizamón, Estela Maris: «Es el mes equivocado.».').waitFor()
      }
      await askForSecondPerson(false)
    },
  )

  // By HTTP each run proves it: server/areas/massive/failures.test.ts.
  test(
    'stops when its certificate is gone, and continues once the password is entered again',
    { tags: ['long'] },
    async ({ open }) => {
      const { page } = await open({ refused: [409, 422] })
      page.setDefaultTimeout(30_000)
      await signIn(page, 's', 'mariana')
      await sendZip(page, /^Solo firmar/, ['ignacio_yanez', 'gonzalo_iniguez'])
      const process = Number(new URL(page.url()).searchParams.get('proceso'))
      const change = (sql: string) => rowsOf(server().place, sql.replaceAll('$process', String(process)))
      // Somebody else seems to have them in hand: signing finds nothing to do, and doesn't end.
      await change(
        `update process_items set claimed_until = now() + interval '1 hour' where process_id = $process`,
      )
      await page.getByRole('button', { name: 'Publicar 2 recibos…' }).click()
      await publishing(page).getByLabel('Contraseña del certificado').fill(demoPassword)
      await publish(page)
      await page.getByText('Firmando y publicando').first().waitFor()
      await change(`update publications set certificate_id = null where process_id = $process`)
      await page.getByText('El certificado con el que se firmaba ya no está').waitFor()
      await page.getByText('Falta firmar 2 recibos.').waitFor()
      await change(`update process_items set claimed_until = null where process_id = $process`)

      const password = page.locator('input[type=password]')
      // It is reached from its process. Nothing was typed yet: leaving asks nothing.
      await page.getByRole('link', { name: 'Ver en Procesos' }).click()
      await goesOn(page).click()
      await password.waitFor()
      await page.getByRole('link', { name: 'Ver en Procesos' }).click()
      await page.waitForURL(/process-manager/)
      await goesOn(page).click()
      await password.fill('Otra-clave-99')
      await page.getByRole('button', { name: 'Seguir firmando' }).click()
      await page.getByText('La contraseña del certificado no es correcta.').waitFor()
      await password.fill(demoPassword)
      await page.getByRole('button', { name: 'Seguir firmando' }).click()
      await page.getByRole('listitem').filter({ hasText: '2 publicados' }).waitFor()
    },
  )
})
