import { IconCircleCheck, IconClock, IconMailX } from '@tabler/icons-react'
import { employeeMails, type MailOfEmployee } from '#contract/employees/mails.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { type Column, DataTable } from '#web/shared/lists/DataTable.tsx'
import { useListState } from '#web/shared/lists/useListState.ts'
import { EmptyState } from '#web/shared/pages/states.tsx'
import { useViewer } from '#web/shared/session/viewer.ts'
import { instantText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import type { TabProps } from './fileTabs.ts'
import style from './FileTable.module.css'

const marks = {
  enviado: { icon: IconCircleCheck, colour: 'ok' },
  fallido: { icon: IconMailX, colour: 'bad' },
  en_camino: { icon: IconClock, colour: 'second' },
} as const

/** The mails that an employee was sent lately, the newest first, with their delivery and without their words. */
export function MailsTab({ record: { id } }: TabProps) {
  const { t } = useWords(['employees', 'mails-events'])
  const { company } = useViewer()
  const state = useListState({})
  const answer = useCall(employeeMails.list, { id, page: state.page })
  const columns: Column<MailOfEmployee>[] = [
    { id: 'correo', header: t('correos.correo'), cell: ({ evento }) => <b>{t(`mails-events:${evento}`)}</b> },
    { id: 'estado', header: t('correos.estado'), cell: (mail) => <Delivery mail={mail} />, width: '38%' },
    {
      id: 'cuando',
      header: t('correos.cuando'),
      cell: ({ cuando }) => <span className="figures">{instantText(cuando, company.zona)}</span>,
      width: 176,
    },
  ]
  return (
    <div className={style.documents}>
      <DataTable
        label={t('correos.titulo')}
        answer={answer}
        state={state}
        columns={columns}
        rowId={(mail) => String(mail.id)}
        rowName={({ evento, cuando }) =>
          `${t(`mails-events:${evento}`)}, ${instantText(cuando, company.zona)}`
        }
        empty={<EmptyState title={t('correos.ninguno')}>{t('correos.ningunoTexto')}</EmptyState>}
      />
    </div>
  )
}

function Delivery({ mail: { estado, causa } }: { mail: MailOfEmployee }) {
  const { t } = useWords('employees')
  const { icon: Mark, colour } = marks[estado]
  return (
    <span className="row wrap gap-8">
      <span className={`${colour} row gap-4`}>
        <Mark size={16} aria-hidden /> {t(`correos.${estado}`)}
      </span>
      {causa && (
        <span className="second">
          {t(`correos.causa.${causa}`)}
          {estado === 'en_camino' && ` · ${t('correos.reintenta')}`}
        </span>
      )}
    </span>
  )
}
