import { Button, Tabs } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconDownload, IconEye, IconFileCode } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'react-router'
import { documents, type DocumentDetail } from '#contract/documents.ts'
import { RecordPage } from '#web/shared/pages.tsx'
import { paths } from '#web/shared/paths.ts'
import { SignatureLine } from '#web/shared/SignatureLine.tsx'
import { StateBadge } from '#web/shared/StateWord.tsx'
import { ErrorState } from '#web/shared/states.tsx'
import { TaxId } from '#web/shared/TaxId.tsx'
import { instantText, monthText } from '#web/shared/texts.ts'
import { useCall } from '#web/shared/useCall.ts'
import { useViewer } from '#web/shared/viewer.ts'
import { DataFacts, EmployeeFacts, FileFacts } from './DocumentFacts.tsx'
import { Cancelled } from './DocumentPreview.tsx'
import { PlaceNav } from './PlaceNav.tsx'
import { SignatureEvidence } from './SignatureEvidence.tsx'
import { nameOf, signersOf } from './signers.ts'
import { pageText, useDocumentSearch, usePlace, useSearchWith } from './useDocumentSearch.ts'
import { useDownload } from './useDownload.ts'
import style from './DocumentPage.module.css'

const PdfView = lazy(() => import('#web/shared/PdfView.tsx').then(({ PdfView }) => ({ default: PdfView })))

/** One document: the paper at the left, who signed and everything known of it at the right. */
export function DocumentPage() {
  const { t } = useTranslation(['documents', 'words'])
  const id = Number(useParams()['id'])
  const { search } = useLocation()
  const answer = useCall(documents.detail, { id })
  const place = usePlace(id, search !== '')
  const searchWith = useSearchWith()
  const back = {
    to: `${paths.documents()}?${searchWith({ abierto: String(id) })}`,
    label: t('titulo'),
    detail: useSearchText(),
  }
  const document = answer.data
  if (!document)
    return (
      <RecordPage back={back} title={answer.error ? t('ficha.error') : ''}>
        {answer.error && (
          <ErrorState error={answer.error} title={t('ficha.error')} onRetry={() => void answer.refetch()} />
        )}
      </RecordPage>
    )
  const way = (
    <PlaceNav
      place={place}
      to={({ id, page }) => `${paths.document(id)}?${searchWith({ pagina: pageText(page) })}`}
      keys
    />
  )
  return (
    <RecordPage
      back={back}
      title={[nameOf(document), document.periodo && monthText(document.periodo)].filter(Boolean).join(', ')}
      badge={<StateBadge state={document.estado} />}
      who={
        <>
          {document.colaborador} · <TaxId value={document.cuil} />
        </>
      }
      place={way}
      actions={document.anulado === null && <Downloads document={document} />}
      desk={<Paper key={document.id} document={document} />}
    >
      <DocumentTabs key={document.id} document={document} />
    </RecordPage>
  )
}

function Downloads({ document }: { document: DocumentDetail }) {
  const { t } = useTranslation(['documents', 'words'])
  const download = useDownload()
  return (
    <>
      {document.tiene_xml && (
        <Button
          leftSection={<IconFileCode size={18} stroke={1.6} aria-hidden />}
          onClick={() => void download(document.id, 'xml')}
        >
          {t('ficha.xml')}
        </Button>
      )}
      <Button
        variant="filled"
        leftSection={<IconDownload size={18} stroke={1.6} aria-hidden />}
        onClick={() => void download(document.id)}
      >
        {t('ficha.descargar')}
      </Button>
    </>
  )
}

function Paper({ document }: { document: DocumentDetail }) {
  const { id, revision, anulado } = document
  const phone = useMediaQuery('(max-width: 767px)') ?? false
  const pdf = useCall(documents.view, { a: id, b: revision }, { enabled: anulado === null })
  if (anulado !== null) return <Cancelled document={document} />
  return (
    <Suspense>
      <PdfView answer={pdf} name={nameOf(document)} as={phone ? 'phone' : 'desk'} />
    </Suspense>
  )
}

function DocumentTabs({ document }: { document: DocumentDetail }) {
  const { t } = useTranslation(['documents', 'words'])
  const { company } = useViewer()
  const [tab, setTab] = useState<string | null>('firma')
  const signers = signersOf(document, t, company.zona, true)
  const [chosen, setChosen] = useState(signers.at(-1)?.key ?? '')
  return (
    <div className={style.facts}>
      {signers.length > 0 && (
        <SignatureLine
          as="cards"
          signers={signers}
          chosen={chosen}
          onChoose={(key) => {
            setChosen(key)
            setTab('firma')
          }}
        />
      )}
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="archivo">{t('ficha.archivo')}</Tabs.Tab>
          <Tabs.Tab value="datos">{t('ficha.datos')}</Tabs.Tab>
          <Tabs.Tab value="firma">{t('ficha.firma')}</Tabs.Tab>
          <Tabs.Tab value="colaborador">{t('ficha.colaborador')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="archivo">
          <FileFacts document={document} />
        </Tabs.Panel>
        <Tabs.Panel value="datos">
          <DataFacts document={document} />
        </Tabs.Panel>
        <Tabs.Panel value="firma">
          <SignatureEvidence document={document} chosen={chosen} />
        </Tabs.Panel>
        <Tabs.Panel value="colaborador">
          <EmployeeFacts document={document} />
        </Tabs.Panel>
      </Tabs>
      <p className={`quiet figures ${style.read}`}>
        <IconEye size={18} stroke={1.6} aria-hidden />
        {document.leido
          ? t('ficha.leido', { fecha: instantText(document.leido, company.zona) })
          : t('ficha.sinLeer')}
      </p>
    </div>
  )
}

/** What of the search that this came from can be said in a line. */
function useSearchText(): string {
  const { t } = useTranslation(['documents', 'words'])
  const { state, input } = useDocumentSearch()
  return [
    state.search && `«${state.search}»`,
    input.periodo && `${t('filtro.periodo')} ${input.periodo.split('-').reverse().join('/')}`,
    ...(input.estado ?? []).map((word) => t(`words:estado.${word}`)),
  ]
    .filter(Boolean)
    .join(', ')
}
