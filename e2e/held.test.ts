import { beforeAll, expect } from 'vitest'
import { expectNoBarriers } from './support/barriers.ts'
import { rowsOf } from './support/inside.ts'
import { payrollZip, thisMonth } from './support/payroll-files.ts'
import { serveDemonstration, server, test } from './support/test.ts'
import { choose, signIn } from './support/visits.ts'

serveDemonstration()

const type = 'Adelanto de haberes'

/** The second person, who releases what the groups approved. */
const second = 'estela_leguizamon'

beforeAll(() =>
  rowsOf(
    server().place,
    `with held as (
       insert into user_profiles (company_id, user_id, profile_id, type)
       select first.company_id, second.id, profile.profile_id, profile.type
       from users first join user_profiles profile on profile.user_id = first.id and profile.type = 2
         join users second on second.company_id = first.company_id and second.username = $1
       where first.username = 'mariana' returning company_id)
     insert into settings (company_id, key, value)
     select distinct company_id, 'publishing.second_person', 'true'::jsonb from held`,
    [second],
  ),
)

// Each run proves the rules in server/areas/workflows/held.test.ts, and the list in Held.browser.test.tsx.
test(
  'a publication waits for the groups of its type, at both sites, then for a second person',
  { tags: ['long'] },
  async ({ open }) => {
    const { page: portal } = await open({ refused: [422] })
    portal.setDefaultTimeout(60_000)
    await signIn(portal, 's', 'mariana', { path: '/s/workflow/create' })
    await portal.getByRole('textbox', { name: 'Nombre', exact: true }).fill('Adelantos')
    await portal.getByLabel('También lo que publica la empresa').check()
    await portal.getByRole('combobox', { name: 'Documentos' }).fill('Adelanto')
    await portal.getByRole('option', { name: type }).click()
    await portal.keyboard.press('Escape')
    const group = async (n: number, name: string, search: string, person: string) => {
      await portal.getByLabel('Nombre del grupo').nth(n).fill(name)
      await portal.getByRole('combobox', { name: 'Personas' }).nth(n).fill(search)
      await portal.getByRole('option', { name: person }).click()
      await portal.keyboard.press('Escape')
    }
    await group(0, 'Recursos Humanos', 'cáceres', 'Cáceres, Lucía')
    await portal.getByRole('button', { name: 'Agregar un grupo' }).click()
    await group(1, 'Supervisión', 'echeverr', 'Echeverría, Ana Paula')
    await portal.getByRole('button', { name: 'Activar' }).click()
    await portal.getByText('Se activó: Adelantos').waitFor()

    const { period, name } = thisMonth()
    await rowsOf(server().place, `update document_types set capture = 'first_page' where name = $1`, [type])
    await portal.goto('/s/documents/publish/massive')
    await portal.getByRole('radio', { name: /^Solo publicar/ }).click()
    await choose(portal, /^Tipo de documento/, new RegExp(`^${type}$`))
    await choose(portal, /^Período/, new RegExp(`^${name}$`, 'i'))
    await portal.locator('input[type=file]').setInputFiles({
      name: 'adelantos.zip',
      mimeType: 'application/zip',
      buffer: await payrollZip(period, ['matias_fernandez', 'valentina_rossi']),
    })
    await portal.getByRole('button', { name: 'Subir y leer' }).click()
    await portal.getByRole('button', { name: /^Publicar 2 recibos…/ }).click()
    const dialog = portal.getByRole('dialog', { name: /^Publicar 2 recibos/ })
    const sends = dialog.getByRole('button', { name: /^Publicar 2 recibos/ })
    await sends.click()
    const before = dialog.getByText(/período anterior/)
    const waits = portal.getByText(/Recursos Humanos: espera a Cáceres, Lucía/)
    await expect
      .poll(async () => (await before.isVisible()) || (await waits.isVisible()), { timeout: 20_000 })
      .toBe(true)
    if (await before.isVisible()) await sends.click()
    await waits.waitFor()

    const { page: analyst } = await open()
    await signIn(analyst, 's', 'lucia', { path: '/s/fileUploadResume' })
    await analyst.getByRole('button', { name: /^Publicaciones/ }).click()
    await analyst.getByRole('img', { name: /^Hoja 1 de Adelanto de haberes, Fern/ }).waitFor()
    await expectNoBarriers(analyst, ['1440 light', '390 dark'])
    await analyst.getByRole('button', { name: /^Rossi/ }).click()
    await analyst.getByRole('img', { name: /^Hoja 1 de Adelanto de haberes, Rossi/ }).waitFor()
    await analyst.getByRole('button', { name: 'Aprobar' }).click()
    await analyst.getByText('No hay publicaciones por aprobar').waitFor()

    const { page: foreman } = await open({ size: 'phone' })
    await signIn(foreman, 'e', 'ana_echeverria')
    await foreman.getByRole('link', { name: 'Mi equipo', exact: true }).click()
    await foreman.getByRole('link', { name: /^Adelanto de haberes.*\(documentos: 2\)/ }).click()
    await foreman.getByRole('button', { name: /^Ver Adelanto de haberes, Fern/ }).click()
    await foreman.getByRole('img', { name: 'Hoja 1 de 1' }).waitFor()
    await foreman.getByRole('button', { name: 'Aprobar' }).click()
    await foreman.getByRole('dialog').getByText('se publica con la última aprobación').waitFor()
    const { page: owner } = await open({ size: 'phone' })
    await signIn(owner, 'e', 'matias_fernandez', { path: '/e/' })
    await owner.getByRole('heading', { level: 1 }).waitFor()
    expect(await owner.getByText(type).count()).toBe(0)
    await foreman.getByRole('dialog').getByRole('button', { name: 'Aprobar' }).click()
    await foreman.getByText(/^Se aprobó: Adelanto de haberes/).waitFor()
    const { page: last } = await open()
    await signIn(last, 's', second, {
      path: `/s${new URL(portal.url()).pathname.slice(2)}${new URL(portal.url()).search}`,
    })
    await last.getByRole('button', { name: 'Liberar' }).click()
    await last.getByText('La publicación se liberó.').waitFor()
    await portal.getByRole('heading', { name: /^Publicación terminada/ }).waitFor()
    await owner.reload()
    await owner.getByText(type).first().waitFor()
  },
)
