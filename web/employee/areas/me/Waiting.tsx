import { Button } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { me, type MyDocument } from '#contract/me.ts'
import { employeePaths } from '#web/shared/paths.ts'
import { useCall } from '#web/shared/useCall.ts'
import { useViewer } from '#web/shared/viewer.ts'
import { capital, periodOf, useArrival, useDocumentName } from './naming.ts'
import style from './MyDocumentsPage.module.css'

/** The one thing to do: its letterhead, what it is, when it came, and the way to it. */
export function FirstWaiting({ document, maySign }: { document: MyDocument; maySign: boolean }) {
  const { t } = useTranslation('me')
  const { company } = useViewer()
  const name = useDocumentName()
  const arrival = useArrival(company.zona, company.hoy)
  const llegada = arrival(document.publicado)
  return (
    <article className={style.card}>
      <div className={style.picture}>
        <Head id={document.id} />
      </div>
      <div className={style.facts}>
        <h2>{name(document)}</h2>
        <div className="second">{t(document.empresa_firmo ? 'empresaFirmo' : 'sinEmpresa', { llegada })}</div>
        <Button
          component={Link}
          to={employeePaths.document(document.id)}
          variant="filled"
          size="lg"
          aria-label={`${t(maySign ? 'leerYFirmar' : 'leer')}: ${name(document)}`}
        >
          {t(maySign ? 'leerYFirmar' : 'leer')}
        </Button>
      </div>
    </article>
  )
}

/** What waits after the first, a row each. */
export function NextWaiting({ documents }: { documents: readonly MyDocument[] }) {
  const { company } = useViewer()
  const arrival = useArrival(company.zona, company.hoy)
  return (
    <ul className={`${style.card} ${style.list}`}>
      {documents.map((document) => {
        const period = periodOf(document)
        const came = arrival(document.publicado)
        return (
          <li key={document.id}>
            <Link className={style.row} to={employeePaths.document(document.id)}>
              <span>
                <b>{document.tipo}</b>
                <span className="second">
                  {period ? `${capital(period)}, ${came.charAt(0).toLowerCase()}${came.slice(1)}` : came}
                </span>
              </span>
              <IconChevronRight size={20} stroke={1.6} aria-hidden />
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

/** The first page's head: the server cuts it above any figure. Without it the paper stays blank. */
function Head({ id }: { id: number }) {
  const { data } = useCall(me.page, { id, c: 1, miniatura: true })
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!data) return
    const made = URL.createObjectURL(data)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [data])
  return <div className={`paper ${style.head}`}>{address && <img src={address} alt="" />}</div>
}
