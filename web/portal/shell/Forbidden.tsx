import { Button } from '@mantine/core'
import { useContext, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type ActionId, actions as allActions } from '#contract/actions.ts'
import { permissionCalls } from '#contract/permissions/calls.ts'
import { paths, sites } from '#web/shared/pages/paths.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { type Viewer, ViewerContext } from '#web/shared/session/viewer.ts'
import { mayOpen } from '#web/shared/pages/may-open.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { hasCome, type Missing, missingFor } from '../missing.ts'
import { EmployeesWay } from './EmployeesWay.tsx'
import { ErrorLayout } from './ErrorLayout.tsx'
import { Granters } from './Granters.tsx'

/** 403: which right is missing, who can give it, and on to the page as soon as it came. */
export function Forbidden() {
  const viewer = useContext(ViewerContext)
  if (!viewer || !mayOpen(viewer, 'hr')) return <EmployeesWay />
  return <MissingRight viewer={viewer} />
}

function MissingRight({ viewer }: { viewer: Viewer }) {
  const { t } = useWords(['permissions', 'shell-screens'])
  const [query] = useSearchParams()
  const wanted = query.get('ruta') ?? ''
  const others = actionsIn(query.get('falta'))
  const missing = missingFor(wanted, others)
  const [checked, setChecked] = useState<'not' | 'busy' | 'still'>('not')
  const check = async (asked: boolean) => {
    if (!missing.screen) return
    // Only a press turns the button: the first check is the page's own.
    if (asked) setChecked('busy')
    const came = await hasCome(viewer, missing.screen, others).catch(() => false)
    // The page is loaded anew: the menu, too, is made of rights that have changed.
    if (came) location.replace(sites.portal.slice(0, -1) + wanted)
    else if (asked) setChecked('still')
  }
  useEffect(() => {
    void check(false)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each address that was refused
  }, [wanted])
  const [action] = missing.actions
  const granters = useCall(
    permissionCalls.granters,
    { accion: action ?? allActions.employees },
    { enabled: action !== undefined },
  )
  return (
    <ErrorLayout
      drawing="shut"
      number={t('falta.numero')}
      title={
        missing.screen
          ? t('falta.titulo', { pantalla: t(`shell-screens:${missing.screen}`) })
          : t('shell-screens:Error403')
      }
      why={<Why missing={missing} viewer={viewer} />}
      // They stand below the people who can give it, and would move under the pointer when those come.
      actions={
        granters.isLoading ? null : (
          <>
            {missing.screen && (
              <Button variant="filled" loading={checked === 'busy'} onClick={() => void check(true)}>
                {t('falta.comprobar')}
              </Button>
            )}
            <Button component={Link} to={paths.home()} variant={missing.screen ? 'default' : 'filled'}>
              {t('falta.inicio')}
            </Button>
          </>
        )
      }
      note={checked === 'still' && t('falta.todavia')}
    >
      {action !== undefined && granters.data && <Granters action={action} of={granters.data} />}
    </ErrorLayout>
  )
}

function Why({ missing: { actions, payroll }, viewer }: { missing: Missing; viewer: Viewer }) {
  const { t, i18n } = useWords('permissions')
  const perfil = viewer.profile.perfiles.find(({ actual }) => actual)?.nombre ?? ''
  const empresa = viewer.company.nombre
  if (payroll) return t('falta.pagos', { empresa })
  const named = actions.map((numero) => t('falta.deUno', { numero, permiso: t(`accion.${numero}`) }))
  const [only] = actions
  if (only === undefined) return t('falta.sin', { perfil, empresa })
  if (actions.length === 1)
    return t('falta.uno', { perfil, empresa, numero: only, permiso: t(`accion.${only}`) })
  const permisos = new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(named)
  return t('falta.varios', { perfil, empresa, permisos })
}

function actionsIn(text: string | null): ActionId[] {
  const numbers = (text ?? '').split(',').map(Number)
  return Object.values(allActions).filter((action) => numbers.includes(action))
}
