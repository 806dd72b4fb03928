import { Button } from '@mantine/core'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { useWords } from '#web/shared/texts/useWords.ts'
import { usePages } from './usePages.ts'

/** Explains the digital file to somebody who may not open it. */
export function KnowMore({ onClose }: { onClose: () => void }) {
  const { t } = useWords(['shell-frame', 'words'])
  const pages = usePages()
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('conocerMas.titulo')}
      foot={
        <>
          {pages?.manual && (
            <Button component="a" href={pages.manual} target="_blank" rel="noopener noreferrer">
              {t('manual')}
            </Button>
          )}
          <Button variant="filled" onClick={onClose} data-autofocus>
            {t('words:accion.cerrar')}
          </Button>
        </>
      }
    >
      <p>{t('conocerMas.texto')}</p>
      <p>{t('conocerMas.permiso')}</p>
    </Dialog>
  )
}
