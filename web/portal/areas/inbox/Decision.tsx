import { Button, NativeSelect } from '@mantine/core'
import { IconClock, IconCornerUpLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AnswerOf } from '#contract/call.ts'
import { inbox } from '#contract/inbox.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { DayInput } from '#web/shared/forms/DateFields.tsx'
import { useKeys } from '#web/shared/lists/useKeys.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { TaxId } from '#web/shared/texts/TaxId.tsx'
import { dateText, instantText, monthText, numberText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { decided } from './decided.ts'
import { Reason } from './Reason.tsx'
import style from './Decision.module.css'

type Paper = AnswerOf<typeof inbox.paper>

interface Props {
  paper: Paper
  place: number | null
  /** How many the list has, in words. */
  total: string
  /** Whether its first sheet was shown. */
  seen: boolean
  /** The list isn't beside it, so that its title is the page's. */
  alone: boolean
  onDecided: () => Promise<void>
}

/** The facts of a paper, what can be put right before it is approved, and the three decisions. */
export function Decision({ paper, place, total, seen, alone, onDecided }: Props) {
  const { t } = useWords('inbox')
  const [type, setType] = useState(paper.id_tipo)
  const [expires, setExpires] = useState('')
  const [reasoned, setReasoned] = useState<'devolver' | 'rechazar'>()
  const Heading = alone ? 'h1' : 'h2'
  const person = paper.colaborador
  const { turno } = paper
  const isLastStep = turno === null || turno.paso === turno.pasos
  const approve = useAct(inbox.approve, {
    refresh: decided,
    done: t(isLastStep ? 'actos.aprobado' : 'actos.pasoAprobado', { papel: paper.tipo, persona: person }),
    onDone: onDecided,
  })
  const input = {
    id: paper.id,
    visto: seen,
    ...(turno && { desde: turno.desde }),
    ...(type !== paper.id_tipo && { tipo: type }),
    ...(expires && { vence: expires }),
  }
  const mine = turno?.decide === true
  const acts = mine && !paper.devuelto && reasoned === undefined
  useKeys(
    {
      a: () => approve.run(input),
      d: () => setReasoned('devolver'),
      x: () => setReasoned('rechazar'),
    },
    acts,
  )
  return (
    <>
      <section className={`${style.side} column gap-16`} aria-label={paper.tipo}>
        <div className="row apart">
          <span className={`${style.state} row gap-4`}>
            {paper.devuelto ? (
              <IconCornerUpLeft size={16} aria-hidden />
            ) : (
              <IconClock size={16} aria-hidden />
            )}
            {t(paper.devuelto ? 'datos.devuelto' : mine ? 'datos.porAprobar' : 'datos.deOtros')}
          </span>
          {place !== null && (
            <span className="second figures">{t('datos.puesto', { puesto: numberText(place), total })}</span>
          )}
        </div>
        <Heading>{paper.tipo}</Heading>
        <div className={style.person}>
          <Link to={paths.employee(paper.id_colaborador)}>{person}</Link>
          <span className="second">
            <TaxId value={paper.cuil} />
            {paper.sector && ` · ${paper.sector}`}
          </span>
        </div>
        {turno && <Turn turno={turno} />}
        {reasoned === undefined ? (
          <Known
            paper={paper}
            mine={mine}
            type={type}
            onType={setType}
            expires={expires}
            onExpires={setExpires}
          />
        ) : (
          <Reason
            paper={paper}
            act={reasoned}
            seen={seen}
            onAct={setReasoned}
            onDone={onDecided}
            onClose={() => setReasoned(undefined)}
          />
        )}
      </section>
      {acts && (
        <footer className={`${style.foot} row apart gap-16`}>
          <p className={style.next}>
            <b>{t(isLastStep ? 'actos.texto' : 'actos.textoPaso', { persona: paper.nombre })}</b>
            <span className="second">{t('actos.despues')}</span>
          </p>
          <div className={`${style.acts} row gap-8`}>
            <Button variant="default" className={style.bad ?? ''} onClick={() => setReasoned('rechazar')}>
              {t('actos.rechazar')} <kbd className="key-mark" aria-hidden data-key="X" />
            </Button>
            <Button variant="default" onClick={() => setReasoned('devolver')}>
              {t('actos.devolver')} <kbd className="key-mark" aria-hidden data-key="D" />
            </Button>
            <Button variant="filled" loading={approve.busy} onClick={() => approve.run(input)}>
              {t('actos.aprobar')} <kbd className="key-mark" aria-hidden data-key="A" />
            </Button>
          </div>
        </footer>
      )}
    </>
  )
}

/** The step of a workflow: its group, and the people for whom it waits. Nothing is said where the inbox alone decides. */
function Turn({
  turno: { paso, pasos, grupo, todos, espera_a, por },
}: {
  turno: NonNullable<Paper['turno']>
}) {
  const { t } = useWords('inbox')
  if (grupo === null && por === null) return null
  return (
    <div className={`${style.turn} column gap-4`}>
      {pasos > 1 && <span className="second">{t('datos.flujo', { paso, pasos })}</span>}
      {grupo !== null && <b>{todos ? t('datos.grupoTodos', { grupo }) : grupo}</b>}
      {espera_a.map(({ nombre, suplente }) => (
        <span key={nombre}>{suplente ? t('datos.suplente', { nombre, suplente }) : nombre}</span>
      ))}
      {grupo !== null && espera_a.length === 0 && <span className="second">{t('datos.nadie')}</span>}
      {por !== null && <span className="second">{t('datos.porOtro', { persona: por })}</span>}
    </div>
  )
}

interface KnownProps {
  paper: Paper
  mine: boolean
  type: number
  onType: (type: number) => void
  expires: string
  onExpires: (day: string) => void
}

function Known({ paper, mine, type, onType, expires, onExpires }: KnownProps) {
  const { t } = useWords('inbox')
  const { company } = useViewer()
  const today = company.hoy
  const { anterior } = paper
  const former =
    anterior &&
    (anterior.vence
      ? t(anterior.vence < today ? 'datos.anteriorVencio' : 'datos.anteriorVence', {
          dia: dateText(anterior.vence),
        })
      : t('datos.anteriorPublicado', { dia: dateText(anterior.publicado, company.zona) }))
  return (
    <>
      <dl className={style.facts}>
        <dt>{t('datos.enviado')}</dt>
        <dd className="figures">{instantText(paper.enviado, company.zona)}</dd>
        <dt>{t('datos.como')}</dt>
        <dd>
          {t('datos.hojas', { count: paper.paginas })}
          {paper.revision > 1 && `, ${t('datos.version', { veces: paper.revision - 1 })}`}
        </dd>
        {paper.periodo && (
          <>
            <dt>{t('datos.periodo')}</dt>
            <dd>{monthText(paper.periodo)}</dd>
          </>
        )}
        {anterior && (
          <>
            <dt>{t('datos.anterior')}</dt>
            <dd>
              {former} · <Link to={paths.document(anterior.id)}>{t('datos.verAnterior')}</Link>
            </dd>
          </>
        )}
        {paper.rechazo !== null && (
          <>
            <dt>{t('datos.reemplaza')}</dt>
            <dd>{t('datos.reemplazaTexto', { motivo: paper.rechazo })}</dd>
          </>
        )}
      </dl>
      {paper.devuelto ? (
        <p className="second">
          {paper.devuelto_el &&
            t('datos.aviso', { persona: paper.nombre, dia: dateText(paper.devuelto_el, company.zona) })}{' '}
          {t('datos.cuandoCorrija')}
        </p>
      ) : (
        mine && (
          <>
            <NativeSelect
              label={t('datos.tipo')}
              value={String(type)}
              onChange={({ currentTarget }) => onType(Number(currentTarget.value))}
              data={paper.tipos.map(({ id, nombre }) => ({ value: String(id), label: nombre }))}
            />
            <DayInput
              label={t('datos.vence')}
              description={t('datos.venceTexto')}
              value={expires}
              onChange={onExpires}
              minDate={today}
              inputWrapperOrder={['label', 'input', 'error', 'description']}
            />
          </>
        )
      )}
      {paper.decisiones.length > 0 && (
        <section className="column gap-8">
          <h3>{t('datos.decisiones')}</h3>
          {paper.decisiones.map(({ acto, quien, por, cuando, motivo }) => (
            <div key={cuando}>
              <p>
                {t(`datos.${acto}`, {
                  quien: por ? t('datos.enLugarDe', { quien, por }) : quien,
                  dia: dateText(cuando, company.zona),
                })}
              </p>
              {motivo && <p className="second">{motivo}</p>}
            </div>
          ))}
        </section>
      )}
    </>
  )
}
