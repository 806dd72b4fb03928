import { use, useCallback, useEffect, useState } from 'react'
import { useAttempt } from '#web/shared/calls/useAttempt.ts'
import { fill } from '#web/shared/texts/fill-template.ts'
import { loginPath } from '#web/shared/session/session.ts'
import { isRefusedWith } from '#web/shared/calls/refused.ts'
import { Act } from './Act.tsx'
import { applyMailChange, checkMailChange, type MailChange } from './later-calls.ts'
import { Complaint } from './Complaint.tsx'
import { LinkCheck } from './LinkCheck.tsx'
import { loadMailLinkWords, type SessionWords } from './words.ts'
import style from './SignIn.module.css'

const mailLinkWords = loadMailLinkWords()

/**
 * Describes the effect of a link about a change of mail, with a button that applies it: mail programs open links by
 * themselves and must not change anything.
 */
export function MailedChange({ words, token }: { words: SessionWords; token: string }) {
  const texts = use(mailLinkWords)
  const [change, setChange] = useState<MailChange | null>(null)
  const [done, setDone] = useState<{ sitio: 's' | 'e'; clave: string | null } | null>(null)
  const { busy, error, setError, attempt } = useAttempt()
  const check = useCallback(() => {
    setError(null)
    checkMailChange(token).then(setChange, setError)
  }, [token, setError])
  useEffect(() => {
    // The token is a key: it doesn't stay in the address, nor in the browser's history.
    history.replaceState(null, '', location.pathname)
    check()
  }, [check])

  if (isRefusedWith(error, 'LINK_EXPIRED'))
    return (
      <div className="column gap-18">
        <h1 className={style.title}>{texts.muerto}</h1>
        <p className={style.subtitle}>{texts.muertoTexto}</p>
        <Act onClick={() => location.assign(loginPath)}>{texts.ingresar}</Act>
      </div>
    )
  if (!change)
    return <LinkCheck texts={texts} toSignIn={texts.ingresar} words={words} error={error} onRetry={check} />
  const { correo, empresa, tipo, usuario } = change
  const said = {
    confirmar: {
      title: texts.confirmar,
      text: texts.confirmarTexto,
      act: texts.confirmarBoton,
      done: texts.confirmado,
      doneText: texts.confirmadoTexto,
    },
    deshacer: {
      title: texts.deshacer,
      text: texts.deshacerTexto,
      act: texts.deshacerBoton,
      done: texts.deshecho,
      doneText: texts.deshechoTexto,
    },
    objetar: {
      title: texts.objetar,
      text: texts.objetarTexto,
      act: texts.objetarBoton,
      done: texts.objetado,
      doneText: texts.objetadoTexto,
    },
  }[tipo]
  if (done)
    return (
      <div className="column gap-18">
        <h1 className={style.title}>{said.done}</h1>
        <p className={style.subtitle} role="status">
          {fill(said.doneText, { correo })}
        </p>
        {done.clave === null ? (
          <Act onClick={() => location.assign(`/${done.sitio}/`)}>{texts.ingresar}</Act>
        ) : (
          <Act onClick={() => openLink(done.sitio, done.clave ?? '')}>{texts.elegirClave}</Act>
        )}
      </div>
    )
  const apply = () => attempt(async () => setDone(await applyMailChange(token)))
  return (
    <div className="column gap-18">
      <h1 className={style.title}>{said.title}</h1>
      <p className={style.subtitle}>{fill(said.text, { usuario, empresa, correo })}</p>
      {Boolean(error) && <Complaint error={error} words={words} />}
      <Act busy={busy} onClick={() => void apply()}>
        {said.act}
      </Act>
    </div>
  )
}

/** The page of a new password, which is this one with another fragment: it has to be loaded anew. */
function openLink(site: 's' | 'e', token: string): void {
  location.assign(`/${site}/ingreso#${token}`)
  location.reload()
}
