import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { Link } from 'react-router'
import { z } from 'zod'
import { call } from '#contract/call.ts'
import { data, held, refuse, serve, show } from '#web/testing/render.tsx'
import { TextField } from './fields.tsx'
import { FormShell } from './FormShell.tsx'
import { useForm } from './useForm.ts'

const create = call({
  method: 'POST',
  path: '/v2/people',
  need: 'public',
  summary: 'Creates a person.',
  input: z.object({ name: z.string().min(1), mail: z.email().optional() }),
  answer: z.object({ id: z.int() }),
})

interface Props {
  onDone?: (answer: { id: number }) => void
  error?: unknown
  onRetry?: () => void
  shut?: string
  modal?: boolean
}

function PersonForm({ onDone = () => undefined, error = null, ...shell }: Props) {
  const form = useForm(create, { onDone })
  return (
    <>
      <FormShell form={form} loading={false} error={error} submit="Create" {...shell}>
        <TextField form={form} name="name" label="Name" />
        <TextField form={form} name="mail" label="Mail" />
      </FormShell>
      <Link to="/elsewhere">Leave</Link>
    </>
  )
}

const field = (name: string) => page.getByRole('textbox', { name })
const submit = () => page.getByRole('button', { name: 'Create' }).first()
const summary = () => page.getByRole('alert')
const required = 'Este campo es requerido.'

test('a missing field is refused before anything is sent, and the summary leads to it', async () => {
  const requests = serve(() => data({ id: 1 }))
  await show(<PersonForm />)
  await submit().click()
  await expect.element(page.getByText(required)).toBeVisible()
  await expect.element(summary()).toHaveFocus()
  await summary().getByRole('link', { name: 'Name' }).click()
  await expect.element(field('Name')).toHaveFocus()
  expect(requests).toEqual([])
})

test('a corrected field loses its fault, and the values are sent once', async () => {
  const requests = serve(() => data({ id: 7 }))
  const onDone = vi.fn()
  await show(<PersonForm onDone={onDone} />)
  await submit().click()
  await field('Name').fill('Ana')
  await expect.element(page.getByText(required)).not.toBeInTheDocument()
  await submit().click()
  await expect.poll(() => onDone.mock.calls).toEqual([[{ id: 7 }]])
  expect(requests.map(({ fields }) => fields)).toEqual([{ name: 'Ana' }])
})

test('the form is shut while its call runs', async () => {
  const answer = held<Response>()
  serve(() => answer.promise)
  await show(<PersonForm />)
  await field('Name').fill('Ana')
  await submit().click()
  await expect.element(submit()).toBeDisabled()
  await expect.element(field('Name')).toBeDisabled()
  answer.end(data({ id: 1 }))
  await expect.element(submit()).toBeEnabled()
})

test('a refusal is displayed at the field that it names', async () => {
  serve(() =>
    refuse(400, 'TAKEN', 'Taken.', [{ code: 'TAKEN', message: 'Somebody has this mail.', field: 'mail' }]),
  )
  await show(<PersonForm />)
  await field('Name').fill('Ana')
  await field('Mail').fill('ana@example.com')
  await submit().click()
  await expect.element(field('Mail')).toHaveAccessibleDescription(/Somebody has this mail\./)
  await expect.element(summary().getByRole('link', { name: 'Mail' })).toBeVisible()
})

test('a refusal of no field is displayed in the summary, and the input stays', async () => {
  serve(() => refuse(409, 'CLOSED', 'The payroll is closed.'))
  await show(<PersonForm />)
  await field('Name').fill('Ana')
  await submit().click()
  await expect.element(summary()).toHaveTextContent('The payroll is closed.')
  await expect.element(field('Name')).toHaveValue('Ana')
})

test('the same input keeps its idempotency key when it is sent again, other input gets another', async () => {
  const requests = serve(() => refuse(503, 'BUSY', 'Later.'))
  await show(<PersonForm />)
  await field('Name').fill('Ana')
  await submit().click()
  await expect.element(summary()).toHaveTextContent('Later.')
  await submit().click()
  await expect.poll(() => requests.length).toBe(2)
  await expect.element(submit()).toBeEnabled()
  await field('Name').fill('Eva')
  await submit().click()
  await expect.poll(() => requests.length).toBe(3)
  const [first, second, third] = requests.map(({ key }) => key)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('a confirmation that the server requires is asked for and sent with the same input', async () => {
  const doubt = { code: 'SAME_NAME', message: 'Somebody else has this name.' }
  const requests = serve(({ fields }) =>
    fields['confirm'] ? data({ id: 3 }) : refuse(409, 'CONFIRMATION_REQUIRED', 'To confirm.', [doubt]),
  )
  const onDone = vi.fn()
  await show(<PersonForm onDone={onDone} />)
  await field('Name').fill('Ana')
  await submit().click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('Somebody else has this name.')).toBeVisible()
  // Enter on the dialog that opens must not confirm.
  await expect.element(dialog.getByRole('button', { name: 'Cancelar' })).toHaveFocus()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(onDone).not.toHaveBeenCalled()
  await submit().click()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect.poll(() => onDone.mock.calls).toEqual([[{ id: 3 }]])
  expect(requests.map(({ fields }) => fields['confirm'])).toEqual([undefined, undefined, '["SAME_NAME"]'])
})

test('unsaved input is not left without a question', async () => {
  serve(() => data({ id: 1 }))
  const address = await show(<PersonForm />, '/person')
  await field('Name').fill('Ana')
  const leave = page.getByRole('link', { name: 'Leave' })
  await leave.click()
  await page.getByRole('button', { name: 'Seguir editando' }).click()
  await expect.element(field('Name')).toHaveValue('Ana')
  expect(address()).toBe('/person')
  await leave.click()
  await page.getByRole('button', { name: 'Salir sin guardar' }).click()
  await expect.element(page.getByText('elsewhere')).toBeVisible()
})

test('saved input is left without a question', async () => {
  serve(() => data({ id: 1 }))
  const address = await show(<PersonForm />)
  await field('Name').fill('Ana')
  await submit().click()
  await expect.element(submit()).toBeEnabled()
  await page.getByRole('link', { name: 'Leave' }).click()
  await expect.poll(address).toBe('/elsewhere')
})

test('a form in a dialog is left without a question', async () => {
  const address = await show(<PersonForm modal />)
  await field('Name').fill('Ana')
  await page.getByRole('link', { name: 'Leave' }).click()
  await expect.poll(address).toBe('/elsewhere')
})

test('a shut form gives its reason, and one whose data is missing a way to load it', async () => {
  await show(<PersonForm shut="Nobody can be added in December." />)
  await expect.element(page.getByText('Nobody can be added in December.')).toBeVisible()
  await expect.element(submit()).toBeDisabled()
  const onRetry = vi.fn()
  await show(<PersonForm error={new Error('broken')} onRetry={onRetry} />)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  expect(onRetry).toHaveBeenCalledOnce()
})
