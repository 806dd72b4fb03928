import { use, useEffect, useState } from 'react'
import { fill } from '#web/shared/texts/fill-template.ts'
import { loginPath } from '#web/shared/session/session.ts'
import { RefusalError } from '#web/shared/calls/wire.ts'
import { Act } from './Act.tsx'
import { applyMailChange, checkMailChange, type MailChange } from './later-calls.ts'
import { Complaint } from './Complaint.tsx'
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
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    // The token is a key: it doesn't stay in the address, nor in the browser's history.
    history.replaceState(null, '', location.pathname)
    checkMailChange(token).then(setChange, setError)
  }, [token])

  if (error instanceof RefusalError && error.code === '00146')
    return (
      <div className={style.form}>
        <h1 className={style.title}>{texts.muerto}</h1>
        <p className={style.subtitle}>{texts.muertoTexto}</p>
        <Act onClick={() => location.assign(loginPath)}>{texts.ingresar}</Act>
      </div>
    )
  if (!change) return error ? <Complaint error={error} words={words} /> : null
  const undoing = change.tipo === 'deshacer'
  if (done)
    return (
      <div className={style.form}>
        <h1 className={style.title}>{undoing ? texts.deshecho : texts.confirmado}</h1>
        <p className={style.subtitle} role="status">
          {fill(undoing ? texts.deshechoTexto : texts.confirmadoTexto, { correo: change.correo })}
        </p>
        {done.clave === null ? (
          <Act onClick={() => location.assign(`/${done.sitio}/`)}>{texts.ingresar}</Act>
        ) : (
          <Act onClick={() => openLink(done.sitio, done.clave ?? '')}>{texts.elegirClave}</Act>
        )}
      </div>
    )
  const apply = async () => {
    setBusy(true)
    setError(null)
    try {
      setDone(await applyMailChange(token))
    } catch (reason) {
      setError(reason)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={style.form}>
      <h1 className={style.title}>{undoing ? texts.deshacer : texts.confirmar}</h1>
      <p className={style.subtitle}>
        {fill(undoing ? texts.deshacerTexto : texts.confirmarTexto, {
          usuario: change.usuario,
          empresa: change.empresa,
          correo: change.correo,
        })}
      </p>
      {Boolean(error) && <Complaint error={error} words={words} />}
      <Act busy={busy} onClick={() => void apply()}>
        {undoing ? texts.deshacerBoton : texts.confirmarBoton}
      </Act>
    </div>
  )
}

/** The page of a new password, which is this one with another fragment: it has to be loaded anew. */
function openLink(site: 's' | 'e', token: string): void {
  location.assign(`/${site}/ingreso#${token}`)
  location.reload()
}
