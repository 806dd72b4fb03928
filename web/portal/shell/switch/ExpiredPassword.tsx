import { Alert, Button } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconClock } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { relations } from '#contract/relations.ts'
import { useAccountWords } from '#web/shared/account/useAccountWords.ts'
import { PasswordField } from '#web/shared/fields.tsx'
import { RuleList } from '#web/shared/password/RuleList.tsx'
import { rulesOf } from '#web/shared/password-policy.ts'
import { dateText, useErrorText } from '#web/shared/texts.ts'
import { useForm } from '#web/shared/useForm.ts'
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

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** The other user's expired password, changed by the old one; then the switch goes on without typing it again. */
export function ExpiredPassword({ card, expired, busy, onBack, onEnter }: Props) {
  const { t } = useTranslation(['switch', 'account'])
  const errorText = useErrorText()
  const [done, setDone] = useState(false)
  const empresa = card.user.empresa.nombre
  const form = useForm(relations.renewPassword, {
    initial: { id: card.user.id },
    onDone: () => setDone(true),
  })
  const words = useAccountWords()
  const { oldpass, pass, repass } = form.values
  const rules = rulesOf(expired.politica, words, text(pass), text(repass))
  const unmet = rules.filter(({ met }) => met !== true).length + (oldpass ? 0 : 1)
  const refused = Object.values(form.errors)[0] ?? (form.refusal ? errorText(form.refusal) : null)
  if (done)
    return (
      <>
        <div className="modal-text">
          <Alert color="ok" role="status" icon={<IconCircleCheck size={18} stroke={1.6} />}>
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
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!unmet) void form.submit()
      }}
    >
      <div className="modal-text">
        <Alert
          color={refused ? 'bad' : 'warn'}
          role={refused ? 'alert' : 'note'}
          mb={20}
          icon={refused ? <IconAlertCircle size={18} stroke={1.6} /> : <IconClock size={18} stroke={1.6} />}
        >
          {refused ?? (
            <>
              <b>{t('vencida.aviso', { dia: dateText(expired.desde) })}</b> {t('vencida.texto')}
            </>
          )}
        </Alert>
        <div className={style.passwords}>
          <div className={style.fields}>
            <PasswordField form={form} name="oldpass" label={t('account:anterior')} first />
            <PasswordField form={form} name="pass" label={t('account:nueva')} autoComplete="new-password" />
            <PasswordField
              form={form}
              name="repass"
              label={t('account:repetir')}
              autoComplete="new-password"
            />
          </div>
          <div>
            <h3>{t('vencida.politica', { empresa })}</h3>
            <RuleList rules={rules} policy={expired.politica} words={words} />
          </div>
        </div>
      </div>
      <div className="modal-foot">
        <div className={style.promise} aria-live="polite">
          {unmet > 0 && t('account:faltanCondiciones', { count: unmet })}
        </div>
        <Button onClick={onBack} disabled={form.busy}>
          {t('volver')}
        </Button>
        <Button type="submit" variant="filled" loading={form.busy} disabled={unmet > 0}>
          {t('vencida.actualizar')}
        </Button>
      </div>
    </form>
  )
}
