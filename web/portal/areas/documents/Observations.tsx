import { ActionIcon, Skeleton } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { documentActCalls, longestObservation, type Observation } from '#contract/documents/acts.ts'
import { documents } from '#contract/documents/documents.ts'
import { call } from '#web/shared/calls/call.ts'
import { Draft } from '#web/shared/forms/Draft.tsx'
import { AreaField } from '#web/shared/forms/fields.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { instantText, useErrorText } from '#web/shared/texts/texts.ts'
import { toast, toastError } from '#web/shared/pages/toasts.tsx'
import { useCall, useRefresh } from '#web/shared/calls/useCall.ts'
import { useForm } from '#web/shared/forms/useForm.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { Pager } from './Pager.tsx'
import style from './DocumentPage.module.css'

/** HR's notes on a document, newest first, with a form for a new one above. */
export function Observations({ id }: { id: number }) {
  const { t } = useWords('documents-acts')
  const [page, setPage] = useState(1)
  const answer = useCall(documentActCalls.observations, { id, page })
  // A form that was sent begins anew.
  const [sent, setSent] = useState(0)
  const { data, error } = answer
  if (error)
    return <ErrorState error={error} title={t('observaciones.error')} onRetry={() => void answer.refetch()} />
  return (
    <div className={`${style.evidence} column gap-20`}>
      <NewObservation
        key={sent}
        id={id}
        onDone={() => {
          setSent((before) => before + 1)
          setPage(1)
        }}
      />
      {!data && <Skeleton height={60} />}
      {data?.data.length === 0 && <p className="second">{t('observaciones.vacia')}</p>}
      <ul className={`${style.history} column plain-list`}>
        {data?.data.map((one) => (
          <Line key={one.id} of={one} />
        ))}
      </ul>
      <Pager pagination={data?.pagination} onPage={setPage} />
    </div>
  )
}

function NewObservation({ id, onDone }: { id: number; onDone: () => void }) {
  const { t } = useWords('documents-acts')
  const changed = useObserved()
  const form = useForm(documentActCalls.observe, {
    initial: { id },
    onDone: async () => {
      await changed()
      onDone()
    },
  })
  return (
    <FormShell
      form={form}
      loading={false}
      error={null}
      submit={t('observaciones.agregar')}
      inSection
      unfilled
    >
      <Draft form={form} name={`document.${id}.observation`} />
      <AreaField
        form={form}
        name="observacion"
        label={t('observaciones.texto')}
        help={t('observaciones.ayuda')}
        most={longestObservation}
      />
    </FormShell>
  )
}

function Line({ of: { id, texto, autor, fecha, borrable } }: { of: Observation }) {
  const { t } = useWords('documents-acts')
  const { company } = useViewer()
  const errorText = useErrorText()
  const changed = useObserved()
  const forget = async () => {
    try {
      await call(documentActCalls.forgetObservation, { id })
      await changed()
      toast({ text: t('observaciones.borrada') })
    } catch (error) {
      toastError({ text: errorText(error) })
    }
  }
  return (
    <li>
      <div className={`${style.what} column grow`}>
        <p className={style.said}>{texto}</p>
        <span className="quiet figures">
          {autor} · {instantText(fecha, company.zona)}
        </span>
      </div>
      {borrable && (
        <ActionIcon aria-label={t('observaciones.borrar', { autor })} onClick={() => void forget()}>
          <IconTrash size={18} />
        </ActionIcon>
      )}
    </li>
  )
}

function useObserved(): () => Promise<void> {
  const refresh = useRefresh()
  return () => refresh(documentActCalls.observations, documentActCalls.trace, documents.detail)
}
