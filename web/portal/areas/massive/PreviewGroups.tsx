import { Select } from '@mantine/core'
import { exceptions, type PreviewGroup } from '#contract/massive/preview.ts'
import type { MassivePublication } from '#contract/massive/publication.ts'
import { numberText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { openCount } from './counts.ts'
import { useGroupWords } from './useGroupWords.ts'
import style from './PreviewGroups.module.css'

/** The lists of the preview: the groups of receipts, and the employees without a receipt. */
export type Shown = PreviewGroup | 'sin_recibo'

interface Props {
  publication: MassivePublication
  shown: Shown
  onShow: (shown: Shown) => void
  onKeys: () => void
}

const settled = ['listo', 'a_mano', 'ocr', 'excluido'] as const

/** The exceptions by what is wrong, then what is ready and what was decided; a group without any isn't listed. */
export function PreviewGroups({ publication, shown, onShow, onKeys }: Props) {
  const { t } = useWords('massive')
  const words = useGroupWords()
  const counts = new Map(publication.grupos.map(({ grupo, cantidad }) => [grupo, cantidad]))
  const { sin_recibo } = publication.esperados
  const wrong: { group: Shown; count: number; warn?: boolean }[] = [
    { group: 'por_resolver', count: openCount(publication), warn: true },
    ...exceptions
      .filter((group) => (counts.get(group) ?? 0) > 0)
      .map((group) => ({ group, count: openCount(publication, group) })),
    ...(sin_recibo > 0 || shown === 'sin_recibo'
      ? [{ group: 'sin_recibo' as const, count: sin_recibo }]
      : []),
  ]
  const right = settled.map((group) => ({ group, count: counts.get(group) ?? 0 }))
  const list = (of: typeof wrong) => (
    <ul>
      {of.map(({ group, count, warn }) => (
        <li key={group}>
          <button
            type="button"
            className="focus-ring"
            aria-current={shown === group || undefined}
            onClick={() => onShow(group)}
          >
            <span>{words.name(group)}</span>
            <span className="figures" data-warn={(warn && count > 0) || undefined}>
              {numberText(count)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
  return (
    <>
      <nav className={`${style.groups} column`} aria-label={t('grupo.titulo')}>
        {list(wrong)}
        {list(right)}
        <p className={`${style.keys} flex wrap quiet`}>
          {shown !== 'sin_recibo' && (
            <span aria-hidden>
              <kbd>J</kbd> <kbd>K</kbd> {t('teclas.mover')}
            </span>
          )}
          <span aria-hidden>
            <kbd>Z</kbd> {t('teclas.deshacer')}
          </span>
          <button type="button" className="focus-ring" onClick={onKeys} aria-label={t('teclas.titulo')}>
            <kbd>?</kbd> {t('teclas.atajos')}
          </button>
        </p>
      </nav>
      <div className={style.groupSelect}>
        <Select
          aria-label={t('grupo.titulo')}
          data={[...wrong, ...right].map(({ group, count }) => ({
            value: group,
            label: t('grupo.conCuenta', { nombre: words.name(group), cuantos: numberText(count) }),
          }))}
          value={shown}
          onChange={(value) => {
            const next = [...wrong, ...right].find(({ group }) => group === value)
            if (next) onShow(next.group)
          }}
          allowDeselect={false}
        />
      </div>
    </>
  )
}
