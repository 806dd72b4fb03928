import '@mantine/core/styles/Combobox.layer.css'
import { Alert } from '@mantine/core'
import { useContext, useEffect, useEffectEvent, useState } from 'react'
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
import { FieldGrid } from '#web/shared/forms/FieldGrid.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { ListField } from '#web/shared/forms/ListField.tsx'
import { type Form, useForm } from '#web/shared/forms/useForm.ts'
import { useFieldText } from '#web/shared/self-service/useFieldText.ts'
import { useViewer, ViewerRenewal } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { SignStatement } from './SignStatement.tsx'
import style from './own-data.module.css'

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

/** Fields that stand together: short ones in a row, those of another person under a title. */
const together: Readonly<Record<string, 'short' | 'emergency'>> = {
  numero: 'short',
  piso: 'short',
  departamento: 'short',
  manzana: 'short',
  contacto_emergencia: 'emergency',
  tipo_contacto: 'emergency',
  telefono_emergencia: 'emergency',
}

interface Props {
  shown: OwnSectionShown
  /** The statement is shown in place of the fields, or the fields are shown again. */
  onSigning: (isSigning: boolean) => void
  onDone: (after: OwnSectionShown) => void
}

/** The form of a section. The light build has no schemas: what it needs is what the server says. */
export function SectionForm({ shown, onSigning, onDone }: Props) {
  const { t } = useWords('self-service')
  const { seccion, actual, campos, requeridos, aprueban, declara } = shown
  const { label } = useFieldText()
  const { profile } = useViewer()
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
  const showStatement = (made: typeof statement) => {
    setStatement(made)
    onSigning(made !== undefined)
  }
  const preview = useAct(() => call(selfService.statement, valuesOf(form)), {
    inPlace: true,
    onDone: showStatement,
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
    return <SignStatement form={form} statement={statement} onBack={() => showStatement(undefined)} />
  const signs = declara === 'firma'
  const firstKept = campos.find((name) => hidden.includes(name) && actual[name])
  const fieldOf = (name: string) => {
    const field = {
      form: fields,
      name: name as Name,
      label: together[name] === 'emergency' ? t(`yo.emergencia.${name as 'tipo_contacto'}`) : label(name),
    }
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
    const kept = hidden.includes(name) ? actual[name] : undefined
    return (
      <TextField
        key={name}
        {...field}
        {...(keyboard && { inputMode: keyboard })}
        {...(kept && { placeholder: kept })}
        {...(name === firstKept && { help: t('yo.cuentaVacia') })}
        {...(name === 'apodo' && { help: t('yo.apodoAyuda') })}
      />
    )
  }
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
      {seccion === 'identity' && <p>{t('yo.nombre', { nombre: profile.nombre })}</p>}
      {groupsOf(campos).map(([first = '', ...rest]) => {
        const boxes = [first, ...rest].map(fieldOf)
        if (together[first] === 'short')
          return (
            <div key={first} className={style.short}>
              {boxes}
            </div>
          )
        if (together[first] === 'emergency')
          return (
            <FieldGrid key={first} title={t('yo.emergencia.titulo')}>
              {boxes}
            </FieldGrid>
          )
        return boxes
      })}
    </FormShell>
  )
}

/** Fields in their order, those that stand together in one group. */
function groupsOf(fields: readonly string[]): string[][] {
  const groups: string[][] = []
  for (const field of fields) {
    const last = groups.at(-1)
    if (last && together[field] && together[last[0] ?? ''] === together[field]) last.push(field)
    else groups.push([field])
  }
  return groups
}

/** The values that the form would send, without the proof. */
function valuesOf(form: Form<AnyCall>): InputOf<typeof selfService.statement> {
  const { password: _password, sso: _sso, ...values } = form.values as InputOf<AnyCall>
  return values
}
