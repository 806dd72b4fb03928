import { use, useEffect, useState } from 'react'
import { useAttempt } from '#web/shared/calls/useAttempt.ts'
import { isRefusedWith } from '#web/shared/calls/refused.ts'
import { loginPath } from '#web/shared/session/session.ts'
import { fill } from '#web/shared/texts/fill-template.ts'
import { Act } from './Act.tsx'
import { Complaint } from './Complaint.tsx'
import { freezeChange } from './later-calls.ts'
import { loadMailLinkWords, type SessionWords } from './words.ts'
import style from './SignIn.module.css'

const mailLinkWords = loadMailLinkWords()

/**
 * Freezes a change of somebody's account by the link in a mail about it. Mail programs open links by themselves, so that
 * only the button does it.
 */
export function FreezeChange({ words, token }: { words: SessionWords; token: string }) {
  const texts = use(mailLinkWords)
  const [done, setDone] = useState<Awaited<ReturnType<typeof freezeChange>> | null>(null)
  const { busy, error, attempt } = useAttempt()
  useEffect(() => {
    // The token is a key: it doesn't stay in the address, nor in the browser's history.
    history.replaceState(null, '', location.pathname)
  }, [])
  if (isRefusedWith(error, 'LINK_EXPIRED'))
    return (
      <div className="column gap-18">
        <h1 className={style.title}>{texts.muerto}</h1>
        <p className={style.subtitle}>{texts.muertoTexto}</p>
        <Act onClick={() => location.assign(loginPath)}>{texts.ingresar}</Act>
      </div>
    )
  if (done)
    return (
      <div className="column gap-18">
        <h1 className={style.title}>{texts.frenado}</h1>
        <p className={style.subtitle} role="status">
          {fill(done.aplicada ? texts.frenadoTarde : texts.frenadoTexto, {
            nombre: done.nombre,
            empresa: done.empresa,
          })}
        </p>
        <Act onClick={() => location.assign(loginPath)}>{texts.ingresar}</Act>
      </div>
    )
  return (
    <div className="column gap-18">
      <h1 className={style.title}>{texts.frenar}</h1>
      <p className={style.subtitle}>{texts.frenarTexto}</p>
      {Boolean(error) && <Complaint error={error} words={words} />}
      <Act busy={busy} onClick={() => void attempt(async () => setDone(await freezeChange(token)))}>
        {texts.frenarBoton}
      </Act>
    </div>
  )
}
