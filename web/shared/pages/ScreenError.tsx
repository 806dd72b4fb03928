import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ChunkLoadError, reloadOnce } from './lazily.ts'
import { EmptyState, ErrorState } from './states.tsx'

/** What stands in a screen's place when it failed, or when its part of the application is of another version. */
export function ScreenError({ error }: { error: unknown }) {
  const { t } = useTranslation(['shell', 'words'])
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
