import type { Icon } from '@tabler/icons-react'
import type { Concern } from '#contract/shell/shell.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { dateText, instantText, numberText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { concernsOnScreen } from './concerns.ts'

/** A concern as the bell and the home page say it. */
export interface ConcernLine {
  mark: Icon
  title: string
  reason: string | null
  /** Since when, or until when. */
  when: string
  to: string
}

/** Says a concern in the viewer's language. */
export function useConcernLine(): (concern: Concern) => ConcernLine {
  const { t } = useWords('shell-frame')
  const viewer = useViewer()
  const { zona } = viewer.company
  return ({ clase, id, total, desde, nombre, motivo, vence }) => {
    const { mark, path } = concernsOnScreen[clase]
    // A count of one thing, such as an import's lines, has no newest.
    const countsThings = id === null && total > 1 && clase !== 'evidencia_difiere'
    return {
      mark,
      title: t(`campana.${clase}`, { count: total, cuantos: numberText(total), nombre: nombre ?? '' }),
      reason: motivo ? t('campana.motivo', { motivo }) : null,
      when: vence
        ? t('campana.vence', { fecha: dateText(vence, zona) })
        : t(countsThings ? 'campana.ultimo' : 'campana.desde', { desde: instantText(desde, zona) }),
      to: path(id, viewer),
    }
  }
}
