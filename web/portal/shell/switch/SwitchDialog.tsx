import { Button, Skeleton } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { relations } from '#contract/relations.ts'
import { AddCompany } from '#web/shared/account/AddCompany.tsx'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { employeesSite } from './cards.ts'
import { CompanyCards } from './CompanyCards.tsx'
import { ExpiredPassword } from './ExpiredPassword.tsx'
import { type Standing, useSwitch } from './useSwitch.ts'
import style from './Switch.module.css'

/** Changes company or profile: the list, its second states in the same modal, and the outcome, which stays. */
export function SwitchDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords('relations-switch')
  const related = useCall(relations.related, {})
  const { standing, busy, error, change, add, back } = useSwitch()
  const navigate = useNavigate()
  const content = useFocusOn(standing.at)
  if (standing.at === 'profile' || standing.at === 'company') {
    const { at } = standing
    const accept = () => {
      if (at === 'company') return location.assign('/s/home')
      window.open(employeesSite(standing.domain), '_blank', 'noopener')
      onClose()
      void navigate(paths.home())
    }
    return (
      <Dialog opened locked size="48rem" onClose={accept} title={t('hecho.titulo')}>
        <div className="modal-text" role="status">
          {at === 'company' ? t('hecho.empresa') : t('hecho.perfil')}
        </div>
        <div className="modal-foot">
          <Button variant="filled" onClick={accept} data-autofocus>
            {t('hecho.aceptar')}
          </Button>
        </div>
      </Dialog>
    )
  }
  const title =
    standing.at === 'list'
      ? t('titulo')
      : standing.at === 'add'
        ? t('agregar.titulo')
        : t('vencida.titulo', { empresa: standing.card.user.empresa.nombre })
  return (
    <Dialog
      opened
      size="48rem"
      onClose={onClose}
      onBack={standing.at === 'list' ? undefined : back}
      title={title}
    >
      <div ref={content} className={style.content}>
        {standing.at === 'add' && <AddCompany onClose={back} />}
        {standing.at === 'expired' && (
          <ExpiredPassword
            card={standing.card}
            expired={standing.vencida}
            busy={busy !== null}
            onBack={back}
            onEnter={() => change(standing.card)}
          />
        )}
        {standing.at === 'list' &&
          (related.data ? (
            <CompanyCards
              users={related.data}
              busy={busy}
              error={error}
              onChange={change}
              onAdd={add}
              onClose={onClose}
            />
          ) : (
            <div className="modal-text">
              {related.error ? (
                <ErrorState error={related.error} title={t('error')} onRetry={() => void related.refetch()} />
              ) : (
                <Skeleton height={64} radius={8} />
              )}
            </div>
          ))}
      </div>
    </Dialog>
  )
}

/** Mantine focuses when a dialog opens; here its content changes, and the pressed button is gone. */
function useFocusOn(at: Standing['at']) {
  const content = useRef<HTMLDivElement>(null)
  const before = useRef(at)
  useEffect(() => {
    const came = before.current !== at
    before.current = at
    const wanted = at === 'list' ? '[data-focus-back]' : at === 'add' ? '[data-autofocus]' : null
    if (came && wanted) content.current?.querySelector<HTMLElement>(wanted)?.focus()
  }, [at])
  return content
}
