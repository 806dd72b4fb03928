import { Button, Skeleton } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Link, useParams } from 'react-router'
import { me, type MyDocumentDetail } from '#contract/me/me.ts'
import { CopyButton } from '#web/shared/pages/CopyButton.tsx'
import { employeePaths } from '#web/shared/pages/paths.ts'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { TaxId } from '#web/shared/texts/TaxId.tsx'
import { instantText, useErrorText, zoneText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { usePageTitle } from '#web/shared/pages/usePageTitle.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { printedCode, useDocumentName } from '#web/shared/mine/naming.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { SignedDrawing } from './SignedDrawing.tsx'
import { useDownload } from './useDownload.ts'
import style from './SignedPage.module.css'

/** The documents just signed, with decision, time, verification code and copy; and the documents still waiting. */
export function SignedPage() {
  const { t } = useWords('me')
  const ids = (useParams().ids ?? '').split(',').map(Number)
  const [id = 0] = ids
  const answer = useCall(me.document, { id })
  const heading = useRef<HTMLHeadingElement>(null)
  const { data } = answer
  const title =
    ids.length > 1
      ? t('firmado.varios', { count: ids.length })
      : t(data?.estado === 'no_conforme' ? 'firmado.noConforme' : 'firmado.conforme')
  usePageTitle(title)
  const known = data !== undefined
  useEffect(() => heading.current?.focus(), [known])
  return (
    <div className={`${style.page} column`}>
      <div className={`${style.done} column`}>
        <SignedDrawing />
        {answer.error ? (
          <ErrorState error={answer.error} title={t('lectura.error')} onRetry={() => void answer.refetch()} />
        ) : (
          <>
            <h1 ref={heading} tabIndex={-1}>
              {known ? title : <Skeleton height={30} width={220} />}
            </h1>
            {ids.map((each) => (
              <Signed key={each} id={each} />
            ))}
          </>
        )}
      </div>
      <Next />
    </div>
  )
}

function Signed({ id }: { id: number }) {
  const { t } = useWords('me')
  const name = useDocumentName()
  const { company } = useViewer()
  const { data } = useCall(me.document, { id })
  if (!data?.firmado) return <Skeleton height={168} />
  return (
    <section className={style.signed} aria-label={name(data)}>
      <p className="second">{name(data)}</p>
      <dl>
        <div>
          <dt>{t('firmado.fecha')}</dt>
          <dd>
            <span className="figures">{instantText(data.firmado, company.zona, true)}</span>{' '}
            <span className={`${style.zone} quiet`}>{zoneText(data.firmado, company.zona)}</span>
          </dd>
        </div>
        <div>
          <dt>{t('firmado.codigo')}</dt>
          <dd className={`${style.code} row gap-8`}>
            <b>
              <TaxId value={printedCode(data.codigo_verificacion)} />
            </b>
            <CopyButton value={data.codigo_verificacion} label={t('firmado.copiarCodigo')} />
          </dd>
        </div>
      </dl>
      {data.efimero && <p className="second">{t('firmado.efimero')}</p>}
      <Copy document={data} />
    </section>
  )
}

function Copy({ document }: { document: MyDocumentDetail }) {
  const { t } = useWords('me')
  const errorText = useErrorText()
  const { busy, error, download } = useDownload(document)
  return (
    <>
      <Button
        size="lg"
        fullWidth
        loading={busy}
        leftSection={<IconDownload size={20} aria-hidden />}
        onClick={() => download()}
      >
        {t('firmado.descargar')}
      </Button>
      {error !== null && (
        <p className="bad" role="alert">
          {errorText(error)}
        </p>
      )}
    </>
  )
}

/** Documents that still wait, from the refreshed list. */
function Next() {
  const { t } = useWords('me')
  const name = useDocumentName()
  const { data } = useCall(me.documents, {})
  const waiting = data?.espera ?? []
  const [next] = waiting
  return (
    <footer className={`${style.next} column gap-12`}>
      {data && (
        <div>
          <b>{next ? t('firmado.queda', { count: waiting.length }) : t('firmado.nadaMas')}</b>
          {next && <div className="second">{name(next)}</div>}
        </div>
      )}
      {next && (
        <Button component={Link} to={employeePaths.document(next.id)} variant="filled" size="lg" fullWidth>
          {t('leerYFirmar')}
        </Button>
      )}
      <Button
        component={Link}
        to={employeePaths.start()}
        variant={next ? 'subtle' : 'filled'}
        size="lg"
        fullWidth
        className={next ? style.back : undefined}
      >
        {t('volver')}
      </Button>
    </footer>
  )
}
