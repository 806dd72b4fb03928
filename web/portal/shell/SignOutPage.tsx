import { Button } from '@mantine/core'
import { useContext } from 'react'
import { Link } from 'react-router'
import { paths } from '#web/shared/pages/paths.ts'
import { endSession } from '#web/shared/session/session.ts'
import { ViewerContext } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { AlonePage } from './AlonePage.tsx'
import { ErrorLayout } from './ErrorLayout.tsx'

/** Where the address of leaving leads: opening it ends nothing, its button does. */
export function SignOutPage() {
  const { t } = useWords('permissions')
  const viewer = useContext(ViewerContext)
  return (
    <AlonePage>
      <ErrorLayout
        drawing="empty"
        title={t('salir.titulo')}
        why={
          viewer
            ? t('salir.texto', {
                nombre: `${viewer.profile.nombre} ${viewer.profile.apellido}`,
                empresa: viewer.company.nombre,
              })
            : t('salir.sin')
        }
        actions={
          <>
            <Button variant="filled" onClick={() => endSession({ logout: true })}>
              {t(viewer ? 'salir.cerrar' : 'salir.entrar')}
            </Button>
            {viewer && (
              <Button component={Link} to={paths.home()}>
                {t('salir.volver')}
              </Button>
            )}
          </>
        }
      />
    </AlonePage>
  )
}
