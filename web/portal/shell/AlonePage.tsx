import { useContext, type ReactNode } from 'react'
import { logoAddress, storedBrand } from '#web/shared/look/brand.ts'
import { Folder } from '#web/shared/look/outlines.tsx'
import { sites } from '#web/shared/pages/paths.ts'
import { ViewerContext } from '#web/shared/session/viewer.ts'
import { AccountMenu } from './AccountMenu.tsx'
import style from './Header.module.css'

/** A page without the menu: the company's header, with the account where somebody is signed in, and one thing to say. */
export function AlonePage({ children }: { children: ReactNode }) {
  const viewer = useContext(ViewerContext)
  const brand = viewer?.company ?? storedBrand()
  return (
    <div className="alone column">
      <header className={`${style.header} ${style.single} company-header row gap-12`}>
        <a href={sites.portal} className={`${style.brand} brand row gap-12`}>
          {brand ? <img src={logoAddress(brand)} alt="" width={28} height={28} /> : <Folder size={28} />}
          <span>{brand?.nombre ?? 'Legajo'}</span>
        </a>
        {viewer && (
          <div className={`${style.right} row`}>
            <AccountMenu />
          </div>
        )}
      </header>
      <main className={style.alone}>{children}</main>
    </div>
  )
}
