import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { account } from '#contract/account/account.ts'
import { ownAccount } from '#contract/account/own.ts'
import { call } from '../calls/call.ts'
import { Dialog } from '../forms/Dialog.tsx'
import { NewPasswordForm } from '../password/NewPasswordForm.tsx'
import { ErrorState } from '../pages/states.tsx'
import { useCall, useRefresh } from '../calls/useCall.ts'
import { useViewer } from '../session/viewer.ts'
import { useWords } from '../texts/useWords.ts'
import { FirstFault } from './FirstFault.tsx'
import { SuccessDialog } from './SuccessDialog.tsx'
import { useAccountWords } from './useAccountWords.ts'

const faultsOf = async (pass: string) => (await call(account.isValidPass, { pass })).codigos

/** Changes one's own password, each rule of the policy answered while it is typed. */
export function EditPassword({ onClose }: { onClose: () => void }) {
  const { t } = useWords(['account-own', 'account', 'words'])
  const words = useAccountWords()
  const { profile } = useViewer()
  const refresh = useRefresh()
  const policy = useCall(account.policy, {})
  const [done, setDone] = useState(false)

  if (done)
    return (
      <SuccessDialog title={t('clave.lista')} button={t('clave.entendido')} onClose={onClose}>
        {t('clave.listaTexto')}
      </SuccessDialog>
    )
  return (
    <Dialog opened onClose={onClose} title={t('clave.titulo')}>
      {policy.data ? (
        <NewPasswordForm
          words={words}
          policy={policy.data}
          withOld
          inDialog
          user={profile.usuario}
          ask={faultsOf}
          onSubmit={async ({ old, pass, repass }) => {
            await call(account.changePassword, { oldpass: old, pass, repass, send_mail: true })
            setDone(true)
            await refresh(ownAccount.overview, ownAccount.sessions, ownAccount.activity)
          }}
          head={(error) => <FirstFault error={error} />}
          foot={({ busy, shut, why }) => (
            <div className="modal-foot">
              <span className="second grow reason" aria-live="polite">
                {why}
              </span>
              <Button size="md" variant="subtle" onClick={onClose}>
                {t('words:accion.cancelar')}
              </Button>
              <Button size="md" type="submit" variant="filled" loading={busy} disabled={shut}>
                {t('clave.guardar')}
              </Button>
            </div>
          )}
        />
      ) : (
        <div className="modal-text">
          {policy.error ? (
            <ErrorState
              error={policy.error}
              title={t('words:error.carga')}
              onRetry={() => void policy.refetch()}
            />
          ) : (
            <Skeleton height={320} />
          )}
        </div>
      )}
    </Dialog>
  )
}
