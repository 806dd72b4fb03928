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
import { call } from '#web/shared/calls/call.ts'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { instantText, useErrorText, zoneText } from '#web/shared/texts/texts.ts'
import { toast, toastError } from '#web/shared/pages/toasts.tsx'
import { useCall, useRefresh } from '#web/shared/calls/useCall.ts'
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
  const { t } = useTranslation('documentActs')
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
    <div className={style.evidence}>
      <p className="quiet">{t('traza.zona', { zona: zoneText(newest.fecha, company.zona) })}</p>
      <ol className={style.history}>
        {data.data.map((row) => (
          <Line key={`${row.clase} ${row.id}`} document={id} row={row} />
        ))}
      </ol>
      <Pager pagination={data.pagination} onPage={setPage} />
    </div>
  )
}

function Line({ document, row }: { document: number; row: TraceRow }) {
  const { t } = useTranslation(['documentActs', 'traceability'])
  const { company } = useViewer()
  const { clase, correo, dispositivo, direccion, fecha, hecho, pagina, quien, texto } = row
  const failed = correo?.estado === 'failed'
  const Mark = correo ? (failed ? IconMailX : IconMail) : (marks[hecho] ?? IconPointFilled)
  const words: Record<string, string> = t(`traceability:${clase}`, { returnObjects: true })
  // An act that has no word yet is shown by its name rather than left out.
  const what = words[hecho] ?? hecho
  const from = correo
    ? [
        t('traza.para', { correo: correo.para }),
        t(`traceability:estadoCorreo.${correo.estado}`),
        correo.enviado && instantText(correo.enviado, company.zona, true),
        correo.motivo,
      ]
    : [quien ?? t('traza.sistema'), dispositivo, direccion]
  return (
    <li data-bad={failed || undefined}>
      <Mark size={18} aria-hidden />
      <div className={style.what}>
        <b>
          {what}
          {pagina !== null && `, ${t('traza.pagina', { n: pagina })}`}
        </b>
        {texto && <p className={style.said}>«{texto}»</p>}
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
  const { t } = useTranslation('documentActs')
  const errorText = useErrorText()
  const refresh = useRefresh()
  const [busy, setBusy] = useState(false)
  const may = useMay(documentActCalls.resend.need)
  if (!may) return null
  const resend = async () => {
    setBusy(true)
    try {
      const { para } = await call(documentActCalls.resend, { id: document, correo: mail })
      await refresh(documentActCalls.trace)
      toast({ text: t('traza.reenviado', { para }) })
    } catch (error) {
      toastError({ text: errorText(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="xs" loading={busy} onClick={() => void resend()} className={style.act ?? ''}>
      {t('traza.reenviar')}
    </Button>
  )
}
