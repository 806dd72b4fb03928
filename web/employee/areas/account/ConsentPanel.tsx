import { Button } from '@mantine/core'
import { IconCircleCheck, IconMinus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { account } from '#contract/account/account.ts'
import { consentActs, me, type ConsentDecision } from '#contract/me/me.ts'
import { call } from '#web/shared/calls/call.ts'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { useErrorText } from '#web/shared/texts/texts.ts'
import { useRefresh } from '#web/shared/calls/useCall.ts'
import { useConsent } from '#web/shared/documents/useConsent.ts'
import style from './ConsentPanel.module.css'

const words = { otorgado: 'aceptar', rechazado: 'noAceptar', retirado: 'retirar' } as const

/** The person's consent to electronic documents, and the decisions possible from it. */
export function ConsentPanel() {
  const { t } = useTranslation(['me', 'words'])
  const stand = useConsent()
  const refresh = useRefresh()
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const [withdrawing, setWithdrawing] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const decide = async (decision: ConsentDecision) => {
    setBusy(true)
    setError(null)
    try {
      await call(me.consent, { decision })
    } catch (reason) {
      setError(reason)
    } finally {
      await refresh(account.profile, me.documents, me.document)
      setBusy(false)
      setWithdrawing(false)
    }
  }
  const given = stand === 'otorgado'
  const open = (Object.keys(words) as ConsentDecision[]).filter((decision) =>
    consentActs[decision].includes(stand),
  )
  return (
    <section className={style.panel} aria-labelledby="consent">
      <h2 id="consent">{t('cuenta.consentimiento')}</h2>
      <div className={style.stand} role="status">
        {given ? (
          <IconCircleCheck size={20} aria-hidden className={style.ok} />
        ) : (
          <IconMinus size={20} aria-hidden />
        )}
        <b>{t(`cuenta.${stand ?? 'sinDecidir'}`)}</b>
      </div>
      <p className="second">{t(given ? 'cuenta.otorgadoTexto' : 'cuenta.noOtorgadoTexto')}</p>
      {error !== null && (
        <p className={style.wrong} role="alert">
          {errorText(error)}
        </p>
      )}
      <div className={style.acts}>
        {open.map((decision) => (
          <Button
            key={decision}
            size="lg"
            loading={busy}
            variant={decision === 'otorgado' ? 'filled' : 'default'}
            onClick={() => (decision === 'retirado' ? setWithdrawing(true) : void decide(decision))}
          >
            {t(`cuenta.${words[decision]}`)}
          </Button>
        ))}
      </div>
      <Dialog opened={withdrawing} onClose={() => setWithdrawing(false)} title={t('cuenta.retirarTitulo')}>
        <div className="modal-text">{t('cuenta.retirarTexto')}</div>
        <div className="modal-foot">
          <Button size="md" onClick={() => setWithdrawing(false)} data-autofocus>
            {t('words:accion.cancelar')}
          </Button>
          <Button
            size="md"
            variant="filled"
            color="bad"
            loading={busy}
            onClick={() => void decide('retirado')}
          >
            {t('cuenta.retirarYa')}
          </Button>
        </div>
      </Dialog>
    </section>
  )
}
