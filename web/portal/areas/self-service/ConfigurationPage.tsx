import { Button, Select, Skeleton, Switch } from '@mantine/core'
import { IconBuildingBank, IconId, type Icon, IconLock, IconMapPin, IconPhone } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AnswerOf } from '#contract/call.ts'
import { inbox } from '#contract/inbox.ts'
import type { OwnSection } from '#contract/self-service/sections.ts'
import { type ConfiguredSection, selfService } from '#contract/self-service/self-service.ts'
import { call } from '#web/shared/calls/call.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { ConfirmDialog } from '#web/shared/forms/ConfirmDialog.tsx'
import { FormPage } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { useMay } from '#web/shared/session/viewer.ts'
import { numberText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './configuration.module.css'

type Options = AnswerOf<typeof selfService.options>

const marks: Record<OwnSection, Icon> = {
  address: IconMapPin,
  bank: IconBuildingBank,
  contact: IconPhone,
  identity: IconId,
}
const refresh = [selfService.list, selfService.options]

/** The sections that employees change themselves, each with its switch and its consequence in numbers. */
export function ConfigurationPage() {
  const { t } = useWords('self-service')
  const sections = useCall(selfService.list, {})
  const options = useCall(selfService.options, {})
  const error = sections.error ?? options.error
  if (error)
    return (
      <ErrorState
        error={error}
        title={t('error')}
        onRetry={() => void Promise.all([sections.refetch(), options.refetch()])}
      />
    )
  return (
    <FormPage title={t('titulo')}>
      <div className={`${style.page} column gap-16`}>
        <p className="second">{t('texto')}</p>
        {sections.data && options.data ? (
          <>
            {sections.data.map((section) => (
              <Section key={section.action} section={section} options={options.data} />
            ))}
            <OtherRules options={options.data} />
          </>
        ) : (
          <Skeleton height={480} />
        )}
      </div>
    </FormPage>
  )
}

function Section({ section, options }: { section: ConfiguredSection; options: Options }) {
  const { t } = useWords('self-service')
  const { action, activa, aprobacion, aprobacion_fija, personas, esperan } = section
  const name = t(`seccion.${action}`)
  const Mark = marks[action]
  const decides = useMay(inbox.tasks.need)
  const [leaving, setLeaving] = useState(false)
  const [place, setPlace] = useState({ folder: section.idcarpeta, type: section.idsubcarpeta })
  const chosen = action === 'address' ? { idcarpeta: place.folder, idsubcarpeta: place.type } : {}
  const turnOn = useAct(selfService.turnOn, { refresh, done: t('config.activada', { seccion: name }) })
  const adjust = useAct(selfService.adjust, { refresh, done: t('config.guardado') })
  const changed =
    activa &&
    (place.folder !== section.idcarpeta || place.type !== section.idsubcarpeta) &&
    place.type !== null
  return (
    <section className={`${style.section} panel column gap-12`} aria-labelledby={`own-${action}`}>
      <h2 id={`own-${action}`}>
        <Switch
          className={style.whole ?? ''}
          label={
            <span className="row gap-12">
              <Mark size={22} aria-hidden className="quiet" />
              {name}
            </span>
          }
          labelPosition="left"
          checked={activa}
          disabled={turnOn.busy}
          onChange={() => (activa ? setLeaving(true) : turnOn.run({ action, ...chosen }))}
        />
      </h2>
      <p className="second">
        {activa
          ? t(`config.consecuencia.${action}`, { count: personas, cuantos: numberText(personas) })
          : t('config.apagada')}
      </p>
      {esperan > 0 && (
        <p>
          {decides ? (
            <Link to={paths.changes()}>{t('config.verEsperan', { count: esperan })}</Link>
          ) : (
            t('config.esperan', { count: esperan })
          )}
        </p>
      )}
      {action === 'address' && <Place options={options} place={place} onChange={setPlace} />}
      {changed && (
        <div>
          <Button variant="filled" loading={adjust.busy} onClick={() => adjust.run({ action, ...chosen })}>
            {t('config.guardar')}
          </Button>
        </div>
      )}
      {activa && (
        <Rule
          label={t('config.aprobacion')}
          fixed={aprobacion_fija && t('config.aprobacionFija')}
          checked={aprobacion}
          busy={adjust.busy}
          onChange={() => adjust.run({ action, aprobacion: !aprobacion })}
        />
      )}
      {leaving && (
        <ConfirmDialog
          title={t(`config.desactivarTitulo.${action}`)}
          submit={t('config.desactivar')}
          act={() => call(selfService.turnOff, { action })}
          refresh={refresh}
          done={t('config.desactivada', { seccion: name })}
          onClose={() => setLeaving(false)}
        >
          <p>{t(`config.desactivarTexto.${action}`, { count: personas, cuantos: numberText(personas) })}</p>
          {esperan > 0 && <p>{t('config.esperanIgual', { count: esperan })}</p>}
          <p>{t('config.otraVez')}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

interface Chosen {
  folder: number | null
  type: number | null
}

/** The folder and the type that keep the sworn statements. */
function Place({
  options: { carpetas },
  place,
  onChange,
}: {
  options: Options
  place: Chosen
  onChange: (place: Chosen) => void
}) {
  const { t } = useWords('self-service')
  if (carpetas.length === 0) return <p className="second">{t('config.sinCarpetas')}</p>
  const types = carpetas.find(({ id }) => id === place.folder)?.tipos ?? []
  const choices = (all: readonly { id: number; nombre: string }[]) =>
    all.map(({ id, nombre }) => ({ value: String(id), label: nombre }))
  return (
    <div className={style.place}>
      <Select
        label={t('config.carpeta')}
        placeholder={t('config.elegir')}
        data={choices(carpetas)}
        value={place.folder === null ? null : String(place.folder)}
        onChange={(value) => {
          const folder = value === null ? null : Number(value)
          const inside = carpetas.find(({ id }) => id === folder)?.tipos ?? []
          onChange({ folder, type: inside.length === 1 ? (inside[0]?.id ?? null) : null })
        }}
      />
      <Select
        label={t('config.tipo')}
        placeholder={t('config.elegir')}
        disabled={place.folder === null}
        data={choices(types)}
        value={place.type === null ? null : String(place.type)}
        onChange={(value) => onChange({ ...place, type: value === null ? null : Number(value) })}
      />
    </div>
  )
}

interface RuleProps {
  label: string
  /** The line that stands instead of the switch where nobody may change it. */
  fixed?: string | false
  checked: boolean
  busy: boolean
  onChange: () => void
}

/** A switch, or a line with a lock where the rule is fixed. */
function Rule({ label, fixed = false, checked, busy, onChange }: RuleProps) {
  if (fixed)
    return (
      <p className="row gap-8 second">
        <IconLock size={18} aria-hidden className="quiet" />
        {fixed}
      </p>
    )
  return <Switch label={label} checked={checked} disabled={busy} onChange={onChange} />
}

function OtherRules({ options: { declaracion, declaracion_fija, fotos } }: { options: Options }) {
  const { t } = useWords('self-service')
  const set = useAct(selfService.setOptions, { refresh, done: t('config.guardado') })
  return (
    <section className={`${style.section} panel column gap-12`} aria-labelledby="own-other">
      <h2 id="own-other">{t('config.otras')}</h2>
      <Rule
        label={t('config.declaracion')}
        fixed={declaracion_fija && t('config.declaracionFija')}
        checked={declaracion}
        busy={set.busy}
        onChange={() => set.run({ declaracion: !declaracion })}
      />
      <Rule
        label={t('config.fotos')}
        checked={fotos}
        busy={set.busy}
        onChange={() => set.run({ fotos: !fotos })}
      />
    </section>
  )
}
