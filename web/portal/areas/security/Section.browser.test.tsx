import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { security } from '#contract/security/security.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { data, held, refuse, serve, show } from '#web/testing/render.tsx'
import { Section } from './Section.tsx'

function Sessions() {
  const answer = useCall(security.sessions, {})
  return (
    <Section title="Sesiones" answer={answer}>
      {(found) => found.data.map(({ id, nombre }) => <p key={id}>{nombre}</p>)}
    </Section>
  )
}

test('a section has its heading while it loads, and after an error it can be loaded again', async () => {
  const first = held<Response>()
  let asked = 0
  serve(() =>
    asked++ === 0
      ? first.promise
      : data(
          [
            {
              id: 1,
              nombre: 'Paz, Ana',
              perfil: 'RR. HH.',
              desde: '2026-11-28T12:00:00.000Z',
              visto: '2026-11-28T12:00:00.000Z',
              dispositivo: null,
              direccion: null,
              factor: false,
              propia: true,
            },
          ],
          { total: 1, page: 1, perPage: 20 },
        ),
  )
  await show(<Sessions />)
  const heading = page.getByRole('heading', { name: 'Sesiones' })
  await expect.element(heading).toBeVisible()
  await expect.element(page.getByRole('status', { name: 'Sesiones' })).toBeInTheDocument()
  first.end(refuse(500, 'SYSTEM_ERROR', 'Algo falló'))
  await expect.element(page.getByRole('alert').getByText('Algo falló')).toBeVisible()
  await expect.element(heading).toBeVisible()
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect.element(page.getByText('Paz, Ana')).toBeVisible()
})
