import { ActionIcon } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Copies a value and confirms it in place. */
export function CopyButton({ value, label }: { value: string; label?: string }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  const words = label ?? t('accion.copiar')
  return (
    <>
      <ActionIcon
        size={28}
        aria-label={words}
        title={words}
        style={{ verticalAlign: 'middle' }}
        onClick={() => void navigator.clipboard.writeText(value).then(() => setCopied(true))}
      >
        {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      </ActionIcon>
      <span className="quiet" role="status">
        {copied && t('accion.copiado')}
      </span>
    </>
  )
}
