import { Button, Progress, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconMailForward } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { AnswerOf } from '#contract/call.ts'
import { employees } from '#contract/employees/employees.ts'
import { welcome } from '#contract/company/welcome.ts'
import { call } from '#web/shared/calls/call.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { useForm } from '#web/shared/forms/useForm.ts'
import { ConfirmDialog } from '#web/shared/forms/ConfirmDialog.tsx'
import { FormPage } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { instantText, numberText } from '#web/shared/texts/texts.ts'
import { MailPreview } from '#web/shared/mails/MailPreview.tsx'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './Brand.module.css'

type State = AnswerOf<typeof welcome.state>

/** How often the sending is looked at while it goes on, in milliseconds. */
const pace = 1500

/** The welcome mail: whom it reaches, its words, a test, and its one sending. */
export function WelcomePage() {
  const { t } = useWords('company')
  const phone = useMediaQuery('(max-width: 767px)') ?? false
  const [running, setRunning] = useState(false)
  const { data, error, refetch } = useCall(welcome.state, {}, running ? { every: pace } : {})
  const sending = data?.envio ? !data.envio.terminado : false
  if (sending !== running) setRunning(sending)
  const preview = data && (
    <div className={`${style.desk} column gap-12`}>
      <h2>{t('bienvenida.vista')}</h2>
      <MailPreview mail={data.correo} />
    </div>
  )
  return (
    <FormPage title={t('bienvenida.titulo')} desk={phone ? undefined : preview}>
      {data && !data.envio ? (
        <Unsent state={data} below={phone && preview} />
      ) : (
        <div className={`${style.sections} column gap-20`}>
          <p className="second">{t('bienvenida.texto')}</p>
          {error && <ErrorState error={error} title={t('bienvenida.error')} onRetry={() => void refetch()} />}
          {!data && !error && <Skeleton height={180} />}
          {data?.envio && <Sent sent={data.envio} />}
          {phone && preview}
        </div>
      )}
    </FormPage>
  )
}

function Unsent({ state, below }: { state: State; below: ReactNode }) {
  const { t } = useWords('company')
  const { company, profile } = useViewer()
  const mayList = useMay(employees.list.need)
  const [asking, setAsking] = useState(false)
  const withoutMail = numberText(state.sin_correo)
  const leadsToThem = state.sin_correo > 0 && mayList
  const form = useForm(welcome.send, { onDone: () => undefined })
  const counted = (count: number) => ({ count, n: numberText(count) })
  const test = useAct(() => call(welcome.test, {}), {
    done: (answer) => t('bienvenida.probado', { correo: answer.correo }),
  })
  return (
    <>
      <FormShell
        form={form}
        loading={false}
        error={null}
        submit={`${t('bienvenida.enviar', counted(state.con_correo))}…`}
        shut={state.con_correo === 0 ? t('bienvenida.nadie') : undefined}
        foot={
          <>
            <b>{t('bienvenida.unaVez')}</b> {t('bienvenida.quienSeSume')}
          </>
        }
        onAsk={() => setAsking(true)}
      >
        <p className={`second ${style.text}`}>{t('bienvenida.texto')}</p>
        <dl className={style.counts}>
          <Count label={t('bienvenida.activos')}>{numberText(state.activos)}</Count>
          <Count label={t('bienvenida.reciben')}>{numberText(state.con_correo)}</Count>
          <Count label={t('bienvenida.nunca')}>{numberText(state.nunca_ingresaron)}</Count>
          <Count label={t('bienvenida.sinCorreo')}>
            {leadsToThem ? <Link to={`${paths.employees()}?sin=mail`}>{withoutMail}</Link> : withoutMail}
          </Count>
        </dl>
        {state.sin_correo > 0 && (
          <p className={`second ${style.text}`}>{t('bienvenida.codigos', counted(state.sin_correo))}</p>
        )}
        <div className="for-fingers row wrap gap-12">
          <Button
            leftSection={<IconMailForward size={18} aria-hidden />}
            loading={test.busy}
            onClick={() => test.run()}
          >
            {t('bienvenida.probar')}
          </Button>
          {profile.mail && (
            <span className="second">{t('bienvenida.pruebaA', { correo: profile.mail })}</span>
          )}
        </div>
        {below}
      </FormShell>
      {asking && (
        <ConfirmDialog
          title={t('bienvenida.confirmar')}
          submit={t('bienvenida.enviar', counted(state.con_correo))}
          act={(options) => call(welcome.send, {}, options)}
          proves={welcome.send.stepUp}
          refresh={[welcome.state]}
          onClose={() => setAsking(false)}
        >
          <p>
            {t('bienvenida.confirmarTexto', { ...counted(state.con_correo), empresa: company.nombre })}{' '}
            {state.nunca_ingresaron > 0 && t('bienvenida.conEnlace', counted(state.nunca_ingresaron))}
          </p>
          <p>
            <b>{t('bienvenida.noVuelve')}</b>
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

function Count({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="figures">{children}</dd>
    </div>
  )
}

function Sent({ sent }: { sent: NonNullable<State['envio']> }) {
  const { t } = useWords('company')
  const { company } = useViewer()
  const done = numberText(sent.hechos)
  const total = numberText(sent.total)
  return (
    <section className="column gap-12" aria-live="polite">
      <h2>{t(sent.terminado ? 'bienvenida.enviada' : 'bienvenida.enviando')}</h2>
      <p>
        {t(sent.terminado ? 'bienvenida.enviadaA' : 'bienvenida.van', {
          count: sent.total,
          n: total,
          hechos: done,
        })}
        <br />
        <span className="second">
          {t('bienvenida.quien', { quien: sent.quien, cuando: instantText(sent.cuando, company.zona) })}
        </span>
      </p>
      {!sent.terminado && (
        <Progress
          aria-label={t('bienvenida.enviando')}
          value={sent.total > 0 ? (100 * sent.hechos) / sent.total : 0}
        />
      )}
      <p className="second">{t('bienvenida.despues')}</p>
    </section>
  )
}
