import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { z } from 'zod'
import { call } from '#contract/call.ts'
import { show } from '#web/testing/render.tsx'
import { TextField } from './fields.tsx'
import { FormShell } from './FormShell.tsx'
import { IdField } from './IdField.tsx'
import { useForm } from './useForm.ts'

const identify = call({
  method: 'POST',
  path: '/v2/people',
  need: 'public',
  summary: 'Gives a person another tax id.',
  input: z.object({ name: z.string(), cuil: z.string() }),
  answer: z.object({}),
})

function PersonForm() {
  const form = useForm(identify, { initial: { cuil: '20287145366' }, onDone: () => undefined })
  return (
    <FormShell form={form} loading={false} error={null} submit="Change">
      <TextField form={form} name="name" label="Name" />
      <IdField form={form} name="cuil" label="CUIL" taxIdOf="AR" />
    </FormShell>
  )
}

const field = (name: string) => page.getByRole('textbox', { name })

test('a tax id loses its hyphens on entering it, and gets them back on leaving', async () => {
  await show(<PersonForm />)
  await expect.element(field('CUIL')).toHaveValue('20-28714536-6')
  await field('CUIL').click()
  await expect.element(field('CUIL')).toHaveValue('20287145366')
  await field('Name').click()
  await expect.element(field('CUIL')).toHaveValue('20-28714536-6')
})

test('whoever comes by the tab key and types replaces all of it', async () => {
  await show(<PersonForm />)
  await field('Name').click()
  await userEvent.keyboard('{Tab}')
  await expect.element(field('CUIL')).toHaveValue('20287145366')
  await userEvent.keyboard('20451237773')
  await expect.element(field('CUIL')).toHaveValue('20451237773')
})
