import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import type { MassivePublication } from '#contract/massive/publication.ts'
import { numberText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { openCount } from './counts.ts'
import style from './PreviewFoot.module.css'

/** A summary of the effects of publishing now, and the button with the number. */
export function PreviewFoot({
  publication,
  onPublish,
}: {
  publication: MassivePublication
  onPublish: () => void
}) {
  const { t } = useWords('massive')
  const { al_publicar, modo, notificar, sale } = publication
  const { recibos, personas, correos, sin_correo } = al_publicar
  const left = openCount(publication)
  const many = numberText(recibos)
  const mails = notificar ? correos : 0
  const will = sale
    ? `${t('pie.saldra', { count: recibos, recibos: many })}${t('pie.punto')}`
    : t(`pie.hara.${modo}`, {
        count: recibos,
        recibos: many,
        personas: t('pie.persona', { count: personas, cuantas: numberText(personas) }),
      }) +
      (mails > 0
        ? t('pie.conCorreos', { count: mails, correos: numberText(mails) })
        : t(notificar ? 'pie.punto' : 'pie.sinCorreos'))
  return (
    <footer className={`${style.foot} row gap-16`}>
      <IconSend size={22} aria-hidden />
      <p aria-live="polite">
        <b>{recibos === 0 ? t('pie.nada') : will}</b>
        <span className="quiet">
          {[
            !sale && notificar && sin_correo > 0
              ? t('pie.sinCorreo', { count: sin_correo, cuantos: numberText(sin_correo) })
              : '',
            left > 0 ? t('pie.quedan', { count: left, cuantas: numberText(left) }) : '',
            t('pie.nadaTodavia'),
          ]
            .filter(Boolean)
            .join(' ')}
        </span>
      </p>
      <Button variant="filled" size="md" disabled={recibos === 0} onClick={onPublish}>
        {t(sale ? 'pie.armarZip' : 'pie.publicar', { count: recibos, recibos: many })}
      </Button>
    </footer>
  )
}
