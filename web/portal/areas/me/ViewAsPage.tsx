import { Button, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowLeft, IconEye } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import type { MyDocument } from '#contract/me/me.ts'
import { viewAs } from '#contract/me/view-as.ts'
import { FolderPanel } from '#web/shared/mine/FolderPanel.tsx'
import { useDocumentName } from '#web/shared/mine/naming.ts'
import { FirstWaiting, NextWaiting } from '#web/shared/mine/Waiting.tsx'
import mine from '#web/shared/mine/mine.module.css'
import { PlainPage } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { EmptyState, ErrorState } from '#web/shared/pages/states.tsx'
import { StateBadge } from '#web/shared/documents/StateWord.tsx'
import { useCall } from '#web/shared/calls/useCall.ts'
import { RefusalError } from '#web/shared/calls/wire.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { NotFound } from '../../shell/ErrorPages.tsx'
import style from './ViewAsPage.module.css'

const PdfView = lazy(() =>
  import('#web/shared/documents/PdfView.tsx').then(({ PdfView }) => ({ default: PdfView })),
)

/** The employees' site as one of them sees it, under a band that says whose view it is. */
export function ViewAsPage() {
  const { t } = useWords('account-access')
  const id = Number(useParams()['id'])
  const [params] = useSearchParams()
  const [year, setYear] = useState<number>()
  const answer = useCall(viewAs.documents, { id, ...(year !== undefined && { anio: year }) })
  const { data, error } = answer
  if (error instanceof RefusalError && error.status === 404) return <NotFound />
  const name = data ? `${data.persona.nombre} ${data.persona.apellido}` : ''
  const document = Number(params.get('documento'))
  return (
    <PlainPage title={t('vista.titulo', { nombre: name })}>
      <div className={`${style.band} row gap-12`} role="status">
        <IconEye size={20} aria-hidden />
        <p>
          <b>{t('vista.banda', { nombre: name })}</b> {t('vista.bandaTexto')}
        </p>
        <Button component={Link} to={paths.employee(id)}>
          {t('vista.salir')}
        </Button>
      </div>
      <div className={style.site} data-reading={document > 0 || undefined}>
        {error && !data ? (
          <ErrorState error={error} title={t('vista.error')} onRetry={() => void answer.refetch()} />
        ) : !data ? (
          <Skeleton height={256} />
        ) : document > 0 ? (
          <Reading person={id} id={document} />
        ) : (
          <Listed person={id} data={data} onYear={setYear} />
        )}
      </div>
    </PlainPage>
  )
}

interface ListedProps {
  person: number
  data: NonNullable<ReturnType<typeof useCall<typeof viewAs.documents>>['data']>
  onYear: (year: number) => void
}

function Listed({ person, data, onYear }: ListedProps) {
  const { t } = useWords('me')
  const to = (document: number) => `${paths.viewAs(person)}?documento=${document}`
  const [first, ...others] = data.espera
  const declined = data.firma_cerrada === 'SIGN_NOT_ALLOWED_CONSENT'
  const firstOpen = data.carpetas.findIndex(({ cerrada_por: by }) => by.length === 0)
  return (
    <div className={`${mine.page} column gap-12`}>
      <h1>
        {first ? t('paraFirmar', { count: data.espera.length }) : t(declined ? 'titulo' : 'nadaParaFirmar')}
      </h1>
      {first && <First person={person} document={first} to={to} />}
      {others.length > 0 && <NextWaiting documents={others} to={to} />}
      {data.anios.length === 0 ? (
        <EmptyState title={t('vacio')} />
      ) : (
        <section className={`${mine.mine} column gap-12`} aria-labelledby="mine">
          <div className={`${mine.over} row apart`}>
            <h2 id="mine">{t('titulo')}</h2>
            <label className={mine.year}>
              <span className="only-read-aloud">{t('anio')}</span>
              <select
                className="focus-ring figures"
                value={data.anio}
                onChange={(event) => onYear(Number(event.currentTarget.value))}
              >
                {[...new Set([data.anio, ...data.anios])].map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </select>
            </label>
          </div>
          {data.carpetas.map((folder, at) => (
            <FolderPanel
              key={`${data.anio} ${folder.id}`}
              folder={folder}
              startsOpen={at === firstOpen}
              to={to}
            />
          ))}
        </section>
      )}
    </div>
  )
}

interface FirstProps {
  person: number
  document: MyDocument
  to: (document: number) => string
}

function First({ person, document, to }: FirstProps) {
  const head = useCall(viewAs.head, { id: person, documento: document.id })
  return <FirstWaiting document={document} maySign={false} head={head} to={to} />
}

function Reading({ person, id }: { person: number; id: number }) {
  const { t } = useWords(['account-access', 'me'])
  const name = useDocumentName()
  const phone = useMediaQuery('(max-width: 767px)') ?? false
  const answer = useCall(viewAs.document, { id: person, documento: id })
  const { data: document } = answer
  const shut = document && (document.anulado !== null || document.cerrado)
  const pdf = useCall(viewAs.pdf, { id: person, documento: id }, { enabled: document !== undefined && !shut })
  return (
    <div className={style.reading}>
      <div className={`${style.head} row wrap`}>
        <Link to={paths.viewAs(person)}>
          <IconArrowLeft size={16} aria-hidden /> {t('vista.volver')}
        </Link>
        {document && (
          <>
            <h1>{name(document)}</h1>
            <StateBadge state={document.estado} />
          </>
        )}
      </div>
      {answer.error ? (
        <ErrorState
          error={answer.error}
          title={t('me:lectura.error')}
          onRetry={() => void answer.refetch()}
        />
      ) : shut ? (
        <EmptyState
          drawing="shut"
          title={t(document.anulado ? 'me:lectura.anuladoTitulo' : 'me:lectura.cerradoTitulo')}
        >
          {!document.anulado && t('me:lectura.cerradoTexto')}
        </EmptyState>
      ) : (
        document && (
          <div className={style.desk}>
            <Suspense>
              <PdfView answer={pdf} name={name(document)} as={phone ? 'phone' : 'preview'} />
            </Suspense>
          </div>
        )
      )}
    </div>
  )
}
