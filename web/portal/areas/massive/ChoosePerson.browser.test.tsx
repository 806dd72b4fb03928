import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { MassiveItem } from '#contract/massive/preview.ts'
import type { MassivePublication } from '#contract/massive/publication.ts'
import country from '#locales/es/country.json' with { type: 'json' }
import massive from '#locales/es/massive.json' with { type: 'json' }
import { data, refuse, serve, show } from '#web/testing/render.tsx'
import { type Viewer, ViewerContext } from '#web/shared/session/viewer.ts'
import { ChoosePerson } from './ChoosePerson.tsx'

const viewer = { profile: { sitio: 's' }, actions: [] } as unknown as Viewer
const item = { id: 4, nombre_leido: null, id_leido: null, sugerencia: null } as unknown as MassiveItem
const publication = { id: 7 } as unknown as MassivePublication
const person = (id: number, nombre: string) => ({
  id,
  nombre,
  cuil: '20287145366',
  legajo: null,
  cargo: null,
  lugar: null,
  correo: true,
  recibo: false,
})
const doubt = {
  code: 'MASSIVE_SHOWS_ANOTHER',
  message: 'Este recibo muestra a Sosa, Ana.',
  field: 'colaborador',
}

test('a receipt that shows another person is given once that is confirmed by the button, not by Enter again', async () => {
  const given: unknown[] = []
  serve(({ path, fields }) => {
    if (!path.endsWith('/assign')) return data([person(1, 'Ledesma, Jorge'), person(2, 'Ledesma, Marta')])
    given.push(fields['confirm'])
    return fields['confirm'] !== '[]'
      ? data({ publicacion: publication, items: [item] })
      : refuse(422, 'CONFIRMATION_REQUIRED', 'To confirm.', [doubt])
  })
  const done: unknown[] = []
  const close = () => undefined
  await show(
    <ViewerContext value={viewer}>
      <ChoosePerson
        publication={publication}
        item={item}
        createAt="/"
        onClose={close}
        onDone={(one) => done.push(one?.id)}
      />
    </ViewerContext>,
    '/',
    { massive, country },
  )
  await userEvent.fill(page.getByRole('combobox'), 'Ledesma')
  await expect.element(page.getByRole('option')).toHaveLength(2)

  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alert')).toHaveTextContent('Este recibo muestra a Sosa, Ana.')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => given).toEqual(['[]', '[]'])
  await expect.element(page.getByRole('button', { name: 'Asignar igual a Ledesma' })).toBeEnabled()
  // Another person is asked about anew.
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Asignar a Ledesma' }).click()
  await page.getByRole('button', { name: 'Asignar igual a Ledesma' }).click()

  await expect.poll(() => done).toEqual([4])
  expect(given).toEqual(['[]', '[]', '[]', '["MASSIVE_SHOWS_ANOTHER"]'])
})
