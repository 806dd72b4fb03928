import { Button } from '@mantine/core'
import { IconChevronRight, IconEye } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { MyDocument } from '#contract/me/me.ts'
import { useObjectUrl } from '../calls/useObjectUrl.ts'
import { useViewer } from '../session/viewer.ts'
import { capital } from '#web/shared/texts/capital.ts'
import { useWords } from '../texts/useWords.ts'
import { periodOf, useArrival, useDocumentName } from './naming.ts'
import style from './mine.module.css'

interface FirstProps {
  document: MyDocument
  maySign: boolean
  /** The picture of its head. */
  head: Pick<UseQueryResult<Blob>, 'data'>
  /** Where a document is read. */
  to: (id: number) => string
}

/** The one thing to do: its letterhead, name and date, and a link to it. */
export function FirstWaiting({ document, maySign, head, to }: FirstProps) {
  const { t } = useWords('me')
  const { company } = useViewer()
  const name = useDocumentName()
  const arrival = useArrival(company.zona, company.hoy)
  const llegada = arrival(document.publicado)
  return (
    <article className={`${style.card} panel`}>
      <div className={style.picture}>
        <Head picture={head.data} />
      </div>
      <div className={`${style.facts} column gap-4`}>
        <h2>{name(document)}</h2>
        <div className="second">{t(document.empresa_firmo ? 'empresaFirmo' : 'sinEmpresa', { llegada })}</div>
        <Button
          component={Link}
          to={to(document.id)}
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

/** The waiting documents after the first, one row each. */
export function NextWaiting({ documents, to }: { documents: readonly MyDocument[]; to: FirstProps['to'] }) {
  const { t } = useWords('me')
  const { company } = useViewer()
  const arrival = useArrival(company.zona, company.hoy)
  return (
    <ul className={`${style.card} ${style.list} plain-list panel`}>
      {documents.map((document) => {
        const period = periodOf(document)
        const came = arrival(document.publicado)
        return (
          <li key={document.id}>
            <Link className={`${style.row} row apart gap-12`} to={to(document.id)}>
              <span>
                <b>{document.tipo}</b>
                <span className="second">
                  {period ? `${capital(period)}, ${came.charAt(0).toLowerCase()}${came.slice(1)}` : came}
                </span>
              </span>
              {document.leido && (
                <span className={`${style.opened} to-end second`}>
                  <IconEye size={18} aria-hidden />
                  {t('leido')}
                </span>
              )}
              <IconChevronRight size={20} aria-hidden />
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

/** The first page's head: the server cuts it above any figure. Without it the paper stays blank. */
function Head({ picture }: { picture: Blob | undefined }) {
  const address = useObjectUrl(picture)
  return <div className={`paper ${style.head}`}>{address && <img src={address} alt="" />}</div>
}
