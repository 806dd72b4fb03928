import { Button, Skeleton } from '@mantine/core'
import {
  IconBan,
  IconCircleCheck,
  IconDownload,
  IconEye,
  IconFileUpload,
  IconMail,
  IconMailX,
  IconMessage,
  IconPointFilled,
  type Icon,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { documentActCalls, type TraceRow } from '#contract/documents/acts.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { quoted } from '#web/shared/texts/quoted.ts'
import { instantText, zoneText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { Pager } from './Pager.tsx'
import style from './DocumentPage.module.css'

const marks: Record<string, Icon> = {
  uploaded: IconFileUpload,
  published: IconFileUpload,
  read: IconEye,
  seen: IconEye,
  downloaded: IconDownload,
  exported: IconDownload,
  reported: IconDownload,
  signed: IconCircleCheck,
  cancelled: IconBan,
  replaced: IconBan,
  observed: IconMessage,
  disagreement_answered: IconMessage,
}

/** Everything that happened to a document and every mail about it, the newest first. */
export function Trace({ id }: { id: number }) {
  const { t } = useTranslation('documents-acts')
  const { company } = useViewer()
  const [page, setPage] = useState(1)
  const answer = useCall(documentActCalls.trace, { id, page })
  const { data, error } = answer
  if (error)
    return <ErrorState error={error} title={t('traza.error')} onRetry={() => void answer.refetch()} />
  if (!data) return <Skeleton height={160} />
  const [newest] = data.data
  if (!newest) return <p className="second">{t('traza.vacia')}</p>
  return (
    <div className={`${style.evidence} column gap-20`}>
      <p className="quiet">{t('traza.zona', { zona: zoneText(newest.fecha, company.zona) })}</p>
      <ol className={`${style.history} column plain-list`}>
        {foldLooks(data.data).map(({ row, pages }) => (
          <Line key={`${row.clase} ${row.id}`} document={id} row={row} pages={pages} />
        ))}
      </ol>
      <Pager pagination={data.pagination} onPage={setPage} />
    </div>
  )
}

interface Folded {
  row: TraceRow
  pages: number[]
}

/** One line for the looks of one person within a minute, with the pages looked at. */
function foldLooks(rows: readonly TraceRow[]): Folded[] {
  const folded: Folded[] = []
  for (const row of rows) {
    const last = folded.at(-1)
    const pages = row.pagina === null ? [] : [row.pagina]
    if (last && isSameLook(last.row, row)) last.pages = [...new Set([...pages, ...last.pages])]
    else folded.push({ row, pages })
  }
  return folded
}

function isSameLook(one: TraceRow, other: TraceRow): boolean {
  const minute = (at: string) => at.slice(0, 'yyyy-mm-ddThh:mm'.length)
  return (
    one.hecho === 'seen' &&
    other.hecho === 'seen' &&
    one.quien === other.quien &&
    one.dispositivo === other.dispositivo &&
    one.direccion === other.direccion &&
    minute(one.fecha) === minute(other.fecha)
  )
}

function Line({ document, row, pages }: Folded & { document: number }) {
  const { t } = useTranslation(['documents-acts', 'documents-traceability'])
  const { company } = useViewer()
  const { clase, correo, dispositivo, direccion, fecha, hecho, quien, texto } = row
  const failed = correo?.estado === 'failed'
  const Mark = correo ? (failed ? IconMailX : IconMail) : (marks[hecho] ?? IconPointFilled)
  const words: Record<string, string> = t(`documents-traceability:${clase}`, { returnObjects: true })
  // An act that has no word yet is shown by its name rather than left out.
  const what = words[hecho] ?? hecho
  const from = correo
    ? [
        t('traza.para', { correo: correo.para }),
        t(`documents-traceability:estadoCorreo.${correo.estado}`),
        correo.enviado && instantText(correo.enviado, company.zona, true),
        correo.motivo,
      ]
    : [quien ?? t('traza.sistema'), dispositivo, direccion]
  return (
    <li data-bad={failed || undefined}>
      <Mark size={18} aria-hidden />
      <div className={`${style.what} column grow`}>
        <b>{[what, ...pages.map((n) => t('traza.pagina', { n }))].join(', ')}</b>
        {texto && <p className={style.said}>{quoted(texto)}</p>}
        <span className="second figures">{from.filter(Boolean).join(' · ')}</span>
        {failed && <Resend document={document} mail={row.id} />}
      </div>
      <time className="quiet figures" dateTime={fecha}>
        {instantText(fecha, company.zona, true)}
      </time>
    </li>
  )
}

function Resend({ document, mail }: { document: number; mail: number }) {
  const { t } = useTranslation('documents-acts')
  const { run, busy } = useAct(documentActCalls.resend, {
    refresh: [documentActCalls.trace],
    done: ({ para }) => t('traza.reenviado', { para }),
  })
  const may = useMay(documentActCalls.resend.need)
  if (!may) return null
  return (
    <Button
      size="xs"
      loading={busy}
      onClick={() => run({ id: document, correo: mail })}
      className={style.act ?? ''}
    >
      {t('traza.reenviar')}
    </Button>
  )
}
