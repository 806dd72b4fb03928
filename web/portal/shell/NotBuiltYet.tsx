import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { ScreenId } from '#contract/permissions/permissions.ts'
import { PlainPage } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { EmptyState } from '#web/shared/pages/states.tsx'
import { useWords } from '#web/shared/texts/useWords.ts'

/** The screen of an area that isn't built yet: its name, a statement that it is missing, and a link onwards. */
export function NotBuiltYet({ id }: { id: ScreenId }) {
  const { t } = useWords(['shell', 'shell-screens'])
  const title = t(`shell-screens:${id}`)
  return (
    <PlainPage title={title}>
      <EmptyState
        page
        title={t('noEsta.titulo', { pantalla: title })}
        action={
          <Button component={Link} to={paths.home()} variant="filled">
            {t('errores.404NH.volver')}
          </Button>
        }
      >
        {t('noEsta.texto')}
      </EmptyState>
    </PlainPage>
  )
}
