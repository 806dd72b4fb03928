import { Button, Skeleton } from '@mantine/core'
import { employeeFile, type FileChange } from '#contract/employees/file.ts'
import { endReasons, sexes, type EmployeeRecord } from '#contract/employees/record.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { ShortPager } from '#web/shared/lists/ShortPager.tsx'
import { useListState } from '#web/shared/lists/useListState.ts'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { dateText, instantText } from '#web/shared/texts/texts.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { countryName } from '#web/shared/texts/country-name.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './HistoryTab.module.css'

interface Props {
  record: EmployeeRecord
  /** The day, ISO, whose file is shown beside the list. */
  day: string
  onDay: (day: string) => void
}

/** The changes of a file, the newest first, each with the day on which it can be looked at. */
export function HistoryChanges({ record: { id }, day, onDay }: Props) {
  const { t } = useWords('employees-file')
  const state = useListState()
  const answer = useCall(employeeFile.changes, { id, page: state.page })
  const { data, error } = answer
  if (error)
    return <ErrorState error={error} title={t('historial.error')} onRetry={() => void answer.refetch()} />
  if (!data)
    return (
      <div aria-hidden>
        {[60, 40, 70].map((width) => (
          <Skeleton key={width} height={12} width={`${width}%`} mb={20} />
        ))}
      </div>
    )
  if (data.data.length === 0) return <p className="second">{t('historial.ninguno')}</p>
  return (
    <>
      <ol className={`${style.list} plain-list`}>
        {data.data.map((change) => (
          <Line key={change.id} change={change} day={day} onDay={onDay} />
        ))}
      </ol>
      <ShortPager pagination={data.pagination} onPage={state.setPage} />
    </>
  )
}

function Line({ change, day, onDay }: { change: FileChange; day: string; onDay: (day: string) => void }) {
  const { t } = useWords('employees-file')
  const { company } = useViewer()
  const { acto, cuando, quien, importado, diferencias, borrado } = change
  const label = useDifferenceLabel()
  const shown = useDifferenceValue()
  const on = dayIn(cuando, company.zona)
  const isShown = on === day
  return (
    <li data-shown={isShown || undefined}>
      <div className="grow">
        <b>{t(`historial.acto.${acto}`)}</b>{' '}
        <span className="second figures">
          <span className={style.whole}>{instantText(cuando, company.zona)}</span> ·{' '}
          {quien ?? t('historial.nadie')}
          {importado && ` · ${t('historial.importado')}`}
        </span>
        {diferencias.length > 0 && (
          <ul className="plain-list">
            {diferencias.map(({ campo, era, es }) => (
              <li key={campo}>
                <span className={style.label}>{label(campo)}</span>{' '}
                {borrado ? (
                  <span className="second">{t('historial.borrado')}</span>
                ) : (
                  <>
                    {era !== null && <s>{shown(campo, era)}</s>}
                    {era !== null && <span aria-hidden> → </span>}
                    {es === null ? (
                      era !== null && <span className="second">{t('historial.seQuito')}</span>
                    ) : (
                      <span className={style.is}>{shown(campo, es)}</span>
                    )}
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
      <Button
        variant="subtle"
        size="compact-sm"
        className={style.look ?? ''}
        aria-label={t(isShown ? 'historial.seMuestraDia' : 'historial.verDia', { dia: dateText(on) })}
        aria-current={isShown ? 'date' : undefined}
        onClick={() => onDay(on)}
      >
        {t(isShown ? 'historial.seMuestra' : 'historial.ver')}
      </Button>
    </li>
  )
}

/** The company's day of an instant, ISO. */
function dayIn(instant: string, zone: string): string {
  // The Swedish locale formats dates as ISO does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(new Date(instant))
}

/** Answers a function that names the field of a difference. */
function useDifferenceLabel(): (campo: string) => string {
  const { t, i18n } = useWords(['employees-file', 'employees', 'country'])
  return (campo) => {
    if (campo === 'cuil' || campo === 'dni') return t(`country:${campo}`)
    const keys = [`employees-file:historial.campo.${campo}`, `employees:campo.${campo}`]
    const key = keys.find((one) => i18n.exists(one))
    return key ? t(key as 'employees:campo.nombre') : campo
  }
}

/** Answers a function that shows a value of a difference. */
function useDifferenceValue(): (campo: string, value: string) => string {
  const { t } = useWords(['employees', 'employees-file'])
  return (campo, value) => {
    if (campo === 'confidencial') return t(value === 'true' ? 'si' : 'employees-file:no')
    if (campo === 'pais') return countryName(value)
    const sex = sexes.find((one) => campo === 'sex' && one === value)
    if (sex) return t(`sexo.${sex}`)
    const reason = endReasons.find((one) => campo === 'motivo' && one === value)
    if (reason) return t(`motivo.${reason}`)
    return /^\d{4}-\d{2}-\d{2}$/.test(value) ? dateText(value) : value
  }
}
