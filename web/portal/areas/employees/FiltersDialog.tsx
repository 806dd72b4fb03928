import { ActionIcon, Button, Select } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EmployeeRecord } from '#contract/employees/record.ts'
import { employeeRights, type ProfilesHeld } from '#contract/employees/rights.ts'
import { employees } from '#contract/employees/employees.ts'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { errorLine } from '#web/shared/forms/fields.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { toast } from '#web/shared/pages/toasts.tsx'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useForm } from '#web/shared/forms/useForm.ts'
import { useMay } from '#web/shared/session/viewer.ts'
import { RightsShown } from './RightsShown.tsx'
import { useChanged } from './useChanged.ts'
import style from './EmployeeActs.module.css'

interface Props {
  record: EmployeeRecord
  onClose: () => void
}

/** The employees that a limited profile reaches, as pairs of sector and location. */
export function FiltersDialog({ record, onClose }: Props) {
  const { t } = useTranslation('employees')
  const administers = useMay(employeeRights.setFilters.need)
  const held = useCall(employeeRights.ofUser, { id: record.id })
  const limited = held.data?.perfiles.find((one) => one.admite_filtros)
  const why = !limited
    ? 'lugares.sinLimite'
    : record.propio
      ? 'perfiles.propio'
      : administers
        ? 'lugares.sinAlcance'
        : 'perfiles.ajeno'
  return (
    <Dialog opened onClose={onClose} title={t('lugares.titulo')}>
      {held.data && limited?.asignable && administers && !record.propio ? (
        <FiltersForm record={record} held={held.data} onClose={onClose} />
      ) : (
        <RightsShown
          answer={held}
          error={held.error}
          waiting={false}
          why={t(why)}
          lines={({ filtros }) =>
            filtros.map(({ sector, locacion }) =>
              t('lugares.par', {
                sector: sector?.nombre ?? t('lugares.cualquierSector'),
                lugar: locacion?.nombre ?? t('lugares.cualquierLugar'),
              }),
            )
          }
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

interface Pair {
  key: number
  sector: number | null
  locacion: number | null
}

function FiltersForm({ record, held, onClose }: Props & { held: ProfilesHeld }) {
  const { t } = useTranslation('employees')
  const changed = useChanged()
  const sectors = useCall(employees.sectors, {})
  const locations = useCall(employees.locations, {})
  const [pairs, setPairs] = useState<readonly Pair[]>(
    held.filtros.map(({ sector, locacion }, key) => ({
      key,
      sector: sector?.id ?? null,
      locacion: locacion?.id ?? null,
    })),
  )
  const form = useForm(employeeRights.setFilters, {
    initial: { id: record.id, filtros: pairs.map(({ sector, locacion }) => ({ sector, locacion })) },
    onDone: async () => {
      onClose()
      await changed()
      toast({ text: t('lugares.hecho') })
    },
  })
  form.labels.set('filtros', t('lugares.titulo'))
  const put = (next: readonly Pair[]) => {
    setPairs(next)
    form.set(
      'filtros',
      next.map(({ sector, locacion }) => ({ sector, locacion })),
    )
  }
  const change = (key: number, part: Partial<Pair>) =>
    put(pairs.map((pair) => (pair.key === key ? { ...pair, ...part } : pair)))
  const select = (pair: Pair, half: 'sector' | 'locacion', at: number) => (
    <Select
      label={t('lugares.numero', { campo: t(`campo.${half}`), numero: at + 1 })}
      data={((half === 'sector' ? sectors : locations).data ?? []).map(({ id, nombre }) => ({
        value: String(id),
        label: nombre,
      }))}
      value={pair[half] === null ? null : String(pair[half])}
      onChange={(id) => change(pair.key, { [half]: id === null ? null : Number(id) })}
      placeholder={t(half === 'sector' ? 'lugares.cualquierSector' : 'lugares.cualquierLugar')}
      disabled={form.busy}
      searchable
      clearable
    />
  )
  return (
    <FormShell
      form={form}
      loading={sectors.isPending || locations.isPending}
      error={sectors.error ?? locations.error}
      onRetry={() => void Promise.all([sectors.refetch(), locations.refetch()])}
      submit={t('lugares.enviar')}
      shut={form.dirty ? undefined : t('lugares.igual')}
      onCancel={onClose}
      modal
    >
      <p className={style.said}>{t('lugares.que')}</p>
      <ul className={`${style.pairs} column gap-12 plain-list`} id={`${form.id}-filtros`} tabIndex={-1}>
        {pairs.map((pair, at) => (
          <li key={pair.key} className={style.pair}>
            {select(pair, 'sector', at)}
            {select(pair, 'locacion', at)}
            <ActionIcon
              variant="subtle"
              size={36}
              disabled={form.busy}
              aria-label={t('lugares.quitar', { numero: at + 1 })}
              onClick={() => put(pairs.filter(({ key }) => key !== pair.key))}
            >
              <IconX size={18} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {form.errors['filtros'] && <p className={style.wrong}>{errorLine(form.errors['filtros'])}</p>}
      {pairs.length === 0 && <p className={style.said}>{t('lugares.ninguno')}</p>}
      <div>
        <Button
          leftSection={<IconPlus size={18} aria-hidden />}
          disabled={form.busy}
          onClick={() =>
            put([
              ...pairs,
              { key: Math.max(-1, ...pairs.map(({ key }) => key)) + 1, sector: null, locacion: null },
            ])
          }
        >
          {t('lugares.agregar')}
        </Button>
      </div>
    </FormShell>
  )
}
