import { Button, Loader } from '@mantine/core'
import { useState } from 'react'
import { processes, type ProcessDetail } from '#contract/processes/processes.ts'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { ShortPager } from '#web/shared/lists/ShortPager.tsx'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { TaxId } from '#web/shared/texts/TaxId.tsx'
import { numberText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { RemedyLink, useWhose } from './Remedy.tsx'
import { remedyOf } from './remedies.ts'
import style from './Processes.module.css'

interface Props {
  process: ProcessDetail
  /** The code of one cause; null for all. */
  code: string | null
  onClose: () => void
}

/** Failures one by one: whose they are, of which pages or file, and what mends each. */
export function FailuresDialog({ process, code, onClose }: Props) {
  const { t } = useWords(['processes', 'words'])
  const viewer = useViewer()
  const whose = useWhose()
  const [page, setPage] = useState(1)
  const { id } = process
  const answer = useCall(processes.failures, { id, ...(code !== null && { code }), page, perPage: 10 })
  const rows = answer.data?.data ?? []
  const [first] = rows
  // Failures of one cause may differ in the figures that their message names.
  const isShared = code !== null && rows.every(({ message }) => message === first?.message)
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('vista.listaFallas')}
      size="48rem"
      foot={<Button onClick={onClose}>{t('words:accion.cerrar')}</Button>}
    >
      {answer.error ? (
        <ErrorState error={answer.error} title={t('vista.error')} onRetry={() => void answer.refetch()} />
      ) : !answer.data ? (
        <Loader size={24} color="var(--text3)" role="status" aria-label={t('vista.listaFallas')} />
      ) : (
        <>
          {isShared && first && <p>{first.message}</p>}
          <p className="quiet">{t('vista.soloAlcance')}</p>
          <ul className={`${style.failureList} plain-list`}>
            {rows.map((row) => {
              const mends = remedyOf(viewer, process, row)
              const name = whose(row) || t('vista.numero', { n: numberText(row.n) })
              return (
                <li key={row.n}>
                  <span>
                    <b className="figures">{name}</b>
                    <span className="second figures">
                      {row.cuil && <TaxId value={row.cuil} />}
                      {row.cuil && !isShared && ' · '}
                      {!isShared && row.message}
                    </span>
                  </span>
                  {mends && <RemedyLink {...mends} of={name} />}
                </li>
              )
            })}
          </ul>
          <ShortPager pagination={answer.data.pagination} onPage={setPage} />
        </>
      )}
    </Dialog>
  )
}
