import { Alert, Button, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconClock, IconEye, IconFileText } from '@tabler/icons-react'
import { useContext, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { approvals } from '#contract/approvals.ts'
import type { AnswerOf, Call } from '#contract/call.ts'
import { employees } from '#contract/employees/employees.ts'
import { type ShownChange, selfService } from '#contract/self-service/self-service.ts'
import { call } from '../calls/call.ts'
import { useAct } from '../calls/useAct.ts'
import { useCall, useRefresh } from '../calls/useCall.ts'
import { useObjectUrl } from '../calls/useObjectUrl.ts'
import { ConfirmDialog } from '../forms/ConfirmDialog.tsx'
import { Dialog } from '../forms/Dialog.tsx'
import { AreaField } from '../forms/fields.tsx'
import { FormShell } from '../forms/FormShell.tsx'
import { useForm } from '../forms/useForm.ts'
import { useKeys } from '../lists/useKeys.ts'
import { paths } from '../pages/paths.ts'
import { ToastsContext } from '../pages/toasts-context.ts'
import { useViewer } from '../session/viewer.ts'
import { dateText, instantText } from '../texts/texts.ts'
import { useWords } from '../texts/useWords.ts'
import { useFieldText } from './useFieldText.ts'
import style from './ChangeCard.module.css'

interface Props {
  change: ShownChange
  /** The calls whose answers a decision changes. */
  changes: readonly Pick<Call, 'path'>[]
  /** Shows whose it is: beside a list, and not on the person's own page. */
  named?: boolean
}

/** A change that waits: the present values struck, the proposed ones strong, what to look at, and the two acts. */
export function ChangeCard({ change, changes, named = false }: Props) {
  const { t } = useWords('self-service')
  const { company } = useViewer()
  const { label, text } = useFieldText()
  const { seccion, campos, pedido, alertas, congelado, turno, documento, declaracion } = change
  // The change itself isn't asked for again: once decided, it is there no more.
  const refresh = [selfService.ofPerson, employees.one, approvals.ofSubject, ...changes]
  const [asking, setAsking] = useState<'rechazar' | 'liberar'>()
  const desde = turno ? { desde: turno.desde } : {}
  const warnings = useWarnings(alertas)
  const decides = turno?.decide === true
  // On a person's page several changes may wait: a key would not say which one it means.
  const keyed = named && decides && asking === undefined
  useKeys({ x: () => setAsking('rechazar') }, keyed)
  return (
    <section className={`${style.card} column gap-12`} aria-label={t(`seccion.${seccion}`)}>
      {named ? (
        <>
          <span className={`${style.state} row gap-4`}>
            <IconClock size={16} aria-hidden />
            {t('cambio.porAprobar')}
          </span>
          <h2>{t(`cambio.de.${seccion}`)}</h2>
          <div>
            <Link to={paths.employee(change.id_colaborador)}>{change.colaborador}</Link>
            <span className={`${style.line} second`}>
              {t('cambio.legajo', { numero: change.legajo })} ·{' '}
              {t('cambio.pidio', { cuando: dateText(pedido, company.zona) })}
            </span>
          </div>
        </>
      ) : (
        <p className={`${style.head} row gap-8`}>
          <IconClock size={18} aria-hidden />
          {t('cambio.pidio', { cuando: dateText(pedido, company.zona) })}
        </p>
      )}
      {seccion === 'photo' ? (
        <Picture change={change} />
      ) : (
        <dl className={style.fields}>
          {campos.map(({ campo, actual, propuesto }) => (
            <div key={campo}>
              <dt>{label(campo)}</dt>
              <dd>
                <s className={style.old}>{text(campo, actual)}</s>
                <span className={style.new}>{text(campo, propuesto)}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {seccion === 'bank' && <WholeAccount id={change.id} />}
      {warnings.length > 0 && <Warnings said={warnings} />}
      {declaracion && (
        <p className="row gap-8">
          <IconFileText size={18} aria-hidden />
          {t(declaracion === 'firmada' ? 'cambio.firmada' : 'cambio.enPapel')}
        </p>
      )}
      {documento && named && <Statement change={change} documento={documento} />}
      {congelado && (
        <Alert color="warn" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {t('cambio.congelado')}
        </Alert>
      )}
      <div className={`${style.acts} row wrap gap-8`} data-fixed={named || undefined}>
        {decides && !congelado && (
          <p className={`${style.effect} second`}>
            {t(turno.paso < turno.pasos ? 'cambio.sigueGrupo' : `cambio.efecto.${seccion}`)}
          </p>
        )}
        {change.libera && <Button onClick={() => setAsking('liberar')}>{t('cambio.liberar')}</Button>}
        {decides ? (
          <>
            <Button color="bad" onClick={() => setAsking('rechazar')}>
              {t('cambio.rechazar')} {named && <kbd className="key-mark" aria-hidden data-key="X" />}
            </Button>
            {!congelado && (
              <Approve
                id={change.id}
                desde={turno.desde}
                done={t(turno.paso < turno.pasos ? 'cambio.pasoAprobado' : 'cambio.aprobado', {
                  cambio: t(`cambio.de.${seccion}`),
                  persona: change.colaborador,
                })}
                refresh={refresh}
                asks={seccion === 'bank'}
                isAgainst={warnings.length > 0}
                // No single key approves against a warning.
                named={named && warnings.length === 0}
                keyed={keyed && warnings.length === 0}
              />
            )}
          </>
        ) : (
          <span className="second">{t('cambio.otro')}</span>
        )}
      </div>
      {asking === 'liberar' && (
        <ConfirmDialog
          title={t('cambio.liberar')}
          submit={t('cambio.liberar')}
          act={(options) => call(selfService.release, { id: change.id }, options)}
          proves={selfService.release.stepUp}
          refresh={[selfService.one, ...refresh]}
          done={t('cambio.liberado')}
          onClose={() => setAsking(undefined)}
        >
          {t('cambio.liberarTexto')}
        </ConfirmDialog>
      )}
      {asking === 'rechazar' && (
        <Reject
          id={change.id}
          since={desde}
          done={t('cambio.rechazado', { cambio: t(`cambio.de.${seccion}`), persona: change.colaborador })}
          refresh={refresh}
          onClose={() => setAsking(undefined)}
        />
      )}
    </section>
  )
}

interface ActProps {
  refresh: readonly Pick<Call, 'path'>[]
}

interface ApproveProps extends ActProps {
  id: number
  desde: string
  /** The message of success. */
  done: string
  /** The password is asked for next. */
  asks: boolean
  /** Approving goes against the warnings above: it isn't the filled button. */
  isAgainst: boolean
  /** The button shows its key. */
  named: boolean
  /** The key acts. */
  keyed: boolean
}

/** Approves it; an account asks for the password first. */
function Approve({ id, desde, done, refresh, asks, isAgainst, named, keyed }: ApproveProps) {
  const { t } = useWords('self-service')
  const approve = useAct(selfService.approve, { refresh, done })
  useKeys({ a: () => approve.run({ id, desde }) }, keyed)
  return (
    <Button
      {...(isAgainst ? { variant: 'default', color: 'bad' } : { variant: 'filled' })}
      loading={approve.busy}
      onClick={() => approve.run({ id, desde })}
    >
      {t(isAgainst ? 'cambio.aprobarIgual' : 'cambio.aprobar')}
      {asks && '…'} {named && <kbd className="key-mark" aria-hidden data-key="A" />}
    </Button>
  )
}

interface RejectProps extends ActProps {
  id: number
  since: { desde?: string }
  /** The text of the toast. */
  done: string
  onClose: () => void
}

function Reject({ id, since, done, refresh, onClose }: RejectProps) {
  const { t } = useWords(['self-service', 'errors'])
  const refreshCalls = useRefresh()
  const toasts = useContext(ToastsContext)
  const form = useForm(selfService.decide, {
    initial: { id, estado: 'rechazado', ...since },
    onDone: async () => {
      await refreshCalls(...refresh)
      toasts?.toast({ text: done })
      onClose()
    },
  })
  const submit = async () => {
    const missing = form.values.comments ? {} : { comments: t('errors:SYSTEM_API_PARAMETER_REQUIRED') }
    if (form.check(missing)) await form.submit()
  }
  return (
    <Dialog opened onClose={onClose} title={t('cambio.rechazarTitulo')} locked={form.busy}>
      <FormShell
        form={{ ...form, submit, required: (name) => name === 'comments' }}
        loading={false}
        error={null}
        submit={t('cambio.rechazarYa')}
        foot={t('cambio.rechazarQue')}
        onCancel={onClose}
        modal
        dangerous
      >
        <AreaField
          form={form}
          name="comments"
          label={t('cambio.motivo')}
          help={t('cambio.motivoAyuda')}
          most={255}
          first
        />
      </FormShell>
    </Dialog>
  )
}

/** The whole number of an account: whoever sees it is written down. */
function WholeAccount({ id }: { id: number }) {
  const { t } = useWords('self-service')
  const [shown, setShown] = useState<AnswerOf<typeof selfService.wholeAccount>>()
  const { label } = useFieldText()
  const see = useAct(selfService.wholeAccount, { onDone: setShown })
  const numbers = useRef<HTMLDListElement>(null)
  // Its button is gone.
  useEffect(() => numbers.current?.focus(), [shown])
  if (shown)
    return (
      <dl ref={numbers} tabIndex={-1} className={`${style.fields} focus-ring figures`}>
        {(['cbu', 'cci', 'cuenta'] as const).map(
          (field) =>
            shown[field] !== null && (
              <div key={field}>
                <dt>{label(field)}</dt>
                <dd className={style.new}>{shown[field]}</dd>
              </div>
            ),
        )}
      </dl>
    )
  return (
    <div className="row wrap gap-8">
      <Button
        variant="subtle"
        ml={-12}
        leftSection={<IconEye size={18} aria-hidden />}
        loading={see.busy}
        onClick={() => see.run({ id })}
      >
        {t('cambio.verCuenta')}
      </Button>
      <span className="second">{t('cambio.queda')}</span>
    </div>
  )
}

/** The reasons for a closer look, in sentences. */
function useWarnings(flags: ShownChange['alertas']): string[] {
  const { t } = useWords('self-service')
  const { company } = useViewer()
  if (!flags) return []
  const at = (when: string) => instantText(when, company.zona)
  return [
    flags.de_otros.length > 0 &&
      t('cambio.deOtros', { nombres: flags.de_otros.map(({ nombre }) => nombre).join(' · ') }),
    flags.de_otros_fuera && t('cambio.deOtrosFuera'),
    flags.correo_cambiado && t('cambio.correo', { cuando: at(flags.correo_cambiado) }),
    flags.clave_cambiada && t('cambio.clave', { cuando: at(flags.clave_cambiada) }),
    flags.dispositivo_nuevo && t('cambio.dispositivo'),
  ].filter((one) => typeof one === 'string')
}

function Warnings({ said }: { said: readonly string[] }) {
  const { t } = useWords('self-service')
  return (
    <Alert color="bad" title={t('cambio.alertas')} icon={<IconAlertTriangle size={18} aria-hidden />}>
      <ul className={style.flags}>
        {said.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </Alert>
  )
}

function Picture({ change: { id_colaborador: id, colaborador } }: { change: ShownChange }) {
  const { t } = useWords('self-service')
  const { data } = useCall(selfService.hrPhoto, { id, pending: true })
  const url = useObjectUrl(data ?? null)
  if (!url) return <p>{t('cambio.fotoNueva')}</p>
  return <img src={url} alt={t('cambio.foto', { nombre: colaborador })} className={style.picture} />
}

/** The statement's pages, by the approval that decides on it. */
function Statement({
  change: { id_aprobacion },
  documento,
}: {
  change: ShownChange
  documento: NonNullable<ShownChange['documento']>
}) {
  return Array.from({ length: documento.paginas }, (_, at) => (
    <Page key={at} approval={id_aprobacion} document={documento.id} n={at + 1} />
  ))
}

function Page({ approval, document, n }: { approval: number; document: number; n: number }) {
  const { t } = useWords('self-service')
  const { data } = useCall(approvals.page, { id: approval, documento: document, n, ancho: 1200 })
  const url = useObjectUrl(data ?? null)
  // The page's room is kept while it loads, so that nothing below it moves.
  return url ? (
    <img src={url} alt={t('cambio.verDeclaracion')} className={`paper ${style.page}`} />
  ) : (
    <Skeleton className={`${style.page} ${style.coming}`} />
  )
}
