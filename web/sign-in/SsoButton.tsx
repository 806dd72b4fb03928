import { use, useEffect, useEffectEvent, useState } from 'react'
import { useAttempt } from '#web/shared/calls/useAttempt.ts'
import { storedBrand } from '#web/shared/look/brand.ts'
import { fill } from '#web/shared/texts/fill-template.ts'
import { storedSsoData } from '#web/shared/session/single-sign-on.ts'
import { Act } from './Act.tsx'
import { Complaint } from './Complaint.tsx'
import { askOffer, goToProvider, loadSsoWords } from './single-sign-on.ts'
import type { SessionWords } from './words.ts'
import style from './SignIn.module.css'
import own from './SsoButton.module.css'

const ssoWords = loadSsoWords()

interface Props {
  words: SessionWords
  /** Called with true where the company allows single sign-on only. */
  onOnly: (only: boolean) => void
}

/** The way in by the company's own account, where the company of this device has one. */
export function SsoButton({ words, onOnly }: Props) {
  const sso = use(ssoWords)
  const [offer, setOffer] = useState(storedSsoData)
  const { busy, error, attempt } = useAttempt()
  const ask = useEffectEvent(async () => {
    if (offer) onOnly(offer.unico)
    const known = await askOffer().catch(() => offer)
    setOffer(known)
    onOnly(known?.unico ?? false)
  })
  useEffect(() => void ask(), [])
  if (!offer?.showButton) return null
  const go = () => attempt(() => goToProvider(offer.company), { leaves: true })
  const brand = storedBrand()
  const named = brand?.slug === offer.company ? fill(sso.botonDe, { empresa: brand.nombre }) : sso.boton
  const said = offer.texto ?? named
  return (
    <>
      {offer.unico ? (
        <p className={style.subtitle}>{sso.unico}</p>
      ) : (
        <div className={`${own.or} row gap-16`}>{sso.o}</div>
      )}
      {Boolean(error) && <Complaint error={error} words={words} />}
      {offer.unico ? (
        <Act busy={busy} onClick={() => void go()}>
          {said}
        </Act>
      ) : (
        <button
          type="button"
          className={`${own.way} focus-ring row gap-10`}
          disabled={busy}
          aria-busy={busy}
          onClick={() => void go()}
        >
          <Key />
          {said}
        </button>
      )}
    </>
  )
}

function Key() {
  return (
    <svg
      width={20}
      height={20}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d="M16.555 3.843l3.602 3.602a2.877 2.877 0 0 1 0 4.069l-2.643 2.643a2.877 2.877 0 0 1 -4.069 0l-.301 -.301l-6.558 6.558a2 2 0 0 1 -1.239 .578l-.175 .008h-1.172a1 1 0 0 1 -.993 -.883l-.007 -.117v-1.172a2 2 0 0 1 .467 -1.284l.119 -.13l.414 -.414h2v-2h2v-2l2.144 -2.144l-.301 -.301a2.877 2.877 0 0 1 0 -4.069l2.643 -2.643a2.877 2.877 0 0 1 4.069 0" />
      <path d="M15 9h.01" />
    </svg>
  )
}
