import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ShownChange } from '#contract/self-service/self-service.ts'
import selfService from '#locales/es/self-service.json' with { type: 'json' }
import { type Viewer, ViewerContext } from '#web/shared/session/viewer.ts'
import { data, serve, show } from '#web/testing/render.tsx'
import { ChangeCard } from './ChangeCard.tsx'

const viewer = { company: { nombre: 'Austral', zona: 'America/Argentina/Buenos_Aires' } } as unknown as Viewer

const since = '2026-11-23T12:00:00.000Z'
const calm = {
  de_otros: [],
  de_otros_fuera: false,
  correo_cambiado: null,
  clave_cambiada: null,
  dispositivo_nuevo: false,
}
const change: ShownChange = {
  id: 7,
  id_aprobacion: 9,
  seccion: 'bank',
  id_colaborador: 3,
  colaborador: 'Sosa, Luis Alberto',
  legajo: '00142',
  pedido: since,
  campos: [{ campo: 'cbu', actual: '••••3161', propuesto: '••••1009' }],
  declaracion: null,
  documento: null,
  alertas: calm,
  congelado: false,
  libera: false,
  turno: {
    paso: 1,
    pasos: 1,
    grupo: null,
    desde: since,
    todos: false,
    espera_a: [],
    decide: true,
    por: null,
  },
  decisiones: [],
}

const showCard = (shown: ShownChange, named: boolean) =>
  show(
    <ViewerContext value={viewer}>
      <ChangeCard change={shown} changes={[]} named={named} />
    </ViewerContext>,
    '/',
    { 'self-service': selfService },
  )

const approve = () => page.getByRole('button', { name: /^Aprobar/ })

test('approving an account without warnings is the filled button', async () => {
  await showCard(change, true)
  await expect.element(approve()).toHaveTextContent('Aprobar…')
  await expect.element(approve()).toHaveAttribute('data-variant', 'filled')
})

test('approving goes against a card that warns', async () => {
  await showCard({ ...change, alertas: { ...calm, de_otros: [{ id: 4, nombre: 'Colombo, Sofía' }] } }, true)
  await expect.element(approve()).toHaveTextContent('Aprobar igual…')
  await expect.element(approve()).toHaveAttribute('data-variant', 'default')
})

test('beside a list keys decide', async () => {
  const requests = serve(() => data({ id: 7, estado: 'aprobado' }))
  await showCard(change, true)
  await expect.element(approve()).toBeVisible()
  await userEvent.keyboard('a')
  await expect.poll(() => requests.map(({ path }) => path)).toEqual(['/api/v2/selfservice/7'])
  await userEvent.keyboard('x')
  await expect.element(page.getByRole('dialog', { name: 'Rechazar el cambio' })).toBeVisible()
})

test('no key approves against a warning', async () => {
  const requests = serve(() => data({ id: 7, estado: 'aprobado' }))
  await showCard({ ...change, alertas: { ...calm, de_otros: [{ id: 4, nombre: 'Colombo, Sofía' }] } }, true)
  await expect.element(approve()).toBeVisible()
  await userEvent.keyboard('a')
  await userEvent.keyboard('x')
  await expect.element(page.getByRole('dialog', { name: 'Rechazar el cambio' })).toBeVisible()
  expect(requests).toEqual([])
})

test('on a person’s page, where several changes may wait, no key decides', async () => {
  const requests = serve(() => data({ id: 7, estado: 'aprobado' }))
  await showCard(change, false)
  await expect.element(approve()).toBeVisible()
  await userEvent.keyboard('ax')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(requests).toEqual([])
})
