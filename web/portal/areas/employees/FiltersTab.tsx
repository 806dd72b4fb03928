import { ActionIcon, Button, Select } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { employeeRights, type ProfilesHeld } from '#contract/employees/rights.ts'
import { employees } from '#contract/employees/employees.ts'
import { errorLine } from '#web/shared/forms/fields.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { toast } from '#web/shared/pages/toasts.tsx'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useForm } from '#web/shared/forms/useForm.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { useChanged } from './useChanged.ts'
import { RightsShown, RightsTab } from './RightsShown.tsx'
import type { TabProps } from './fileTabs.ts'
import style from './FileTab.module.css'

/** The employees that a limited profile reaches, as pairs of sector and location. */
export function FiltersTab({ record }: TabProps) {
  const { t } = useWords('employees')
  const held = useCall(employeeRights.ofUser, { id: record.id })
  const limited = held.data?.perfiles.find((one) => one.admite_filtros)
  const why = !limited ? 'lugares.sinLimite' : record.propio ? 'perfiles.propio' : 'lugares.sinAlcance'
  return (
    <RightsTab title={t('lugares.titulo')}>
      {held.data && limited?.asignable && !record.propio ? (
        // Begun anew with what was saved.
        <FiltersForm key={pairsOf(held.data)} record={record} held={held.data} />
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
        />
      )}
    </RightsTab>
  )
}

function pairsOf({ filtros }: ProfilesHeld): string {
  return filtros.map(({ sector, locacion }) => `${sector?.id} ${locacion?.id}`).join()
}

interface Pair {
  key: number
  sector: number | null
  locacion: number | null
}

function FiltersForm({ record, held }: TabProps & { held: ProfilesHeld }) {
  const { t } = useWords('employees')
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
      inSection
    >
      <p className={style.said}>{t('lugares.que')}</p>
      <ul className="column gap-12 plain-list" id={`${form.id}-filtros`} tabIndex={-1}>
        {pairs.map((pair, at) => (
          <li key={pair.key} className={style.pair}>
            {select(pair, 'sector', at)}
            {select(pair, 'locacion', at)}
            <ActionIcon
              className={style.remove ?? ''}
              variant="subtle"
              size={36}
              disabled={form.busy}
              aria-label={t('lugares.quitar', { numero: at + 1 })}
              onClick={() => put(pairs.filter(({ key }) => key !== pair.key))}
            >
              <IconTrash size={18} />
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
