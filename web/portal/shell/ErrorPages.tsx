import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths, sites } from '#web/shared/paths.ts'
import { PlainPage } from '#web/shared/pages.tsx'
import { EmptyState } from '#web/shared/states.tsx'
import { useMay } from '#web/shared/viewer.ts'

/** 403: why, and who can give the right; somebody without a management profile is shown their own site. */
export function Forbidden() {
  const { t } = useTranslation('shell')
  const manages = useMay('hr')
  if (!manages)
    return (
      <PlainPage title={t('errores.403.empleado')}>
        <EmptyState
          page
          drawing="shut"
          title={t('errores.403.empleado')}
          action={
            <Button component="a" href={sites.employees} variant="filled">
              {t('errores.403.irAlSitio')}
            </Button>
          }
        >
          {t('errores.403.empleadoTexto')}
        </EmptyState>
      </PlainPage>
    )
  return (
    <PlainPage title={t('errores.403.titulo')}>
      <EmptyState
        page
        drawing="shut"
        title={t('errores.403.titulo')}
        action={
          <Button component={Link} to={paths.home()} variant="filled">
            {t('errores.404NH.volver')}
          </Button>
        }
      >
        {t('errores.403.texto')}
      </EmptyState>
    </PlainPage>
  )
}

/** 404 inside: something that doesn't exist, or is out of reach, which looks the same. */
export function NotFound() {
  const { t } = useTranslation('shell')
  return (
    <PlainPage title={t('errores.404.titulo')}>
      <EmptyState
        page
        drawing="nothing"
        title={t('errores.404.titulo')}
        action={
          <Button component={Link} to={paths.employees()} variant="filled">
            {t('errores.404.volver')}
          </Button>
        }
      >
        {t('errores.404.texto')}
      </EmptyState>
    </PlainPage>
  )
}

/** An address that no screen has, inside the frame. */
export function UnknownInside() {
  const { t } = useTranslation('shell')
  return (
    <PlainPage title={t('errores.404NH.titulo')}>
      <EmptyState
        page
        drawing="lost"
        title={t('errores.404NH.titulo')}
        action={
          <Button component={Link} to={paths.home()} variant="filled">
            {t('errores.404NH.volver')}
          </Button>
        }
      >
        {t('errores.404NH.texto')}
      </EmptyState>
    </PlainPage>
  )
}

/** The same without the frame. */
export function UnknownPage() {
  return (
    <main className="alone">
      <UnknownInside />
    </main>
  )
}
