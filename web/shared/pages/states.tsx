import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useWords } from '../texts/useWords.ts'
import { CopyButton } from './CopyButton.tsx'
import { Drawing } from '../look/drawings.tsx'
import { useErrorText } from '../texts/texts.ts'
import { RefusalError } from '../calls/wire.ts'
import style from './states.module.css'

interface EmptyProps {
  drawing?: 'empty' | 'nothing' | 'shut' | 'lost'
  title: string
  /** Why it is empty. */
  children?: ReactNode
  /** The one thing to do, filled. */
  action?: ReactNode
  /** It is the whole page, so its title is the page's. */
  page?: boolean
}

/** Why there is nothing here, and the one thing to do about it. */
export function EmptyState({ drawing = 'empty', title, children, action, page = false }: EmptyProps) {
  const Heading = page ? 'h1' : 'h2'
  return (
    <div className={`${style.state} column`}>
      <Drawing of={drawing} />
      <Heading>{title}</Heading>
      {children && <div className={style.why}>{children}</div>}
      {action && <div className={`${style.action} column gap-8`}>{action}</div>}
    </div>
  )
}

interface ErrorProps {
  error: unknown
  title: string
  /** Explains which input was kept. */
  kept?: string
  onRetry?: () => void
}

/** An error: its cause, the input kept, a retry button, and the request's number for support. */
export function ErrorState({ error, title, kept, onRetry }: ErrorProps) {
  const { t } = useWords()
  const errorText = useErrorText()
  const [time] = useState(() => new Date().toLocaleTimeString('es-AR', { hourCycle: 'h23' }))
  const requestId = error instanceof RefusalError ? error.requestId : null
  return (
    <div className={`${style.state} column`} role="alert">
      <Drawing of="broken" />
      <h2>{title}</h2>
      <div className={style.why}>
        {errorText(error)} {kept}
      </div>
      {onRetry && (
        <Button mt={16} leftSection={<IconRefresh size={18} aria-hidden />} onClick={onRetry}>
          {t('accion.reintentar')}
        </Button>
      )}
      {requestId && (
        <div className={`${style.request} row gap-4`}>
          {t('error.pedido', { numero: requestId, hora: time })}
          <CopyButton value={requestId} label={t('error.copiarPedido')} />
        </div>
      )}
    </div>
  )
}
