import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { z } from 'zod'
import { call, paging } from '#contract/call.ts'
import { data, held, refuse, serve, show } from '#web/testing/render.tsx'
import { useCall } from '../calls/useCall.ts'
import { EmptyState } from '../pages/states.tsx'
import { DataTable } from './DataTable.tsx'
import type { Filter } from './filters.ts'
import { useListState } from './useListState.ts'
import { useNarrowing } from './useNarrowing.ts'

interface Person {
  id: number
  name: string
  sector: string
}
const person = z.object({ id: z.int(), name: z.string(), sector: z.string() })
const list = call({
  method: 'GET',
  path: '/v2/people',
  need: 'public',
  summary: 'Lists people.',
  input: z.object({ ...paging, buscar: z.string().optional() }),
  answer: z.array(person),
  paged: true,
})
const people: Person[] = ['Ana', 'Bruno', 'Carla'].map((name, at) => ({ id: at + 1, name, sector: 'Ventas' }))
const sectors: Filter[] = [
  { name: 'sector', label: 'Sector', options: [{ value: 'ventas', label: 'Ventas' }], single: true },
]

type TableProps = Parameters<typeof DataTable<Person>>[0]

function Table(props: Pick<TableProps, 'answer' | 'state'> & Partial<TableProps>) {
  return (
    <DataTable
      label="People"
      columns={[
        { id: 'name', header: 'Name', cell: ({ name }) => name, sorts: true },
        { id: 'sector', header: 'Sector', cell: ({ sector }) => sector },
      ]}
      rowId={({ id }) => String(id)}
      rowName={({ name }) => name}
      empty={<EmptyState title="Nobody yet">Add somebody.</EmptyState>}
      {...props}
    />
  )
}

interface Props {
  onOpen?: (row: Person) => void
  previews?: boolean
  bulk?: boolean
  everyId?: () => Promise<string[]>
}

function People({ onOpen, previews = false, bulk = false, everyId }: Props) {
  const state = useListState({ filters: ['sector'], sort: 'name' })
  const answer = useCall(list, { page: state.page, ...(state.search && { buscar: state.search }) })
  const narrowing = useNarrowing(state, sectors)
  return (
    <>
      <input
        aria-label="Search"
        value={state.search}
        onChange={(event) => state.setSearch(event.currentTarget.value)}
      />
      <p>sorted by {`${state.sort?.by} ${state.sort?.descending ? 'down' : 'up'}`}</p>
      <Table
        answer={answer}
        state={state}
        previews={previews}
        narrowing={narrowing}
        everyId={everyId}
        {...(onOpen && { onOpen })}
        {...(bulk && {
          bulk: (ids: readonly string[]) => <button type="button">acts on {ids.join(', ')}</button>,
        })}
      />
    </>
  )
}

/** A server of these rows, 25 a page. */
function serveRows(rows: readonly Person[], total = rows.length) {
  return serve(({ fields }) => data(rows, { total, page: Number(fields['page'] ?? 1), perPage: 25 }))
}

const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })

test('rows are read by keyboard: J and K move the preview, which the address keeps', async () => {
  serveRows(people)
  const address = await show(<People previews />, '/people')
  await row('Ana').click()
  await expect.poll(address).toBe('/people?abierto=1')
  await userEvent.keyboard('j')
  await expect.poll(address).toBe('/people?abierto=2')
  await expect.element(row('Bruno')).toHaveFocus()
  await userEvent.keyboard('jj')
  await expect.poll(address).toBe('/people?abierto=3')
  await userEvent.keyboard('k')
  await expect.poll(address).toBe('/people?abierto=2')
})

test('J goes on from the row that the last key asked for, though its address arrives late', async () => {
  serveRows([...people, { id: 4, name: 'Dora', sector: 'Ventas' }])
  const asked: (string | null)[] = []
  function Slow() {
    const state = useListState()
    const [open, setOpen] = useState<string | null>(null)
    return (
      <>
        <Table
          answer={useCall(list, {})}
          state={{ ...state, open, setOpen: (id) => asked.push(id) }}
          previews
        />
        {['2', '1'].map((id) => (
          <button key={id} type="button" onClick={() => setOpen(id)}>
            Arrive at {id}
          </button>
        ))}
      </>
    )
  }
  await show(<Slow />)
  await row('Ana').click()
  await userEvent.keyboard('jj')
  expect(asked).toEqual(['1', '2', '3'])
  const arrive = async (id: string) => {
    await page.getByRole('button', { name: `Arrive at ${id}` }).click()
    await expect.element(row(id === '1' ? 'Ana' : 'Bruno')).toHaveAttribute('data-open')
  }
  await arrive('2')
  await userEvent.keyboard('j')
  expect(asked.at(-1)).toBe('4')
  // An address that no key asked for is another's: the keys go on from there.
  await arrive('1')
  await userEvent.keyboard('j')
  expect(asked.at(-1)).toBe('2')
})

test('Enter opens the row that has the focus, and a double click the one it hits', async () => {
  serveRows(people)
  const onOpen = vi.fn()
  await show(<People previews onOpen={onOpen} />)
  await row('Bruno').click()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => onOpen.mock.calls).toEqual([[people[1]]])
  await row('Carla').dblClick()
  expect(onOpen).toHaveBeenLastCalledWith(people[2])
})

test('keys typed in a field do not act on the list', async () => {
  serveRows(people)
  const address = await show(<People previews />, '/people?abierto=1')
  await expect.element(row('Ana')).toBeVisible()
  await page.getByRole('textbox', { name: 'Search' }).click()
  await userEvent.keyboard('j')
  await expect.poll(address).toBe('/people?abierto=1&buscar=j')
})

test('ticked rows have their acts in the foot, until another list is shown', async () => {
  serveRows(people)
  await show(<People bulk />)
  await row('Ana').getByRole('checkbox').click()
  await row('Carla').getByRole('checkbox').click()
  await expect.element(page.getByText('acts on 1, 3')).toBeVisible()
  await expect.element(page.getByText('2 seleccionados')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Elegir las de esta página' }).click()
  await expect.element(page.getByText('acts on 1, 2, 3')).toBeVisible()
  await page.getByRole('textbox', { name: 'Search' }).fill('a')
  await expect.element(page.getByText(/acts on/)).not.toBeInTheDocument()
})

test('A leads to the acts of the ticked rows', async () => {
  serveRows(people)
  await show(<People bulk />)
  await userEvent.keyboard('a')
  await row('Ana').getByRole('checkbox').click()
  await userEvent.keyboard('a')
  await expect.element(page.getByRole('button', { name: 'acts on 1' })).toHaveFocus()
})

test('all rows of a search can be ticked beyond the page', async () => {
  serveRows(people, 60)
  await show(<People bulk everyId={() => Promise.resolve(['1', '2', '3', '4'])} />)
  await row('Ana').getByRole('checkbox').click()
  await page.getByRole('button', { name: /Seleccionar los 60/ }).click()
  await expect.element(page.getByText('acts on 1, 2, 3, 4')).toBeVisible()
})

test('a list that is empty says why, one without results which filters to remove', async () => {
  serveRows([])
  const address = await show(<People />, '/people?buscar=zz&sector=ventas&other=1')
  await expect.element(page.getByText(/Nada coincide con Búsqueda: zz, Sector: Ventas\./)).toBeVisible()
  await page.getByRole('button', { name: 'Quitar el filtro Sector: Ventas' }).click()
  await expect.poll(address).toBe('/people?buscar=zz&other=1')
  await page.getByRole('button', { name: 'Limpiar filtros' }).click()
  await expect.poll(address).toBe('/people?other=1')
  await expect.element(page.getByText('Nobody yet')).toBeVisible()
})

test('a list that cannot be loaded can be tried again', async () => {
  let broken = true
  serve(() =>
    broken ? refuse(500, 'INTERNAL_ERROR', 'Broken.') : data(people, { total: 3, page: 1, perPage: 25 }),
  )
  await show(<People />)
  await expect.element(page.getByText('No se pudo cargar la lista')).toBeVisible()
  broken = false
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect.element(row('Ana')).toBeVisible()
})

test('the table is marked as busy while its rows are loaded', async () => {
  const answer = held<Response>()
  serve(() => answer.promise)
  await show(<People />)
  await expect.element(page.getByRole('table')).toHaveAttribute('aria-busy', 'true')
  answer.end(data(people, { total: 3, page: 1, perPage: 25 }))
  await expect.element(row('Ana')).toBeVisible()
  await expect.element(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
})

test('paging is kept in the address, and a search returns to the first page', async () => {
  const requests = serveRows(people, 60)
  const address = await show(<People />, '/people')
  await page.getByRole('button', { name: 'Página siguiente' }).click()
  await expect.poll(address).toBe('/people?pagina=2')
  await expect.poll(() => requests.at(-1)?.fields['page']).toBe('2')
  await page.getByRole('textbox', { name: 'Search' }).fill('a')
  await expect.poll(address).toBe('/people?buscar=a')
})

test('a press on a head sorts by it, a second one the other way round', async () => {
  serveRows(people)
  const address = await show(<People />, '/people')
  await expect.element(page.getByText('sorted by name up')).toBeVisible()
  await page.getByRole('button', { name: 'Name' }).click()
  await expect.poll(address).toBe('/people?orden=-name')
  await expect
    .element(page.getByRole('columnheader', { name: 'Name', exact: true }))
    .toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('button', { name: 'Name' }).click()
  await expect.poll(address).toBe('/people?orden=name')
})

test('a phone shows a list of rows without a table', async () => {
  await page.viewport(390, 800)
  serveRows(people)
  const address = await show(<People previews />, '/people')
  await page.getByRole('button', { name: /Ana/ }).click()
  await expect.poll(address).toBe('/people?abierto=1')
  expect(page.getByRole('table').query()).toBeNull()
  await page.viewport(1280, 800)
})
