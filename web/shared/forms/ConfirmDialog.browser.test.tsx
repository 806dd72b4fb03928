import { Menu } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { data, held, serve, show } from '#web/testing/render.tsx'
import { RefusalError } from '../calls/wire.ts'
import { ConfirmButton } from './ConfirmDialog.tsx'
import { Dialog } from './Dialog.tsx'

const dialog = () => page.getByRole('dialog')
const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true })

interface Asked {
  act: () => Promise<unknown>
  shut?: boolean
  proves?: boolean
  onDone?: () => void
}

function Question({ act, ...more }: Asked) {
  return (
    <ConfirmButton
      label="Delete"
      icon={<IconTrash />}
      submit="Yes"
      act={act}
      dangerous
      done="Deleted"
      {...more}
    >
      <p>It is gone afterwards.</p>
    </ConfirmButton>
  )
}

async function ask(question: Asked) {
  await show(<Question {...question} />)
  await page.getByRole('button', { name: 'Delete…' }).click()
  await expect.element(dialog()).toBeVisible()
}

test('the question names its consequences, and leaving it does nothing', async () => {
  const act = vi.fn(() => Promise.resolve())
  await ask({ act })
  await expect.element(dialog().getByText('It is gone afterwards.')).toBeVisible()
  await expect.element(inDialog('Cancelar')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(act).not.toHaveBeenCalled()
})

// Before the other tests with a password: the first of them loads the field's code, and this one presses ahead of it.
test('a press before the password’s field is there sends nothing, and leaves what is typed', async () => {
  serve(() => data({ factores: [] }))
  const act = vi.fn(() => Promise.resolve())
  await show(<Question act={act} proves />)
  await page.getByRole('button', { name: 'Delete…' }).click()
  const button = (name: string) =>
    [...document.querySelectorAll('[role=dialog] button')].find((one) => one.textContent === name)
  await vi.waitUntil(() => button('Yes'), { interval: 1 })
  button('Yes')?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.element(dialog().getByLabelText(/^Contraseña de ingreso/)).toBeVisible()
  expect(act).not.toHaveBeenCalled()
})

test('a dialog that asks for the password begins in its field', async () => {
  serve(() => data({ factores: [] }))
  await ask({ act: () => Promise.resolve(), proves: true })
  await expect.element(dialog().getByLabelText(/^Contraseña de ingreso/)).toHaveFocus()
})

function Row() {
  const [asked, setAsked] = useState(false)
  return (
    <>
      <Menu>
        <Menu.Target>
          <button type="button">More</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setAsked(true)}>Delete…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asked && (
        <Dialog opened onClose={() => setAsked(false)} title="Delete">
          It is gone afterwards.
        </Dialog>
      )}
    </>
  )
}

test('a dialog that a menu opened gives the focus back to the menu’s button', async () => {
  await show(<Row />)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await expect.element(dialog()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'More' })).toHaveFocus()
})

test('the act is made once, then the dialog closes and a toast confirms it', async () => {
  const act = vi.fn(() => Promise.resolve())
  const onDone = vi.fn()
  await ask({ act, onDone })
  await inDialog('Yes').click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(page.getByText('Deleted')).toBeVisible()
  expect(act).toHaveBeenCalledOnce()
  expect(onDone).toHaveBeenCalledOnce()
})

test('the dialog cannot be left while the act is under way', async () => {
  const answer = held<void>()
  await ask({ act: () => answer.promise })
  await inDialog('Yes').click()
  await expect.element(inDialog('Cancelar')).toBeDisabled()
  expect(inDialog('Cerrar').query()).toBeNull()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).toBeVisible()
  answer.end()
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('a refusal is displayed in the dialog, where the act can be tried again', async () => {
  const refused = new RefusalError(409, { code: 'IN_USE', message: 'It is in use.', errors: [] }, null)
  const act = vi.fn().mockRejectedValueOnce(refused).mockResolvedValueOnce(undefined)
  await ask({ act })
  await inDialog('Yes').click()
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('It is in use.')
  await inDialog('Yes').click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(act).toHaveBeenCalledTimes(2)
})

test('an act that lacks something cannot be made', async () => {
  await ask({ act: () => Promise.resolve(), shut: true })
  await expect.element(inDialog('Yes')).toBeDisabled()
})
