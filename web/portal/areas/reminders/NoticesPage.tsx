import { Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useSearchParams } from 'react-router'
import { type PublicationNotice, publicationNotices } from '#contract/reminders.ts'
import { DataTable } from '#web/shared/lists/DataTable.tsx'
import { ConfirmDialog } from '#web/shared/forms/ConfirmDialog.tsx'
import { ListPage } from '#web/shared/pages/pages.tsx'
import { EmptyState } from '#web/shared/pages/states.tsx'
import { dateText, instantText, monthText, numberText } from '#web/shared/texts/texts.ts'
import { call } from '#web/shared/calls/call.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useListState } from '#web/shared/lists/useListState.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { Reach, reachedBy } from './Reach.tsx'
import style from './Reminders.module.css'

/** Publications with how many have not read them, and telling those again. */
export function NoticesPage() {
  const { t } = useWords('reminders')
  const { company } = useViewer()
  const state = useListState()
  const [params, setParams] = useSearchParams()
  const answer = useCall(publicationNotices.list, { page: state.page })
  const open = Number(params.get('proceso')) || null
  const show = (id: number | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (id === null) next.delete('proceso')
        else next.set('proceso', String(id))
        return next
      },
      { replace: true },
    )
  const opened = answer.data?.data.find(({ id }) => id === open)
  const again = (row: PublicationNotice, isOnPhone = false) => (
    <Button
      size={isOnPhone ? 'md' : 'compact-sm'}
      variant="outline"
      disabled={row.sin_leer === 0}
      aria-label={`${t('avisos.otraVez')}: ${nameOf(row)}`}
      onClick={() => show(row.id)}
    >
      {isOnPhone ? t('avisos.reenviar') : `${t('avisos.otraVez')}…`}
    </Button>
  )
  return (
    <ListPage
      title={t('avisos.titulo')}
      count={answer.data && numberText(answer.data.pagination.total)}
      tools={
        <p className={`second ${style.lead} ${style.over}`}>
          {t('avisos.texto')} {t('avisos.que')}
        </p>
      }
    >
      <DataTable
        label={t('avisos.lista')}
        answer={answer}
        state={state}
        rowId={(row) => String(row.id)}
        rowName={nameOf}
        rowHeight={52}
        onOpen={(row) => row.sin_leer > 0 && show(row.id)}
        columns={[
          { id: 'que', header: t('avisos.publicacion'), cell: (row) => <b>{nameOf(row)}</b> },
          {
            id: 'publicado',
            header: t('avisos.publicado'),
            cell: (row) => (
              <span className="second">{row.publicado && instantText(row.publicado, company.zona)}</span>
            ),
            width: 160,
            from: 'wide',
          },
          {
            id: 'avisado',
            header: t('avisos.ultimo'),
            cell: (row) => (
              <span className="second">{row.avisado ? instantText(row.avisado, company.zona) : '–'}</span>
            ),
            width: 160,
            from: 'medium',
          },
          {
            id: 'documentos',
            header: t('avisos.documentos'),
            cell: (row) => numberText(row.documentos),
            width: 130,
            from: 'medium',
            isFigures: true,
          },
          {
            id: 'sin_leer',
            header: t('avisos.sinLeer'),
            cell: (row) => numberText(row.sin_leer),
            width: 120,
            isFigures: true,
          },
          {
            id: 'acto',
            header: t('avisos.acto'),
            cell: (row) => <span data-apart>{again(row)}</span>,
            width: 180,
            from: 'medium',
          },
        ]}
        phone={(row) => (
          <span className={`${style.phone} column`}>
            <b>{nameOf(row)}</b>
            <span className="second">
              {[
                t('avisos.deCuantos', { n: numberText(row.sin_leer), total: numberText(row.documentos) }),
                row.publicado && dateText(row.publicado, company.zona),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {row.avisado && (
              <span className="second">
                {t('avisos.avisado', { cuando: instantText(row.avisado, company.zona) })}
              </span>
            )}
          </span>
        )}
        phoneAct={(row) => again(row, true)}
        empty={<EmptyState title={t('avisos.vacia')}>{t('avisos.vaciaTexto')}</EmptyState>}
      />
      {open !== null && <SendDialog id={open} name={opened && nameOf(opened)} onClose={() => show(null)} />}
    </ListPage>
  )
}

function nameOf({ tipo, etiqueta, periodo, id }: PublicationNotice): string {
  return [tipo ?? `${id}`, etiqueta, periodo && monthText(periodo)].filter(Boolean).join(', ')
}

function SendDialog({ id, name, onClose }: { id: number; name: string | undefined; onClose: () => void }) {
  const { t } = useWords('reminders')
  const counted = useCall(publicationNotices.count, { id })
  const reached = reachedBy(counted.data)
  return (
    <ConfirmDialog
      title={t('avisos.otraVez')}
      submit={
        counted.data ? t('avisos.enviar', { count: reached, n: numberText(reached) }) : t('avisos.otraVez')
      }
      act={() => call(publicationNotices.send, { id })}
      done={() => t('avisos.hecho', { count: reached, n: numberText(reached) })}
      refresh={[publicationNotices.list, publicationNotices.count]}
      shut={reached === 0}
      onClose={onClose}
    >
      {name && (
        <p>
          <b>{name}</b>
        </p>
      )}
      <p className={`${style.mailed} flex at-top gap-8`}>
        <IconMail size={18} aria-hidden /> {t('avisos.que')}
      </p>
      <Reach counted={counted.data} error={counted.error} />
      {!counted.error && reached === 0 && <p className="second">{t(counted.data ? 'nadie' : 'contando')}</p>}
    </ConfirmDialog>
  )
}
