import { Alert, Button } from '@mantine/core'
import { IconPointer } from '@tabler/icons-react'
import { massive } from '#contract/massive/massive.ts'
import type { MassivePublication } from '#contract/massive/publication.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { useMay } from '#web/shared/session/viewer.ts'
import { listText } from '#web/shared/texts/listText.ts'
import { numberText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { useReadAgain } from './useItems.ts'
import style from './Teaching.module.css'

/** The effect of the places that were taught for a file; they are kept for its type here, or forgotten. */
export function TaughtNotice({ publication }: { publication: MassivePublication }) {
  const { t, i18n } = useWords('massive')
  const readAgain = useReadAgain()
  const mayKeep = useMay(massive.keepTaught.need)
  const { id, ensenado, tipo, grupos } = publication
  const forget = useAct(massive.forget, { onDone: readAgain })
  const keep = useAct(massive.keepTaught, {
    refresh: [massive.one],
    done: t('ensenar.seGuardo', { tipo: tipo.nombre }),
  })
  if (!ensenado) return null
  const now = grupos.find(({ grupo }) => grupo === 'por_resolver')?.cantidad ?? 0
  const data = ensenado.datos.map((dato) => t(`ensenar.dato.${dato}`).toLocaleLowerCase())
  return (
    <Alert color="info" p="8px 12px" icon={<IconPointer size={18} />}>
      <div className={`${style.notice} row wrap apart`}>
        <span>
          {t('ensenar.resultado', {
            datos: listText(data, i18n.language),
            antes: numberText(ensenado.excepciones_antes),
            ahora: numberText(now),
          })}
          {ensenado.guardado && ` ${t('ensenar.guardado', { tipo: tipo.nombre })}`}
        </span>
        <span className="row wrap gap-8">
          {mayKeep && !ensenado.guardado && (
            <Button
              size="compact-sm"
              loading={keep.busy}
              disabled={forget.busy}
              onClick={() => keep.run({ id })}
            >
              {t('ensenar.guardar')}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="subtle"
            loading={forget.busy}
            disabled={keep.busy}
            onClick={() => forget.run({ id })}
          >
            {t('ensenar.deshacer')}
          </Button>
        </span>
      </div>
    </Alert>
  )
}
