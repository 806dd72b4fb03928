import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { z } from 'zod'
import { call } from '#contract/call.ts'
import { data, serve, show } from '#web/testing/render.tsx'
import { FormShell } from './FormShell.tsx'
import { OfferedField } from './OfferedField.tsx'
import { useForm } from './useForm.ts'

const change = call({
  method: 'PUT',
  path: '/v2/place',
  need: 'public',
  summary: 'Changes a place.',
  input: z.object({ country: z.string().nullish(), city: z.string().nullish() }),
  answer: z.object({}),
})

const codes = new Map([
  ['Chile', 'CL'],
  ['Perú', 'PE'],
  ['Níger', 'NE'],
  ['Nigeria', 'NG'],
])
const bare = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

interface Props {
  initial?: { country?: string; city?: string }
  onOpen?: () => void
}

function PlaceForm({ initial = {}, onOpen }: Props) {
  const form = useForm(change, { initial, onDone: () => undefined })
  return (
    <FormShell form={form} loading={false} error={null} submit="Save">
      <OfferedField
        form={form}
        name="city"
        label="City"
        offered={['Córdoba', 'Corrientes', 'Rosario']}
        openOnFocus={false}
        {...(onOpen && { onOpen })}
      />
      <OfferedField
        form={form}
        name="country"
        label="Country"
        offered={[...codes.keys()]}
        shownText={(value) => [...codes].find(([, code]) => code === value)?.[0] ?? value}
        keptValue={(text) => [...codes].find(([name]) => bare(name) === bare(text))?.[1] ?? text}
      />
    </FormShell>
  )
}

const field = (name: string) => page.getByRole('combobox', { name })
const options = () =>
  page
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent)

async function saved(requests: { fields: Record<string, string> }[]) {
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect.poll(() => requests.length).toBe(1)
  return requests[0]?.fields
}

test('a name is found without its accent, and chosen by the keyboard', async () => {
  const requests = serve(() => data({}))
  await show(<PlaceForm />)
  await field('City').fill('cor')
  await expect.poll(options).toEqual(['Córdoba', 'Corrientes'])
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(field('City')).toHaveValue('Córdoba')
  expect(requests).toEqual([])
  expect(await saved(requests)).toEqual({ city: 'Córdoba' })
})

test('a text that nothing offers is saved as it is typed', async () => {
  const requests = serve(() => data({}))
  await show(<PlaceForm />)
  await field('City').fill('Paraje El Cruce')
  await field('Country').fill('Wallmapu')
  expect(await saved(requests)).toEqual({ city: 'Paraje El Cruce', country: 'Wallmapu' })
})

test.each(['Rosario', 'Paraje El Cruce'])('a field filled with %s offers every name', async (city) => {
  serve(() => data({}))
  await show(<PlaceForm initial={{ city }} />)
  await field('City').click()
  await expect.poll(options).toEqual(['Córdoba', 'Corrientes', 'Rosario'])
})

test('a code is kept for a name that is typed, and shown by its name', async () => {
  const requests = serve(() => data({}))
  await show(<PlaceForm initial={{ country: 'PE' }} />)
  await expect.element(field('Country')).toHaveValue('Perú')
  await userEvent.clear(field('Country'))
  // "Niger" is a country on the way to "Nigeria": the letters stay as they are typed.
  await userEvent.type(field('Country'), 'nigeria')
  await expect.element(field('Country')).toHaveValue('nigeria')
  await userEvent.tab()
  await expect.element(field('Country')).toHaveValue('Nigeria')
  expect(await saved(requests)).toEqual({ country: 'NG' })
})

test('a text written before stays when its field is only visited', async () => {
  const requests = serve(() => data({}))
  await show(<PlaceForm initial={{ country: 'chile' }} />)
  await field('Country').click()
  await userEvent.tab()
  await expect.element(field('Country')).toHaveValue('chile')
  expect(await saved(requests)).toEqual({ country: 'chile' })
})

test('names are asked for when the list opens, not when its field gets the focus', async () => {
  serve(() => data({}))
  const onOpen = vi.fn()
  await show(<PlaceForm onOpen={onOpen} />)
  await userEvent.tab()
  await expect.element(field('City')).toHaveFocus()
  expect(onOpen).not.toHaveBeenCalled()
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(() => onOpen.mock.calls.length).toBe(1)
})
