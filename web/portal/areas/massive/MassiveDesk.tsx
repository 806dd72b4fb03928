import {
  IconArrowsDiff,
  IconChecklist,
  IconCircleCheck,
  IconFileUpload,
  IconLineScan,
  IconLoader2,
  IconSend,
  IconSignature,
  type TablerIcon,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import type { AnswerOf } from '#contract/call.ts'
import { folderSettings } from '#contract/folders/settings.ts'
import { massive } from '#contract/massive/massive.ts'
import { type MassiveMode, modeFacts } from '#contract/massive/modes.ts'
import type { ProcessStep } from '#contract/processes/steps.ts'
import { Facts } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { monthText, numberText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useMay } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { stepAt } from './MassiveSteps.tsx'
import { SampleRead } from './SampleRead.tsx'
import style from './Massive.module.css'

type Setup = AnswerOf<typeof massive.setup>

interface Props {
  mode: MassiveMode
  /** Nothing is chosen yet: undefined. */
  type: number | undefined
  /** First day of the month; undefined: none. */
  period: string | undefined
  /** The file's size in bytes; undefined until one is chosen. */
  bytes: number | undefined
  /** The publication's step; undefined before it begins. */
  step?: ProcessStep
  /** The step goes on only when somebody does something. */
  waits?: boolean
}

/** The way in which the type is read and signed, the expected receipts, and the next steps with their duration. */
export function MassiveDesk({ mode, type, period, bytes, step, waits = false }: Props) {
  const { t } = useWords('massive')
  const found = useCall(
    massive.setup,
    { tipo: type ?? 0, ...(period && { periodo: period }) },
    { enabled: type !== undefined },
  ).data
  const { signs, goesOut } = modeFacts[mode]
  const lasts = useDuration(found?.lectura ?? null, bytes)
  const at = step === undefined ? -1 : stepAt(step)
  const next = [
    { icon: IconFileUpload, name: t('sigue.subida'), what: t('sigue.subidaQue') },
    { icon: IconLineScan, name: t('sigue.lectura'), what: t('sigue.lecturaQue'), lasts },
    { icon: IconChecklist, name: t('sigue.revision'), what: t('sigue.revisionQue') },
    {
      icon: signs || goesOut ? IconSignature : IconSend,
      name: t(`sigue.final.${mode}`),
      what: t(`sigue.finalQue.${mode}`),
    },
    // Signed files that come back are compared before they are published.
    ...(goesOut
      ? [
          { icon: IconArrowsDiff, name: t('sigue.vuelta'), what: t('sigue.vueltaQue') },
          { icon: IconSend, name: t('sigue.publicacion'), what: t('sigue.finalQue.publish') },
        ]
      : []),
  ]
  return (
    <div className={`${style.desk} column gap-24`}>
      {type !== undefined && found && <Reading mode={mode} type={type} found={found} />}
      <section>
        <h2>{t(goesOut ? 'sigue.pasos' : 'sigue.titulo')}</h2>
        <ol className={`${style.next} column plain-list gap-14`}>
          {next.map(({ lasts: duration, ...one }, place) => (
            <Next
              key={one.name}
              {...one}
              state={place < at ? 'done' : place === at ? 'now' : 'ahead'}
              waits={waits}
              when={place === at ? t('sigue.ahora') : place > at ? duration : undefined}
            />
          ))}
        </ol>
      </section>
    </div>
  )
}

/**
 * How long reading may take, by how fast the last files of the type were read: of this file by its size, before there
 * is one of as many pages as the last had. Undefined where none was read yet.
 */
function useDuration(read: Setup['lectura'], bytes: number | undefined): string | undefined {
  const { t } = useWords('massive')
  if (!read) return undefined
  const pages = bytes === undefined ? read.paginas : bytes / read.bytes_por_pagina
  const seconds = pages / read.paginas_por_segundo
  if (seconds < 55) return t('sigue.segundos', { count: Math.max(5, 5 * Math.round(seconds / 5)) })
  return t('sigue.minutos', { count: Math.max(1, Math.round(seconds / 60)) })
}

function Reading({ mode, type, found }: { mode: MassiveMode; type: number; found: Setup }) {
  const { t } = useWords(['massive', 'country'])
  const configures = useMay(folderSettings.changeType.need)
  const { anterior, captura, carpeta, ejemplo, esperados, firmante, posicion } = found
  // Owners read from file names have no mark on a page.
  const sample = captura === 'first_page' ? ejemplo : null
  const { signs } = modeFacts[mode]
  const place = posicion
    ? `${t(`lee.alto.${posicion.alto}`)} ${t(`lee.ancho.${posicion.ancho}`)}`
    : t('lee.alPie')
  return (
    <section>
      <div className="flex apart">
        <h2>{t('lee.titulo')}</h2>
        {configures && <Link to={`${paths.type(carpeta, type)}?tab=lectura`}>{t('lee.configurar')}</Link>}
      </div>
      {sample && <SampleRead type={type} />}
      <p className={`second ${style.how}`}>
        {t(captura === 'file_name' ? 'lee.nombre' : 'lee.pagina', { cuil: t('country:cuil') })}{' '}
        {sample && t('lee.ejemplo', { archivo: sample.archivo })}
      </p>
      <Facts
        of={[
          ...(signs ? ([[t('lee.firma'), `${firmante ?? t('lee.firmaElegir')}, ${place}`]] as const) : []),
          [t('lee.firmaColaborador'), t(found.firmable ? 'lee.seLePide' : 'lee.noSeLePide')],
          ...(anterior || esperados > 0
            ? ([
                [
                  t('lee.seEsperan'),
                  <span key="expected">
                    {t('lee.recibos', { count: esperados, cuantos: numberText(esperados) })}{' '}
                    {anterior && (
                      <span className="quiet">
                        ({monthText(anterior.periodo)}: {numberText(anterior.cantidad)})
                      </span>
                    )}
                  </span>,
                ],
              ] as const)
            : []),
        ]}
      />
    </section>
  )
}

interface NextProps {
  icon: TablerIcon
  name: string
  what: string
  state: 'done' | 'now' | 'ahead'
  waits: boolean
  when: string | undefined
}

function Next({ icon, name, what, state, waits, when }: NextProps) {
  const Icon = state === 'done' ? IconCircleCheck : state === 'now' && !waits ? IconLoader2 : icon
  return (
    <li data-state={state} {...(state === 'now' && { 'aria-current': 'step' })}>
      <Icon size={18} aria-hidden />
      <span>
        <b>{when ? `${name}, ${when}` : name}</b>
        <span className="second">{what}</span>
      </span>
    </li>
  )
}
