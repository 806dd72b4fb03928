import { Button, Skeleton } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { me } from '#contract/me/me.ts'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { download } from '#web/shared/calls/download.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { sizeText, useErrorText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useWords } from '#web/shared/texts/useWords.ts'

/** Explains, before the download, which documents the zip contains and which it leaves out. */
export function ArchiveDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords(['me', 'words'])
  const errorText = useErrorText()
  const size = useCall(me.archiveSize, {})
  const [begun, setBegun] = useState(false)
  const { data } = size
  const { run, busy, error } = useAct(() => download(me.archive, {}), {
    onDone: () => setBegun(true),
    inPlace: true,
  })
  const wrong = error ?? size.error
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('cuenta.descargarTodo')}
      foot={
        <>
          <Button size="md" onClick={onClose}>
            {t('words:accion.cerrar')}
          </Button>
          <Button
            size="md"
            variant="filled"
            loading={busy}
            disabled={!data?.documentos}
            leftSection={<IconDownload size={20} aria-hidden />}
            onClick={() => run()}
          >
            {t('archivo.descargar')}
          </Button>
        </>
      }
    >
      {data ? (
        data.documentos === 0 ? (
          <p>{t('archivo.nada')}</p>
        ) : (
          <>
            <p>
              <b>{t('archivo.contiene', { count: data.documentos, peso: sizeText(data.bytes) })}</b>
            </p>
            <p>{t('archivo.como')}</p>
            {data.anulados > 0 && <p>{t('archivo.anulados', { count: data.anulados })}</p>}
            {data.cerrados > 0 && <p>{t('archivo.cerrados', { count: data.cerrados })}</p>}
            <p>{t('archivo.noLeido')}</p>
          </>
        )
      ) : (
        !wrong && <Skeleton height={96} />
      )}
      {Boolean(wrong) && <p role="alert">{errorText(wrong)}</p>}
      <p role="status">{begun && t('archivo.empezo')}</p>
    </Dialog>
  )
}
