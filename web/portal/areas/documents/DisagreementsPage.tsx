import { SegmentedControl } from '@mantine/core'
import { useLocation, useNavigate } from 'react-router'
import { type Disagreement, documentActCalls } from '#contract/documents/acts.ts'
import { documents } from '#contract/documents/documents.ts'
import { type Column, DataTable } from '#web/shared/lists/DataTable.tsx'
import { ListPage } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { EmptyState } from '#web/shared/pages/states.tsx'
import { daysAgoText } from '#web/shared/texts/spans.ts'
import { dateText, monthText, numberText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useListState } from '#web/shared/lists/useListState.ts'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { nameOf } from './signers.ts'
import style from './DocumentsPage.module.css'

const cases = ['open', 'kept', 'replaced', 'cancelled'] as const

/** 'Recibo de sueldo, agosto 2026' */
const documentText = (row: Disagreement) =>
  [nameOf(row), row.periodo && monthText(row.periodo)].filter(Boolean).join(', ')

/** The answer, or while there is none the employee's reason. */
const reasonText = ({ motivo, respuesta }: Disagreement) => respuesta ?? motivo ?? '–'

/** The cases that signatures without agreement opened: first those that nobody answered. */
export function DisagreementsPage() {
  const { t } = useWords(['documents-acts', 'words'])
  const navigate = useNavigate()
  const { search } = useLocation()
  const { company } = useViewer()
  const opens = useMay(documents.detail.need)
  const state = useListState({ filters: ['caso'] })
  const caso = cases.find((one) => state.filters['caso']?.includes(one)) ?? 'open'
  const answer = useCall(documentActCalls.disagreements, { page: state.page, caso })
  /** The day, and how long a case has waited. */
  const sinceText = ({ abierto }: Disagreement) =>
    [
      dateText(abierto, company.zona),
      ...(caso === 'open' ? [daysAgoText(abierto, company.zona, company.hoy)] : []),
    ].join(' · ')
  const columns: Column<Disagreement>[] = [
    { id: 'colaborador', header: t('casos.colaborador'), cell: ({ colaborador }) => <b>{colaborador}</b> },
    {
      id: 'documento',
      header: t('casos.documento'),
      cell: documentText,
      width: '25%',
    },
    {
      id: 'motivo',
      header: t(caso === 'open' ? 'casos.motivo' : 'casos.respuesta'),
      cell: reasonText,
      width: '35%',
      from: 'medium',
    },
    {
      id: 'abierto',
      header: t('casos.abierto'),
      cell: (row) => <span className="figures">{sinceText(row)}</span>,
      width: 220,
    },
  ]
  const open = (id: number) =>
    void navigate(paths.document(id), { state: `${paths.disagreements()}${search}` })
  const total = answer.data?.pagination.total
  return (
    <ListPage
      title={t('casos.titulo')}
      {...(total !== undefined && { count: numberText(total) })}
      tools={
        <SegmentedControl
          value={caso}
          onChange={(chosen) => state.setFilter('caso', chosen === 'open' ? [] : [chosen])}
          data={cases.map((value) => ({ value, label: t(`casos.${value}`) }))}
          aria-label={t('casos.caso')}
          className={style.cases ?? ''}
        />
      }
    >
      <DataTable
        label={t('casos.lista')}
        answer={answer}
        // The chosen segment is no filter: an empty one has words of its own.
        state={{ ...state, filters: {} }}
        columns={columns}
        rowId={({ id }) => String(id)}
        rowName={({ colaborador }) => colaborador}
        {...(opens && { onOpen: ({ id }: Disagreement) => open(id) })}
        phone={(row) => (
          <span className={style.case}>
            <span className="row apart gap-12">
              <b className="ellipsis">{row.colaborador}</b>
              <span className={`figures quiet ${style.since}`}>{sinceText(row)}</span>
            </span>
            <span className="second">{documentText(row)}</span>
            <span className={style.reason}>{reasonText(row)}</span>
          </span>
        )}
        empty={
          caso === 'open' ? (
            <EmptyState title={t('casos.vacia')}>{t('casos.vaciaTexto')}</EmptyState>
          ) : (
            <EmptyState drawing="nothing" title={t(`casos.ninguno.${caso}`)} />
          )
        }
      />
    </ListPage>
  )
}
