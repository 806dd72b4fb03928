import { ActionIcon, Button } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useWords } from '../texts/useWords.ts'

interface Props {
  value: string
  /** The act; by default *copy*. */
  label?: string
  /** A button that shows its label, where copying is an act of its own and not beside a value. */
  worded?: boolean
}

/** Copies a value and confirms it in place. */
export function CopyButton({ value, label, worded = false }: Props) {
  const { t } = useWords()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  const words = label ?? t('accion.copiar')
  const copy = () => void navigator.clipboard.writeText(value).then(() => setCopied(true))
  const mark = copied ? <IconCheck size={16} /> : <IconCopy size={16} />
  return (
    <>
      {worded ? (
        <Button leftSection={mark} onClick={copy}>
          {words}
        </Button>
      ) : (
        <ActionIcon
          size={28}
          aria-label={words}
          title={words}
          style={{ verticalAlign: 'middle' }}
          onClick={copy}
        >
          {mark}
        </ActionIcon>
      )}
      <span className="quiet" role="status">
        {copied && t('accion.copiado')}
      </span>
    </>
  )
}
