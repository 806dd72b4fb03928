import { Button, Skeleton } from '@mantine/core'
import {
  IconBan,
  IconCircleCheck,
  IconCircleCheckFilled,
  IconCircleXFilled,
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
import { documentActCalls, type TraceRow } from '#contract/documents/acts.ts'
import type { DocumentDetail } from '#contract/documents/documents.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { quoted } from '#web/shared/texts/quoted.ts'
import { dateText, instantText, numberText, zoneText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
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

/** Looks in a row are one line, so that a page of many rows has few lines. */
const mostOnPage = 100

/** Everything that happened to a document and every mail about it, the newest first. */
export function Trace({ document }: { document: DocumentDetail }) {
  const { id } = document
  const { t } = useWords('documents-acts')
  const { company } = useViewer()
  const [page, setPage] = useState(1)
  const answer = useCall(documentActCalls.trace, { id, page, perPage: mostOnPage })
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
        {foldLooks(data.data, company.zona).map((folded) => (
          <Line key={`${folded.row.clase} ${folded.row.id}`} {...folded} document={document} />
        ))}
      </ol>
      <Pager pagination={data.pagination} onPage={setPage} />
    </div>
  )
}

interface Folded {
  /** The newest of them. */
  row: TraceRow
  first: TraceRow
  looks: number
  pages: number[]
}

/** One line for the looks of one person in a row within a day, with the pages looked at. */
function foldLooks(rows: readonly TraceRow[], zone: string): Folded[] {
  const folded: Folded[] = []
  for (const row of rows) {
    const last = folded.at(-1)
    const pages = row.pagina === null ? [] : [row.pagina]
    if (last && isSameLook(last.row, row, zone)) {
      last.pages = [...new Set([...pages, ...last.pages])]
      last.first = row
      last.looks += 1
    } else folded.push({ row, first: row, looks: 1, pages })
  }
  return folded
}

function isSameLook(one: TraceRow, other: TraceRow, zone: string): boolean {
  return (
    one.hecho === 'seen' &&
    other.hecho === 'seen' &&
    one.quien === other.quien &&
    one.dispositivo === other.dispositivo &&
    one.direccion === other.direccion &&
    dateText(one.fecha, zone) === dateText(other.fecha, zone)
  )
}

type Mail = NonNullable<TraceRow['correo']>

interface MarkProps {
  hecho: string
  mail: Mail | null
  decision: DocumentDetail['firmas'][number]['decision'] | undefined
}

function Line({ document, row, first, looks, pages }: Folded & { document: DocumentDetail }) {
  const { t, i18n } = useWords(['documents-acts', 'documents-traceability'])
  const { company } = useViewer()
  const { clase, correo, dispositivo, direccion, fecha, hecho, quien, texto } = row
  const failed = correo?.estado === 'failed'
  const decision = hecho === 'signed' ? document.firmas.find((one) => one.decision)?.decision : undefined
  // An act that has no word yet is shown by its name rather than left out.
  const what = decision
    ? t(`traza.firmado.${decision}`)
    : looks > 1
      ? t('traza.miradas', { n: numberText(looks) })
      : i18n.t(`documents-traceability:${clase}.${hecho}`, { defaultValue: hecho })
  const from = correo
    ? [t('traza.para', { correo: correo.para, estado: mailText(correo) }), correo.motivo]
    : [
        quien ?? t('traza.sistema'),
        dispositivo,
        direccion,
        looks > 1 && t('traza.desde', { hora: timeText(first.fecha) }),
      ]
  return (
    <li data-bad={failed || undefined}>
      <Mark hecho={hecho} mail={correo} decision={decision} />
      <div className={`${style.what} column grow`}>
        <div className={`${style.event} row wrap apart`}>
          <b>{[what, ...pages.map((n) => t('traza.pagina', { n }))].join(', ')}</b>
          <time className="quiet figures" dateTime={fecha}>
            {instantText(fecha, company.zona, true)}
          </time>
        </div>
        {texto && <p className={style.said}>{quoted(texto)}</p>}
        {/* A separator never ends a line. */}
        <span className="second figures">{from.filter(Boolean).join(' ·\u00a0')}</span>
        {failed && <Resend document={document.id} mail={row.id} />}
      </div>
    </li>
  )

  function timeText(at: string): string {
    return instantText(at, company.zona, true).split(' ')[1] ?? ''
  }
  function mailText({ estado, enviado }: Mail): string {
    return estado === 'sent' && enviado
      ? t('traza.estado.sentAt', { fecha: instantText(enviado, company.zona, true) })
      : t(`traza.estado.${estado}`)
  }
}

/** An event's picture; a signature has the one of its signer's card. */
function Mark({ hecho, mail, decision }: MarkProps) {
  if (decision === 'no_conforme') return <IconCircleXFilled size={18} aria-hidden data-outcome="bad" />
  if (decision) return <IconCircleCheckFilled size={18} aria-hidden data-outcome="ok" />
  const Picture = mail ? (mail.estado === 'failed' ? IconMailX : IconMail) : (marks[hecho] ?? IconPointFilled)
  return <Picture size={18} aria-hidden />
}

function Resend({ document, mail }: { document: number; mail: number }) {
  const { t } = useWords('documents-acts')
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
