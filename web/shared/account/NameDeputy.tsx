import '@mantine/core/styles/Combobox.layer.css'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useContext, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deputies } from '#contract/deputies.ts'
import { useCall, useRefresh } from '../calls/useCall.ts'
import { DateField } from '../forms/DateFields.tsx'
import { Dialog } from '../forms/Dialog.tsx'
import { bind } from '../forms/fields.tsx'
import { FormShell } from '../forms/FormShell.tsx'
import { useForm } from '../forms/useForm.ts'
import { ToastsContext } from '../pages/toasts-context.ts'
import { useViewer } from '../session/viewer.ts'

/** Names a deputy for some days: one's own, or with `of` an employee's. */
export function NameDeputy({ of, onClose }: { of?: number; onClose: () => void }) {
  const { t } = useTranslation('deputies')
  const refresh = useRefresh()
  const toasts = useContext(ToastsContext)
  const { company } = useViewer()
  const [search, setSearch] = useState('')
  const [asked] = useDebouncedValue(search, 250)
  const { data = [] } = useCall(deputies.candidates, asked ? { buscar: asked } : {})
  const names = useRef(new Map<number, string>()).current
  for (const { id, nombre } of data) names.set(id, nombre)
  const form = useForm<typeof deputies.name | typeof deputies.nameFor>(
    of === undefined ? deputies.name : deputies.nameFor,
    {
      initial: { desde: company.hoy, ...(of !== undefined && { id: of }) },
      onDone: async () => {
        await refresh(deputies.mine, deputies.ofEmployee)
        toasts?.toast({ text: t('hecho', { nombre: names.get(Number(form.values.id_usuario)) ?? '' }) })
        onClose()
      },
    },
  )
  const chosen = Number(form.values.id_usuario) || null
  const offered = [...new Set([...(chosen ? [chosen] : []), ...data.map(({ id }) => id)])].filter(
    (id) => id !== of,
  )
  return (
    <Dialog opened onClose={onClose} title={t('titulo')}>
      <FormShell
        modal
        form={form}
        loading={false}
        error={null}
        submit={t('hacer')}
        foot={t('pie')}
        onCancel={onClose}
      >
        <Select
          {...bind({ form, name: 'id_usuario', label: t('quien'), help: t('quienAyuda') })}
          data={offered.map((id) => ({ value: String(id), label: names.get(id) ?? '' }))}
          value={chosen === null ? null : String(chosen)}
          onChange={(id) => form.set('id_usuario', id === null ? undefined : Number(id))}
          onSearchChange={setSearch}
          // The server has searched.
          filter={({ options }) => options}
          nothingFoundMessage={t('ninguna')}
          placeholder={t('elegir')}
          searchable
        />
        <DateField form={form} name="desde" label={t('desde')} min={company.hoy} />
        <DateField
          form={form}
          name="hasta"
          label={t('hasta')}
          min={typeof form.values.desde === 'string' ? form.values.desde : company.hoy}
        />
      </FormShell>
    </Dialog>
  )
}
