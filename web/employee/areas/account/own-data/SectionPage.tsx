import { Alert, Button, Skeleton } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowLeft,
  IconCircleCheck,
  IconClock,
  IconFileText,
} from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import { approvals } from '#contract/approvals.ts'
import { type OwnSection, ownSections } from '#contract/self-service/sections.ts'
import { ownCalls, type OwnSectionShown, selfService } from '#contract/self-service/self-service.ts'
import { call } from '#web/shared/calls/call.ts'
import { showPdf } from '#web/shared/calls/files.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { ConfirmDialog } from '#web/shared/forms/ConfirmDialog.tsx'
import { employeePaths } from '#web/shared/pages/paths.ts'
import { EmptyState, ErrorState } from '#web/shared/pages/states.tsx'
import { usePageTitle } from '#web/shared/pages/usePageTitle.ts'
import { useFieldText } from '#web/shared/self-service/useFieldText.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { dateText, instantText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import pages from '../../../shell/pages.module.css'
import { SectionForm } from './SectionForm.tsx'
import style from './own-data.module.css'

/** One section of the person's own record: what waits, what is in force, and its form. */
export function SectionPage() {
  const { t } = useWords('self-service')
  const { section: asked } = useParams()
  const section = ownSections.find((one) => one === asked)
  usePageTitle(section ? t(`seccion.${section}`) : t('yo.titulo'))
  return (
    <div className={`${pages.page} column gap-16`}>
      <Link to={employeePaths.account()} className={`${pages.back} row gap-8`}>
        <IconArrowLeft size={20} aria-hidden />
        {t('volver')}
      </Link>
      {section ? <Section key={section} section={section} /> : <EmptyState title={t('yo.error')} />}
    </div>
  )
}

function Section({ section }: { section: OwnSection }) {
  const { t } = useWords('self-service')
  const { company } = useViewer()
  const { data, error, refetch } = useCall(ownCalls[section].read, {})
  const [done, setDone] = useState<'hechoEnviado' | 'hechoGuardado' | 'retirado'>()
  const [isSigning, setIsSigning] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const outcome = useRef<HTMLDivElement>(null)
  // The form or the dialog that had the focus is gone.
  useEffect(() => outcome.current?.focus(), [done])
  if (error) return <ErrorState error={error} title={t('yo.error')} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={320} />
  const { pendiente, ultimo, ofrecida, congelada, actual } = data
  const account =
    section === 'bank' &&
    [actual['banco'], actual['cbu'] ?? actual['cci'] ?? actual['cuenta']].filter(Boolean).join(', ')
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {t(isSigning ? 'yo.revisar' : `seccion.${section}`)}
      </h1>
      {data.declara === 'firma' && !isSigning && <p>{t('yo.antes')}</p>}
      {done && (
        <Alert ref={outcome} tabIndex={-1} color="ok" role="status" icon={<IconCircleCheck aria-hidden />}>
          {t(`yo.${done}`)}
        </Alert>
      )}
      {congelada && (
        <Alert color="warn" icon={<IconAlertTriangle aria-hidden />}>
          {t('yo.congelada')}
        </Alert>
      )}
      {pendiente && !isSigning && (
        <Waiting
          section={section}
          pending={pendiente}
          present={actual}
          onWithdrawn={() => setDone('retirado')}
        />
      )}
      {!pendiente && ultimo && !done && (
        <p className="second">
          {t(`yo.${ultimo.estado}`, {
            cuando: dateText(ultimo.cuando, company.zona),
            motivo: ultimo.motivo ?? '',
          })}
        </p>
      )}
      {!ofrecida ? (
        <>
          <Values title={t('yo.actual')} values={actual} fields={data.campos} />
          <Alert color="info">{t('yo.apagada')}</Alert>
        </>
      ) : congelada ? (
        <Values title={t('yo.actual')} values={actual} fields={data.campos} />
      ) : (
        <div className={`${style.form} panel`}>
          {pendiente && !isSigning && (
            <div className={`${style.again} column gap-4`}>
              <h2>{t('yo.pedirOtro')}</h2>
              <p className="second">
                {t('yo.otro')} {account && t('yo.figura', { cuenta: account })}
              </p>
            </div>
          )}
          <SectionForm
            // Once a change is sent, the form begins anew.
            key={`${JSON.stringify(actual)} ${pendiente?.id ?? ''}`}
            shown={data}
            onSigning={(signing) => {
              setIsSigning(signing)
              if (signing) return
              window.scrollTo({ top: 0 })
              heading.current?.focus({ preventScroll: true })
            }}
            onDone={(after) => {
              setIsSigning(false)
              setDone(after.pendiente ? 'hechoEnviado' : 'hechoGuardado')
            }}
          />
        </div>
      )}
    </>
  )
}

type Pending = NonNullable<OwnSectionShown['pendiente']>

interface WaitingProps {
  section: OwnSection
  pending: Pending
  present: OwnSectionShown['actual']
  onWithdrawn: () => void
}

/** The change that waits: who has it and since when, with the way to take it back. */
function Waiting({ section, pending, present, onWithdrawn }: WaitingProps) {
  const { t } = useWords('self-service')
  const { company } = useViewer()
  const [asking, setAsking] = useState(false)
  const { id, id_aprobacion, propuesto, pedido, espera_a, congelado, declaracion } = pending
  const open = useAct(async () => showPdf(await call(selfService.myStatement, { id })))
  return (
    <section className={`${style.waiting} column gap-12`} aria-label={t('yo.espera')}>
      <h2 className="row gap-8">
        <IconClock size={20} aria-hidden />
        {t(congelado ? 'yo.congelado' : 'yo.esperando')}
      </h2>
      <p>
        {t('yo.pedido', { cuando: instantText(pedido, company.zona) })}{' '}
        {t('yo.loTiene', { quien: espera_a.length > 0 ? espera_a.join(' · ') : t('yo.rrhh') })}
      </p>
      <Values values={propuesto} before={present} fields={Object.keys(propuesto)} />
      {declaracion && (
        <Button
          variant="subtle"
          justify="start"
          leftSection={<IconFileText size={18} aria-hidden />}
          loading={open.busy}
          onClick={() => open.run()}
        >
          {t(declaracion === 'firmada' ? 'yo.declaracionFirmada' : 'yo.declaracionPapel')}
        </Button>
      )}
      <Button size="lg" className={style.withdraw ?? ''} onClick={() => setAsking(true)}>
        {t('yo.retirar')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('yo.retirar')}
          submit={t('yo.retirar')}
          act={() => call(approvals.withdraw, { id: id_aprobacion })}
          refresh={[ownCalls[section].read, selfService.mine]}
          onDone={onWithdrawn}
          onClose={() => setAsking(false)}
        >
          {t('yo.retirarTexto')}
        </ConfirmDialog>
      )}
    </section>
  )
}

interface ValuesProps {
  title?: string
  values: OwnSectionShown['actual']
  /** The values that these replace, struck above them. */
  before?: OwnSectionShown['actual']
  fields: readonly string[]
}

function Values({ title, values, before = {}, fields }: ValuesProps) {
  const { label, text } = useFieldText()
  const filled = fields.filter((field) => values[field] !== undefined)
  return (
    <section className="column gap-8">
      {title && <h2>{title}</h2>}
      <dl className={style.values}>
        {filled.map((field) => (
          <div key={field}>
            <dt>{label(field)}</dt>
            <dd>
              {before[field] && <s className={style.old}>{text(field, before[field])}</s>}
              {text(field, values[field] ?? null)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
