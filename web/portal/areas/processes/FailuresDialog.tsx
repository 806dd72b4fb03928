import { Button, Loader } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { processes } from '#contract/processes.ts'
import { Dialog } from '#web/shared/Dialog.tsx'
import { ShortPager } from '#web/shared/ShortPager.tsx'
import { ErrorState } from '#web/shared/states.tsx'
import { TaxId } from '#web/shared/TaxId.tsx'
import { numberText } from '#web/shared/texts.ts'
import { useCall } from '#web/shared/useCall.ts'
import style from './Processes.module.css'

/** The failures of one cause: whose they are, of which pages or file, and what to do. */
export function FailuresDialog({ id, code, onClose }: { id: number; code: string; onClose: () => void }) {
  const { t } = useTranslation(['processes', 'words'])
  const [page, setPage] = useState(1)
  const answer = useCall(processes.failures, { id, code, page, perPage: 10 })
  const rows = answer.data?.data ?? []
  const [first] = rows
  return (
    <Dialog opened onClose={onClose} title={t('vista.listaFallas')} size="48rem">
      <div className="modal-text">
        {answer.error ? (
          <ErrorState error={answer.error} title={t('vista.error')} onRetry={() => void answer.refetch()} />
        ) : !answer.data ? (
          <Loader size={24} color="var(--text3)" aria-label={t('vista.listaFallas')} />
        ) : (
          <>
            {first && <p>{first.message}</p>}
            <p className="quiet">{t('vista.soloAlcance')}</p>
            <ul className={style.failureList}>
              {rows.map((row) => (
                <li key={row.n}>
                  <b>{row.colaborador ?? row.archivo ?? t('vista.numero', { n: numberText(row.n) })}</b>
                  <span className="second figures">
                    {row.cuil && <TaxId value={row.cuil} />}{' '}
                    {row.paginas.length > 0 && t('vista.paginas', { paginas: row.paginas.join(', ') })}
                  </span>
                </li>
              ))}
            </ul>
            <ShortPager pagination={answer.data.pagination} onPage={setPage} />
          </>
        )}
      </div>
      <div className="modal-foot">
        <Button onClick={onClose}>{t('words:accion.cerrar')}</Button>
      </div>
    </Dialog>
  )
}
