import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import selfService from '#locales/es/self-service.json' with { type: 'json' }
import inbox from '#locales/es/inbox.json' with { type: 'json' }
import { useListState } from '#web/shared/lists/useListState.ts'
import { data, refuse, serve, show } from '#web/testing/render.tsx'
import { Held } from './Held.tsx'

const task = (id: number) => ({
  id,
  clase: 'change',
  asunto: id,
  titulo: `Cambio ${id}`,
  colaborador: 'Sosa, Luis Alberto',
  pedido_por: 'Luis',
  desde: '2026-11-20T10:00:00-03:00',
  seccion: 'bank',
  alerta: id === 3,
})

/** The list, of which decided tasks are missing, in two pages of three. */
async function changes(address: string): Promise<{ decided: Set<number> }> {
  const decided = new Set<number>()
  serve(({ path, fields }) => {
    if (!path.endsWith('/admin/inbox')) return refuse(404, 'NOT_FOUND', 'No está.')
    const second = fields['pagination']?.includes(',2,')
    const rows = (second ? [4, 5, 6] : [1, 2, 3]).filter((id) => !decided.has(id)).map(task)
    return data(rows, { total: 26, page: second ? 2 : 1, perPage: 25 })
  })
  await show(<Changes />, address, { inbox, 'self-service': selfService })
  return { decided }
}

function Changes() {
  return <Held state={useListState({ filters: ['ver'] })} list="cambios" head={null} />
}

const current = () => document.querySelector('[aria-current=true]')?.textContent

test('after a decision the next row is open, not the first', async () => {
  const { decided } = await changes('/?abierto=2')
  await expect.poll(current).toContain('Cambio 2')
  decided.add(2)
  window.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(current).toContain('Cambio 3')
})

test('the row with something to look at says so', async () => {
  await changes('/')
  const row = page
    .getByRole('button')
    .filter({ has: page.getByRole('img', { name: selfService.cambio.alertas }) })
  await expect.poll(() => row.elements().map(({ textContent }) => textContent)).toHaveLength(1)
  expect(row.element().textContent).toContain('Cambio 3')
})

test('another page begins with its first row', async () => {
  await changes('/?abierto=2')
  await expect.poll(current).toContain('Cambio 2')
  await page.getByRole('button', { name: /siguiente/i }).click()
  await expect.poll(current).toContain('Cambio 4')
})
