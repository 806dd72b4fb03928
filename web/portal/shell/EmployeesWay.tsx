import { Button } from '@mantine/core'
import { IconDownload, IconEye, IconSignature } from '@tabler/icons-react'
import { sites } from '#web/shared/pages/paths.ts'
import { endSession, storedToken } from '#web/shared/session/session.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { ErrorLayout } from './ErrorLayout.tsx'
import style from './ErrorLayout.module.css'

const there = [
  { word: 'leer', icon: IconSignature },
  { word: 'descargar', icon: IconDownload },
  { word: 'datos', icon: IconEye },
] as const

/** Somebody without a management profile at the administrators' site: what there is for them, and where. */
export function EmployeesWay() {
  const { t } = useWords('permissions')
  return (
    <ErrorLayout
      drawing="empty"
      number={t('administracion.numero')}
      title={t('administracion.titulo')}
      why={t('administracion.texto')}
      actions={
        <>
          <Button component="a" href={sites.employees} variant="filled">
            {t('administracion.ir')}
          </Button>
          <Button onClick={() => endSession({ logout: true })}>
            {t(storedToken() ? 'administracion.salir' : 'administracion.entrar')}
          </Button>
        </>
      }
    >
      <div className={style.label}>{t('administracion.puede')}</div>
      {there.map(({ word, icon: Mark }) => (
        <div key={word} className="row gap-12">
          <Mark size={18} color="var(--text3)" aria-hidden />
          {t(`administracion.${word}`)}
        </div>
      ))}
    </ErrorLayout>
  )
}
