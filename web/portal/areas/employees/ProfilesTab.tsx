import { Checkbox, Input, Radio } from '@mantine/core'
import { Link } from 'react-router'
import { actions } from '#contract/actions.ts'
import type { AnswerOf } from '#contract/call.ts'
import { employeeRights, type ProfilesHeld, profileTypes } from '#contract/employees/rights.ts'
import { errorLine } from '#web/shared/forms/fields.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { toast } from '#web/shared/pages/toasts.tsx'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useForm } from '#web/shared/forms/useForm.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { useChanged } from './useChanged.ts'
import { RightsShown, RightsTab } from './RightsShown.tsx'
import type { TabProps } from './fileTabs.ts'
import style from './FileTab.module.css'

type Profiles = AnswerOf<typeof employeeRights.ofCompany>

/** The employee's profiles, which another person with the right adds and removes. */
export function ProfilesTab({ record }: TabProps) {
  const { t } = useWords('employees')
  const { company } = useViewer()
  const seesMatrix = useMay([actions.generalSettings])
  const held = useCall(employeeRights.ofUser, { id: record.id })
  const all = useCall(employeeRights.ofCompany, { id: company.id }, { enabled: !record.propio })
  return (
    <RightsTab title={t('perfiles.titulo')}>
      {seesMatrix && (
        <p className={style.matrix}>
          <Link to={paths.permissionMatrix()}>{t('perfiles.queHacen')}</Link>
        </p>
      )}
      {held.data && all.data && !record.propio ? (
        // Begun anew with what was saved.
        <ProfilesForm key={idsOf(held.data)} record={record} held={held.data} all={all.data} />
      ) : (
        <RightsShown
          answer={held}
          error={held.error ?? all.error}
          waiting={!record.propio}
          why={t('perfiles.propio')}
          lines={({ perfiles }) => perfiles.map(({ nombre }) => nombre)}
        />
      )}
    </RightsTab>
  )
}

function idsOf({ perfiles }: ProfilesHeld): string {
  return perfiles.map(({ id }) => id).join()
}

function ProfilesForm({ record, held, all }: TabProps & { held: ProfilesHeld; all: Profiles }) {
  const { t } = useWords('employees')
  const changed = useChanged()
  const form = useForm(employeeRights.setProfiles, {
    initial: { id: record.id, idperfiles: held.perfiles.map(({ id }) => id) },
    onDone: async ({ espera }) => {
      await changed()
      toast({ text: t(espera ? 'perfiles.pedido' : 'perfiles.hecho') })
    },
  })
  form.labels.set('idperfiles', t('perfiles.titulo'))
  const value = form.values.idperfiles
  const chosen: readonly unknown[] = Array.isArray(value) ? value : []
  const put = (type: number, ids: readonly number[]) =>
    form.set('idperfiles', [
      ...all.filter((one) => one.id_perfil_tipo !== type && chosen.includes(one.id)).map(({ id }) => id),
      ...ids,
    ])
  const of = (type: number) => all.filter((one) => one.id_perfil_tipo === type)
  const taken = held.perfiles.filter(({ id }) => !chosen.includes(id))
  const nothing = taken.length === 0 && chosen.length === held.perfiles.length
  const managing = of(profileTypes.management)
  const manages = managing.find(({ id }) => chosen.includes(id))
  // A profile that can't be removed stays selected: no other can replace it.
  const stuck = held.perfiles.some((one) => one.id_perfil_tipo === profileTypes.management && !one.asignable)
  const boxes = (type: number) =>
    of(type).map((one) => (
      <Checkbox
        key={one.id}
        label={one.nombre}
        description={one.asignable ? undefined : t('perfiles.noAsignable')}
        disabled={form.busy || !one.asignable}
        checked={chosen.includes(one.id)}
        onChange={({ currentTarget: { checked } }) =>
          put(
            type,
            of(type)
              .map(({ id }) => id)
              .filter((id) => (id === one.id ? checked : chosen.includes(id))),
          )
        }
      />
    ))
  return (
    <FormShell
      form={form}
      loading={false}
      error={null}
      submit={t('perfiles.enviar')}
      shut={nothing ? t('perfiles.igual') : undefined}
      inSection
    >
      <div className={`${style.profiles} column gap-12`} id={`${form.id}-idperfiles`} tabIndex={-1}>
        {boxes(profileTypes.employee)}
        <Radio.Group
          label={t('perfiles.gestion')}
          value={String(manages?.id ?? '')}
          onChange={(id) => put(profileTypes.management, id ? [Number(id)] : [])}
        >
          <div className="column gap-12">
            <Radio value="" label={t('perfiles.ninguno')} disabled={form.busy || stuck} />
            {managing.map((one) => (
              <Radio
                key={one.id}
                value={String(one.id)}
                label={one.nombre}
                description={one.asignable ? undefined : t('perfiles.noAsignable')}
                disabled={form.busy || stuck || !one.asignable}
              />
            ))}
          </div>
        </Radio.Group>
        {of(profileTypes.additive).length > 0 && (
          <Input.Wrapper label={t('perfiles.otros')} labelElement="div">
            <div className="column gap-12">{boxes(profileTypes.additive)}</div>
          </Input.Wrapper>
        )}
        {form.errors['idperfiles'] && <p className={style.wrong}>{errorLine(form.errors['idperfiles'])}</p>}
      </div>
      {taken.length > 0 && <p className={style.said}>{t('perfiles.seQuita')}</p>}
      {taken.some((one) => one.admite_filtros) && held.filtros.length > 0 && (
        <p className={style.said}>{t('perfiles.seQuitanLugares')}</p>
      )}
      {manages?.admite_filtros && !held.perfiles.some(({ id }) => id === manages.id) && (
        <p className={style.said}>{t('perfiles.faltanLugares')}</p>
      )}
    </FormShell>
  )
}
