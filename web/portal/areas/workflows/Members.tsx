import type { AnswerOf } from '#contract/call.ts'
import type { workflows } from '#contract/workflows.ts'
import { dateText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './workflows.module.css'

type Group = AnswerOf<typeof workflows.group>

/** How a group decides, and its people with their deputies. */
export function Members({ group: { todos, personas } }: { group: Group }) {
  const { t } = useWords('workflows')
  return (
    <>
      <p className="second">
        {t(personas.length === 1 ? 'grupo.sola' : todos ? 'grupo.todos' : 'grupo.uno')}
      </p>
      <ul className={`${style.members} plain-list column`}>
        {personas.map(({ id, nombre, puesto, puede, suplente }) => (
          <li key={id} className="column">
            <b>{nombre}</b>
            {puesto && <span className="second">{puesto}</span>}
            {!puede && <span className={style.unable}>{t('grupo.noPuede')}</span>}
            {suplente && (
              <span className="second">
                {t('grupo.suplente', { nombre: suplente.nombre, dia: dateText(suplente.hasta) })}
              </span>
            )}
          </li>
        ))}
      </ul>
      {!personas.some(({ puede }) => puede) && <p className={style.unable}>{t('grupo.nadie')}</p>}
    </>
  )
}
