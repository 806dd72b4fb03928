import '@mantine/core/styles/Combobox.layer.css'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useContext, useRef, useState } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import { deputies } from '#contract/deputies.ts'
import { useCall, useRefresh } from '../calls/useCall.ts'
import { DateField } from '../forms/DateFields.tsx'
import { Dialog } from '../forms/Dialog.tsx'
import { bind } from '../forms/fields.tsx'
import { FormShell } from '../forms/FormShell.tsx'
import { useForm } from '../forms/useForm.ts'
import { ToastsContext } from '../pages/toasts-context.ts'
import { useViewer } from '../session/viewer.ts'
import { useWords } from '../texts/useWords.ts'

interface Props {
  of?: number
  /** The deputy whom the new one replaces. */
  present: Deputy | null
  onClose: () => void
}

type Deputy = NonNullable<AnswerOf<typeof deputies.mine>['suplente']>

/** Names a deputy for some days: one's own, or with `of` an employee's. */
export function NameDeputy({ of, present, onClose }: Props) {
  const { t } = useWords('deputies')
  const refresh = useRefresh()
  const toasts = useContext(ToastsContext)
  const { company } = useViewer()
  const [search, setSearch] = useState('')
  const [asked] = useDebouncedValue(search, 250)
  const { data = [], error, isFetching } = useCall(deputies.candidates, asked ? { buscar: asked } : {})
  const names = useRef(new Map<number, string>()).current
  for (const { id, nombre } of present ? [...data, present] : data) names.set(id, nombre)
  const form = useForm<typeof deputies.name | typeof deputies.nameFor>(
    of === undefined ? deputies.name : deputies.nameFor,
    {
      initial: {
        ...(present
          ? { id_usuario: present.id, desde: present.desde, hasta: present.hasta }
          : { desde: company.hoy }),
        ...(of !== undefined && { id: of }),
      },
      onDone: async () => {
        await refresh(deputies.mine, deputies.ofEmployee)
        const id = Number(form.values.id_usuario)
        toasts?.toast({
          text: t(id === present?.id ? 'cambiada' : 'hecho', { nombre: names.get(id) ?? '' }),
        })
        onClose()
      },
    },
  )
  // The employees' site has no rules of fields to read it from.
  const shown = { ...form, required: () => true }
  const chosen = Number(form.values.id_usuario) || null
  const offered = [...new Set([...(chosen ? [chosen] : []), ...data.map(({ id }) => id)])].filter(
    (id) => id !== of,
  )
  return (
    <Dialog opened onClose={onClose} title={t(present ? 'cambiarTitulo' : 'nombrarTitulo')}>
      <FormShell
        modal
        form={shown}
        loading={false}
        error={null}
        submit={t(present ? 'guardar' : 'hacer')}
        foot={present && chosen !== present.id ? t('reemplaza', { nombre: present.nombre }) : t('pie')}
        onCancel={onClose}
      >
        <Select
          {...bind({ form: shown, name: 'id_usuario', label: t('quien'), help: t('quienAyuda') })}
          data={offered.map((id) => ({ value: String(id), label: names.get(id) ?? '' }))}
          value={chosen === null ? null : String(chosen)}
          onChange={(id) => form.set('id_usuario', id === null ? undefined : Number(id))}
          // The name of the chosen person is no search: everybody is offered beside it.
          onSearchChange={(text) => setSearch([...names.values()].includes(text) ? '' : text)}
          // The server has searched.
          filter={({ options }) => options}
          nothingFoundMessage={t(error ? 'noSeBusco' : isFetching ? 'buscando' : 'ninguna')}
          placeholder={t('elegir')}
          searchable
          openOnFocus={false}
          data-autofocus
        />
        <DateField form={shown} name="desde" label={t('desde')} min={present?.desde ?? company.hoy} />
        <DateField
          form={shown}
          name="hasta"
          label={t('hasta')}
          min={typeof form.values.desde === 'string' ? form.values.desde : company.hoy}
        />
      </FormShell>
    </Dialog>
  )
}
