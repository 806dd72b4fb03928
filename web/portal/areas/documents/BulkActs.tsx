import { Button } from '@mantine/core'
import { IconBan, IconBell, IconFileZip } from '@tabler/icons-react'
import { useState } from 'react'
import { documentActCalls } from '#contract/documents/acts.ts'
import { mostZipped } from '#contract/documents/exports.ts'
import { documents, type DocumentRow } from '#contract/documents/documents.ts'
import { reminders } from '#contract/reminders.ts'
import { numberText } from '#web/shared/texts/texts.ts'
import { useMay } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { RemindDialog } from '../../shell/RemindDialog.tsx'
import { CancelManyDialog } from './CancelDialog.tsx'
import style from './DocumentsPage.module.css'

interface Props {
  /** The ids of all selected documents, on any page. */
  ids: readonly string[]
  /** The selected documents of the current page. */
  onPage: readonly DocumentRow[]
  onZip: (ids: readonly string[]) => Promise<void>
  onClear: () => void
}

/** The acts on selected documents: a reminder or a zip of all, or cancelling those on this page. */
export function BulkActs({ ids, onPage, onZip, onClear }: Props) {
  const { t } = useWords('documents-downloads')
  const [cancelling, setCancelling] = useState(false)
  const cancels = useMay(documentActCalls.cancelMany.need)
  const zips = useMay(documents.download.need)
  const reminds = useMay(reminders.create.need)
  const [reminding, setReminding] = useState(false)
  const living = onPage.filter(({ anulado }) => anulado === null).map(({ id }) => id)
  const many = ids.length > mostZipped
  const nothing = living.length === 0
  const reasons = [
    zips && many && t('zip.demasiados', { maximo: numberText(mostZipped) }),
    cancels && nothing && t('anular.ninguno'),
  ].filter(Boolean)
  return (
    <>
      {reminds && (
        <Button
          variant="subtle"
          leftSection={<IconBell size={18} aria-hidden />}
          onClick={() => setReminding(true)}
        >
          <span className={style.long}>{t('recordar.boton')}</span>
          <span className={style.short}>{t('recordar.corto')}</span>
        </Button>
      )}
      {reminding && (
        <RemindDialog
          input={{ documento: ids.map(Number) }}
          what={t('recordar.elegidos', { count: ids.length, n: numberText(ids.length) })}
          onClose={() => setReminding(false)}
        />
      )}
      {zips && (
        <Button
          variant="subtle"
          leftSection={<IconFileZip size={18} aria-hidden />}
          disabled={many}
          onClick={() => void onZip(ids)}
        >
          <span className={style.long}>{t('zip.boton')}</span>
          <span className={style.short}>{t('zip.corto')}</span>
        </Button>
      )}
      {cancels && (
        <Button
          variant="subtle"
          leftSection={<IconBan size={18} aria-hidden />}
          disabled={nothing}
          onClick={() => setCancelling(true)}
        >
          {t('anular.boton')}
        </Button>
      )}
      {reasons.length > 0 && <span>{reasons.join(' ')}</span>}
      {cancelling && <CancelManyDialog ids={living} onClose={() => setCancelling(false)} onDone={onClear} />}
    </>
  )
}
