import type { SentPaper } from '#contract/uploads.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { dateText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'

/** The outcome of a paper, in a sentence: who did it, and when. */
export function useStory({ estado, enviado, decidido, quien, grupo }: SentPaper): string {
  const { t } = useWords('uploads')
  const { company } = useViewer()
  const day = (at: unknown) => dateText(String(at), company.zona)
  if (estado === 'en_espera')
    return grupo === null
      ? t('que.en_espera', { dia: day(enviado) })
      : t('que.en_espera_grupo', { dia: day(enviado), grupo })
  if (estado === 'retirado' || estado === 'anulado') return t(`que.${estado}`)
  if (decidido === null || quien === null)
    return estado === 'aprobado' ? t('que.aprobadoSolo') : t(`estado.${estado}`)
  return t(`que.${estado}`, { quien, dia: day(decidido) })
}
