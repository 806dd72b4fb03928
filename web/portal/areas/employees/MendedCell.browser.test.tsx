import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import employees from '#locales/es/employees.json' with { type: 'json' }
import { data, held, serve, show } from '#web/testing/render.tsx'
import { MendedCell } from './MendedCell.tsx'

const words = { employees }
const state = { id: 7, paso: 'preview' } as const
const cell = () => page.getByRole('textbox')

/** Types a text and presses Enter, more quickly than the page is drawn. */
async function enter(text: string): Promise<void> {
  const field = cell().element()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  await Promise.resolve()
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  await Promise.resolve()
}

test('a text that is entered while another is being saved is saved after it', async () => {
  const first = held<Response>()
  let answers = 0
  const requests = serve(() => (answers++ === 0 ? first.promise : data({})))
  await show(<MendedCell state={state} linea={4} campo="fecha_contratacion" now="31/11/2026" />, '/', words)
  await enter('30/02/2026')
  // The field is shut a moment later.
  await enter('30/11/2026')
  first.end(data({}))

  const sent = () => requests.filter(({ method }) => method !== 'GET').map(({ fields }) => fields['valor'])
  await expect.poll(sent).toEqual(['30/02/2026', '30/11/2026'])
})

test('leaving the field after Enter saves its text only once', async () => {
  const first = held<Response>()
  let answers = 0
  const requests = serve(() => (answers++ === 0 ? first.promise : data({})))
  await show(<MendedCell state={state} linea={4} campo="apellido" now="" />, '/', words)
  await cell().fill('Ibáñez')
  await userEvent.keyboard('{Enter}')
  await expect.element(cell()).toHaveAttribute('readonly')
  await userEvent.tab()
  first.end(data({}))

  // Whatever the field still has to send, it sends once it opens again, before the next text.
  await expect.element(cell()).not.toHaveAttribute('readonly')
  await cell().fill('Ibarra')
  await userEvent.tab()
  const sent = () => requests.filter(({ method }) => method !== 'GET').map(({ fields }) => fields['valor'])
  await expect.poll(sent).toContain('Ibarra')
  expect(sent()).toEqual(['Ibáñez', 'Ibarra'])
})
