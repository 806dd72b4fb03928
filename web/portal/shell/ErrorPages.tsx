import { Button } from '@mantine/core'
import { useContext } from 'react'
import { Link, useSearchParams } from 'react-router'
import { screens } from '#contract/permissions/permissions.ts'
import { mayOpen } from '#web/shared/pages/may-open.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { ViewerContext } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { nearScreens } from '../near.ts'
import { canShow } from '../open-screens.ts'
import { ErrorLayout } from './ErrorLayout.tsx'
import style from './ErrorLayout.module.css'

/** 404 inside: something that doesn't exist, or is out of reach, which looks the same. */
export function NotFound() {
  const { t } = useWords(['shell', 'permissions'])
  const viewer = useContext(ViewerContext)
  const searches = viewer && mayOpen(viewer, screens.employeeslist.need)
  return (
    <ErrorLayout
      drawing="nothing"
      number={t('permissions:perdida.numero')}
      title={t('errores.404.titulo')}
      why={t('errores.404.texto')}
      actions={
        <>
          {searches && (
            <Button component={Link} to={paths.employees()} variant="filled">
              {t('errores.404.volver')}
            </Button>
          )}
          <Button component={Link} to={paths.home()} variant={searches ? 'default' : 'filled'}>
            {t('errores.404NH.volver')}
          </Button>
        </>
      }
    />
  )
}

/** An address that no screen has: what was looked for, and addresses spelt almost like it. */
export function UnknownInside() {
  const { t } = useWords(['permissions', 'shell-screens'])
  const viewer = useContext(ViewerContext)
  const sought = useSearchParams()[0].get('ruta')
  const near = viewer && sought ? nearScreens(sought, (id) => canShow(viewer, id)) : []
  const searches = viewer && mayOpen(viewer, screens.employeeslist.need)
  return (
    <ErrorLayout
      drawing="lost"
      number={t('perdida.numero')}
      title={t('perdida.titulo')}
      why={viewer ? t('perdida.texto', { empresa: viewer.company.nombre }) : t('perdida.textoSolo')}
      actions={
        <>
          {searches && (
            <Button component={Link} to={paths.employees()} variant="filled">
              {t('perdida.buscar')}
            </Button>
          )}
          <Button component={Link} to={paths.home()} variant={searches ? 'default' : 'filled'}>
            {t('falta.inicio')}
          </Button>
        </>
      }
    >
      {sought && (
        <>
          <div className={style.label}>{t('perdida.busco')}</div>
          <div className={style.sought}>/s{sought}</div>
          {near.length > 0 && (
            <>
              <div className={style.label}>{t('perdida.parecidas')}</div>
              <div className={style.near}>
                {near.map(({ id, path }) => [
                  <Link key={id} to={path}>
                    {t(`shell-screens:${id}`)}
                  </Link>,
                  <span key={path}>{path}</span>,
                ])}
              </div>
            </>
          )}
        </>
      )}
    </ErrorLayout>
  )
}
