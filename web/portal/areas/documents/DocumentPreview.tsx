import { ActionIcon, Button, Kbd, Loader } from '@mantine/core'
import { IconDownload, IconX } from '@tabler/icons-react'
import { Link } from 'react-router'
import { documents, type DocumentDetail } from '#contract/documents/documents.ts'
import { CopyButton } from '#web/shared/pages/CopyButton.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { SignatureLine } from '#web/shared/documents/SignatureLine.tsx'
import { StateBadge } from '#web/shared/documents/StateWord.tsx'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { TaxId } from '#web/shared/texts/TaxId.tsx'
import { instantText, monthText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { PlaceNav } from '#web/shared/lists/PlaceNav.tsx'
import type { ListState } from '#web/shared/lists/useListState.ts'
import { pageText } from '#web/shared/lists/place.ts'
import { useObjectUrl } from '#web/shared/calls/useObjectUrl.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { nameOf, signersOf } from './signers.ts'
import { useDocumentPlace, useSearchWith } from './useDocumentSearch.ts'
import { useDownload } from './useDownload.ts'
import style from './DocumentPreview.module.css'

/** Pixels: twice as many as the page has room for. */
const imageWidth = 820

/** The open row: its first page on the desk, and who signed. */
export function DocumentPreview({ id, state }: { id: number; state: ListState }) {
  const { t } = useWords(['documents', 'words', 'country'])
  const { company } = useViewer()
  const searchWith = useSearchWith()
  const download = useDownload()
  const answer = useCall(documents.detail, { id })
  const place = useDocumentPlace(id)
  const document = answer.data
  return (
    <section className={`${style.preview} column`} aria-label={t('vista.titulo')}>
      <header className={style.head}>
        <div className={style.line}>
          {document && <StateBadge state={document.estado} />}
          <span className={style.ways}>
            <PlaceNav
              place={place}
              to={({ id, page }) => `?${searchWith({ abierto: String(id), pagina: pageText(page) })}`}
              labels={{ before: t('vista.anterior'), after: t('vista.siguiente') }}
            />
            <ActionIcon aria-label={t('vista.cerrar')} onClick={() => state.setOpen(null)}>
              <IconX size={20} />
            </ActionIcon>
          </span>
        </div>
        {document && (
          <>
            <h2>{document.colaborador}</h2>
            <p className="second figures">
              {[
                nameOf(document),
                document.periodo && monthText(document.periodo),
                t('vista.legajo', { numero: document.numero_legajo }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            <p className={`second figures ${style.ids} row wrap`}>
              {t('country:cuil')} <TaxId value={document.cuil} />
              <CopyButton value={document.cuil} label={t('vista.copiarCuil', { cuil: t('country:cuil') })} />
              {t('dato.numero')} {document.id}
              <CopyButton value={String(document.id)} label={t('vista.copiarNumero')} />
            </p>
          </>
        )}
      </header>
      <div
        className={`${style.desk} column`}
        role="region"
        aria-label={t('words:pdf.documento')}
        tabIndex={0}
      >
        {answer.error ? (
          <ErrorState error={answer.error} title={t('vista.error')} onRetry={() => void answer.refetch()} />
        ) : (
          document &&
          (document.anulado ? <Cancelled document={document} /> : <FirstPage document={document} />)
        )}
      </div>
      {document && (
        <>
          {document.firmas.length > 0 && (
            <div className={style.signers}>
              <SignatureLine as="lines" signers={signersOf(document, t, company.zona)} />
            </div>
          )}
          <footer className={style.foot}>
            <Button
              component={Link}
              to={`${paths.document(id)}?${searchWith({ abierto: null })}`}
              className={style.open ?? ''}
              rightSection={<Kbd>↵</Kbd>}
            >
              {t('vista.abrir')}
            </Button>
            {!document.anulado && (
              <Button leftSection={<IconDownload size={18} aria-hidden />} onClick={() => void download(id)}>
                {t('vista.pdf')}
              </Button>
            )}
          </footer>
        </>
      )}
    </section>
  )
}

function FirstPage({ document }: { document: DocumentDetail }) {
  const { t } = useWords(['documents', 'words'])
  const image = useCall(documents.image, { a: document.id, b: document.revision, c: 1, ancho: imageWidth })
  const address = useObjectUrl(image.data)
  if (image.error)
    return <ErrorState error={image.error} title={t('vista.error')} onRetry={() => void image.refetch()} />
  if (!address)
    return <Loader size={24} color="var(--text3)" role="status" aria-label={t('words:pdf.cargando')} />
  const alt = t('vista.primeraPagina', { documento: nameOf(document), colaborador: document.colaborador })
  return <img className={`paper ${style.page}`} src={address} alt={alt} />
}

/** Shown in place of a cancelled document's file. */
export function Cancelled({ document }: { document: DocumentDetail }) {
  const { t } = useWords(['documents', 'words'])
  const { company } = useViewer()
  return (
    <div className={style.cancelled}>
      <b>{t('anulado.titulo')}</b>
      <p>{t('anulado.texto', { fecha: instantText(document.anulado ?? '', company.zona) })}</p>
      {document.motivo_anulacion && (
        <p>
          {t('anulado.motivo')}: {document.motivo_anulacion}
        </p>
      )}
    </div>
  )
}
