import { PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { accesses } from '#contract/account/access.ts'
import { me } from '#contract/me/me.ts'
import { call } from '#web/shared/calls/call.ts'
import { ConfirmDialog } from '#web/shared/forms/ConfirmDialog.tsx'
import { useWords } from '#web/shared/texts/useWords.ts'

/** Asks for the password from before the company's change, which opens signing. */
export function FormerPassword({ onClose }: { onClose: () => void }) {
  const { t } = useWords('account-own')
  const [pass, setPass] = useState('')
  return (
    <ConfirmDialog
      title={t('claveDeAntes.titulo')}
      submit={t('claveDeAntes.boton')}
      done={t('claveDeAntes.hecho')}
      act={() => call(accesses.former, { pass })}
      refresh={[accesses.own, me.documents, me.document]}
      shut={pass === ''}
      onClose={onClose}
    >
      <p>{t('claveDeAntes.texto')}</p>
      <PasswordInput
        label={t('claveDeAntes.clave')}
        autoComplete="off"
        value={pass}
        onChange={(event) => setPass(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
