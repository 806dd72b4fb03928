import { Button, TextInput } from '@mantine/core'
import { lazy, Suspense, useState, type FormEvent } from 'react'
import { ownAccount } from '#contract/account/own.ts'
import { useAct } from '../calls/useAct.ts'
import { Dialog } from '../forms/Dialog.tsx'
import { errorLine } from '../forms/fields.tsx'
import { lazily } from '../pages/lazily.ts'
import { PasswordInput } from '../password/PasswordInput.tsx'
import { instantText } from '../texts/texts.ts'
import { useViewer } from '../session/viewer.ts'
import { isRefusedWith } from '../calls/refused.ts'
import { useWords } from '../texts/useWords.ts'
import { FirstFault } from './FirstFault.tsx'
import { SuccessDialog } from './SuccessDialog.tsx'
import { useAccountWords } from './useAccountWords.ts'

const ProveFirst = lazy(async () => ({
  default: await lazily(() => import('./ProveFirst.tsx').then((it) => it.ProveFirst)),
}))

const looksLikeMail = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/

/** Changes the person's own mail address. Saving is disabled while a field is missing or invalid. */
export function EditMail({ onClose }: { onClose: () => void }) {
  const { t } = useWords(['account-own', 'account', 'words'])
  const words = useAccountWords()
  const { company } = useViewer()
  const [mail, setMail] = useState('')
  const [pass, setPass] = useState('')
  const [left, setLeft] = useState({ mail: false, pass: false })
  const [sent, setSent] = useState<{ correo: string; vence: string } | null>(null)

  const wrong = {
    mail: !mail.trim()
      ? t('correo.requerido')
      : looksLikeMail.test(mail.trim())
        ? null
        : t('correo.invalido'),
    pass: pass ? null : t('correo.requerido'),
  }
  const shut = Boolean(wrong.mail || wrong.pass)
  const change = useAct(ownAccount.changeMail, {
    refresh: [ownAccount.overview],
    onDone: setSent,
    inPlace: true,
  })
  const proving = isRefusedWith(change.error, 'MFA_PROOF_REQUIRED')
  const save = () => {
    if (!wrong.mail && !wrong.pass) change.run({ email: mail.trim(), pass })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  if (proving)
    return (
      <Dialog opened onClose={onClose} title={t('correo.titulo')}>
        <div className="modal-text">
          <p>{t('correo.factor')}</p>
          <Suspense fallback={null}>
            <ProveFirst onProved={save} />
          </Suspense>
        </div>
      </Dialog>
    )
  if (sent)
    return (
      <SuccessDialog title={t('correo.enviado')} button={t('correo.entendido')} onClose={onClose}>
        {t('correo.enviadoTexto', { correo: sent.correo, vence: instantText(sent.vence, company.zona) })}
      </SuccessDialog>
    )
  return (
    <Dialog opened onClose={onClose} title={t('correo.titulo')}>
      <form noValidate onSubmit={submit} aria-busy={change.busy}>
        <div className="modal-text">
          <FirstFault error={change.error} />
          <p>{t('correo.texto')}</p>
          <TextInput
            size="md"
            label={t('correo.nuevo')}
            type="email"
            autoComplete="email"
            required
            value={mail}
            onChange={(event) => setMail(event.currentTarget.value)}
            onBlur={() => setLeft((before) => ({ ...before, mail: true }))}
            error={left.mail && errorLine(wrong.mail ?? undefined)}
            mb={16}
            data-autofocus
          />
          <PasswordInput
            words={words.campo}
            label={t('correo.contrasena')}
            autoComplete="current-password"
            required
            value={pass}
            onChange={(event) => setPass(event.currentTarget.value)}
            onBlur={() => setLeft((before) => ({ ...before, pass: true }))}
            error={left.pass && errorLine(wrong.pass ?? undefined)}
          />
        </div>
        <div className="modal-foot">
          <span className="second grow reason">{(!mail.trim() || !pass) && t('correo.falta')}</span>
          <Button size="md" variant="subtle" onClick={onClose}>
            {t('words:accion.cancelar')}
          </Button>
          <Button size="md" type="submit" variant="filled" loading={change.busy} disabled={shut}>
            {t('correo.guardar')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
