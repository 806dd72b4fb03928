import { useSearchParams } from 'react-router'
import { undo, type UndoablePublication } from '#contract/processes/undo.ts'
import { DataTable } from '#web/shared/lists/DataTable.tsx'
import { ListPage } from '#web/shared/pages/pages.tsx'
import { EmptyState } from '#web/shared/pages/states.tsx'
import { instantText, numberText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useListState } from '#web/shared/lists/useListState.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { publicationName } from './publication-name.ts'
import { UndoOne } from './UndoOne.tsx'
import style from './Undo.module.css'

/** Taking back a publication: which one, what would happen, and the act. */
export function UndoPage() {
  const [params] = useSearchParams()
  const chosen = Number(params.get('proceso')) || null
  return chosen === null ? <Choosing /> : <UndoOne key={chosen} id={chosen} />
}

function Choosing() {
  const { t } = useWords('processes-undo')
  const { company } = useViewer()
  const state = useListState()
  const [, setParams] = useSearchParams()
  const answer = useCall(undo.list, { page: state.page })
  const open = (row: UndoablePublication) => setParams({ proceso: String(row.id) })
  return (
    <ListPage
      title={t('titulo')}
      count={answer.data && numberText(answer.data.pagination.total)}
      tools={<p className={`second ${style.lead}`}>{t('elegir')}</p>}
    >
      <DataTable
        label={t('lista')}
        answer={answer}
        state={state}
        rowId={(row) => String(row.id)}
        rowName={publicationName}
        rowHeight={58}
        onOpen={open}
        columns={[
          {
            id: 'que',
            header: t('publicacion'),
            cell: (row) => (
              <span className={`${style.what} column`}>
                <b>{publicationName(row)}</b>
                <span className="second">{row.archivo ?? ' '}</span>
              </span>
            ),
          },
          {
            id: 'publicado',
            header: t('publicado'),
            cell: (row) => (
              <span className="second">{row.publicado && instantText(row.publicado, company.zona)}</span>
            ),
            width: 170,
            from: 'medium',
          },
          {
            id: 'quien',
            header: t('quien'),
            cell: (row) => <span className="second">{row.quien}</span>,
            width: 210,
            from: 'wide',
          },
          {
            id: 'documentos',
            header: t('vigentes'),
            cell: (row) =>
              row.deshecha ? <span className="second">{t('deshecha')}</span> : numberText(row.documentos),
            width: 140,
            isFigures: true,
          },
        ]}
        phone={(row) => (
          <span className={`${style.what} column`}>
            <b>{publicationName(row)}</b>
            <span className="second">
              {[
                row.deshecha
                  ? t('deshecha')
                  : t('vigentesDe', { count: row.documentos, n: numberText(row.documentos) }),
                row.publicado && instantText(row.publicado, company.zona),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
        )}
        empty={<EmptyState title={t('vacia')}>{t('vaciaTexto')}</EmptyState>}
      />
    </ListPage>
  )
}
