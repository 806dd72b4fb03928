import { Button, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconSend } from '@tabler/icons-react'
import { type ComponentType, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { massive } from '#contract/massive/massive.ts'
import { massiveActs, type MassivePublication } from '#contract/massive/publication.ts'
import { lazily } from '#web/shared/pages/lazily.ts'
import { FormPage } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { monthText } from '#web/shared/texts/texts.ts'
import { useCall, useRefresh } from '#web/shared/calls/useCall.ts'
import { RefusalError } from '#web/shared/calls/wire.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { Decision } from '../../shell/Decision.tsx'
import { NotFound } from '../../shell/ErrorPages.tsx'
import { CancelDialog } from './CancelDialog.tsx'
import { GivePassword } from './GivePassword.tsx'
import { MassiveDesk } from './MassiveDesk.tsx'
import { MassiveForm } from './MassiveForm.tsx'
import { MassiveSteps } from './MassiveSteps.tsx'
import { Outcome } from './Outcome.tsx'
import { OutcomeDesk } from './OutcomeDesk.tsx'
import { Running } from './Running.tsx'
import { SignedOutside } from './SignedOutside.tsx'
import { Uploading } from './Uploading.tsx'
import { useSending } from './uploads.ts'
import style from './Massive.module.css'

/** A massive publication at its present step, by its process in the address; without one, a new publication. */
export function MassivePage() {
  const [search] = useSearchParams()
  const process = search.get('proceso')
  if (process === null) return <MassiveForm />
  const id = Number(process)
  return Number.isSafeInteger(id) && id > 0 ? <Standing key={id} id={id} /> : <NotFound />
}

/** Steps at which the server works, so that the publication changes without an act of the viewer. */
const working: readonly MassivePublication['paso'][] = ['uploaded', 'reading', 'signing', 'publishing']
/** Milliseconds between two polls: while it runs, and while somebody else may upload the signed file. */
const paces = { runs: 1500, isOut: 4000 }

/** The interval at which a publication is polled; null where only this viewer changes it. */
function paceOf({ estado, paso, subida }: MassivePublication): number | null {
  if (subida !== null) return paces.runs
  if (estado !== 'in_progress') return null
  // A complete zip is at this step too, until a job takes it over.
  if (paso === 'waiting_upload') return paces.isOut
  return working.includes(paso) ? paces.runs : null
}

function Standing({ id }: { id: number }) {
  const { t } = useWords('massive')
  const refresh = useRefresh()
  const sending = useSending(id)
  const [pace, setPace] = useState<number | null>(paces.runs)
  const answer = useCall(massive.one, { id }, pace === null ? {} : { every: pace })
  const { data: publication, error } = answer
  const wanted = publication ? paceOf(publication) : paces.runs
  if (wanted !== pace) setPace(wanted)
  // The last byte has arrived: the server's next step is asked for at once.
  const sent = sending?.state === 'done'
  useEffect(() => {
    if (sent) void refresh(massive.one)
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it is whole
  }, [sent])
  if (error instanceof RefusalError && error.status === 404) return <NotFound />
  if (!publication)
    return (
      <FormPage title="" back={{ to: paths.processes(), label: t('procesos') }}>
        {error ? (
          <ErrorState error={error} title={t('error.publicacion')} onRetry={() => void answer.refetch()} />
        ) : (
          <Opening />
        )}
      </FormPage>
    )
  if (publication.estado === 'in_progress' && publication.paso === 'preview')
    return <Preview publication={publication} />
  return <Stage publication={publication} />
}

/** The preview's own part of the application, loaded when it is needed. */
function Preview({ publication }: { publication: MassivePublication }) {
  const { t } = useWords('massive')
  const [Page, setPage] = useState<ComponentType<{ publication: MassivePublication }> | null>(null)
  const [failed, setFailed] = useState<unknown>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let gone = false
    setFailed(null)
    lazily(() => import('./PreviewPage.tsx')).then(
      (loaded) => !gone && setPage(() => loaded.PreviewPage),
      (error: unknown) => !gone && setFailed(error),
    )
    return () => void (gone = true)
  }, [tries])
  if (Page) return <Page publication={publication} />
  return (
    <FormPage title={nameOf(publication)}>
      {failed !== null ? (
        <ErrorState error={failed} title={t('error.revision')} onRetry={() => setTries(tries + 1)} />
      ) : (
        <Opening />
      )}
    </FormPage>
  )
}

/** The shape of a publication that is on its way: its sums, and the first rows. */
function Opening() {
  return (
    <div className={`${style.run} column gap-20`} aria-busy>
      <Skeleton height={56} />
      {Array.from({ length: 5 }, (_, row) => (
        <Skeleton key={row} height={64} />
      ))}
    </div>
  )
}

function nameOf({ tipo, periodo }: MassivePublication): string {
  return [tipo.nombre, periodo && monthText(periodo)].filter(Boolean).join(', ')
}

/** All documents are made and wait for a second person's release. */
function waitsForRelease({ espera_liberacion, paso, progreso }: MassivePublication): boolean {
  const { hechos, fallidos, total } = progreso
  return espera_liberacion && paso === 'publishing' && hechos + fallidos >= total
}

/** The steps before and after the preview: upload, reading, publishing and result. */
function Stage({ publication }: { publication: MassivePublication }) {
  const { t } = useWords('massive')
  const [cancelling, setCancelling] = useState(false)
  const { id, modo, paso, estado, tipo, periodo, subida, recibido, tamano } = publication
  const phone = useMediaQuery('(max-width: 767px)') ?? false
  const over = estado !== 'in_progress' || paso === 'done'
  // A cancelled or failed publication didn't go through every step.
  const broken = estado === 'cancelled' || estado === 'error'
  const hasPublished = !broken && !publication.programada && publication.progreso.hechos > 0
  const comes = !over && (paso === 'uploaded' || paso === 'waiting_upload')
  // The publication waits until the upload is complete; a colleague's upload has no address here.
  const uploading = comes && (subida !== null || (paso === 'uploaded' && recibido < tamano))
  const waits = paso === 'waiting_upload' || paso === 'waiting_password' || waitsForRelease(publication)
  const cancels: readonly MassivePublication['paso'][] = massiveActs.cancel
  return (
    <FormPage
      title={nameOf(publication)}
      back={{ to: paths.processes(), label: t('procesos') }}
      desk={
        over ? (
          hasPublished && <OutcomeDesk id={id} />
        ) : (
          <MassiveDesk
            mode={modo}
            type={tipo.id}
            period={periodo ?? undefined}
            bytes={tamano}
            step={paso}
            waits={waits}
          />
        )
      }
    >
      <div className={`${style.run} column gap-20`}>
        {!broken && <MassiveSteps step={over ? 'done' : paso} />}
        {over ? (
          <Outcome publication={publication}>{phone && hasPublished && <OutcomeDesk id={id} />}</Outcome>
        ) : uploading ? (
          <Uploading publication={publication} address={subida} onCancel={() => setCancelling(true)} />
        ) : paso === 'waiting_upload' ? (
          <SignedOutside publication={publication} />
        ) : paso === 'waiting_password' ? (
          <GivePassword publication={publication} />
        ) : waitsForRelease(publication) ? (
          <Decision
            kind="publication"
            subject={publication.id}
            words="liberar"
            changes={[massive.one]}
            otherwise={<p>{t('final.espera')}</p>}
          />
        ) : (
          <Running publication={publication} />
        )}
      </div>
      {!over && (
        <div className={`${style.runFoot} row gap-16`}>
          <IconSend size={22} aria-hidden />
          <p>
            <b>
              {t(
                uploading
                  ? 'pie.alTerminar'
                  : paso === 'reading' || paso === 'uploaded'
                    ? 'pie.alLeer'
                    : waits
                      ? 'pie.espera'
                      : 'pie.sigueSolo',
              )}
            </b>
            {(uploading || paso === 'reading' || paso === 'uploaded') && (
              <span className="quiet">{t('pie.nadaSeEnvia')}</span>
            )}
          </p>
          {!uploading && cancels.includes(paso) && (
            <Button variant="subtle" onClick={() => setCancelling(true)}>
              {t('cancelar.abrir')}
            </Button>
          )}
          <Button component={Link} to={`${paths.processes()}?abierto=${id}`}>
            {t('pie.seguirEnProcesos')}
          </Button>
        </div>
      )}
      {cancelling && <CancelDialog publication={publication} onClose={() => setCancelling(false)} />}
    </FormPage>
  )
}
