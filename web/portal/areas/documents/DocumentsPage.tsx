import { ActionIcon, Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconDownload, IconExternalLink, IconUpload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { actions } from '#contract/actions.ts'
import { documents, type DocumentRow } from '#contract/documents.ts'
import { DataTable, type Column } from '#web/shared/DataTable.tsx'
import { ListPage } from '#web/shared/pages.tsx'
import { EmptyState } from '#web/shared/states.tsx'
import { paths } from '#web/shared/paths.ts'
import { StateWord } from '#web/shared/StateWord.tsx'
import { TaxId } from '#web/shared/TaxId.tsx'
import { dateText, instantText, numberText } from '#web/shared/texts.ts'
import { useCall } from '#web/shared/useCall.ts'
import { useMay, useViewer } from '#web/shared/viewer.ts'
import { DocumentFilters } from './DocumentFilters.tsx'
import { DocumentPreview } from './DocumentPreview.tsx'
import { Totals } from './Totals.tsx'
import { useDocumentSearch, useSearchWith } from './useDocumentSearch.ts'
import { useDownload } from './useDownload.ts'
import style from './DocumentsPage.module.css'

/** Every document within reach: found, counted, looked at one after the other. */
export function DocumentsPage() {
  const { t } = useTranslation(['documents', 'words', 'country'])
  const { company } = useViewer()
  const { state, input } = useDocumentSearch()
  const navigate = useNavigate()
  const searchWith = useSearchWith()
  const download = useDownload()
  const opens = useMay(documents.detail.need)
  const publishes = useMay([actions.personalPublishing])
  const answer = useCall(documents.list, input)
  const total = answer.data?.pagination
  const empty =
    answer.data?.pagination.total === 0 && !state.search && Object.keys(state.filters).length === 0
  const open = (row: DocumentRow) =>
    navigate(`${paths.document(row.id)}?${searchWith({ abierto: null, orden: input.orden ?? null })}`)
  const publish = (filled: boolean) =>
    publishes && (
      <Button
        component={Link}
        to={paths.publish()}
        variant={filled ? 'filled' : 'default'}
        leftSection={<IconUpload size={18} stroke={1.6} aria-hidden />}
      >
        {t('publicar')}
      </Button>
    )
  // Beside a preview a name needs the room more than a number does.
  const wide = useMediaQuery('(min-width: 1600px)') ?? false
  const roomy = wide || !(state.open && opens)
  const columns: Column<DocumentRow>[] = [
    {
      id: 'colaborador',
      header: t('columna.colaborador'),
      sorts: true,
      cell: (row) => <b data-gone={row.anulado !== null || undefined}>{row.colaborador}</b>,
    },
    ...(roomy
      ? [
          {
            id: 'cuil',
            header: t('country:cuil'),
            width: 132,
            from: 'wide' as const,
            cell: (row: DocumentRow) => <TaxId value={row.cuil} />,
          },
        ]
      : []),
    {
      id: 'documento',
      header: t('columna.documento'),
      width: '24%',
      cell: (row) => (
        <span className={style.type} data-gone={row.anulado !== null || undefined}>
          {[row.tipo, row.etiqueta].filter(Boolean).join(' · ')}
        </span>
      ),
    },
    ...(state.filters['periodo']
      ? []
      : [
          {
            id: 'periodo',
            header: t('columna.periodo'),
            sorts: true,
            width: 92,
            from: 'medium' as const,
            cell: (row: DocumentRow) => row.periodo && periodText(row.periodo),
          },
        ]),
    {
      id: 'publicado',
      header: t('columna.publicado'),
      sorts: true,
      width: 108,
      from: 'medium',
      cell: (row) => row.publicado && dateText(row.publicado, company.zona),
    },
    { id: 'firma', header: t('columna.firma'), width: 236, cell: (row) => <StateAndWhen row={row} /> },
  ]
  return (
    <ListPage
      title={t('titulo')}
      count={
        total &&
        (total.totalIsCapped
          ? t('words:lista.masDe', { total: numberText(total.total) })
          : numberText(total.total))
      }
      actions={publish(!empty)}
      tools={<DocumentFilters state={state} />}
      sums={<Totals state={state} input={input} />}
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
        rowName={(row) => `${row.colaborador}, ${row.tipo}`}
        previews={opens}
        {...(opens && {
          onOpen: (row: DocumentRow) => void open(row),
          rowActions: (row: DocumentRow) => (
            <>
              {!row.anulado && (
                <ActionIcon aria-label={t('fila.descargar')} onClick={() => void download(row.id)}>
                  <IconDownload size={18} stroke={1.6} />
                </ActionIcon>
              )}
              <ActionIcon aria-label={t('fila.abrir')} onClick={() => void open(row)}>
                <IconExternalLink size={18} stroke={1.6} />
              </ActionIcon>
            </>
          ),
        })}
        phone={(row) => (
          <span className={style.phone}>
            <span>
              <b>{row.colaborador}</b>
              <span className="second">
                <TaxId value={row.cuil} /> · {row.tipo}
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
    </ListPage>
  )
}

/** The state and, where it happened at a moment, when. */
function StateAndWhen({ row }: { row: DocumentRow }) {
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
