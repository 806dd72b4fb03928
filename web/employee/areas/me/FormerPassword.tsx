import { PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accesses } from '#contract/account/access.ts'
import { me } from '#contract/me/me.ts'
import { call } from '#web/shared/calls/call.ts'
import { ConfirmDialog } from '#web/shared/forms/ConfirmDialog.tsx'

/** Asks for the password from before the company's change, which opens signing. */
export function FormerPassword({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('me')
  const [pass, setPass] = useState('')
  return (
    <ConfirmDialog
      title={t('aviso.claveTitulo')}
      submit={t('aviso.claveBoton')}
      done={t('aviso.claveHecho')}
      act={() => call(accesses.former, { pass })}
      refresh={[accesses.own, me.documents, me.document]}
      shut={pass === ''}
      onClose={onClose}
    >
      <p>{t('aviso.claveTexto')}</p>
      <PasswordInput
        label={t('aviso.clave')}
        autoComplete="off"
        value={pass}
        onChange={(event) => setPass(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
