import { Button } from '@mantine/core'
import { useState } from 'react'
import { useWords } from '../texts/useWords.ts'
import { noteOffered } from './subscribing.ts'
import { useTurnOn } from './useTurnOn.ts'
import style from './push.module.css'

/** Offers push notifications on this device once, above a document that was just opened. */
export function NoticesOffer() {
  const { t } = useWords('push')
  const [stand, setStand] = useState<'asks' | 'on' | 'gone'>('asks')
  const { busy, wrong, start } = useTurnOn(() => setStand('on'))
  if (stand === 'gone') return null
  if (stand === 'on')
    return (
      <p className={`${style.offer} row wrap`} role="status">
        {t('listo')}
      </p>
    )
  const close = () => {
    noteOffered()
    setStand('gone')
  }
  return (
    <section className={`${style.offer} row wrap`} aria-label={t('avisos')}>
      <div className={`${style.words} grow`}>
        <b>{t('oferta')}</b>
        <span className="second">{t('ofertaTexto')}</span>
        {wrong && (
          <span className="bad" role="alert">
            {wrong}
          </span>
        )}
      </div>
      <div className={`${style.acts} flex wrap gap-8`}>
        <Button size="md" onClick={close}>
          {t('ahoraNo')}
        </Button>
        <Button size="md" variant="filled" loading={busy} onClick={start}>
          {t('aqui')}
        </Button>
      </div>
    </section>
  )
}
