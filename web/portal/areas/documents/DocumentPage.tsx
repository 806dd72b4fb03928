import { Tabs } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconEye } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useParams } from 'react-router'
import { documents, type DocumentDetail } from '#contract/documents/documents.ts'
import { RecordPage } from '#web/shared/pages/RecordPage.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { PlaceNav } from '#web/shared/lists/PlaceNav.tsx'
import { pageText } from '#web/shared/lists/place.ts'
import { SignatureLine } from '#web/shared/documents/SignatureLine.tsx'
import { StateBadge } from '#web/shared/documents/StateWord.tsx'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { useSideEdges } from '#web/shared/pages/useSideEdges.ts'
import { TaxId } from '#web/shared/texts/TaxId.tsx'
import { quoted } from '#web/shared/texts/quoted.ts'
import { instantText, monthText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { Decision } from '../../shell/Decision.tsx'
import { CancelDialog } from './CancelDialog.tsx'
import { ChangeDialog } from './ChangeDialog.tsx'
import { AnswerDialog, Disagreement } from './Disagreement.tsx'
import { DocumentActs, type OpenDialog } from './DocumentActs.tsx'
import { DataFacts, EmployeeFacts, FileFacts } from './DocumentFacts.tsx'
import { Cancelled } from './DocumentPreview.tsx'
import { Observations } from './Observations.tsx'
import { ReplaceDialog } from './ReplaceDialog.tsx'
import { Evidence, SignatureEvidence } from './SignatureEvidence.tsx'
import { nameOf, signersOf } from './signers.ts'
import { Suggestion } from './Suggestion.tsx'
import { Trace } from './Trace.tsx'
import { useDocumentPlace, useDocumentSearch, useSearchWith } from './useDocumentSearch.ts'
import style from './DocumentPage.module.css'

const PdfView = lazy(() =>
  import('#web/shared/documents/PdfView.tsx').then(({ PdfView }) => ({ default: PdfView })),
)

/** One document: the paper at the left, who signed and everything known of it at the right. */
export function DocumentPage() {
  const { t } = useWords(['documents', 'words', 'documents-acts'])
  const id = Number(useParams()['id'])
  const phone = usePhone()
  const { search, state: from } = useLocation() as { search: string; state: unknown }
  const answer = useCall(documents.detail, { id })
  const place = useDocumentPlace(id, search !== '')
  const searchWith = useSearchWith()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const searchText = useSearchText()
  const back =
    typeof from === 'string' && from.startsWith(paths.disagreements())
      ? { to: from, label: t('documents-acts:casos.titulo') }
      : {
          to: `${paths.documents()}?${searchWith({ abierto: String(id) })}`,
          label: t('titulo'),
          detail: searchText,
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
      labels={{ before: t('vista.anterior'), after: t('vista.siguiente') }}
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
      actions={<DocumentActs document={document} onOpen={setDialog} />}
      lead={phone && document.caso && <Disagreement id={document.id} onOpen={setDialog} />}
      desk={<Paper key={document.id} document={document} />}
    >
      <DocumentTabs key={document.id} document={document} onOpen={setDialog} />
      <Opened dialog={dialog} document={document} onClose={() => setDialog(null)} />
    </RecordPage>
  )
}

/** The dialog of the act that was chosen. */
function Opened({
  dialog,
  document,
  onClose,
}: {
  dialog: OpenDialog | null
  document: DocumentDetail
  onClose: () => void
}) {
  switch (dialog) {
    case 'cancel':
      return <CancelDialog id={document.id} onClose={onClose} />
    case 'replace':
      return <ReplaceDialog document={document} onClose={onClose} />
    case 'change':
      return <ChangeDialog document={document} onClose={onClose} />
    case 'answer':
      return <AnswerDialog id={document.id} onClose={onClose} />
    case null:
      return null
  }
}

function usePhone(): boolean {
  return useMediaQuery('(max-width: 767px)') ?? false
}

function Paper({ document }: { document: DocumentDetail }) {
  const { id, revision, anulado } = document
  const phone = usePhone()
  const pdf = useCall(documents.view, { a: id, b: revision }, { enabled: anulado === null })
  if (anulado !== null) return <Cancelled document={document} />
  return (
    <Suspense>
      <PdfView answer={pdf} name={nameOf(document)} as={phone ? 'phone' : 'desk'} opens="width" />
    </Suspense>
  )
}

function DocumentTabs({
  document,
  onOpen,
}: {
  document: DocumentDetail
  onOpen: (dialog: OpenDialog) => void
}) {
  const { t } = useWords(['documents', 'words', 'documents-acts'])
  const { company } = useViewer()
  const printing = usePrinting()
  const [tab, setTab] = useState<string | null>('firma')
  const phone = usePhone()
  // The case beside the cards quotes the comment already.
  const signers = signersOf(document, t, company.zona, true).map((signer) =>
    document.caso ? { ...signer, comment: null } : signer,
  )
  const [chosen, setChosen] = useState(signers.at(-1)?.key ?? '')
  const strip = useSideEdges<HTMLDivElement>()
  useEffect(() => {
    // The neighbours of the open tab are in sight as well.
    const row = strip.current
    const open = row?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')
    if (row && open) row.scrollTo({ left: open.offsetLeft - (row.clientWidth - open.offsetWidth) / 2 })
  }, [tab, strip])
  return (
    <div className={`${style.facts} column gap-16`}>
      {printing && <OnPaper document={document} />}
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
      {document.estado === 'en_aprobacion' && (
        <Decision
          kind="single_publication"
          subject={document.id}
          words="aprobar"
          changes={[documents.detail]}
        />
      )}
      {!phone && document.caso && <Disagreement id={document.id} onOpen={onOpen} />}
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <div ref={strip} className={style.tabs}>
          <Tabs.List>
            <Tabs.Tab value="archivo">{t('ficha.archivo')}</Tabs.Tab>
            <Tabs.Tab value="datos">{t('ficha.datos')}</Tabs.Tab>
            <Tabs.Tab value="firma">{t('ficha.firma')}</Tabs.Tab>
            <Tabs.Tab value="observaciones">
              {t('documents-acts:solapa.observaciones')}
              {document.observaciones > 0 && (
                <span className={`figures quiet ${style.count}`}>{document.observaciones}</span>
              )}
            </Tabs.Tab>
            <Tabs.Tab value="trazabilidad">{t('documents-acts:solapa.trazabilidad')}</Tabs.Tab>
            <Tabs.Tab value="colaborador">{t('ficha.colaborador')}</Tabs.Tab>
          </Tabs.List>
        </div>
        <Tabs.Panel value="archivo">
          <FileFacts document={document} />
        </Tabs.Panel>
        <Tabs.Panel value="datos">
          <DataFacts document={document} />
          {!document.anulado && <Suggestion id={document.id} />}
        </Tabs.Panel>
        <Tabs.Panel value="firma">
          <SignatureEvidence document={document} chosen={chosen} />
        </Tabs.Panel>
        <Tabs.Panel value="observaciones">
          <Observations id={document.id} />
        </Tabs.Panel>
        <Tabs.Panel value="trazabilidad">
          <Trace document={document} />
        </Tabs.Panel>
        <Tabs.Panel value="colaborador">
          <EmployeeFacts document={document} />
        </Tabs.Panel>
      </Tabs>
      <p className={`quiet figures ${style.read} row gap-10`}>
        <IconEye size={18} aria-hidden />
        <span>
          {document.leido
            ? t('documents-acts:aperturas', {
                count: Math.max(document.aperturas, 1),
                fecha: instantText(document.leido, company.zona),
              })
            : t('ficha.sinLeer')}
        </span>
        <button type="button" className={style.all} onClick={() => setTab('trazabilidad')}>
          {t('documents-acts:verTodo')}
        </button>
      </p>
    </div>
  )
}

/** Whether the page is being printed; drawn before the browser takes its picture. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return printing
}

/** All facts at once, which only paper shows. */
function OnPaper({ document }: { document: DocumentDetail }) {
  const { t } = useWords('documents')
  return (
    <div className={style.paper}>
      <section>
        <h2>{t('ficha.datos')}</h2>
        <DataFacts document={document} />
      </section>
      <section>
        <h2>{t('ficha.archivo')}</h2>
        <FileFacts document={document} />
      </section>
      <section>
        <h2>{t('ficha.colaborador')}</h2>
        <EmployeeFacts document={document} />
      </section>
      {document.firmas.map((signature) => (
        <section key={signature.revision}>
          <Evidence signature={signature} code={document.codigo_verificacion} />
        </section>
      ))}
    </div>
  )
}

/** The search that led here, described in one line. */
function useSearchText(): string {
  const { t } = useWords(['documents', 'words'])
  const { state, input } = useDocumentSearch()
  return [
    state.search && quoted(state.search),
    input.periodo && `${t('filtro.periodo')} ${input.periodo.split('-').reverse().join('/')}`,
    ...(input.estado ?? []).map((word) => t(`words:estado.${word}`)),
  ]
    .filter(Boolean)
    .join(', ')
}
