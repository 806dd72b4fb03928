import { Alert, Button, Skeleton, Stack } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { Fragment, lazy, Suspense, useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import type { Call } from '#contract/call.ts'
import { codeOf, type ErrorName } from '#contract/errors.ts'
import { useWords } from '../texts/useWords.ts'
import { keepEnterInList } from './combobox.ts'
import { Dialog } from './Dialog.tsx'
import { firstFieldIn, focusFirst } from './focus-first.ts'
import { ErrorState } from '../pages/states.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import { lazily } from '../pages/lazily.ts'
import { useErrorText } from '../texts/texts.ts'
import type { Form } from './useForm.ts'
import { ViewerContext } from '../session/viewer.ts'
import style from './FormShell.module.css'

const ProofFields = lazy(() =>
  lazily(() => import('../session/ProofFields.tsx')).then((it) => ({ default: it.ProofFields })),
)

interface Props<C extends Call> {
  form: Form<C>
  /** The form's data is loading. */
  loading: boolean
  /** Loading the form's data failed. */
  error: unknown
  onRetry?: () => void
  /** The button: the act and its number, 'Publicar y firmar'. */
  submit: string
  /** Why the button is shut, if it is. */
  shut?: string | undefined
  /** The effect of submitting, in whole sentences; at most two lines. */
  foot?: ReactNode
  onCancel?: () => void
  /** The text of the button that leaves. */
  leave?: string
  /** Inside a modal: no question on leaving, the foot is the modal's. */
  modal?: boolean
  /** Opens the dialog that confirms the act and makes its call, in place of sending. */
  onAsk?: () => void
  /** A section of a page that has others: no padding and no border, the foot right below the fields. */
  inSection?: boolean
  /** The fields stand in columns of their own over the page's whole width. */
  wide?: boolean
  /** The screen has its filled button elsewhere. */
  unfilled?: boolean
  /** The irreversible: the button is red, and the company is named. */
  dangerous?: boolean
  /** The act goes against what the form says: its button is in the bad text, and not the filled one. */
  isAgainst?: boolean
  /** An irreversible act whose button is not red: the dialog names the company. */
  binding?: boolean
  children: ReactNode
}

/**
 * The frame of every form: an error summary with links to the fields, the fields in one column, a foot that explains
 * the effect, the confirmations that the server requires, and the question on leaving.
 */
export function FormShell<C extends Call>(props: Props<C>) {
  const {
    form,
    loading,
    error,
    onRetry,
    onAsk,
    modal = false,
    inSection = false,
    wide = false,
    children,
  } = props
  const { t } = useWords()
  const { submit } = props
  const { setAct, proof } = form
  const named = useCompanyText(props)
  useEffect(() => {
    setAct(submit)
    proof.setInPlace(modal)
  })
  const [asksFromStart] = useState(proof.asked)
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // A dialog looks for its first field when it opens, which is too early where the form is loaded.
    if (!modal || loading || !box.current?.closest('[role=dialog]')) return
    focusFirst(
      box.current.querySelector('[data-autofocus]') ??
        firstFieldIn(box.current) ??
        box.current.querySelector('.modal-foot button'),
    )
  }, [modal, loading])
  if (error) return <ErrorState error={error} title={t('error.carga')} {...(onRetry && { onRetry })} />
  // A dialog asks in itself: another one over it would hide what is being confirmed.
  const doubts = modal && form.toConfirm.length > 0
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its fields come up to it
    <form
      ref={box}
      className={modal ? style.inModal : inSection ? style.inSection : style.inPage}
      noValidate
      onKeyDown={keepEnterInList}
      onSubmit={(event) => {
        event.preventDefault()
        if (onAsk) return void (form.check() && onAsk())
        void (doubts ? form.confirm() : form.submit())
      }}
      aria-busy={form.busy || loading}
    >
      {!modal && (
        <LeaveGuard
          when={form.dirty}
          onDiscard={() => {
            for (const settle of form.settled) settle()
          }}
        />
      )}
      <div className={style.body}>
        <div className={`${style.column} column gap-16`} data-wide={wide || undefined}>
          {modal && named && <p className={`quiet ${style.company}`}>{named}</p>}
          <Summary form={form} />
          {loading ? <Waiting /> : children}
          {modal && form.proof.asked && (
            <Suspense fallback={<Skeleton height={62} aria-hidden />}>
              <ProofFields key={form.proof.round} proof={form.proof} fromStart={asksFromStart} />
            </Suspense>
          )}
          {doubts && <Doubts form={form} />}
        </div>
      </div>
      <Foot {...props} />
      {!modal && <Confirmation form={form} submit={props.submit} />}
    </form>
  )
}

function Waiting() {
  return (
    <Stack gap={20} aria-hidden>
      {[60, 80, 40].map((width) => (
        <div key={width}>
          <Skeleton height={12} width={96} mb={8} />
          <Skeleton height={38} width={`${width}%`} />
        </div>
      ))}
    </Stack>
  )
}

function isEmpty<C extends Call>({ call, file, beside, values }: Form<C>, name: string): boolean {
  if (name === call.upload?.field) return !file
  if (name === call.upload?.beside?.field) return !beside
  const value = (values as Readonly<Record<string, unknown>>)[name]
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Links to the faulty fields; takes the focus when sending failed. */
function Summary<C extends Call>({ form }: { form: Form<C> }) {
  const { t } = useWords()
  const errorText = useErrorText()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (form.failures) box.current?.focus()
  }, [form.failures])
  // In the order of the screen, which is the one in which fields are bound.
  const order = [...form.labels.keys()]
  const faulty = Object.keys(form.errors).toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
  if (!faulty.length && !form.refusal) return null
  const areMissing = faulty.every((name) => isEmpty(form, name))
  return (
    <Alert
      ref={box}
      color="bad"
      tabIndex={-1}
      icon={<IconAlertCircle size={18} />}
      className={style.summary ?? ''}
    >
      {faulty.length > 0 && (
        <p>
          <b>{t(areMissing ? 'formulario.faltan' : 'formulario.faltaCorregir', { count: faulty.length })}</b>{' '}
          {faulty.map((name, at) => (
            <Fragment key={name}>
              {at > 0 && ', '}
              <a
                href={`#${form.id}-${name}`}
                onClick={(event) => {
                  event.preventDefault()
                  document.getElementById(`${form.id}-${name}`)?.focus()
                }}
              >
                {form.labels.get(name) ?? form.errors[name]}
              </a>
            </Fragment>
          ))}
          {'. '}
          {!areMissing && t('formulario.loDemas')}
        </p>
      )}
      {Boolean(form.refusal) && <p>{errorText(form.refusal)}</p>}
    </Alert>
  )
}

/** 'En Austral Alimentos', where an act binds or can't be taken back. */
function useCompanyText<C extends Call>({ dangerous, binding }: Props<C>): string | undefined {
  const { t } = useWords()
  const empresa = useContext(ViewerContext)?.company.nombre
  return (dangerous || binding) && empresa ? t('formulario.enEmpresa', { empresa }) : undefined
}

function Foot<C extends Call>(props: Props<C>) {
  const { form, loading, submit, shut, foot, onCancel, leave, modal, unfilled, dangerous, isAgainst } = props
  const { t } = useWords()
  const named = useCompanyText(props)
  const fact = modal ? findFact(form) : undefined
  const against = isAgainst || fact !== undefined
  return (
    <div className={modal ? 'modal-foot' : style.foot}>
      <div className={`${style.promise} grow`}>
        {shut ?? foot}
        {!modal && named && <> {named}</>}
      </div>
      {onCancel && (
        <Button variant={modal ? 'default' : 'subtle'} onClick={onCancel} disabled={form.busy}>
          {leave ?? t('accion.cancelar')}
        </Button>
      )}
      <Button
        type="submit"
        variant={unfilled || against ? 'default' : 'filled'}
        loading={form.busy}
        disabled={loading || Boolean(shut)}
        {...((dangerous || against) && { color: 'bad' })}
      >
        {fact ? t('formulario.igual', { acto: submit }) : submit}
      </Button>
    </div>
  )
}

/** Confirmations of something that is hardly meant: the fact titles their dialog, and its act isn't the filled button. */
const titled = [
  'PUBLISH_OTHER_EMPLOYEE_IN_TEXT',
  'PUBLISH_OTHER_PERIOD_IN_TEXT',
  'MASSIVE_OTHER_EMPLOYER',
  'CERTIFICATE_FILE_OTHER_ORGANIZATION',
] as const satisfies readonly ErrorName[]
/** The confirmation among those that are asked that is hardly meant. */
function findFact<C extends Call>({ toConfirm }: Form<C>) {
  return titled.find((name) => toConfirm.some(({ code }) => code === codeOf(name)))
}

/** The confirmations that the server requires, above the button of the dialog that gives them. */
function Doubts<C extends Call>({ form }: { form: Form<C> }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <Alert
      ref={box}
      color="warn"
      tabIndex={-1}
      icon={<IconAlertCircle size={18} />}
      className={style.summary ?? ''}
    >
      {form.toConfirm.map(({ code, message }) => (
        <p key={code}>{message}</p>
      ))}
    </Alert>
  )
}

/** The confirmations that the server requires before it accepts the call. */
function Confirmation<C extends Call>({ form, submit }: { form: Form<C>; submit: string }) {
  const { t } = useWords()
  const empresa = useContext(ViewerContext)?.company.nombre
  const fact = findFact(form)
  const title = fact ? t(`formulario.hecho.${fact}`) : t('formulario.confirmarTitulo')
  return (
    <Dialog opened={form.toConfirm.length > 0} onClose={form.giveUp} title={title}>
      <div className="modal-text">
        {form.toConfirm.map(({ code, message }) => (
          <p key={code}>{message}</p>
        ))}
        {empresa && <p className="quiet">{t('formulario.enEmpresa', { empresa })}</p>}
      </div>
      <div className="modal-foot">
        <Button onClick={form.giveUp} data-autofocus>
          {t('accion.cancelar')}
        </Button>
        <Button
          {...(fact ? { variant: 'default', color: 'bad' } : { variant: 'filled' })}
          onClick={() => void form.confirm()}
        >
          {fact ? t('formulario.igual', { acto: submit }) : submit}
        </Button>
      </div>
    </Dialog>
  )
}
