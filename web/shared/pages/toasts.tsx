import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { textOf } from '../texts/useWords.ts'

interface Toast {
  text: string
  /** One act on the result: 'Deshacer', 'Ver'. */
  action?: { label: string; run: () => void }
}

/** Shows a success for six seconds. For acts without a form: a form shows its own outcome. */
export function toast({ text, action }: Toast): void {
  show(text, action, <IconCircleCheck size={19} color="var(--ok)" />, 6000)
}

/** Shows an error until it is closed. */
export function toastError({ text, action }: Toast): void {
  show(text, action, <IconAlertCircle size={19} color="var(--bad)" />, false)
}

function show(text: string, action: Toast['action'], icon: React.ReactNode, autoClose: number | false): void {
  const id = notifications.show({
    icon,
    autoClose,
    closeButtonProps: { 'aria-label': textOf('accion.cerrar') },
    message: (
      <span className="toast">
        <span>{text}</span>
        {action && (
          <Button
            variant="transparent"
            size="compact-sm"
            onClick={() => {
              notifications.hide(id)
              action.run()
            }}
          >
            {action.label}
          </Button>
        )}
      </span>
    ),
  })
}
