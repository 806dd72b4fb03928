import { useNavigate } from 'react-router'
import { documents, documentSort, type DocumentRow } from '#contract/documents/documents.ts'
import { DataTable, type Column } from '#web/shared/lists/DataTable.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { StateWord } from '#web/shared/documents/StateWord.tsx'
import { EmptyState } from '#web/shared/pages/states.tsx'
import { dateText, monthText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useListState } from '#web/shared/lists/useListState.ts'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import type { TabProps } from './fileTabs.ts'
import style from './FileTable.module.css'

/** Somebody's documents, the newest first, as links for viewers who may open them. */
export function DocumentsTab({ record }: TabProps) {
  const { t } = useWords('employees')
  const navigate = useNavigate()
  const { company } = useViewer()
  const mayOpen = useMay(documents.detail.need)
  const state = useListState({ sort: '-publicado' })
  const sort = state.sort ? `${state.sort.descending ? '-' : ''}${state.sort.by}` : '-publicado'
  const answer = useCall(documents.list, {
    buscar: record.cuil,
    page: state.page,
    orden: documentSort.catch('-publicado').parse(sort),
  })
  const period = ({ periodo, etiqueta }: DocumentRow) =>
    [periodo && monthText(periodo), etiqueta].filter(Boolean).join(', ') || '–'
  const columns: Column<DocumentRow>[] = [
    { id: 'tipo', header: t('documento.tipo'), cell: ({ tipo }) => <b>{tipo}</b> },
    { id: 'periodo', header: t('documento.periodo'), cell: period, sorts: true, width: '26%' },
    {
      id: 'publicado',
      header: t('documento.publicado'),
      cell: ({ publicado: at }) => (at ? dateText(at, company.zona) : '–'),
      sorts: true,
      width: 132,
      from: 'medium',
    },
    {
      id: 'estado',
      header: t('columna.estado'),
      cell: ({ estado }) => <StateWord state={estado} />,
      width: '24%',
    },
  ]
  return (
    <div className={style.documents}>
      <DataTable
        label={t('documento.titulo')}
        answer={answer}
        state={state}
        columns={columns}
        rowId={({ id }) => String(id)}
        rowName={(row) => `${row.tipo}, ${period(row)}`}
        {...(mayOpen && { onOpen: ({ id }: DocumentRow) => void navigate(paths.document(id)) })}
        empty={<EmptyState title={t('documento.ninguno')}>{t('documento.ningunoTexto')}</EmptyState>}
      />
    </div>
  )
}
