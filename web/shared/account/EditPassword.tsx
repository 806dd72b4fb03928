import { Button, PasswordInput, Skeleton } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { account } from '#contract/account.ts'
import { ownAccount } from '#contract/own-account.ts'
import { call } from '../call.ts'
import { Dialog } from '../Dialog.tsx'
import { errorLine } from '../fields.tsx'
import { RuleList } from '../password/RuleList.tsx'
import { useTold } from '../password/useTold.ts'
import { blocking, rulesOf } from '../password-policy.ts'
import { ErrorState } from '../states.tsx'
import { useCall, useRefresh } from '../useCall.ts'
import { useViewer } from '../viewer.ts'
import { FirstFault } from './FirstFault.tsx'
import { SuccessDialog } from './SuccessDialog.tsx'
import { useAccountWords } from './useAccountWords.ts'

const faultsOf = async (pass: string) => (await call(account.isValidPass, { pass })).codigos

/** Changes one's own password, each rule of the policy answered while it is typed. */
export function EditPassword({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['ownAccount', 'account', 'words'])
  const words = useAccountWords()
  const { profile } = useViewer()
  const refresh = useRefresh()
  const policy = useCall(account.policy, {})
  const [typed, setTyped] = useState({ oldpass: '', pass: '', repass: '' })
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)
  const told = useTold(typed.pass, faultsOf)

  if (done)
    return (
      <SuccessDialog title={t('clave.lista')} button={t('clave.entendido')} onClose={onClose}>
        {t('clave.listaTexto')}
      </SuccessDialog>
    )
  const rules = policy.data ? rulesOf(policy.data, words, typed.pass, typed.repass, told) : []
  const ready = Boolean(typed.oldpass) && rules.length > 0 && !rules.some(blocking)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!ready) return
    setBusy(true)
    setError(null)
    try {
      await call(account.changePassword, { ...typed, send_mail: true })
      setDone(true)
      await refresh(ownAccount.overview, ownAccount.sessions, ownAccount.activity)
    } catch (reason) {
      setError(reason)
    } finally {
      setBusy(false)
    }
  }
  const field = (name: keyof typeof typed, label: string, wrong?: string) => (
    <PasswordInput
      label={label}
      required
      mb={16}
      autoComplete={name === 'oldpass' ? 'current-password' : 'new-password'}
      value={typed[name]}
      onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, [name]: value }))}
      error={errorLine(wrong)}
      visibilityToggleButtonProps={{ 'aria-label': t('words:formulario.mostrar') }}
      {...(name === 'oldpass' && { 'data-autofocus': true })}
    />
  )
  const differs = typed.repass !== '' && typed.pass !== typed.repass
  return (
    <Dialog opened onClose={onClose} title={t('clave.titulo')}>
      <form noValidate onSubmit={(event) => void save(event)} aria-busy={busy}>
        <div className="modal-text">
          <FirstFault error={error} />
          <input type="hidden" name="username" autoComplete="username" value={profile.usuario} readOnly />
          {field('oldpass', t('account:anterior'))}
          {field('pass', t('account:nueva'))}
          {field('repass', t('account:repetir'), differs ? t('account:noCoinciden') : undefined)}
          {policy.data ? (
            <RuleList rules={rules} policy={policy.data} words={words} />
          ) : policy.error ? (
            <ErrorState
              error={policy.error}
              title={t('words:error.carga')}
              onRetry={() => void policy.refetch()}
            />
          ) : (
            <Skeleton height={96} />
          )}
        </div>
        <div className="modal-foot">
          <Button size="md" variant="subtle" onClick={onClose}>
            {t('words:accion.cancelar')}
          </Button>
          <Button size="md" type="submit" variant="filled" loading={busy} disabled={!ready}>
            {t('clave.guardar')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
