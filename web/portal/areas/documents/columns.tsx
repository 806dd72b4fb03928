import type { DocumentRow } from '#contract/documents/documents.ts'
import type { Column } from '#web/shared/lists/DataTable.tsx'
import { StateWord } from '#web/shared/documents/StateWord.tsx'
import { TaxId } from '#web/shared/texts/TaxId.tsx'
import { dateText, instantText } from '#web/shared/texts/texts.ts'
import type { ListState } from '#web/shared/lists/useListState.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './DocumentsPage.module.css'

/** A column, and whether the list shows it by itself. */
export type DocumentColumn = Column<DocumentRow> & { usual: boolean }

/** Every column of the documents' list. `roomy`: no preview is open beside it. */
export function useDocumentColumns(state: ListState, roomy: boolean): readonly DocumentColumn[] {
  const { t } = useWords(['documents', 'country'])
  const { company } = useViewer()
  return [
    {
      id: 'colaborador',
      header: t('columna.colaborador'),
      usual: true,
      sorts: true,
      cell: (row) => <b data-gone={row.anulado !== null || undefined}>{row.colaborador}</b>,
    },
    {
      id: 'cuil',
      header: t('country:cuil'),
      usual: roomy,
      width: 132,
      from: 'wide',
      cell: (row) => <TaxId value={row.cuil} />,
    },
    {
      id: 'legajo',
      header: t('columna.legajo'),
      usual: false,
      width: 92,
      from: 'medium',
      cell: (row) => row.legajo,
    },
    {
      id: 'documento',
      header: t('columna.documento'),
      usual: true,
      width: '24%',
      cell: (row) => (
        <span className={style.type} data-gone={row.anulado !== null || undefined}>
          {[row.tipo, row.etiqueta].filter(Boolean).join(' · ')}
        </span>
      ),
    },
    {
      id: 'periodo',
      header: t('columna.periodo'),
      usual: !state.filters['periodo'],
      sorts: true,
      width: 92,
      from: 'medium',
      cell: (row) => row.periodo && periodText(row.periodo),
    },
    {
      id: 'sector',
      header: t('filtro.sector'),
      usual: false,
      width: 140,
      from: 'medium',
      cell: (row) => row.sector,
    },
    {
      id: 'locacion',
      header: t('filtro.locacion'),
      usual: false,
      width: 140,
      from: 'medium',
      cell: (row) => row.locacion,
    },
    {
      id: 'publicado',
      header: t('columna.publicado'),
      usual: true,
      sorts: true,
      width: 108,
      from: 'medium',
      cell: (row) => row.publicado && dateText(row.publicado, company.zona),
    },
    {
      id: 'leido',
      header: t('columna.leido'),
      usual: false,
      width: 108,
      from: 'medium',
      cell: (row) => row.leido && dateText(row.leido, company.zona),
    },
    {
      id: 'firma',
      header: t('columna.firma'),
      usual: true,
      width: 236,
      cell: (row) => <StateAndWhen row={row} />,
    },
  ]
}

/** The state and, where it happened at a moment, when. */
export function StateAndWhen({ row }: { row: DocumentRow }) {
  const { company } = useViewer()
  const when = row.estado === 'anulado' ? row.anulado : row.estado === 'leido' ? row.leido : row.firmado
  return (
    <span className={style.state}>
      <StateWord state={row.estado} />
      {when && (
        <span className="quiet figures">{instantText(when, company.zona).replace(/\/\d{4}/, '')}</span>
      )}
    </span>
  )
}

/** 10/2026 of a period's first day. */
function periodText(period: string): string {
  return `${period.slice(5, 7)}/${period.slice(0, 4)}`
}
