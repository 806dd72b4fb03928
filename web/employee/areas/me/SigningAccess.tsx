import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { accesses } from '#contract/account/access.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { dateText, instantText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { form } from '../../forms.ts'
import style from './SigningNotice.module.css'

const FormerPassword = lazy(
  form(() => import('./FormerPassword.tsx').then((loaded) => loaded.FormerPassword)),
)

/** By whom the company's address or code was put, how signing opens, and the way by the former password. */
export function SigningAccess() {
  const { t } = useWords('me')
  const { company } = useViewer()
  const [giving, setGiving] = useState(false)
  const { data } = useCall(accesses.own, {})
  if (!data) return null
  const { accesos, contrasena_anterior: known, espera, hasta } = data
  const last = accesos.at(-1)
  const correo = accesos.findLast(({ correo_anterior }) => correo_anterior)?.correo_anterior ?? ''
  return (
    <>
      {espera === 'objecion' && (
        <p>
          {hasta
            ? t('aviso.porObjecion', { cuando: instantText(hasta, company.zona), correo })
            : t('aviso.porObjecionSinFecha', { correo })}
        </p>
      )}
      {espera === 'segunda_persona' && <p>{t('aviso.porPersona')}</p>}
      {known && (
        <>
          <p>{t('aviso.porClave')}</p>
          <div>
            <Button size="md" onClick={() => setGiving(true)}>
              {t('aviso.darClave')}
            </Button>
          </div>
        </>
      )}
      {last && (
        <details className={style.why}>
          <summary className="focus-ring">{t('aviso.porQue')}</summary>
          <p>
            {t(last.clase === 'correo' ? 'aviso.pusoCorreo' : 'aviso.pusoCodigo', {
              quien: last.por ?? t('aviso.alguien'),
              cuando: dateText(last.fecha, company.zona),
            })}{' '}
            {t('aviso.cambiosAyuda')} {t('aviso.lecturas')}
          </p>
        </details>
      )}
      {giving && (
        <Suspense>
          <FormerPassword onClose={() => setGiving(false)} />
        </Suspense>
      )}
    </>
  )
}
