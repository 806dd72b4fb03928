import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#web/testing/render.tsx'
import { type ListState, useListState } from './useListState.ts'

function Acts({ acts }: { acts: Record<string, (state: ListState) => void> }) {
  const state = useListState({ filters: ['type', 'state'], sort: '-date' })
  const { search, page: at, sort, filters, columns, query } = state
  return (
    <>
      <output>{JSON.stringify({ search, page: at, sort, filters, columns, query })}</output>
      {Object.entries(acts).map(([name, act]) => (
        <button key={name} type="button" onClick={() => act(state)}>
          {name}
        </button>
      ))}
    </>
  )
}

const stateShown = (): unknown => JSON.parse(page.getByRole('status').element().textContent)

test('a list begins as its address says, with its own order where that names none', async () => {
  await show(<Acts acts={{}} />, '/list?buscar=ana&pagina=3&type=1,2&columnas=a,b&other=1')
  expect(stateShown()).toEqual({
    search: 'ana',
    page: 3,
    sort: { by: 'date', descending: true },
    filters: { type: ['1', '2'] },
    columns: ['a', 'b'],
    query: 'buscar=ana&columnas=a%2Cb&type=1%2C2',
  })
})

test('two changes made at once both arrive', async () => {
  const both = (state: ListState) => {
    state.setFilter('type', ['1'])
    state.setFilter('state', ['open'])
  }
  const address = await show(<Acts acts={{ both }} />, '/list?pagina=2')
  await page.getByRole('button', { name: 'both' }).click()
  await expect.poll(address).toBe('/list?type=1&state=open')
})

test('clearing removes the search and the filters, and leaves what belongs to others', async () => {
  const address = await show(
    <Acts acts={{ clear: (state) => state.clear() }} />,
    '/list?buscar=ana&type=1&orden=name&other=1',
  )
  await page.getByRole('button', { name: 'clear' }).click()
  await expect.poll(address).toBe('/list?orden=name&other=1')
})

test('a saved view replaces everything that it does not contain', async () => {
  const apply = (state: ListState) => state.apply('buscar=eva&state=open')
  const address = await show(<Acts acts={{ apply }} />, '/list?type=1&orden=name&pagina=4&other=1')
  await page.getByRole('button', { name: 'apply' }).click()
  await expect.poll(address).toBe('/list?other=1&buscar=eva&state=open')
})
