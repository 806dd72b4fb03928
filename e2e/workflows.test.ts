import { expect } from 'vitest'
import { photograph } from './support/photographs.ts'
import { serveDemonstration, test } from './support/test.ts'
import { settled, signIn } from './support/visits.ts'

serveDemonstration()

const inAWeek = new Date(Date.now() + 7 * 86_400_000)
  .toISOString()
  .slice(0, 10)
  .split('-')
  .toReversed()
  .join('/')

test('a workflow is made, kept as a draft on leaving, activated, and decides a paper at both sites', async ({
  open,
}) => {
  const { page: portal } = await open({ refused: [422] })
  await signIn(portal, 's', 'mariana', { path: '/s/workflow/list' })
  await portal.getByRole('link', { name: 'Nuevo flujo' }).click()
  await portal.getByRole('textbox', { name: 'Nombre', exact: true }).fill('Estudios')
  await portal.getByLabel('Nombre del grupo').fill('Supervisión')
  const choose = async (group: number, search: string, name: string) => {
    await portal.getByRole('combobox', { name: 'Personas' }).nth(group).fill(search)
    await portal.getByRole('option', { name }).click()
    await portal.keyboard.press('Escape')
  }
  await choose(0, 'echeverr', 'Echeverría, Ana Paula')
  await portal.getByRole('link', { name: 'Flujos de trabajo' }).first().click()
  await portal.getByText('Quedó como borrador').waitFor()
  await portal.waitForURL(/workflow\/list/)
  await portal
    .getByRole('row', { name: /Estudios/ })
    .getByText('Borrador')
    .waitFor()

  await portal.getByRole('row', { name: /Estudios/ }).dblclick()
  await portal.waitForURL(/borrador=\d+/)
  await portal.getByText('Echeverría, Ana Paula').waitFor()
  await portal.getByRole('button', { name: 'Activar' }).click()
  await portal.getByText('hacen falta un nombre').first().waitFor()
  await portal.getByRole('combobox', { name: 'Documentos' }).click()
  await portal.getByRole('option', { name: 'Certificado de estudios' }).click()
  await portal.keyboard.press('Escape')
  await portal.getByRole('button', { name: 'Agregar un grupo' }).click()
  await portal.getByLabel('Nombre del grupo').nth(1).fill('Recursos Humanos')
  await choose(1, 'etcheg', 'Etchegaray, Mariana')
  // By the keyboard the second group becomes the first, and the second again.
  await portal.getByRole('button', { name: 'Mover el grupo 2' }).press('ArrowUp')
  await expect.poll(() => portal.getByLabel('Nombre del grupo').first().inputValue()).toBe('Recursos Humanos')
  await portal.getByRole('button', { name: 'Bajar el grupo 1' }).click()
  await portal.getByText('2 grupos y 2 personas van a decidir sobre 1 tipo.').waitFor()
  await portal.getByRole('button', { name: 'Activar' }).click()
  await portal.getByText('Se activó: Estudios').waitFor()
  await portal.getByText('No hay nada en curso').waitFor()

  const { page: sender } = await open({ size: 'phone' })
  await signIn(sender, 'e', 'jorge_ledesma')
  await sender.getByRole('link', { name: 'Solicitudes', exact: true }).click()
  await sender.getByRole('link', { name: 'Enviar un papel' }).click()
  await sender.getByRole('radio', { name: 'Certificado de estudios' }).check()
  await sender.getByLabel('Elegir archivo').setInputFiles(await photograph('#d8d2c4'))
  await sender.getByText('Lista').waitFor()
  await sender.getByRole('button', { name: 'Enviar', exact: true }).click()
  await sender.getByText('Lo tiene Supervisión').waitFor()

  await portal.reload()
  await portal
    .getByRole('row', { name: /Certificado de estudios/ })
    .getByText('Echeverría, Ana Paula')
    .waitFor()

  const { page: foreman } = await open({ size: 'phone' })
  await signIn(foreman, 'e', 'ana_echeverria')
  await foreman.getByRole('link', { name: 'Mi equipo', exact: true }).click()
  await foreman.getByRole('link', { name: /Certificado de estudios/ }).click()
  await foreman.getByRole('img', { name: 'Hoja 1 de 1' }).waitFor()
  await foreman.getByRole('button', { name: 'Aprobar' }).click()
  await foreman.getByRole('dialog').getByRole('button', { name: 'Aprobar' }).click()
  await foreman.getByText(/Se aprobó: Certificado de estudios de Ledesma/).waitFor()

  await portal.goto('/s/fileUploadResume?buscar=ledesma')
  await settled(portal)
  await portal.getByText('Paso 2 de 2').waitFor()
  await portal.getByRole('img', { name: 'Hoja 1 de Certificado de estudios' }).waitFor()
  await portal.keyboard.press('a')
  await portal.getByText(/Se aprobó: Certificado de estudios/).waitFor()
  await sender.reload()
  await sender.getByText('Aprobado', { exact: true }).waitFor()
})

test('a deputy is named, decides in the other’s place, and is ended', async ({ open }) => {
  const { page: chief } = await open({ size: 'phone', refused: [422] })
  await signIn(chief, 'e', 'ana_echeverria')
  await chief.getByRole('link', { name: 'Yo', exact: true }).click()
  await chief.getByText('Decide también Peña, Norma Beatriz').waitFor()

  const { page: deputy } = await open({ size: 'phone' })
  await signIn(deputy, 'e', 'norma_pena')
  await deputy.getByRole('link', { name: 'Mi equipo', exact: true }).click()
  await deputy.getByRole('link', { name: /Comprobante de domicilio/ }).click()
  await deputy.getByText('Decisión en lugar de Echeverría, Ana Paula').waitFor()
  await deputy.getByRole('button', { name: 'Devolver…' }).click()
  await deputy.getByLabel('Qué hay que corregir').fill('Falta el dorso.')
  await deputy.getByRole('dialog').getByRole('button', { name: 'Devolver' }).click()
  await deputy.getByText(/^Se devolvió para corregir: Comprobante de domicilio/).waitFor()

  await chief.getByRole('button', { name: 'Terminar' }).click()
  await chief.getByRole('dialog').getByRole('button', { name: 'Terminar' }).click()
  await chief.getByText('No hay suplente.').waitFor()
  await chief.getByRole('button', { name: 'Nombrar suplente…' }).click()
  const naming = chief.getByRole('dialog')
  await naming.getByRole('button', { name: 'Nombrar' }).click()
  await naming.getByLabel('Quién decide durante la ausencia').fill('norma')
  await chief.getByRole('option', { name: 'Peña, Norma Beatriz' }).click()
  await naming.getByLabel('Hasta').fill(inAWeek)
  await naming.getByLabel('Hasta').press('Tab')
  await naming.getByRole('button', { name: 'Nombrar' }).click()
  await chief.getByText('Decide también Peña, Norma Beatriz').waitFor()
})
