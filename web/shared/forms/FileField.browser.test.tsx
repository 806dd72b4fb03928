import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { z } from 'zod'
import { call } from '#contract/call.ts'
import { data, serve, show } from '#web/testing/render.tsx'
import { FileField } from './FileField.tsx'
import { FormShell } from './FormShell.tsx'
import { useForm } from './useForm.ts'

const send = call({
  method: 'POST',
  path: '/v2/papers',
  need: 'public',
  summary: 'Takes a paper.',
  input: z.object({}),
  upload: { field: 'paper', types: ['pdf'], maxBytes: 1_000_000, required: true },
  answer: z.object({ id: z.int() }),
})

function PaperForm() {
  const form = useForm(send, { onDone: () => undefined })
  return (
    <FormShell form={form} loading={false} error={null} submit="Send">
      <FileField form={form} label="Paper" />
    </FormShell>
  )
}

const area = () => page.getByRole('button', { name: /^Paper / })

test('the area for a file is a button with a name, and a summary of faults leads to it', async () => {
  serve(() => data({ id: 1 }))
  await show(<PaperForm />)
  await expect.element(area()).toHaveAccessibleDescription(/PDF/)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('alert').getByRole('link', { name: 'Paper' }).click()
  await expect.element(area()).toHaveFocus()
  await expect.element(area()).toHaveAccessibleDescription(/Este campo es requerido/)
})

test('the button in place of a chosen file has the focus', async () => {
  serve(() => data({ id: 1 }))
  await show(<PaperForm />)
  const file = new File(['%PDF-1.7'], 'paper.pdf', { type: 'application/pdf' })
  await expect.element(area()).toBeVisible()
  await page.elementLocator(area().element().querySelector('input')!).upload(file)
  await expect.element(page.getByRole('button', { name: 'Cambiar' })).toHaveFocus()
})
