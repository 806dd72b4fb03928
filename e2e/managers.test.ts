import { expect } from 'vitest'
import { expectNoBarriers } from './support/barriers.ts'
import { rowsOf } from './support/inside.ts'
import { demoPassword } from './support/server.ts'
import { serveDemonstration, server, test } from './support/test.ts'
import { settled, signIn } from './support/visits.ts'

serveDemonstration()

test('people with a team become managers in one act, and one of them sees the team and its folder', async ({
  open,
}) => {
  const { page } = await open({ refused: [422] })
  await signIn(page, 's', 'mariana', { path: '/s/manager/management' })
  const row = (name: RegExp) => page.getByRole('row', { name })
  await row(/Rossi, Valentina/)
    .getByText('Responsable', { exact: true })
    .waitFor()
  await row(/Peña, Norma/)
    .getByText('Sin perfil')
    .waitFor()
  await expectNoBarriers(page, ['1440 light', '390 dark'])

  for (const name of [/Peña, Norma/, /Rossi, Valentina/, /Domínguez/, /Etchegaray/])
    await row(name).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Dar el perfil de responsable…' }).click()
  const folders = page.getByRole('dialog', { name: 'Dar el perfil de responsable a 3 personas' })
  await folders.getByText(/Nadie cambia su propio perfil/).waitFor()
  const all = folders.getByRole('checkbox', { name: 'Todas, menos las de recibos de sueldo' })
  await all.check()
  const salary = folders.getByRole('group', { name: 'Con recibos de sueldo' }).getByRole('checkbox')
  expect(await salary.first().isChecked()).toBe(false)
  await all.uncheck()
  await salary.first().check()
  await expectNoBarriers(page, ['1440 light', '390 dark'])
  await folders.getByRole('button', { name: 'Revisar los cambios' }).click()

  const review = page.getByRole('dialog', { name: 'Revisar los cambios' })
  await review.getByRole('heading', { name: '1 recibe el perfil' }).waitFor()
  await review.getByRole('heading', { name: '2 ya lo tienen, y cambian sus carpetas' }).waitFor()
  await review
    .getByText(/^Deja de ver: /)
    .first()
    .waitFor()
  await expectNoBarriers(page, ['1440 light', '390 dark'])
  await review.getByRole('button', { name: 'Volver' }).click()
  await folders.getByRole('button', { name: 'Revisar los cambios' }).click()
  const act = review.getByRole('button', { name: 'Aplicar a 3 personas' })
  await act.click()
  await review.locator('input[type=password]').fill(demoPassword)
  await act.click()
  await page.getByText('3 personas tienen el perfil y estas carpetas').waitFor()
  await row(/Peña, Norma/)
    .getByText('Responsable', { exact: true })
    .waitFor()

  const { page: portal } = await open()
  await signIn(portal, 's', 'norma_pena', { path: '/s/employees/list' })
  await portal.getByRole('row', { name: /Zapata, Elsa/ }).waitFor()
  await settled(portal)
  expect(await portal.getByRole('row', { name: /Ledesma/ }).count()).toBe(0)
})

test('twelve become managers at once; one of them had filters, is left as she is until chosen, and loses them', async ({
  open,
}) => {
  // Lucía sees people by her filters, and heads nobody in the demonstration.
  await rowsOf(
    server().place,
    `update employees set manager_id = lucia.id from users lucia, users rocio
     where lucia.username = 'lucia' and rocio.username = 'rocio_ibarra' and employees.id = rocio.id`,
  )
  const { page } = await open({ refused: [422] })
  await signIn(page, 's', 'mariana', { path: '/s/manager/management' })
  const row = (name: RegExp) => page.getByRole('row', { name })
  await row(/Cáceres, Lucía/).waitFor()
  for (const box of await page.getByRole('checkbox', { name: /: / }).all()) await box.check()
  await page.getByRole('button', { name: 'Dar el perfil de responsable…' }).click()
  const folders = page.getByRole('dialog', { name: 'Dar el perfil de responsable a 12 personas' })
  // With a folder of receipts too, which changes those whom the demonstration made managers.
  await folders.getByRole('checkbox', { name: 'Todas, menos las de recibos de sueldo' }).check()
  const salary = folders.getByRole('group', { name: 'Con recibos de sueldo' }).getByRole('checkbox')
  await salary.first().check()
  await folders.getByRole('button', { name: 'Revisar los cambios' }).click()

  const review = page.getByRole('dialog', { name: 'Revisar los cambios' })
  const filtered = review.getByRole('listitem').filter({ hasText: 'Cáceres, Lucía: reemplazar' })
  await filtered.getByText('Pierde 2 filtros de sector y lugar').waitFor()
  await review.getByRole('button', { name: 'Aplicar a 11 personas' }).waitFor()
  await filtered.getByRole('checkbox').check()
  const act = review.getByRole('button', { name: 'Aplicar a 12 personas' })
  await act.click()
  await review.locator('input[type=password]').fill(demoPassword)
  await act.click()
  await page.getByText('12 personas tienen el perfil y estas carpetas').waitFor()
  await row(/Cáceres, Lucía/)
    .getByText('Responsable', { exact: true })
    .waitFor()
  expect(await page.getByRole('row').getByText('Responsable', { exact: true }).count()).toBe(12)

  // By her filters she saw the plant; as a manager she sees her report alone.
  const { page: portal } = await open()
  await signIn(portal, 's', 'lucia', { path: '/s/employees/list' })
  await portal.getByRole('row', { name: /Ibarra, Rocío/ }).waitFor()
  await settled(portal)
  expect(await portal.getByRole('row').count()).toBe(2)
})
