import { Button, Menu, Pill, Select, Switch } from '@mantine/core'
import { IconAlertCircle, IconInfoCircle, IconPlus } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import type { folderSettings } from '#contract/folders/settings.ts'
import { bind } from '#web/shared/forms/fields.tsx'
import type { Form } from '#web/shared/forms/useForm.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { isOn, lacks, type Rule, type Rules } from './rules.ts'
import style from './RuleFields.module.css'

type RulesForm = Form<typeof folderSettings.create>

interface Props {
  form: RulesForm
  rules: Rules
  broken: readonly Rule[]
  /** The folders that this one can keep closed. */
  closable: readonly { idCarpeta: number; nombre: string }[]
  templates: readonly { id: number; nombre: string }[]
}

/** A folder's rules as switches, each with its effect and the reason why it can't be on. */
export function RuleFields({ form, rules, broken, closable, templates }: Props) {
  const { t } = useWords('folders')
  const [closing, setClosing] = useState(false)
  const chosen = closable.filter(({ idCarpeta }) => rules.bloquea.includes(idCarpeta))
  const rest = closable.filter(({ idCarpeta }) => !rules.bloquea.includes(idCarpeta))
  const common = { form, rules, broken }
  const blocks = isOn(rules, 'bloquea') || closing
  return (
    <div className={style.rules}>
      <h2>{t('reglasTitulo')}</h2>
      <RuleSwitch
        {...common}
        rule="visible"
        help={t('ayuda.visible')}
        onTurn={(on) => form.set('visible', on)}
      />
      <RuleSwitch
        {...common}
        rule="firmable"
        help={t('ayuda.firmable')}
        onTurn={(on) => form.set('firmable', on)}
      />
      <RuleSwitch
        {...common}
        rule="bloquea"
        on={blocks}
        help={t('ayuda.bloquea')}
        shut={closable.length === 0 ? t('ayuda.ninguna') : undefined}
        onTurn={(on) => {
          setClosing(on)
          if (!on) form.set('bloquea', [])
        }}
      >
        {blocks && (
          <div className={`${style.closed} row wrap gap-8`}>
            {chosen.map(({ idCarpeta, nombre }) => (
              <Pill
                key={idCarpeta}
                withRemoveButton
                removeButtonProps={{
                  'aria-label': t('quitar', { nombre }),
                  tabIndex: 0,
                  'aria-hidden': false,
                }}
                onRemove={() =>
                  form.set(
                    'bloquea',
                    rules.bloquea.filter((one) => one !== idCarpeta),
                  )
                }
              >
                {t('carpeta')}: <b>{nombre}</b>
              </Pill>
            ))}
            {rest.length > 0 && (
              <Menu position="bottom-start">
                <Menu.Target>
                  <Button
                    size="xs"
                    className={style.add ?? ''}
                    leftSection={<IconPlus size={16} aria-hidden />}
                  >
                    {t('carpeta')}
                  </Button>
                </Menu.Target>
                <Menu.Dropdown className={style.choices ?? ''}>
                  {rest.map(({ idCarpeta, nombre }) => (
                    <Menu.Item
                      key={idCarpeta}
                      onClick={() => form.set('bloquea', [...rules.bloquea, idCarpeta])}
                    >
                      {nombre}
                    </Menu.Item>
                  ))}
                </Menu.Dropdown>
              </Menu>
            )}
            {chosen.length === 0 && <span className="quiet">{t('ayuda.sinElegir')}</span>}
          </div>
        )}
      </RuleSwitch>
      <RuleSwitch
        {...common}
        rule="efimero"
        help={t('ayuda.efimero')}
        onTurn={(on) => form.set('efimero', on)}
      />
      <RuleSwitch
        {...common}
        rule="idTemplate"
        help={t('ayuda.plantilla')}
        onTurn={(on) => form.set('idTemplate', on ? (templates[0]?.id ?? null) : null)}
      >
        {rules.idTemplate !== null && (
          <Select
            className={style.template ?? ''}
            aria-label={t('campo.plantilla')}
            data={templates.map(({ id, nombre }) => ({ value: String(id), label: nombre }))}
            value={String(rules.idTemplate)}
            onChange={(id) => form.set('idTemplate', Number(id))}
            allowDeselect={false}
            disabled={form.busy}
          />
        )}
      </RuleSwitch>
    </div>
  )
}

interface SwitchProps {
  form: RulesForm
  rules: Rules
  broken: readonly Rule[]
  rule: Rule
  help: string
  /** Where it is not the rule itself that says so. */
  on?: boolean
  /** Another reason why it can't be turned on. */
  shut?: string | undefined
  onTurn: (on: boolean) => void
  children?: ReactNode
}

/**
 * One rule. If it is on without its requirements, it stays on and is marked. If it is off, it can't be turned on and
 * shows the reason.
 */
function RuleSwitch({
  form,
  rules,
  broken,
  rule,
  help,
  on = isOn(rules, rule),
  shut,
  onTurn,
  children,
}: SwitchProps) {
  const { t } = useWords('folders')
  const { id, disabled, error } = bind({
    form,
    name: rule,
    label: t(`campo.${rule}`),
  })
  const lacking = lacks(rules, rule)
  const wrong = broken.includes(rule)
  const why = on
    ? undefined
    : (shut ?? (lacking && t(`falta.${rule === 'efimero' && !rules.visible ? 'ahora' : lacking}`)))
  const note = `${id}-note`
  return (
    <div className={style.rule}>
      <div className={`${style.line} flex at-top gap-16`}>
        <Switch
          id={id}
          label={t(`campo.${rule}`)}
          description={help}
          withThumbIndicator={false}
          checked={on}
          disabled={disabled || Boolean(why)}
          aria-describedby={wrong || why ? note : undefined}
          onChange={(event) => onTurn(event.currentTarget.checked)}
        />
        {wrong && (
          <span id={note} className={`${style.wrong} row gap-6`}>
            <IconAlertCircle size={16} aria-hidden />
            {t(`necesita.${rule}.corto`)}
          </span>
        )}
      </div>
      {why && (
        <p id={note} className={`${style.why} row gap-6`}>
          <IconInfoCircle size={16} aria-hidden />
          {why}
        </p>
      )}
      {error && <p className={`${style.wrong} row gap-6`}>{error}</p>}
      {children}
    </div>
  )
}
