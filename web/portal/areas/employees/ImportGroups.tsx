import { useSideEdges } from '#web/shared/pages/useSideEdges.ts'
import type { ImportGroup, ImportState } from '#contract/employees/import.ts'
import { numberText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import type { Chosen } from './chosenGroup.ts'
import { filesOnScreen } from './filesOnScreen.ts'
import { useImportField } from './importField.ts'
import { SaveGroup, useIntegrationGroup } from './IntegrationResult.tsx'
import style from './Import.module.css'

interface Props {
  state: ImportState
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
}

/** Answers a function that names a group of a file's lines, before the act and after it. */
export function useGroupName({ clase, paso }: ImportState): (grupo: ImportGroup) => string {
  const { t } = useWords(['employees', 'employees-ends', 'employees-integration'])
  const { words } = filesOnScreen[clase]
  return (grupo) =>
    clase === 'integration_profiles' && paso === 'done' && grupo === 'changed'
      ? t('employees-integration:grupo.updated')
      : t(`${words}:importar.grupo.${grupo}`)
}

/** The lines grouped by outcome; faulty ones grouped by their fault. */
export function ImportGroups({ state, chosen, onChoose }: Props) {
  const { t } = useWords(['employees', 'employees-ends', 'employees-integration'])
  const fieldName = useImportField()
  const integrationGroup = useIntegrationGroup()
  const { clase, cantidades, fallas, digitos } = state
  const { groups } = filesOnScreen[clase]
  const groupName = useGroupName(state)
  const row = useSideEdges<HTMLDivElement>()
  const named = (grupo: ImportGroup) => entry({ grupo }, groupName(grupo), cantidades[grupo])
  const faultName = clase === 'integration_profiles' ? integrationGroup : fieldName
  const has = (grupo: ImportGroup) => groups.includes(grupo)
  const isResult = clase === 'integration_profiles' && state.paso === 'done'
  const entry = (wanted: Chosen, label: string, count: number) => (
    <li key={`${wanted.grupo} ${wanted.campo ?? ''}`} data-part={wanted.campo !== undefined || undefined}>
      <button
        type="button"
        className="focus-ring"
        aria-pressed={chosen.grupo === wanted.grupo && chosen.campo === wanted.campo}
        disabled={count === 0}
        onClick={() => onChoose(wanted)}
      >
        <span>{label}</span>
        <span
          className="figures"
          data-bad={(wanted.grupo === 'faulty' && !wanted.campo && count > 0) || undefined}
        >
          {numberText(count)}
        </span>
      </button>
      {count > 0 && isResult && <SaveGroup id={state.id} wanted={wanted} />}
    </li>
  )
  return (
    <nav className={style.groups} aria-label={t('importar.grupos')}>
      <div ref={row} className={style.kinds}>
        <ul>
          {named('faulty')}
          {fallas.length > (isResult ? 0 : 1) &&
            fallas.map(({ campo, cantidad }) =>
              entry({ grupo: 'faulty', campo }, faultName(campo), cantidad),
            )}
        </ul>
        <ul>
          {has('new') && named('new')}
          {digitos > 0 && entry({ grupo: 'new', campo: 'cuil' }, t('importar.digitosGrupo'), digitos)}
          {named('changed')}
          {named('unchanged')}
          {cantidades.left_out > 0 && named('left_out')}
        </ul>
        {has('absent') && <ul>{named('absent')}</ul>}
      </div>
      <p className="quiet">{t('importar.noSeTocan')}</p>
    </nav>
  )
}
