import { Select } from '@mantine/core'
import { useState } from 'react'
import { relations } from '#contract/relations.ts'
import { PasswordField, TextField } from '../forms/fields.tsx'
import { FormShell } from '../forms/FormShell.tsx'
import { beginSwitch, switchSession } from '../session/switching.ts'
import { useViewer } from '../session/viewer.ts'
import { keepJoining } from '../session/visit.ts'
import { toast } from '../pages/toasts.tsx'
import { useRefresh } from '../calls/useCall.ts'
import { useForm } from '../forms/useForm.ts'
import { useWords } from '../texts/useWords.ts'

/**
 * Relates the person's user of another company, by signing in to it. Where that user needs a second factor, its session
 * begins now and the sign-in page asks for the factor; the relation is completed when the portal is open again.
 */
export function AddCompany({ onClose }: { onClose: () => void }) {
  const { t } = useWords('relations-switch')
  const { company } = useViewer()
  const refresh = useRefresh()
  const [companies, setCompanies] = useState<{ slug: string; nombre: string }[]>([])
  const joining = useForm(relations.join, {
    onDone: async (answer) => {
      if ('empresas' in answer) return setCompanies(answer.empresas)
      if ('jwt' in answer) {
        switchSession(answer.jwt, answer.user, [])
        keepJoining()
        return location.assign('/s/home')
      }
      await refresh(relations.related)
      toast({ text: t('agregar.hecha', { empresa: answer.relacionado.empresa.nombre }) })
      onClose()
    },
  })
  // If a second factor is required, the answer ends the current session.
  const form = {
    ...joining,
    submit: async () => {
      const finish = beginSwitch()
      await joining.submit().finally(finish)
    },
  }
  return (
    <FormShell form={form} loading={false} error={null} submit={t('agregar.enviar')} onCancel={onClose} modal>
      <p>{t('agregar.texto', { empresa: company.nombre })}</p>
      <TextField form={form} name="user" label={t('agregar.usuario')} first />
      <PasswordField form={form} name="password" label={t('agregar.clave')} autoComplete="off" />
      {companies.length > 0 && (
        <Select
          label={t('agregar.cual')}
          data={companies.map(({ slug, nombre }) => ({ value: slug, label: nombre }))}
          value={typeof form.values.company === 'string' ? form.values.company : null}
          onChange={(slug) => form.set('company', slug ?? undefined)}
          required
        />
      )}
    </FormShell>
  )
}
