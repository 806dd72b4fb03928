import { ActionIcon, Modal } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { useWords } from '../texts/useWords.ts'
import { focusBefore } from './focus-before.ts'

interface Props {
  opened: boolean
  onClose: () => void
  title: string
  /** Back to the state before, within the same modal. */
  onBack?: (() => void) | undefined
  /** '30rem', or '48rem' for lists and two columns. */
  size?: '30rem' | '48rem'
  /** A step that can't be left: no ×, no Esc. */
  locked?: boolean
  /** Opened by a call, possibly while another dialog is open, and shown above it. */
  above?: boolean
  /** The buttons, and the text before them. A FormShell with `modal` brings its own text and foot. */
  foot?: ReactNode
  children: ReactNode
}

/** A modal: its text over its foot, or a FormShell with `modal`. Its button names the act. */
export function Dialog({
  opened,
  onClose,
  title,
  onBack,
  size = '30rem',
  locked = false,
  above = false,
  foot,
  children,
}: Props) {
  const { t } = useWords()
  useFocusBack(opened)
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={size}
      closeOnEscape={!locked}
      closeOnClickOutside={!locked}
      {...((locked || above) && { zIndex: 1000 })}
    >
      <Modal.Overlay />
      <Modal.Content>
        <div className="modal-head">
          {onBack && (
            <ActionIcon ml={-8} aria-label={t('accion.volver')} onClick={onBack}>
              <IconArrowLeft size={20} />
            </ActionIcon>
          )}
          <Modal.Title {...(onBack && { flex: 1 })}>{title}</Modal.Title>
          {/* Its place is kept, so that nothing moves while an act runs. */}
          <Modal.CloseButton
            aria-label={t('accion.cerrar')}
            disabled={locked}
            style={{ visibility: locked ? 'hidden' : undefined }}
          />
        </div>
        <Modal.Body>
          {foot === undefined ? (
            children
          ) : (
            <>
              <div className="modal-text">{children}</div>
              <div className="modal-foot">{foot}</div>
            </>
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** Mantine returns the focus when a dialog closes; most of ours are unmounted by then. */
function useFocusBack(opened: boolean): void {
  useEffect(() => {
    if (!opened) return
    const before = focusBefore()
    return () => {
      // After whatever else takes it: the next row, another dialog.
      setTimeout(() => {
        const lost = document.activeElement === null || document.activeElement === document.body
        if (lost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
      }, 10)
    }
  }, [opened])
}
