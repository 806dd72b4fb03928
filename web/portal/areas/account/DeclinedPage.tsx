import { useNavigate } from 'react-router'
import { consents, type DeclinedRow } from '#contract/account/consents.ts'
import { DataTable, type Column } from '#web/shared/lists/DataTable.tsx'
import { ListPage } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { EmptyState } from '#web/shared/pages/states.tsx'
import { dateText, numberText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useListState } from '#web/shared/lists/useListState.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './DeclinedPage.module.css'

/**
 * People who refused electronic documents or withdrew their consent, with the documents that wait for a signature on
 * paper.
 */
export function DeclinedPage() {
  const { t } = useWords('account-access')
  const { company } = useViewer()
  const navigate = useNavigate()
  const state = useListState()
  const answer = useCall(consents.list, { page: state.page })
  const columns: Column<DeclinedRow>[] = [
    { id: 'nombre', header: t('declinaron.columna.nombre'), cell: ({ nombre }) => <b>{nombre}</b> },
    {
      id: 'legajo',
      header: t('declinaron.columna.legajo'),
      cell: ({ numero_legajo }) => <span className="second">{numero_legajo}</span>,
      width: 90,
      from: 'medium',
    },
    {
      id: 'sector',
      header: t('declinaron.columna.sector'),
      cell: ({ sector }) => sector ?? '–',
      width: 180,
      from: 'medium',
    },
    {
      id: 'decision',
      header: t('declinaron.columna.decision'),
      cell: ({ decision }) => t(`declinaron.${decision}`),
      width: 190,
    },
    {
      id: 'fecha',
      header: t('declinaron.columna.fecha'),
      cell: ({ fecha }) => <span className="second figures">{dateText(fecha, company.zona)}</span>,
      width: 110,
    },
    {
      id: 'pendientes',
      header: t('declinaron.columna.pendientes'),
      cell: ({ pendientes }) => <span className="figures">{numberText(pendientes)}</span>,
      width: 110,
    },
  ]
  return (
    <ListPage
      title={t('declinaron.titulo')}
      count={answer.data && numberText(answer.data.pagination.total)}
      tools={<p className={`second ${style.text}`}>{t('declinaron.texto')}</p>}
    >
      <DataTable
        label={t('declinaron.titulo')}
        answer={answer}
        state={state}
        columns={columns}
        rowId={({ id }) => String(id)}
        rowName={({ nombre }) => nombre}
        onOpen={({ id }) => void navigate(`${paths.employee(id)}?tab=documentos`)}
        empty={<EmptyState title={t('declinaron.ninguno')}>{t('declinaron.ningunoTexto')}</EmptyState>}
      />
    </ListPage>
  )
}
