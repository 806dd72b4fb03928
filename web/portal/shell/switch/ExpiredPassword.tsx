import { Alert, Button } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconClock } from '@tabler/icons-react'
import { useState } from 'react'
import { relations } from '#contract/relations.ts'
import { useAccountWords } from '#web/shared/account/useAccountWords.ts'
import { call } from '#web/shared/calls/call.ts'
import { NewPasswordForm } from '#web/shared/password/NewPasswordForm.tsx'
import { dateText, useErrorText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import type { Card } from './cards.ts'
import type { Standing } from './useSwitch.ts'
import style from './Switch.module.css'

interface Props {
  card: Card
  expired: Extract<Standing, { at: 'expired' }>['vencida']
  busy: boolean
  onBack: () => void
  onEnter: () => void
}

/** Changes the other user's expired password by the old one, and continues the switch without typing it again. */
export function ExpiredPassword({ card, expired, busy, onBack, onEnter }: Props) {
  const { t } = useWords(['relations-switch', 'account'])
  const errorText = useErrorText()
  const [done, setDone] = useState(false)
  const empresa = card.user.empresa.nombre
  const words = useAccountWords()
  if (done)
    return (
      <>
        <div className="modal-text">
          <Alert color="ok" role="status" icon={<IconCircleCheck size={18} />}>
            {t('vencida.lista', { empresa })}
          </Alert>
        </div>
        <div className="modal-foot">
          <Button variant="filled" loading={busy} onClick={onEnter} data-autofocus>
            {t('vencida.tablero')}
          </Button>
        </div>
      </>
    )
  return (
    <NewPasswordForm
      words={words}
      policy={expired.politica}
      heading={t('vencida.politica', { empresa })}
      withOld
      beside
      inDialog
      user={card.user.usuario}
      onSubmit={async ({ old, pass, repass }) => {
        await call(relations.renewPassword, { id: card.user.id, oldpass: old, pass, repass })
        setDone(true)
      }}
      head={(error) => (
        <Alert
          color={error ? 'bad' : 'warn'}
          role={error ? 'alert' : 'note'}
          mb={20}
          icon={error ? <IconAlertCircle size={18} /> : <IconClock size={18} />}
        >
          {error ? (
            errorText(error)
          ) : (
            <>
              <b>{t('vencida.aviso', { dia: dateText(expired.desde) })}</b> {t('vencida.texto')}
            </>
          )}
        </Alert>
      )}
      foot={({ busy: sending, shut, why }) => (
        <div className="modal-foot">
          <div className={`${style.promise} grow row gap-8`} aria-live="polite">
            {why}
          </div>
          <Button onClick={onBack} disabled={sending}>
            {t('volver')}
          </Button>
          <Button type="submit" variant="filled" loading={sending} disabled={shut}>
            {t('vencida.actualizar')}
          </Button>
        </div>
      )}
    />
  )
}
