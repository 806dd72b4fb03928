import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { ownAccount } from '#contract/account/own.ts'
import { ErrorState } from '../pages/states.tsx'
import { instantText, zoneText } from '../texts/texts.ts'
import { useCall } from '../calls/useCall.ts'
import { useViewer } from '../session/viewer.ts'
import { useWords } from '../texts/useWords.ts'
import style from './account.module.css'

const perPage = 8

/** Sign-ins and what changed of the way into one's own account, a page at a time. */
export function OwnActivity() {
  const { t } = useWords('account-own')
  const { company } = useViewer()
  const [page, setPage] = useState(1)
  const answer = useCall(ownAccount.activity, { page, perPage })
  const last = Math.max(1, Math.ceil((answer.data?.pagination.total ?? 0) / perPage))
  return (
    <section className={style.section} aria-labelledby="own-activity">
      <div className={`${style.head} row wrap`}>
        <h2 id="own-activity">{t('actividad.titulo')}</h2>
        <span className={`quiet ${style.beside}`}>{zoneText(new Date().toISOString(), company.zona)}</span>
      </div>
      {answer.error ? (
        <ErrorState error={answer.error} title={t('actividad.error')} onRetry={() => void answer.refetch()} />
      ) : answer.data ? (
        <ul className={`${style.panel} plain-list panel`}>
          {answer.data.data.map(({ id, fecha, hecho, propio, quien, dispositivo, direccion }) => (
            <li key={id} className={style.event}>
              <span className="second figures">{instantText(fecha, company.zona)}</span>
              <b>
                {t(`actividad.hecho.${hecho}`)}{' '}
                <span className="second">
                  {propio ? dispositivo : t('actividad.por', { quien: quien ?? t('actividad.sistema') })}
                </span>
              </b>
              <span className="quiet figures">{direccion}</span>
            </li>
          ))}
          {answer.data.data.length === 0 && <li className={style.notice}>{t('actividad.nada')}</li>}
        </ul>
      ) : (
        <Skeleton height={200} />
      )}
      {last > 1 && (
        <div className={`${style.pages} flex at-end gap-8`}>
          <Button variant="subtle" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('actividad.nuevas')}
          </Button>
          <Button variant="subtle" disabled={page >= last} onClick={() => setPage(page + 1)}>
            {t('actividad.anteriores')}
          </Button>
        </div>
      )}
    </section>
  )
}
