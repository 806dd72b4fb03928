import { ActionIcon } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { documentActCalls } from '#contract/documents/acts.ts'
import { documents, type DocumentRow } from '#contract/documents/documents.ts'
import { mostSelected } from '#contract/fields.ts'
import { reminders } from '#contract/reminders.ts'
import { call } from '#web/shared/calls/call.ts'
import { ColumnsMenu } from '#web/shared/lists/ColumnsMenu.tsx'
import { DataTable } from '#web/shared/lists/DataTable.tsx'
import { ListPage } from '#web/shared/pages/pages.tsx'
import { SavedViews } from '#web/shared/lists/SavedViews.tsx'
import { EmptyState } from '#web/shared/pages/states.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { numberText } from '#web/shared/texts/texts.ts'
import { useNarrowing } from '#web/shared/lists/useNarrowing.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useMay } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { BulkActs } from './BulkActs.tsx'
import { DocumentFilters, useDocumentFilters } from './DocumentFilters.tsx'
import { DocumentPreview } from './DocumentPreview.tsx'
import { DownloadMenu } from './DownloadMenu.tsx'
import { ExportPanel } from './ExportPanel.tsx'
import { Totals } from './Totals.tsx'
import { useDocumentSearch, useSearchWith } from './useDocumentSearch.ts'
import { StateAndWhen, useDocumentColumns } from './columns.tsx'
import { PublishMenu } from './PublishMenu.tsx'
import { useDownload } from './useDownload.ts'
import { useExport } from './useExport.ts'
import style from './DocumentsPage.module.css'

/** Every document within reach: found, counted, looked at one after the other. */
export function DocumentsPage() {
  const { t } = useWords(['documents', 'words', 'country', 'documents-downloads'])
  const { state, input } = useDocumentSearch()
  const navigate = useNavigate()
  const searchWith = useSearchWith()
  const download = useDownload()
  const exporting = useExport()
  const filters = useDocumentFilters()
  const opens = useMay(documents.detail.need)
  const cancels = useMay(documentActCalls.cancelMany.need)
  const reminds = useMay(reminders.create.need)
  const answer = useCall(documents.list, input)
  const total = answer.data?.pagination
  const empty =
    answer.data?.pagination.total === 0 && !state.search && Object.keys(state.filters).length === 0
  const open = (row: DocumentRow) =>
    navigate(`${paths.document(row.id)}?${searchWith({ abierto: null, orden: input.orden ?? null })}`)
  const publish = (filled: boolean) => <PublishMenu filled={filled} />
  const phone = useMediaQuery('(max-width: 767px)') ?? false
  const exports = !empty && <DownloadMenu onChoose={(kind) => void exporting.search(kind, input)} />
  // Beside a preview a name needs the room more than a number does.
  const wide = useMediaQuery('(min-width: 1600px)') ?? false
  const roomy = wide || !(state.open && opens)
  const every = useDocumentColumns(state, roomy)
  const columns = every.filter(
    ({ id, usual }) => (state.columns?.includes(id) ?? usual) && (roomy || id !== 'cuil'),
  )
  const narrowing = useNarrowing(state, filters)
  /** The ids of all that is found, by the predicate of the list itself. */
  const everyId = async () => {
    const { page: _, perPage: __, orden: ___, ...search } = input
    return (await call(documents.ids, search)).map(String)
  }
  return (
    <ListPage
      title={t('titulo')}
      count={
        total &&
        (total.totalIsCapped
          ? t('words:lista.masDe', { total: numberText(total.total) })
          : numberText(total.total))
      }
      actions={
        <>
          {!phone && exports}
          {publish(!empty)}
        </>
      }
      tools={
        <DocumentFilters state={state} filters={filters}>
          {phone && exports}
          <ColumnsMenu state={state} columns={every} />
          <SavedViews list="documents" state={state} />
        </DocumentFilters>
      }
      sums={input.periodo && input.tipo ? <Totals state={state} input={input} /> : undefined}
      preview={
        state.open && opens && <DocumentPreview key={state.open} id={Number(state.open)} state={state} />
      }
    >
      <DataTable
        label={t('lista')}
        answer={answer}
        state={state}
        columns={columns}
        rowId={(row) => String(row.id)}
        rowName={nameOf}
        previews={opens}
        narrowing={narrowing}
        everyId={total && total.total <= mostSelected ? everyId : undefined}
        {...((opens || cancels || reminds) && {
          bulk: (ids: readonly string[], clear: () => void, seen: readonly string[]) => (
            <BulkActs
              ids={ids}
              onPage={(answer.data?.data ?? []).filter(({ id }) => seen.includes(String(id)))}
              onZip={exporting.zip}
              onClear={clear}
            />
          ),
        })}
        {...(opens && {
          onOpen: (row: DocumentRow) => void open(row),
          rowActions: (row: DocumentRow) => (
            <>
              {!row.anulado && (
                <ActionIcon
                  aria-label={t('fila.descargar', { documento: nameOf(row) })}
                  onClick={() => void download(row.id)}
                >
                  <IconDownload size={18} />
                </ActionIcon>
              )}
              <ActionIcon
                aria-label={t('fila.abrir', { documento: nameOf(row) })}
                onClick={() => void open(row)}
              >
                <IconExternalLink size={18} />
              </ActionIcon>
            </>
          ),
        })}
        phone={(row) => (
          <span className={`${style.phone} flex apart gap-12`}>
            <span>
              <b>{row.colaborador}</b>
              <span className="second">
                {[row.tipo, row.etiqueta, shortMonth(row.periodo)].filter(Boolean).join(' · ')}
              </span>
            </span>
            <StateAndWhen row={row} />
          </span>
        )}
        empty={
          <EmptyState title={t('vacia.titulo')} action={publish(true)}>
            {t('vacia.texto')}
          </EmptyState>
        }
      />
      {exporting.begun && (
        <ExportPanel key={exporting.begun.id} begun={exporting.begun} onClose={exporting.close} />
      )}
    </ListPage>
  )
}

/** '10/2026', which stays on one line of a phone. */
function shortMonth(period: string | null): string | undefined {
  return period?.slice(0, 'yyyy-mm'.length).split('-').reverse().join('/')
}

/** A row as a screen reader names it. */
function nameOf({ colaborador, tipo }: DocumentRow): string {
  return `${colaborador}, ${tipo}`
}
