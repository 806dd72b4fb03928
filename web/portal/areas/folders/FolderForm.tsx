import { Alert, Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconAlertCircle } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { type FolderDetail, folderSettings } from '#contract/folders/settings.ts'
import { Draft } from '#web/shared/forms/Draft.tsx'
import { NumberField, TextField } from '#web/shared/forms/fields.tsx'
import { FieldGrid } from '#web/shared/forms/FieldGrid.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { FormPage } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { toast } from '#web/shared/pages/toasts.tsx'
import { useCall, useRefresh } from '#web/shared/calls/useCall.ts'
import { useForm } from '#web/shared/forms/useForm.ts'
import { listText } from '#web/shared/texts/listText.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { RuleEffects } from './RuleEffects.tsx'
import { RuleFields } from './RuleFields.tsx'
import { RuleNeeds } from './RuleNeeds.tsx'
import { brokenIn, mendsOf, type Rule, type Rules } from './rules.ts'
import { useFoldersChanged } from './useFoldersChanged.ts'
import style from './RuleFields.module.css'

const begun = { visible: true, firmable: false, efimero: false, bloquea: [] }

/** The numbers of a new folder: after all others. */
function nextNumbers(others: readonly FolderDetail[]) {
  const after = (numbers: readonly number[]) => Math.min(999, Math.max(-1, ...numbers) + 1)
  return {
    orden: after(others.map(({ orden }) => orden)),
    prioridadFirma: after(others.map(({ prioridadFirma }) => prioridadFirma)),
  }
}

interface Props {
  /** Null: a new one. */
  folder: FolderDetail | null
  /** The folders that a new one comes after. */
  others?: readonly FolderDetail[]
}

/** A folder's name, order and rules, beside what each rule needs and what saving would change. */
export function FolderForm({ folder, others: before = [] }: Props) {
  const { t } = useWords('folders')
  const navigate = useNavigate()
  const changed = useFoldersChanged()
  const phone = useMediaQuery('(max-width: 767px)') ?? false
  const back = { to: folder ? paths.folderTypes(folder.idCarpeta) : paths.folders(), label: t('titulo') }
  const refresh = useRefresh()
  const onDone = async ({ idCarpeta, nombre }: FolderDetail) => {
    await changed()
    await refresh(folderSettings.one, folderSettings.blockableBy, folderSettings.consequences)
    toast({ text: t('guardada', { nombre }) })
    await navigate(paths.folderTypes(idCarpeta))
  }
  const making = useForm(folderSettings.create, { initial: { ...begun, ...nextNumbers(before) }, onDone })
  const changing = useForm(folderSettings.change, {
    initial: folder
      ? {
          id: folder.idCarpeta,
          nombre: folder.nombre,
          visible: folder.visible,
          firmable: folder.firmable,
          efimero: folder.efimero,
          idTemplate: folder.idTemplate,
          orden: folder.orden,
          prioridadFirma: folder.prioridadFirma,
          bloquea: folder.bloquea,
        }
      : {},
    onDone,
  })
  const form = folder ? changing : making
  const others = {
    new: useCall(folderSettings.blockable, {}, { enabled: folder === null }),
    old: useCall(folderSettings.blockableBy, { id: folder?.idCarpeta ?? 1 }, { enabled: folder !== null }),
  }[folder ? 'old' : 'new']
  const templates = useCall(folderSettings.templates, {})
  const rules = rulesIn(form.values)
  const broken = brokenIn(rules, folder)
  const mends = mendsOf(rules, broken, folder)
  const put = (some: Partial<Rules>) => {
    for (const [rule, value] of Object.entries(some)) form.set(rule as Rule, value)
  }
  const beside = (
    <div className={style.beside}>
      <RuleNeeds of={rules} broken={broken} />
      {folder && form.dirty && (
        <RuleEffects
          folder={folder}
          rules={broken.length > 0 ? { ...rules, ...mends.off.to } : rules}
          without={broken.length > 0 ? mends.off.rules : []}
        />
      )}
    </div>
  )
  return (
    <FormPage
      title={folder?.nombre ?? t('nueva')}
      about={folder ? t('reglas') : undefined}
      back={back}
      desk={phone ? undefined : beside}
    >
      <FormShell
        form={form}
        loading={others.isPending || templates.isPending}
        error={others.error ?? templates.error}
        submit={t(folder ? 'guardarReglas' : 'crearCarpeta')}
        shut={broken.length > 0 ? t('contradicen', { count: broken.length }) : undefined}
        onCancel={() => void navigate(back.to)}
      >
        <Draft form={form} name={`folder.${folder?.idCarpeta ?? 'new'}`} />
        {broken.length > 0 && <Refused broken={broken} mends={mends} onMend={put} />}
        <TextField
          form={form}
          name="nombre"
          label={t('campo.nombre')}
          {...(folder?.fijo && { locked: true, help: t('fijo') })}
        />
        <FieldGrid>
          <NumberField
            form={form}
            name="orden"
            label={t('campo.orden')}
            help={t('ayuda.orden')}
            min={0}
            max={999}
          />
          {rules.firmable && (
            <NumberField
              form={form}
              name="prioridadFirma"
              label={t('campo.prioridad')}
              help={t('ayuda.prioridad')}
              min={0}
              max={999}
            />
          )}
        </FieldGrid>
        <RuleFields
          form={form}
          rules={rules}
          broken={broken}
          closable={others.data ?? []}
          templates={templates.data ?? []}
        />
        {phone && beside}
      </FormShell>
    </FormPage>
  )
}

/** A form holds anything: a recovered draft too. */
function rulesIn(values: Partial<Record<Rule, unknown>>): Rules {
  return {
    visible: values.visible === true,
    firmable: values.firmable === true,
    efimero: values.efimero === true,
    idTemplate: values.idTemplate ? Number(values.idTemplate) : null,
    bloquea: Array.isArray(values.bloquea) ? values.bloquea.map(Number) : [],
  }
}

const capital = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1)

interface RefusedProps {
  broken: readonly Rule[]
  mends: ReturnType<typeof mendsOf>
  onMend: (to: Partial<Rules>) => void
}

/** Why it can't be saved, with both ways out. */
function Refused({ broken, mends: { on, off }, onMend }: RefusedProps) {
  const { t, i18n } = useWords('folders')
  const hidden = broken.includes('firmable') || broken.includes('bloquea')
  const added = on.rules.flatMap((rule) =>
    rule === 'visible' || rule === 'firmable' ? [t(`remedio.poner.${rule}`)] : [],
  )
  const taken = off.rules.map((rule) => t(`remedio.quitar.${rule}`))
  return (
    <Alert color="bad" icon={<IconAlertCircle size={18} />} className={style.refused ?? ''}>
      {hidden && <p>{t('choque.visible')}</p>}
      {broken.includes('idTemplate') && <p>{t('choque.idTemplate')}</p>}
      {broken.includes('efimero') && <p>{t('choque.efimero')}</p>}
      <div className="flex wrap gap-8">
        <Button size="xs" onClick={() => onMend(on.to)}>
          {capital(listText(added, i18n.language))}
        </Button>
        <Button size="xs" onClick={() => onMend(off.to)}>
          {t('remedio.off', { cuales: listText(taken, i18n.language) })}
        </Button>
      </div>
    </Alert>
  )
}
