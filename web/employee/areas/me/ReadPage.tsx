import { ActionIcon, Loader } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowLeft, IconDownload } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { Link, useParams } from 'react-router'
import { me, type MyDocumentDetail } from '#contract/me/me.ts'
import { lazily } from '#web/shared/pages/lazily.ts'
import { employeePaths } from '#web/shared/pages/paths.ts'
import { mayOffer } from '#web/shared/push/subscribing.ts'
import { EmptyState, ErrorState } from '#web/shared/pages/states.tsx'
import { dateText, useErrorText } from '#web/shared/texts/texts.ts'
import { useCall, useRefresh } from '#web/shared/calls/useCall.ts'
import { usePageTitle } from '#web/shared/pages/usePageTitle.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { capital } from '#web/shared/texts/capital.ts'
import { periodOf, useDocumentName } from '#web/shared/mine/naming.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { ofNotices } from '../../notices.ts'
import { SignatureFoot } from './SignatureFoot.tsx'
import { useDownload } from './useDownload.ts'
import style from './ReadPage.module.css'

const PdfView = lazy(() =>
  lazily(() => import('#web/shared/documents/PdfView.tsx')).then((loaded) => ({ default: loaded.PdfView })),
)

const NoticesOffer = lazy(
  ofNotices(() => import('#web/shared/push/NoticesOffer.tsx').then((it) => it.NoticesOffer)),
)

/** A document to be read, and below it who signed and who has still to. */
export function ReadPage() {
  const { t } = useWords('me')
  const id = Number(useParams().id)
  const answer = useCall(me.document, { id })
  const document = answer.data
  const name = useDocumentName()
  usePageTitle(document ? name(document) : t('titulo'))
  return (
    <div className={`${style.page} column`}>
      <header className={`${style.bar} row wrap gap-4`}>
        <ActionIcon
          component={Link}
          to={document && document.estado !== 'pendiente' ? employeePaths.documents() : employeePaths.start()}
          size={44}
          aria-label={t('volver')}
        >
          <IconArrowLeft size={22} />
        </ActionIcon>
        <div className={`${style.what} grow`}>
          <h1>{document?.tipo}</h1>
          <div className="second">{document && capital(periodOf(document) ?? '')}</div>
        </div>
        {document && !document.anulado && !document.cerrado && <Download document={document} />}
      </header>
      {answer.error ? (
        <ErrorState error={answer.error} title={t('lectura.error')} onRetry={() => void answer.refetch()} />
      ) : !document ? (
        <Waiting />
      ) : document.anulado ? (
        <Cancelled document={document} at={document.anulado} />
      ) : document.cerrado ? (
        <EmptyState drawing="shut" title={t('lectura.cerradoTitulo')}>
          {t('lectura.cerradoTexto')}
        </EmptyState>
      ) : (
        <Open document={document} />
      )}
    </div>
  )
}

function Open({ document }: { document: MyDocumentDetail }) {
  const name = useDocumentName()
  const wide = useMediaQuery('(min-width: 1000px)', false, { getInitialValueInEffect: false })
  const pdf = useCall(me.pdf, { id: document.id })
  const refresh = useRefresh()
  // The document counts as read now, so the list is refreshed: it shows that, and offers to sign it with others.
  const firstReading = pdf.isSuccess && document.leido === null
  const tellList = useEffectEvent(() => void (firstReading && refresh(me.documents)))
  useEffect(() => tellList(), [firstReading])
  const [offers] = useState(mayOffer)
  return (
    <>
      {offers && pdf.isSuccess && (
        <Suspense fallback={null}>
          <NoticesOffer />
        </Suspense>
      )}
      <div className={`${style.open} column`}>
        <div className={`${style.desk} column grow`}>
          <Suspense fallback={<Waiting />}>
            <PdfView answer={pdf} name={name(document)} as={wide ? 'desk' : 'phone'} />
          </Suspense>
        </div>
        <SignatureFoot document={document} opened={pdf.isSuccess} />
      </div>
    </>
  )
}

/** The line that stays of what the company annulled after it was read or signed. */
function Cancelled({ document, at }: { document: MyDocumentDetail; at: string }) {
  const { t } = useWords('me')
  const { company } = useViewer()
  const { motivo_anulacion: motivo } = document
  return (
    <div className={`${style.open} column`}>
      <EmptyState drawing="shut" title={t('lectura.anuladoTitulo')}>
        {t('lectura.anuladoTexto', { fecha: dateText(at, company.zona) })}
        {motivo && <p>{t('lectura.anuladoMotivo', { motivo })}</p>}
      </EmptyState>
      <SignatureFoot document={document} opened={false} />
    </div>
  )
}

function Download({ document }: { document: MyDocumentDetail }) {
  const { t } = useWords('me')
  const errorText = useErrorText()
  const { busy, error, download } = useDownload(document)
  return (
    <>
      <ActionIcon
        size={44}
        loading={busy}
        aria-label={t(busy ? 'lectura.descargando' : 'lectura.descargar')}
        onClick={() => download()}
      >
        <IconDownload size={22} />
      </ActionIcon>
      {error !== null && (
        <p className={style.wrong} role="alert">
          {errorText(error)}
        </p>
      )}
    </>
  )
}

function Waiting() {
  const { t } = useWords()
  return (
    <div className={style.wait} role="status" aria-label={t('pdf.cargando')}>
      <Loader size={24} color="var(--text3)" />
    </div>
  )
}
