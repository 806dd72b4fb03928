import { type EmployeeState, employeeStates } from '#contract/employees/record.ts'
import { numberText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './EmployeesPage.module.css'

type Shown = EmployeeState | 'todos'

interface Props {
  shown: Shown
  /** Within the filters; absent while they are counted. */
  totals: Record<EmployeeState, number> | undefined
  onShow: (state: Shown) => void
}

/** The states, each with how many are in it. */
export function StateToggles({ shown, totals, onShow }: Props) {
  const { t } = useWords('employees')
  const all = totals && Object.values(totals).reduce((sum, count) => sum + count, 0)
  return (
    <div className={`${style.toggles} flex gap-4`} role="group" aria-label={t('columna.estado')}>
      {([...employeeStates, 'todos'] as const).map((state) => {
        const count = state === 'todos' ? all : totals?.[state]
        return (
          <button
            key={state}
            type="button"
            className="focus-ring"
            aria-pressed={shown === state}
            onClick={() => onShow(state)}
          >
            {t(`muestra.${state}`)}
            {count !== undefined && <span className="figures">{numberText(count)}</span>}
          </button>
        )
      })}
    </div>
  )
}
