import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useErrorText } from '../texts/texts.ts'
import { RefusalError } from '../calls/wire.ts'

/** The first fault of a refused form, above it; takes the focus. */
export function FirstFault({ error }: { error: unknown }) {
  const errorText = useErrorText()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error) box.current?.focus()
  }, [error])
  if (!error) return null
  const first = error instanceof RefusalError ? error.errors[0]?.message : undefined
  return (
    <Alert ref={box} color="bad" role="alert" tabIndex={-1} mb={16} icon={<IconAlertCircle size={18} />}>
      {first || errorText(error)}
    </Alert>
  )
}
