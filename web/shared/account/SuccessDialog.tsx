import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Dialog } from '../forms/Dialog.tsx'
import style from './account.module.css'

interface Props {
  title: string
  children: ReactNode
  /** Its one button, which is the only way out. */
  button: string
  onClose: () => void
}

/** Confirms that a change of the account is done; closed by its own button only. */
export function SuccessDialog({ title, children, button, onClose }: Props) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      size="48rem"
      locked
      foot={
        <Button size="md" variant="filled" onClick={onClose} data-autofocus>
          {button}
        </Button>
      }
    >
      <div className={`${style.success} flex at-top gap-16`} role="status">
        <IconCircleCheck size={32} aria-hidden />
        <div>{children}</div>
      </div>
    </Dialog>
  )
}
