import { Button } from '@mantine/core'
import { IconEdit, IconLock } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { type EmployeeRecord, isAccountNumber } from '#contract/employees/record.ts'
import { employees } from '#contract/employees/employees.ts'
import { employment, type FieldRule } from '#contract/employees/employment.ts'
import { Draft } from '#web/shared/forms/Draft.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { Facts } from '#web/shared/pages/pages.tsx'
import { toast } from '#web/shared/pages/toasts.tsx'
import { useCall, useRefresh } from '#web/shared/calls/useCall.ts'
import { useForm } from '#web/shared/forms/useForm.ts'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { BankAccount } from './BankAccount.tsx'
import { ChangeMail } from './ChangeMail.tsx'
import { EmployeeField } from './EmployeeField.tsx'
import { FieldGrid } from '#web/shared/forms/FieldGrid.tsx'
import { Misplaced } from './Misplaced.tsx'
import { useFieldLabel, useFieldValue } from './record.tsx'
import { editableFields, fieldsOf, isOpen, type SectionName, shutFields } from './sections.ts'
import style from './RecordSection.module.css'

interface Props {
  record: EmployeeRecord
  section: SectionName
  /** The section that is being edited, of which there is one at a time. */
  editing: SectionName | null
  onEdit: (section: SectionName | null) => void
}

/** A section of a record: its facts, and in their place the form that changes them. */
export function RecordSection({ record, section, editing, onEdit }: Props) {
  const { t } = useWords('employees')
  const { company } = useViewer()
  const administers = useMay(employees.update.need)
  const label = useFieldLabel()
  const value = useFieldValue(record)
  const button = useRef<HTMLButtonElement>(null)
  const open = editing === section
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !open) button.current?.focus()
    wasOpen.current = open
  }, [open])
  const { data: rules = [] } = useCall(employment.rules, { id: record.id })
  const editable = editableFields(section, rules)
  const shut = shutFields(section, company.pais, rules)
  const isOwn = shut.some(({ motivo }) => motivo === 'propio')
  const facts = fieldsOf(section, company.pais)
    .map((name) => [label(name), value(name)] as const)
    .filter(([, fact]) => fact !== null && fact !== undefined && fact !== '')
  return (
    <section className={style.section} aria-label={t(`seccion.${section}`)}>
      <header className={`${style.head} row wrap`}>
        <h2>{t(`seccion.${section}`)}</h2>
        {open && <span className="quiet">{t('editando')}</span>}
        {administers && isOwn && !open && (
          <span className={`quiet ${style.shut} row gap-4`}>
            <IconLock size={16} aria-hidden /> {t(editable.length ? 'propio.parte' : 'propio.todo')}
          </span>
        )}
        {administers && editable.length > 0 && editing === null && (
          <Button
            ref={button}
            className={style.edit ?? ''}
            variant="subtle"
            size="compact-sm"
            leftSection={<IconEdit size={16} aria-hidden />}
            onClick={() => onEdit(section)}
            aria-label={t('editarSeccion', { seccion: t(`seccion.${section}`).toLocaleLowerCase() })}
          >
            {t('editar')}
          </Button>
        )}
        {administers && section === 'cuenta' && isOpen('mail', rules) && <ChangeMail record={record} />}
        {section === 'banco' && !open && <BankAccount record={record} />}
      </header>
      {administers && <Reasons shut={shut} />}
      {open ? (
        <Editor record={record} section={section} rules={rules} onClose={() => onEdit(null)} />
      ) : facts.length ? (
        <Facts of={facts} />
      ) : (
        <p className={`quiet ${style.none}`}>{t('sinDatos')}</p>
      )}
      {section === 'identidad' && !open && <Misplaced record={record} />}
    </section>
  )
}

const explained = ['sistema', 'aprobador', 'inactivo', 'administra'] as const

/** Why fields of the section are shut, one line a reason; that it is one's own record is in the head. */
function Reasons({ shut }: { shut: readonly FieldRule[] }) {
  const { t } = useWords('employees-record')
  const label = useFieldLabel()
  return explained.map((reason) => {
    const names = shut.filter(({ motivo }) => motivo === reason).map(({ campo }) => label(campo))
    return (
      names.length > 0 && (
        <p key={reason} className={`quiet ${style.reason} row gap-4`}>
          <IconLock size={16} aria-hidden /> {t(`cerrado.${reason}`, { campos: names.join(', ') })}
        </p>
      )
    )
  })
}

interface EditorProps {
  record: EmployeeRecord
  section: SectionName
  rules: readonly FieldRule[]
  onClose: () => void
}

function Editor({ record, section, rules, onClose }: EditorProps) {
  const { t } = useWords('employees')
  const refresh = useRefresh()
  const fields = editableFields(section, rules)
  const base = useForm(employees.update, {
    initial: { id: record.id, ...initialOf(record, fields) },
    onDone: async () => {
      await refresh(
        employees.one,
        employment.rules,
        employees.list,
        employees.totals,
        employees.sectors,
        employees.locations,
      )
      toast({ text: t('guardado', { seccion: t(`seccion.${section}`) }) })
      onClose()
    },
  })
  // The call takes any part of a record; which fields can't be empty is said by the rules.
  const needed = rules.flatMap(({ campo, requerido }) => (requerido ? [campo as string] : []))
  const form = { ...base, required: (name: string) => needed.includes(name) }
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={box}>
      <FormShell
        form={form}
        inSection
        loading={false}
        error={null}
        submit={t('guardarSeccion', { seccion: t(`seccion.${section}`).toLocaleLowerCase() })}
        foot={section === 'empleo' && !record.propio ? t('ayuda.documentosQuedan') : undefined}
        onCancel={onClose}
      >
        <Draft form={form} name={`employee.${record.id}.${section}`} />
        <FieldGrid>
          {fields.map((name) => (
            <div key={name} className={name === 'mail_personal' ? style.whole : undefined}>
              <EmployeeField form={form} name={name} record={record} />
            </div>
          ))}
        </FieldGrid>
      </FormShell>
    </div>
  )
}

/** The fields' initial values. Accounts start empty: only their last characters are sent. */
function initialOf(record: EmployeeRecord, fields: ReturnType<typeof editableFields>) {
  return Object.fromEntries(
    fields
      .filter((name) => !isAccountNumber(name))
      .map((name) => {
        const value = record[name]
        if (typeof value !== 'object' || value === null) return [name, value]
        return [name, name === 'reporta' ? value.id : value.nombre]
      }),
  )
}
