import { Button } from '@mantine/core'
import { IconCircleCheck, IconMinus } from '@tabler/icons-react'
import { useState } from 'react'
import { account } from '#contract/account/account.ts'
import { consentActs, me, type ConsentDecision } from '#contract/me/me.ts'
import { call } from '#web/shared/calls/call.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { ConfirmDialog } from '#web/shared/forms/ConfirmDialog.tsx'
import { useConsent } from '#web/shared/documents/useConsent.ts'
import panel from '#web/shared/account/panel.module.css'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './ConsentPanel.module.css'

const changed = [account.profile, me.documents, me.document]
const words = { otorgado: 'aceptar', rechazado: 'noAceptar', retirado: 'retirar' } as const

/** The person's consent to electronic documents, and the decisions possible from it. */
export function ConsentPanel() {
  const { t } = useWords('me')
  const stand = useConsent()
  const [withdrawing, setWithdrawing] = useState(false)
  const { run, busy, refusal } = useAct(me.consent, { refresh: changed, inPlace: true })
  const given = stand === 'otorgado'
  const open = (Object.keys(words) as ConsentDecision[]).filter((decision) =>
    consentActs[decision].includes(stand),
  )
  return (
    <section className={`${panel.panel} panel column gap-12`} aria-labelledby="consent">
      <h2 id="consent">{t('cuenta.consentimiento')}</h2>
      <div className={`${panel.stand} row gap-8`} role="status">
        {given ? (
          <IconCircleCheck size={20} aria-hidden className="ok" />
        ) : (
          <IconMinus size={20} aria-hidden />
        )}
        <b>{t(`cuenta.${stand ?? 'sinDecidir'}`)}</b>
      </div>
      <p className="second">{t(given ? 'cuenta.otorgadoTexto' : 'cuenta.noOtorgadoTexto')}</p>
      {refusal !== null && (
        <p className="bad" role="alert">
          {refusal}
        </p>
      )}
      <div className={`${style.acts} flex wrap gap-8`}>
        {open.map((decision) => (
          <Button
            key={decision}
            size="lg"
            loading={busy}
            variant={decision === 'otorgado' ? 'filled' : 'default'}
            onClick={() => (decision === 'retirado' ? setWithdrawing(true) : run({ decision }))}
          >
            {t(`cuenta.${words[decision]}`)}
          </Button>
        ))}
      </div>
      {withdrawing && (
        <ConfirmDialog
          title={t('cuenta.retirarTitulo')}
          submit={t('cuenta.retirarYa')}
          act={() => call(me.consent, { decision: 'retirado' })}
          refresh={changed}
          dangerous
          onClose={() => setWithdrawing(false)}
        >
          {t('cuenta.retirarTexto')}
        </ConfirmDialog>
      )}
    </section>
  )
}
