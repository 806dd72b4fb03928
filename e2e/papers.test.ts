import { expect } from 'vitest'
import { photograph } from './support/photographs.ts'
import { serveDemonstration, test } from './support/test.ts'
import { settled, signIn } from './support/visits.ts'

serveDemonstration()

test('a paper is photographed, returned, mended, and approved with one key', async ({ open }) => {
  const phone = await open({ size: 'phone' })
  const site = phone.page
  await signIn(site, 'e', 'jorge_ledesma')
  await site.getByRole('link', { name: 'Solicitudes', exact: true }).click()
  await site.getByRole('link', { name: 'Enviar un papel' }).click()
  await site.getByRole('radio', { name: 'Certificado de estudios' }).check()
  await site.getByLabel('Elegir archivo').setInputFiles(await photograph('#d8d2c4'))
  await site.getByText('Lista').waitFor()
  await site.getByRole('button', { name: 'Enviar', exact: true }).click()
  await site.getByText('Se envió: Certificado de estudios').waitFor()
  await site.getByText('En revisión').waitFor()

  const desk = await open()
  const portal = desk.page
  await signIn(portal, 's', 'mariana', { path: '/s/fileUploadResume?buscar=ledesma' })
  const badge = portal.getByRole('link', { name: /^Bandeja de tareas/ }).locator('.figures')
  const count = async () => Number(await badge.textContent())
  const before = await count()
  await portal.getByRole('img', { name: 'Hoja 1 de Certificado de estudios' }).waitFor()
  await portal.keyboard.press('d')
  await portal.getByRole('button', { name: 'Falta una hoja' }).click()
  await portal.getByRole('button', { name: 'Devolver a Jorge Omar' }).click()
  await portal.getByText('Se devolvió a Jorge Omar para corregir').waitFor()
  await expect.poll(count).toBe(before - 1)

  await site.reload()
  await site.getByText('Falta una hoja.').waitFor()
  await site.getByRole('link', { name: 'Corregir y enviar otra vez' }).click()
  for (const shade of ['#d8d2c4', '#b4c2d8']) {
    await site.getByLabel('Elegir archivo').setInputFiles(await photograph(shade))
  }
  await site.getByText('2 de 4').waitFor()
  await site.getByRole('button', { name: 'Enviar', exact: true }).click()
  await site.getByText('Se envió corregido: Certificado de estudios').waitFor()

  await portal.goto('/s/fileUploadResume?buscar=ledesma')
  await settled(portal)
  await portal.getByRole('img', { name: 'Hoja 1 de Certificado de estudios' }).waitFor()
  await portal.getByLabel('Vence').fill('28/02/2099')
  await portal.getByLabel('Vence').press('Tab')
  await portal.getByRole('heading', { name: 'Certificado de estudios' }).click()
  await portal.keyboard.press('a')
  await portal.getByText(/Se aprobó: Certificado de estudios/).waitFor()

  await site.reload()
  await site.getByText('Vence el 28/02/2099').waitFor()
  await site.getByRole('link', { name: 'Ver el documento' }).click()
  await site.locator('canvas').first().waitFor()
})
