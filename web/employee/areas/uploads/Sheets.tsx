import '@mantine/core/styles/Progress.layer.css'
import { ActionIcon, Progress } from '@mantine/core'
import { IconAlertTriangle, IconFileTypePdf, IconX } from '@tabler/icons-react'
import { useObjectUrl } from '#web/shared/calls/useObjectUrl.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import type { SheetInHand } from './useSheets.ts'
import pages from '../../shell/pages.module.css'
import style from './uploads.module.css'

/** The sheets so far, in their order. */
export function Sheets({
  sheets,
  onRemove,
}: {
  sheets: readonly SheetInHand[]
  onRemove: (key: number) => void
}) {
  if (sheets.length === 0) return null
  return (
    <ol className={`${pages.list} panel plain-list`} aria-live="polite">
      {sheets.map((sheet, at) => (
        <Sheet key={sheet.key} sheet={sheet} number={at + 1} onRemove={() => onRemove(sheet.key)} />
      ))}
    </ol>
  )
}

function Sheet({
  sheet: one,
  number,
  onRemove,
}: {
  sheet: SheetInHand
  number: number
  onRemove: () => void
}) {
  const { t } = useWords('uploads')
  const isPdf = one.file.type === 'application/pdf'
  const url = useObjectUrl(isPdf ? null : one.file)
  const { sheet, refusal } = one
  return (
    <li className={`${pages.row} row gap-12`}>
      {url ? (
        <img src={url} alt="" className={style.thumbnail} />
      ) : (
        <IconFileTypePdf size={32} aria-hidden className="quiet" />
      )}
      <span className={pages.words}>
        <b>{t('nuevo.hoja', { hoja: number })}</b>
        {refusal !== null ? (
          <span className={style.refused}>{refusal}</span>
        ) : sheet === null ? (
          <>
            <span className="second">{t('nuevo.subiendo')}</span>
            <Progress value={one.progress * 100} aria-label={t('nuevo.subiendo')} />
          </>
        ) : sheet.se_lee_mal ? (
          <span className={`${style.warned} row gap-4`}>
            <IconAlertTriangle size={16} aria-hidden />
            {t('nuevo.seLeeMal')}
          </span>
        ) : (
          <span className="second">
            {sheet.clase === 'pdf' ? t('nuevo.pdf', { count: sheet.hojas }) : t('nuevo.lista')}
          </span>
        )}
      </span>
      <ActionIcon size="xl" aria-label={t('nuevo.quitar', { hoja: number })} onClick={onRemove}>
        <IconX size={20} />
      </ActionIcon>
    </li>
  )
}
