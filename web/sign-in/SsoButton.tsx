import { use, useEffect, useEffectEvent, useState } from 'react'
import { storedSsoData } from '#web/shared/single-sign-on.ts'
import { Act } from './Act.tsx'
import { Complaint } from './Complaint.tsx'
import { askOffer, goToProvider, loadSsoWords } from './single-sign-on.ts'
import type { SessionWords } from './words.ts'
import style from './SignIn.module.css'

const ssoWords = loadSsoWords()

interface Props {
  words: SessionWords
  /** Told where nothing else opens. */
  onOnly: (only: boolean) => void
}

/** The way in by the company's own account, where the company of this device has one. */
export function SsoButton({ words, onOnly }: Props) {
  const sso = use(ssoWords)
  const [offer, setOffer] = useState(storedSsoData)
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const ask = useEffectEvent(async () => {
    if (offer) onOnly(offer.unico)
    const known = await askOffer().catch(() => offer)
    setOffer(known)
    onOnly(known?.unico ?? false)
  })
  useEffect(() => void ask(), [])
  if (!offer?.showButton) return null
  const go = async () => {
    setBusy(true)
    setError(null)
    try {
      await goToProvider(offer.company)
    } catch (reason) {
      setError(reason)
      setBusy(false)
    }
  }
  return (
    <>
      {offer.unico && <p className={style.subtitle}>{sso.unico}</p>}
      {Boolean(error) && <Complaint error={error} words={words} />}
      <Act quiet={!offer.unico} busy={busy} onClick={() => void go()}>
        {offer.texto ?? sso.boton}
      </Act>
    </>
  )
}
