import {
  IconCertificate,
  IconClock,
  IconMessageExclamation,
  IconSignature,
  type Icon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { certificates } from '#contract/certificates.ts'
import { documents, type DocumentWord } from '#contract/documents.ts'
import { paths } from '#web/shared/paths.ts'
import { dateText, numberText } from '#web/shared/texts.ts'
import { useCall } from '#web/shared/useCall.ts'
import { useMay, useViewer } from '#web/shared/viewer.ts'

/** Something that waits for this person: what, why it matters, and where it is done. */
export interface ToDo {
  key: string
  icon: Icon
  urgent: boolean
  title: string
  text: string
  to: string
  act: string
}

const states = [
  ['falta_la_firma_de_la_empresa', IconSignature],
  ['no_conforme', IconMessageExclamation],
  ['pendiente', IconClock],
] as const satisfies readonly (readonly [DocumentWord, Icon])[]

const day = 86_400_000
/** From when on a certificate's end is worth a line. */
const warnDays = 60

/** What waits, of what this person may see and do. A part that fails leaves the others. */
export function useToDo(): { todo: ToDo[]; loading: boolean; failed: boolean } {
  const counted = [useCount(states[0]), useCount(states[1]), useCount(states[2])]
  const certificate = useCertificate()
  const parts = [...counted, certificate]
  return {
    todo: [...counted.slice(0, 1), certificate, ...counted.slice(1)].flatMap((part) => part.todo),
    loading: parts.some((part) => part.loading),
    failed: parts.some((part) => part.failed),
  }
}

interface Part {
  todo: ToDo[]
  loading: boolean
  failed: boolean
}

function useCount([state, icon]: (typeof states)[number]): Part {
  const { t } = useTranslation('home')
  const enabled = useMay(documents.list.need)
  const answer = useCall(documents.list, { estado: [state], perPage: 1 }, { enabled })
  const { total = 0, totalIsCapped = false } = answer.data?.pagination ?? {}
  const figure = totalIsCapped ? t('masDe', { total: numberText(total) }) : numberText(total)
  const line = {
    key: state,
    icon,
    urgent: state === 'falta_la_firma_de_la_empresa',
    title: t(state, { count: total, cuantos: figure }),
    text: t(`${state}Texto`),
    to: `${paths.documents()}?estado=${state}`,
    act: t('ver'),
  }
  return { todo: total > 0 ? [line] : [], loading: enabled && answer.isPending, failed: answer.isError }
}

function useCertificate(): Part {
  const { t } = useTranslation('home')
  const { company } = useViewer()
  const enabled = useMay(certificates.list.need)
  const answer = useCall(certificates.list, {}, { enabled })
  const loading = enabled && answer.isPending
  if (!answer.data) return { todo: [], loading, failed: answer.isError }
  const active = answer.data.data.filter(({ estado }) => estado === 'active')
  const last = active.toSorted((a, b) => b.vigente_hasta.localeCompare(a.vigente_hasta))[0]
  const line = {
    key: 'certificate',
    icon: IconCertificate,
    urgent: true,
    act: t('crear'),
    to: paths.certificates(),
  }
  if (!last)
    return {
      todo: [{ ...line, title: t('sinCertificado'), text: t('sinCertificadoTexto') }],
      loading,
      failed: false,
    }
  const days = Math.ceil((Date.parse(last.vigente_hasta) - Date.parse(company.hoy)) / day)
  if (days > warnDays) return { todo: [], loading, failed: false }
  const title = t('certificadoVence', { count: days, nombre: last.nombre })
  const text = t('certificadoVenceTexto', { fecha: dateText(last.vigente_hasta, company.zona) })
  return { todo: [{ ...line, title, text }], loading, failed: false }
}
