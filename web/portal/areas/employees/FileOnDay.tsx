import { Alert, Skeleton } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { employeeFile, type FileThen } from '#contract/employees/file.ts'
import type { EmployeeRecord } from '#contract/employees/record.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { Facts } from '#web/shared/pages/pages.tsx'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { dateText } from '#web/shared/texts/texts.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { useFieldLabel, useFieldValue } from './record.tsx'
import { type FieldName, fieldsOf, sectionNames } from './sections.ts'
import style from './HistoryTab.module.css'

/** The whole file at the end of a day: its fields by section, those that differ from today's marked, and its rights. */
export function FileOnDay({ record, day }: { record: EmployeeRecord; day: string }) {
  const { t } = useWords('employees-file')
  const answer = useCall(employeeFile.history, { id: record.id, al: day })
  const { data, error } = answer
  if (error)
    return <ErrorState error={error} title={t('historial.sinFicha')} onRetry={() => void answer.refetch()} />
  if (!data)
    return (
      <div aria-hidden>
        {[40, 60, 50, 70].map((width) => (
          <Skeleton key={width} height={12} width={`${width}%`} mb={16} />
        ))}
      </div>
    )
  return <Shown record={record} then={data} />
}

function Shown({ record, then }: { record: EmployeeRecord; then: FileThen }) {
  const { t } = useWords(['employees-file', 'employees'])
  const { company } = useViewer()
  const label = useFieldLabel()
  const { ficha } = then
  const past: EmployeeRecord = Object.assign({}, record, ficha)
  const valueThen = useFieldValue(past)
  const valueNow = useFieldValue(record)
  const lost = new Map(then.sin_dato.map(({ campo, causa }) => [campo, causa]))
  const isOther = (name: FieldName) =>
    then.al !== company.hoy &&
    !lost.has(name) &&
    !same(past[name as keyof EmployeeRecord], record[name as keyof EmployeeRecord])
  const others = sectionNames.flatMap((section) => fieldsOf(section, company.pais)).filter(isOther).length
  const fact = (name: FieldName): ReactNode => {
    const cause = lost.get(name)
    if (cause) return <span className="second">{t(`historial.${cause}`)}</span>
    const value = valueThen(name)
    if (!isOther(name)) return value
    return (
      <>
        <span className={style.other}>{isEmpty(value) ? t('historial.vacio') : value}</span>{' '}
        <span className="second">
          {t('historial.hoyEs')} {isEmpty(valueNow(name)) ? t('historial.vacio') : valueNow(name)}
        </span>
      </>
    )
  }
  const stays = ficha.estadias ?? []
  const names = (list: readonly string[] | undefined) => (list?.length ? list.join(', ') : null)
  const unknown = (campo: string, value: ReactNode) =>
    lost.has(campo) ? <span className="second">{t('historial.sin_registro')}</span> : value
  const rights: [string, ReactNode][] = [
    [t('historial.estado'), ficha.estado && t(`employees:estado.${ficha.estado}`)],
    [
      t('historial.estadias'),
      stays.length > 0 &&
        stays
          .map(({ desde, hasta }) =>
            hasta
              ? t('employees:ahora.desdeHasta', { desde: dateText(desde), hasta: dateText(hasta) })
              : t('historial.desde', { desde: dateText(desde) }),
          )
          .join('; '),
    ],
    [t('pestana.perfiles'), unknown('perfiles', names(ficha.perfiles))],
    [
      t('pestana.filtros'),
      unknown(
        'filtros',
        names(
          then.filtros?.map(({ sector, locacion }) =>
            t('employees:lugares.par', {
              sector: sector ?? t('employees:lugares.cualquierSector'),
              lugar: locacion ?? t('employees:lugares.cualquierLugar'),
            }),
          ),
        ),
      ),
    ],
    [t('pestana.carpetas'), names(then.carpetas)],
  ]
  return (
    <div className={`${style.sections} column`} aria-live="polite">
      {then.al !== company.hoy && (
        <Alert color="gray" icon={<IconHistory size={18} aria-hidden />}>
          {t(others > 0 ? 'historial.asiEra' : 'historial.asiEraIgual', {
            dia: dateText(then.al),
            datos: t('historial.distintos', { count: others }),
          })}
        </Alert>
      )}
      <Section title={t('historial.general')} facts={rights} />
      {sectionNames.map((section) => (
        <Section
          key={section}
          title={t(`employees:seccion.${section}`)}
          facts={fieldsOf(section, company.pais).map((name) => [label(name), fact(name)])}
        />
      ))}
    </div>
  )
}

function Section({ title, facts }: { title: string; facts: readonly (readonly [string, ReactNode])[] }) {
  const shown = facts.filter(([, value]) => !isEmpty(value))
  if (shown.length === 0) return null
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <Facts of={shown} />
    </section>
  )
}

function isEmpty(value: ReactNode): boolean {
  return value === null || value === undefined || value === '' || value === false
}

/** Whether two values of a field are one: references by their names, since a place can be renamed. */
function same(one: unknown, other: unknown): boolean {
  const plain = (value: unknown) =>
    typeof value === 'object' && value !== null && 'nombre' in value ? value.nombre : (value ?? null)
  return plain(one) === plain(other)
}
