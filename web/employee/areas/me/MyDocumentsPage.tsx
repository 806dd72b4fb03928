import { Button, Skeleton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { me, type MyDocument } from '#contract/me/me.ts'
import { FolderPanel } from '#web/shared/mine/FolderPanel.tsx'
import { FirstWaiting, NextWaiting } from '#web/shared/mine/Waiting.tsx'
import style from '#web/shared/mine/mine.module.css'
import { employeePaths } from '#web/shared/pages/paths.ts'
import { EmptyState, ErrorState } from '#web/shared/pages/states.tsx'
import { useCall } from '#web/shared/calls/useCall.ts'
import { usePageTitle } from '#web/shared/pages/usePageTitle.ts'
import { form } from '../../forms.ts'
import { AccessChanges } from './AccessChanges.tsx'
import { SigningNotice } from './SigningNotice.tsx'

const SignSheet = lazy(form(() => import('./SignSheet.tsx').then((loaded) => loaded.SignSheet)))

/** Documents that wait for this person first, then one year's documents by folder. */
export function MyDocumentsPage() {
  const { t } = useTranslation('me')
  const [year, setYear] = useState<number>()
  const answer = useCall(me.documents, year === undefined ? {} : { anio: year })
  const { data } = answer
  const waiting = data?.espera ?? []
  const mayBeAsked = data?.firma_cerrada !== 'SIGN_NOT_ALLOWED_CONSENT'
  const title =
    waiting.length > 0
      ? t('paraFirmar', { count: waiting.length })
      : mayBeAsked && data
        ? t('nadaParaFirmar')
        : t('titulo')
  usePageTitle(title)
  if (answer.error && !data)
    return <ErrorState error={answer.error} title={t('error')} onRetry={() => void answer.refetch()} />
  if (!data) return <Loading />
  const [first, ...others] = waiting
  const maySign = data.firma_cerrada === null
  const firstOpen = data.carpetas.findIndex(({ cerrada_por: by }) => by.length === 0)
  const nothing = waiting.length === 0 && data.anios.length === 0
  return (
    <div className={`${style.page} column gap-12`} aria-busy={answer.isFetching}>
      <h1>{title}</h1>
      <AccessChanges />
      {data.firma_cerrada && <SigningNotice reason={data.firma_cerrada} />}
      {first && <First document={first} maySign={maySign} />}
      {others.length > 0 && <NextWaiting documents={others} to={employeePaths.document} />}
      {maySign && others.length > 0 && <SignTogether waiting={waiting} />}
      {nothing ? (
        <EmptyState title={t('vacio')}>{t('vacioTexto')}</EmptyState>
      ) : (
        <section className={`${style.mine} column gap-12`} aria-labelledby="mine">
          <div className={`${style.over} row apart`}>
            <h2 id="mine" className={title === t('titulo') ? 'only-read-aloud' : undefined}>
              {t('titulo')}
            </h2>
            <label className={style.year}>
              <span className="only-read-aloud">{t('anio')}</span>
              <select
                className="focus-ring figures"
                value={data.anio}
                onChange={(event) => setYear(Number(event.currentTarget.value))}
              >
                {[...new Set([data.anio, ...data.anios])].map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </select>
            </label>
          </div>
          {data.carpetas.length === 0 && (
            <p className="second">{t('vacioAnio', { anio: String(data.anio) })}</p>
          )}
          {data.carpetas.map((folder, at) => (
            <FolderPanel
              key={`${data.anio} ${folder.id}`}
              folder={folder}
              startsOpen={at === firstOpen}
              to={employeePaths.document}
            />
          ))}
        </section>
      )}
    </div>
  )
}

function First({ document, maySign }: { document: MyDocument; maySign: boolean }) {
  const head = useCall(me.page, { id: document.id, c: 1, miniatura: true })
  return <FirstWaiting document={document} maySign={maySign} head={head} to={employeePaths.document} />
}

/** Those already opened can be chosen and signed with one password, conforme only. */
function SignTogether({ waiting }: { waiting: readonly MyDocument[] }) {
  const { t } = useTranslation('me')
  const [signing, setSigning] = useState(false)
  const read = waiting.filter(({ leido }) => leido)
  if (read.length < 2) return <p className={style.together}>{t('juntosComo')}</p>
  return (
    <>
      <Button size="lg" variant="outline" fullWidth onClick={() => setSigning(true)}>
        {t('firmarJuntos', { count: read.length })}
      </Button>
      {signing && (
        <Suspense>
          <SignSheet documents={read} onClose={() => setSigning(false)} />
        </Suspense>
      )}
    </>
  )
}

function Loading() {
  const { t } = useTranslation('me')
  return (
    <div className={`${style.page} column gap-12`} role="status" aria-label={t('cargando')}>
      <Skeleton height={30} width={240} />
      <Skeleton height={256} />
      <Skeleton height={68} />
      <Skeleton height={52 * 4} mt={28} />
    </div>
  )
}
