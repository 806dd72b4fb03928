import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useWords } from '../texts/useWords.ts'
import { ChunkLoadError, reloadOnce } from './lazily.ts'
import { EmptyState, ErrorState } from './states.tsx'

/** Replaces a screen that failed, or whose chunk belongs to another version. */
export function ScreenError({ error }: { error: unknown }) {
  const { t } = useWords(['shell', 'words'])
  const old = error instanceof ChunkLoadError
  useEffect(() => {
    if (old) reloadOnce()
  }, [old])
  const reload = (
    <Button variant="filled" onClick={() => location.reload()}>
      {t('words:accion.recargar')}
    </Button>
  )
  if (old)
    return (
      <EmptyState drawing="lost" title={t('versionNueva.titulo')} action={reload}>
        {t('versionNueva.texto')}
      </EmptyState>
    )
  return (
    <ErrorState
      error={error}
      title={t('errores.pantalla')}
      kept={t('errores.pantallaTexto')}
      onRetry={() => location.reload()}
    />
  )
}
