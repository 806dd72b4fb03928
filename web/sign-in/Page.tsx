import type { ComponentType, ReactNode } from 'react'
import type { SignInPicture } from '#contract/company/sign-in-page.ts'
import { logoAddress, type Brand } from '#web/shared/look/brand.ts'
import { chooseLanguage } from '#web/shared/texts/language.ts'
import { sites } from '#web/shared/pages/paths.ts'
import { Folder, Language, Shield } from '#web/shared/look/outlines.tsx'
import { language, type SessionWords } from './words.ts'
import { Told } from './Told.tsx'
import style from './Page.module.css'

interface Props {
  words: SessionWords
  brand: Brand | null
  children: ReactNode
}

const wide = matchMedia('(min-width: 1024px)').matches

let Picture: ComponentType<{ of: SignInPicture }> | null = null

/** Settles when the drawing can come with the page; a phone has no room for it and doesn't load it. */
export const pictureReady = wide
  ? import('./Picture.tsx').then(
      (loaded) => {
        Picture = loaded.Picture
      },
      () => undefined,
    )
  : null

/** The form at the left, a picture on the desk at the right; on a phone only the form. */
export function Page({ words, brand, children }: Props) {
  const name = brand?.nombre ?? 'Legajo'
  const page = brand?.pagina
  return (
    <div className={style.page}>
      <div className={`${style.side} column`}>
        <header className={`${style.brand} row gap-12`}>
          {brand ? <img src={logoAddress(brand)} alt="" width={32} height={32} /> : <Folder size={28} />}
          <span>{name}</span>
        </header>
        <main className={`${style.main} column`}>{children}</main>
        <Told page={page} name="pie" className={style.own} />
        <p className={style.verifyHere}>
          {words.verificarPregunta} <a href={sites.verification}>{words.verificar}</a>
        </p>
        <footer className={`${style.foot} row apart`}>
          <span className={style.product}>
            <Folder /> Legajo
          </span>
          <label className={style.language}>
            <Language />
            <span className="only-read-aloud">{words.idioma}</span>
            <select
              value={language}
              onChange={(event) => chooseLanguage(event.currentTarget.value === 'pt' ? 'pt' : 'es')}
            >
              <option value="es">Español</option>
              <option value="pt">Português</option>
            </select>
          </label>
        </footer>
      </div>
      <aside className={style.desk} style={{ '--own': page?.colores?.fondo }}>
        {Picture && <Picture of={page?.imagen ?? 'recibo'} />}
        <div className={`${style.verify} row`}>
          <Shield size={22} />
          <div>
            <b>{words.verificarPregunta}</b>
            <br />
            <a href={sites.verification}>{words.verificar}</a>
          </div>
        </div>
      </aside>
    </div>
  )
}
