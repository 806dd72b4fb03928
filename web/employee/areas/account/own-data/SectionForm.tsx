import '@mantine/core/styles/Combobox.layer.css'
import { Alert } from '@mantine/core'
import { useContext, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnswerOf, InputOf } from '#contract/call.ts'
import { sexes } from '#contract/employees/record.ts'
import { ownCalls, type OwnSectionShown, selfService } from '#contract/self-service/self-service.ts'
import { call } from '#web/shared/calls/call.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { useRefresh } from '#web/shared/calls/useCall.ts'
import { RefusalError } from '#web/shared/calls/wire.ts'
import { AddressField } from '#web/shared/forms/AddressField.tsx'
import { Draft } from '#web/shared/forms/Draft.tsx'
import { SelectField, TextField } from '#web/shared/forms/fields.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { ListField } from '#web/shared/forms/ListField.tsx'
import { type Form, useForm } from '#web/shared/forms/useForm.ts'
import { useFieldText } from '#web/shared/self-service/useFieldText.ts'
import { ViewerRenewal } from '#web/shared/session/viewer.ts'
import { SignStatement } from './SignStatement.tsx'

type AnyCall = (typeof ownCalls)['address']['change']
type Name = Extract<keyof InputOf<AnyCall>, string>

/** Numbers of accounts: the present one is never shown whole, so that the field begins empty. */
const hidden: readonly string[] = ['cbu', 'cci', 'cuenta']
const keyboards: Readonly<Record<string, 'tel' | 'email' | 'numeric'>> = {
  phone: 'tel',
  telefono_fijo: 'tel',
  telefono_emergencia: 'tel',
  mail_personal: 'email',
  cci: 'numeric',
}

interface Props {
  shown: OwnSectionShown
  onDone: (after: OwnSectionShown) => void
}

/** The form of a section. The light build has no schemas: what it needs is what the server says. */
export function SectionForm({ shown, onDone }: Props) {
  const { t } = useTranslation('self-service')
  const { seccion, actual, campos, requeridos, aprueban, declara } = shown
  const { label } = useFieldText()
  const refresh = useRefresh()
  const renewViewer = useContext(ViewerRenewal)
  const [statement, setStatement] = useState<AnswerOf<typeof selfService.statement>>()
  const form = useForm(ownCalls[seccion].change as AnyCall, {
    initial: Object.fromEntries(
      campos.flatMap((field) => {
        const value = actual[field]
        return value && !hidden.includes(field) ? [[field, value]] : []
      }),
    ),
    onDone: async (after) => {
      onDone(after)
      window.scrollTo({ top: 0 })
      await refresh(ownCalls[seccion].read, selfService.mine)
      // The frame greets by the nickname.
      if (seccion === 'identity') await renewViewer()
    },
  })
  const preview = useAct(() => call(selfService.statement, valuesOf(form)), {
    inPlace: true,
    onDone: (made) => setStatement(made),
  })
  const { error, forget } = preview
  const showFaults = useEffectEvent((refused: unknown) => {
    const named = refused instanceof RefusalError ? refused.errors : []
    const found = named.flatMap(({ field, message }) => (field ? [[field, message] as const] : []))
    if (found.length === 0) return
    form.check(Object.fromEntries(found))
    forget()
  })
  useEffect(() => showFaults(error), [error])
  const fields: Form<AnyCall> = {
    ...form,
    required: (name) => requeridos.includes(name) && !(hidden.includes(name) && Boolean(actual[name])),
    // Nothing clears a field: an empty text would be one of no length.
    set: (name, value) => form.set(name, value === '' ? null : value),
  }
  if (statement)
    return <SignStatement form={form} statement={statement} onBack={() => setStatement(undefined)} />
  const signs = declara === 'firma'
  const submit = signs
    ? t('yo.revisar')
    : declara === 'papel'
      ? t('yo.enviarPapel')
      : t(aprueban ? 'yo.enviar' : 'yo.guardar')
  return (
    <FormShell
      form={fields}
      loading={false}
      error={null}
      // The light router can't hold somebody back on leaving: the draft keeps what was typed.
      modal
      submit={submit}
      {...(signs && { onAsk: () => preview.run() })}
      foot={[
        t(seccion === 'bank' ? 'yo.alEnviarBanco' : aprueban ? 'yo.alEnviar' : 'yo.alGuardar'),
        signs && t('yo.alRevisar'),
        declara === 'papel' && t('yo.papel'),
      ]
        .filter(Boolean)
        .join(' ')}
    >
      <Draft
        form={form}
        name={`own-data.${seccion}`}
        onRecover={(values) => {
          for (const [name, value] of Object.entries(values))
            if (campos.includes(name)) form.set(name as Name, value)
        }}
      />
      {preview.refusal && (
        <Alert color="bad" role="alert">
          {preview.refusal}
        </Alert>
      )}
      {campos.map((name) => {
        const field = { form: fields, name: name as Name, label: label(name) }
        if (name === 'sex')
          return (
            <SelectField
              key={name}
              {...field}
              data={sexes.map((value) => ({ value, label: t(`genero.${value}`) }))}
            />
          )
        if (name === 'pais' || name === 'provincia' || name === 'ciudad')
          return <AddressField key={name} {...field} of={name} />
        if (name === 'tipo_domicilio') return <ListField key={name} {...field} of={name} />
        const keyboard = keyboards[name]
        return (
          <TextField
            key={name}
            {...field}
            {...(keyboard && { inputMode: keyboard })}
            {...(hidden.includes(name) &&
              actual[name] && { placeholder: actual[name], help: t('yo.cuentaVacia') })}
          />
        )
      })}
    </FormShell>
  )
}

/** The values that the form would send, without the proof. */
function valuesOf(form: Form<AnyCall>): InputOf<typeof selfService.statement> {
  const { password: _password, sso: _sso, ...values } = form.values as InputOf<AnyCall>
  return values
}
