import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { employees } from '#contract/employees/employees.ts'
import { Draft } from '#web/shared/forms/Draft.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { FormPage } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { toast } from '#web/shared/pages/toasts.tsx'
import { useRefresh } from '#web/shared/calls/useCall.ts'
import { useForm } from '#web/shared/forms/useForm.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { EmployeeField } from './EmployeeField.tsx'
import { fold } from '#web/shared/texts/fold.ts'
import { FieldGrid } from '#web/shared/forms/FieldGrid.tsx'
import { NewEmployeeCard } from './NewEmployeeCard.tsx'
import { FoldedFields } from './FoldedFields.tsx'
import { laterFields, neededFields, sectionNames } from './sections.ts'

/** Makes an employee with their user, and invites them where there is an address. */
export function CreateEmployeePage() {
  const { t } = useWords('employees')
  const navigate = useNavigate()
  const refresh = useRefresh()
  const { company } = useViewer()
  const [search] = useSearchParams()
  const wanted = filledBy(search, company.pais)
  const form = useForm(employees.create, {
    initial: wanted,
    onDone: async (made) => {
      await refresh(
        employees.list,
        employees.totals,
        employees.sectors,
        employees.locations,
        employees.positions,
      )
      toast({
        text: t(made.mail ? 'alta.hechaConInvitacion' : 'alta.hecha', {
          nombre: `${made.nombre} ${made.apellido}`,
          mail: made.mail,
        }),
      })
      await navigate(publicationOf(search) ?? paths.employee(made.id))
    },
  })
  const { mail, cuil, dni, nombre, apellido, usuario } = form.values
  // A user name of one's own, as long as nobody typed another.
  const proposed = proposedUserName(nombre, apellido)
  const [lastProposed, setLastProposed] = useState(wanted.usuario ?? '')
  if (proposed !== lastProposed) {
    setLastProposed(proposed)
    if (!usuario || usuario === lastProposed) form.set('usuario', proposed)
  }
  return (
    <FormPage
      title={t('alta.titulo')}
      back={{ to: paths.employees(), label: t('titulo') }}
      desk={<NewEmployeeCard values={form.values} />}
    >
      <FormShell
        form={form}
        loading={false}
        error={null}
        submit={t('darDeAlta')}
        foot={mail ? t('alta.seInvita', { mail }) : t('alta.noSeInvita')}
        onCancel={() => void navigate(publicationOf(search) ?? paths.employees())}
      >
        <Draft form={form} name="employee.create" />
        <FieldGrid title={t('alta.necesario')}>
          {neededFields(company.pais).map((name) => (
            <EmployeeField
              key={name}
              form={form}
              name={name}
              {...(name === 'cuil' && {
                onTyped: (typed: string) => {
                  const held = dniOf(typed, company.pais)
                  const before = dniOf(typeof cuil === 'string' ? cuil : '', company.pais)
                  if (held && (!dni || dni === before)) form.set('dni', held)
                },
              })}
            />
          ))}
        </FieldGrid>
        {sectionNames.map((section) => {
          const fields = laterFields(section, company.pais)
          if (fields.length === 0) return null
          return (
            <FoldedFields
              key={section}
              title={t(`seccion.${section}`)}
              filled={fields.filter((name) => Boolean(form.values[name])).length}
              wrong={fields.some((name) => form.errors[name] !== undefined)}
            >
              {fields.map((name) => (
                <EmployeeField key={name} form={form} name={name} />
              ))}
            </FoldedFields>
          )
        })}
      </FormShell>
    </FormPage>
  )
}

/** `ana_paz` of Ana María Paz Soldán; empty until both names are typed. */
function proposedUserName(...names: unknown[]): string {
  const words = names.map((name) =>
    typeof name === 'string'
      ? (fold(name)
          .split(/[^a-z0-9]+/)
          .find(Boolean) ?? '')
      : '',
  )
  return words.every(Boolean) ? words.join('_').slice(0, 32) : ''
}

/** Initial values read from the receipt of somebody who isn't on the payroll yet. */
function filledBy(search: URLSearchParams, country: string) {
  const given = ['cuil', 'apellido', 'nombre'] as const
  const filled: Partial<Record<(typeof given)[number] | 'dni' | 'usuario', string>> = {}
  for (const name of given) {
    const value = search.get(name)?.slice(0, 100)
    if (value) filled[name] = value
  }
  const dni = dniOf(filled.cuil ?? '', country)
  const usuario = proposedUserName(filled.nombre, filled.apellido)
  return { ...filled, ...(dni && { dni }), ...(usuario && { usuario }) }
}

/** The publication whose receipt waits for whom is made here, where one does. */
function publicationOf(search: URLSearchParams): string | null {
  const process = Number(search.get('proceso'))
  if (!Number.isSafeInteger(process) || process <= 0) return null
  const group = search.get('grupo')
  return `${paths.massive(process)}${group ? `&${new URLSearchParams({ grupo: group })}` : ''}`
}

/** The identity document that Argentina's CUIL holds between its prefix and its check digit. */
function dniOf(cuil: string, country: string): string | null {
  return country === 'AR' && /^\d{11}$/.test(cuil) ? cuil.slice(2, 10).replace(/^0+/, '') : null
}
