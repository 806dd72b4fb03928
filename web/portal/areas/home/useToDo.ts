import {
  IconCalendarDue,
  IconCertificate,
  IconInbox,
  IconMessageExclamation,
  IconReceipt,
  IconSignature,
  IconWritingSign,
  type Icon,
} from '@tabler/icons-react'
import type { AnswerOf } from '#contract/call.ts'
import { certificates } from '#contract/certificates.ts'
import type { home } from '#contract/home.ts'
import { inbox } from '#contract/inbox.ts'
import { massive } from '#contract/massive/massive.ts'
import { publishing } from '#contract/publishing/publishing.ts'
import { reminders } from '#contract/reminders.ts'
import type { Concern } from '#contract/shell/shell.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { dateText, instantText, monthInSentence, numberText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { capital } from '#web/shared/texts/capital.ts'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { useConcernLine } from '../../shell/useConcernLine.ts'
import { usePapersToDecide } from '../../shell/usePapersToDecide.ts'
import { useConcerns } from '../../shell/useWaiting.ts'

/** Something that waits for this person: what, why it matters, and where it is done. */
export interface ToDo {
  key: string
  icon: Icon
  urgent: boolean
  title: string
  text: string
  to: string
  act: string
  /** Receipts that a publication left for later: the act opens their review. */
  leftovers?: { id: number; count: number }
  /** The act reminds of these documents in a dialog of this page; `to` then shows them. */
  remind?: { periodo: string; nombre: string }
}

/** Lines of one source, none while it is loading. */
interface Found {
  todo: ToDo[]
  isLoading: boolean
}

/** Payrolls in review, and receipts that were left for later. */
export function usePayrollsToDo(): Found {
  const { t } = useWords('home')
  const { company } = useViewer()
  const { data, isLoading } = useCall(massive.pending, {}, { enabled: useMay(massive.pending.need) })
  const todo = (data ?? []).map(({ id, tipo, etiqueta, periodo, excepciones, listos, hasta }): ToDo => {
    const que = [tipo, etiqueta, periodo && `${periodo.slice(5, 7)}/${periodo.slice(0, 4)}`]
      .filter(Boolean)
      .join(' ')
    const of = { que, excepciones: t('excepciones', { count: excepciones, n: numberText(excepciones) }) }
    const line = { key: `payroll ${id}`, icon: IconReceipt, urgent: false, to: paths.massive(id) }
    if (hasta === null)
      return {
        ...line,
        title: t('enRevision', { ...of, listos: t('listos', { count: listos, n: numberText(listos) }) }),
        text: t('enRevisionTexto'),
        act: t('seguirRevision'),
      }
    return {
      ...line,
      title: t('paraDespues', of),
      text: t('paraDespuesTexto', { dia: dateText(hasta, company.zona) }),
      act: t('seguir'),
      leftovers: { id, count: excepciones },
    }
  })
  return { todo, isLoading }
}

/** The tasks about documents, most urgent first. */
export function useDocumentsToDo(waiting: AnswerOf<typeof home.documents> | undefined): ToDo[] {
  const { t } = useWords('home')
  const { company } = useViewer()
  const signs = useMay(publishing.sign.need)
  const reminds = useMay(reminders.create.need)
  if (!waiting) return []
  const { falta_firma_empresa, no_conforme, no_conforme_desde, sin_firmar, por_vencer } = waiting
  const counted = (count: number) => ({ count, cuantos: numberText(count) })
  const search = (fields: Record<string, string>) => `${paths.documents()}?${new URLSearchParams(fields)}`
  const lines: ToDo[] = []
  if (falta_firma_empresa.total > 0)
    lines.push({
      key: 'company',
      icon: IconSignature,
      urgent: true,
      title: t('faltaFirma', counted(falta_firma_empresa.total)),
      text: t('faltaFirmaTexto', { desde: instantText(falta_firma_empresa.desde ?? '', company.zona) }),
      ...(signs
        ? { to: paths.publish(), act: t('seguir') }
        : {
            to: search({ estado: 'falta_la_firma_de_la_empresa' }),
            act: t('revisar', counted(falta_firma_empresa.total)),
          }),
    })
  if (no_conforme > 0)
    lines.push({
      key: 'disagreements',
      icon: IconMessageExclamation,
      urgent: false,
      title: t('noConforme', counted(no_conforme)),
      text: no_conforme_desde
        ? t('noConformeTexto', {
            fecha: dateText(no_conforme_desde.fecha, company.zona),
            nombre: no_conforme_desde.colaborador,
          })
        : '',
      to: paths.disagreements(),
      act: t('responder', counted(no_conforme)),
    })
  for (const { periodo, personas, recordado } of sin_firmar)
    lines.push({
      key: periodo,
      icon: IconWritingSign,
      urgent: false,
      title: t('sinFirmar', { ...counted(personas), periodo: monthInSentence(periodo) }),
      text: recordado ? t('sinFirmarTexto', { fecha: dateText(recordado, company.zona) }) : t('sinRecordar'),
      to: search({ estado: 'pendiente', periodo: periodo.slice(0, 7), orden: 'colaborador' }),
      ...(reminds
        ? {
            act: t('recordar', counted(personas)),
            remind: { periodo: periodo.slice(0, 7), nombre: capital(monthInSentence(periodo)) },
          }
        : { act: t('revisar', counted(personas)) }),
    })
  if (por_vencer > 0)
    lines.push({
      key: 'lapsing',
      icon: IconCalendarDue,
      urgent: false,
      title: t('porVencer', counted(por_vencer)),
      text: t('porVencerTexto'),
      to: search({ vence: '30' }),
      act: t('revisar', counted(por_vencer)),
    })
  return lines
}

/** The concerns that lines of this page say already, by the keys of those lines. */
const saidBy: Partial<Record<Concern['clase'], ToDo['key']>> = {
  por_decidir: 'papers',
  falta_firma_empresa: 'company',
  no_conforme: 'disagreements',
  certificado_vence: 'certificate',
}

const decided: readonly Concern['clase'][] = [
  'cambios_por_decidir',
  'cambio_por_aceptar',
  'por_aprobar',
  'por_confirmar',
  'por_liberar',
]

/** The concerns of the bell that no other line says. */
export function useConcernsToDo(others: readonly ToDo[]): Found {
  const { t } = useWords('home')
  const { data, isLoading } = useConcerns()
  const lineOf = useConcernLine()
  const said = new Set(others.map(({ key }) => key))
  const left = data?.avisos.filter(({ clase }) => !said.has(saidBy[clase] ?? '')) ?? []
  const todo = left.map((concern): ToDo => {
    const { clase, id } = concern
    const { mark, title, reason, when, to } = lineOf(concern)
    return {
      key: `${clase} ${id ?? ''}`,
      icon: mark,
      urgent: clase === 'evidencia_difiere',
      title,
      text: reason ?? when,
      to,
      act: decided.includes(clase)
        ? t('decidir')
        : clase === 'importacion'
          ? t('seguir')
          : t('revisar', { count: 1 }),
    }
  })
  return { todo, isLoading }
}

const day = 86_400_000
/** From when on a certificate's end is worth a line. */
const warnDays = 60

/** Papers that wait for the viewer's decision. */
export function usePapersToDo(): Found {
  const { t } = useWords('home')
  const { data, isLoading } = usePapersToDecide({ enabled: useMay(inbox.documents.need) })
  const count = data?.pagination.total ?? 0
  if (count === 0) return { todo: [], isLoading }
  const line: ToDo = {
    key: 'papers',
    icon: IconInbox,
    urgent: false,
    title: t('porDecidir', { count, cuantos: numberText(count) }),
    text: t('porDecidirTexto'),
    to: paths.inbox(),
    act: t('decidir'),
  }
  return { todo: [line], isLoading }
}

/**
 * The certificate that is missing or comes to its end, for who may look after it: its act leads to the form of a new one,
 * or, where the viewer can't make one, to the list.
 */
export function useCertificateToDo(): Found {
  const { t } = useWords('home')
  const { company } = useViewer()
  const { data, isLoading } = useCall(certificates.list, {}, { enabled: useMay(certificates.list.need) })
  const ends = data?.data.filter(({ estado }) => estado === 'active').map((active) => active.vigente_hasta)
  const last = data?.data.find(({ vigente_hasta }) => vigente_hasta === ends?.toSorted().at(-1))
  const days = last && Math.ceil((Date.parse(last.vigente_hasta) - Date.parse(company.hoy)) / day)
  const concerns = data !== undefined && (days === undefined || days <= warnDays)
  const setup = useCall(certificates.setup, {}, { enabled: concerns })
  if (!concerns || setup.isLoading) return { todo: [], isLoading: isLoading || setup.isLoading }
  const makes = setup.data?.vencer === null
  const line = { key: 'certificate', icon: IconCertificate, urgent: true }
  const toList = { to: paths.certificates(), act: t('certificados') }
  if (!last || days === undefined) {
    const missing: ToDo = {
      ...line,
      title: t('sinCertificado'),
      text: t('sinCertificadoTexto'),
      ...(makes ? { to: paths.certificateCreate(), act: t('primeros.certificadoActo') } : toList),
    }
    return { todo: [missing], isLoading }
  }
  const form = last.tipo === 'imported' ? paths.certificateImport : paths.certificateCreate
  const ending: ToDo = {
    ...line,
    title: t('certificadoVence', { count: days, nombre: last.nombre }),
    text: t('certificadoVenceTexto', { fecha: dateText(last.vigente_hasta, company.zona) }),
    ...(makes ? { to: form(last.id), act: t('reemplazar') } : toList),
  }
  return { todo: [ending], isLoading }
}
