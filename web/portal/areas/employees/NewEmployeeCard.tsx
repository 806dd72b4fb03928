import { Avatar } from '@mantine/core'
import type { InputOf } from '#contract/call.ts'
import type { employees } from '#contract/employees/employees.ts'
import { Facts } from '#web/shared/pages/pages.tsx'
import { initialsOf } from '#web/shared/session/names.ts'
import { TaxId } from '#web/shared/texts/TaxId.tsx'
import { dateText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { useFieldLabel } from './record.tsx'
import style from './NewEmployeeCard.module.css'

/** The record as it will be found, while it is being filled in. */
export function NewEmployeeCard({
  values,
}: {
  values: Partial<Record<keyof InputOf<typeof employees.create>, unknown>>
}) {
  const { t } = useWords('employees')
  const label = useFieldLabel()
  const text = (name: keyof typeof values) => {
    const value = values[name]
    return typeof value === 'string' ? value.trim() : ''
  }
  const hired = text('fecha_contratacion')
  const name = [text('apellido'), text('nombre')].filter(Boolean).join(', ')
  return (
    <section aria-label={t('alta.asiQueda')}>
      <h3>{t('alta.asiQueda')}</h3>
      <div className={style.card}>
        <div className={`${style.who} row`}>
          <Avatar size={52} aria-hidden>
            {initialsOf({ nombre: text('nombre'), apellido: text('apellido'), apodo: null })}
          </Avatar>
          <div>
            <b>{name || t('alta.sinNombre')}</b>
            <div className="second">
              {[text('cargo'), text('sector'), text('locacion')].filter(Boolean).join(', ')}
            </div>
          </div>
        </div>
        <Facts
          of={[
            [label('cuil'), <TaxId key="cuil" value={text('cuil')} />],
            [label('numero_legajo'), text('numero_legajo') || '–'],
            [label('fecha_contratacion'), hired ? dateText(hired) : '–'],
            [label('usuario'), text('usuario') || '–'],
            [label('mail'), text('mail') || '–'],
          ]}
        />
      </div>
    </section>
  )
}
