import { Alert, Button } from '@mantine/core'
import {
  IconCertificate,
  IconCertificateOff,
  IconCircleCheck,
  IconFileUpload,
  IconLock,
} from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  certificateActs,
  certificates,
  type Certificate,
  type CertificateSetup,
} from '#contract/certificates.ts'
import { DataTable, type Column } from '#web/shared/lists/DataTable.tsx'
import { ListPage } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { EmptyState } from '#web/shared/pages/states.tsx'
import { TaxId } from '#web/shared/texts/TaxId.tsx'
import { dateText, numberText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useListState } from '#web/shared/lists/useListState.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { CertificateDialog } from './CertificateDialog.tsx'
import style from './CertificatesPage.module.css'

/** The company's certificates: the active one, and those that signed before. */
export function CertificatesPage() {
  const { t } = useWords(['certificates', 'errors'])
  const { company } = useViewer()
  const state = useListState()
  const answer = useCall(certificates.list, { page: state.page })
  const setup = useCall(certificates.setup, {})
  const day = (instant: string) => dateText(instant, company.zona)
  const isEmpty = answer.data?.pagination.total === 0
  const [replacing, setReplacing] = useState(false)
  // Where no other can be made, the way to another stands in the row of the active one.
  const replaces =
    setup.data?.crear && setup.data.vencer === null
      ? ({ id, estado }: Certificate) =>
          certificateActs.expire.includes(estado) && (
            <Button
              size="compact-md"
              data-apart
              onClick={() => {
                setReplacing(true)
                state.setOpen(String(id))
              }}
            >
              {t('reemplazo.hacer')}…
            </Button>
          )
      : undefined
  const columns: Column<Certificate>[] = [
    {
      id: 'titular',
      header: t('columna.titular'),
      cell: ({ nombre, cargo }) => (
        <span className={`${style.two} column`}>
          <b>{nombre}</b>
          <span className="second">{cargo}</span>
        </span>
      ),
    },
    {
      id: 'empresa',
      header: t('columna.empresa'),
      cell: ({ razon_social, cuit }) => (
        <span className={`${style.two} column`}>
          {razon_social}
          <span className="second">
            <TaxId value={cuit} />
          </span>
        </span>
      ),
      width: '26%',
      from: 'medium',
    },
    {
      id: 'creado',
      header: t('columna.creado'),
      cell: ({ creado, creado_por }) => (
        <span className={`${style.two} column`}>
          {day(creado)}
          <span className="second">{creado_por}</span>
        </span>
      ),
      width: '22%',
      from: 'wide',
    },
    {
      id: 'estado',
      header: t('columna.estado'),
      cell: (row) => (
        <span className="row apart gap-12">
          <State row={row} day={day} />
          {replaces?.(row)}
        </span>
      ),
      width: replaces ? 440 : 252,
    },
  ]
  return (
    <ListPage
      title={t('titulo')}
      count={isEmpty ? undefined : answer.data && numberText(answer.data.pagination.total)}
      actions={!isEmpty && !setup.isPending && <Create setup={setup.data} />}
      tools={
        setup.data?.vencer ? (
          <Alert color="info" icon={<IconLock size={18} />}>
            <b>{t('soloLectura')}</b> {t(`errors:${setup.data.vencer}`)}
          </Alert>
        ) : (
          !isEmpty && (
            <p className={`second ${style.lead}`} data-waits={setup.isPending || undefined}>
              {t('para')} {setup.data?.crear && t(`errors:${setup.data.crear}`)}
            </p>
          )
        )
      }
    >
      <DataTable
        label={t('titulo')}
        answer={answer}
        state={state}
        columns={columns}
        rowId={({ id }) => String(id)}
        rowName={({ nombre }) => nombre}
        rowHeight={52}
        previews
        phone={(row) => (
          <span className={`${style.two} column`}>
            <b>{row.nombre}</b>
            <span className="second">
              {row.cargo}, {row.razon_social}
            </span>
            <State row={row} day={day} />
          </span>
        )}
        {...(replaces && { phoneAct: replaces })}
        empty={
          <EmptyState title={t('vacia.titulo')} action={<Create setup={setup.data} />}>
            {t('vacia.texto')}
          </EmptyState>
        }
      />
      <CertificateDialog
        certificate={answer.data?.data.find(({ id }) => String(id) === state.open)}
        setup={setup.data}
        begin={replacing ? 'replacing' : 'shown'}
        onClose={() => {
          state.setOpen(null)
          setReplacing(false)
        }}
      />
    </ListPage>
  )
}

/** The one filled act and its other way; nothing while they are shut, for which the page gives the reason. */
function Create({ setup }: { setup: CertificateSetup | undefined }) {
  const { t } = useWords('certificates')
  const icon = <IconCertificate size={18} aria-hidden />
  const upload = <IconFileUpload size={18} aria-hidden />
  if (!setup?.crear)
    return (
      <div className={`${style.acts} flex wrap gap-8`}>
        <Button component={Link} to={paths.certificateImport()} leftSection={upload}>
          {t('importar')}
        </Button>
        <Button component={Link} to={paths.certificateCreate()} variant="filled" leftSection={icon}>
          {t('crear')}
        </Button>
      </div>
    )
  return null
}

function State({ row, day }: { row: Certificate; day: (instant: string) => string }) {
  const { t } = useWords('certificates')
  return row.estado === 'active' ? (
    <span className={style.state}>
      <IconCircleCheck size={16} color="var(--ok)" aria-hidden />
      {t('activoHasta', { dia: day(row.vigente_hasta) })}
    </span>
  ) : (
    <span className={style.state}>
      <IconCertificateOff size={16} color="var(--text3)" aria-hidden />
      <span className="second">{t('vencidoEl', { dia: day(row.vencido ?? row.vigente_hasta) })}</span>
    </span>
  )
}
