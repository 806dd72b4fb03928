import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { employeePaths } from '#web/shared/pages/paths.ts'
import { EmptyState } from '#web/shared/pages/states.tsx'
import { useWords } from '#web/shared/texts/useWords.ts'

/** An address that no screen has. */
export function UnknownPage() {
  const { t } = useWords('shell')
  return (
    <EmptyState
      page
      drawing="lost"
      title={t('errores.404NH.titulo')}
      action={
        <Button component={Link} to={employeePaths.start()} variant="filled" size="lg">
          {t('errores.404NH.volver')}
        </Button>
      }
    >
      {t('errores.404NH.texto')}
    </EmptyState>
  )
}
