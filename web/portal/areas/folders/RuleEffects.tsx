import { Skeleton } from '@mantine/core'
import {
  IconEye,
  IconEyeOff,
  IconHistory,
  IconHourglass,
  IconLock,
  IconLockOpen,
  IconSignature,
  IconSignatureOff,
} from '@tabler/icons-react'
import { useId } from 'react'
import { type Consequences, type FolderDetail, folderSettings } from '#contract/folders/settings.ts'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import type { Rule, Rules } from './rules.ts'
import { useAmount } from './useAmount.ts'
import style from './RuleNeeds.module.css'

interface Props {
  folder: FolderDetail
  /** The rules as they would be saved: what contradicts itself is taken as turned off. */
  rules: Rules
  /** The rules turned off as a consequence. */
  without: readonly Rule[]
}

/** The effect of saving on employees, in numbers counted by the server. */
export function RuleEffects({ folder, rules, without }: Props) {
  const { t } = useWords('folders')
  const head = useId()
  const { visible, bloquea } = rules
  const answer = useCall(folderSettings.consequences, { id: folder.idCarpeta, visible, bloquea })
  const missing = [...(visible ? [] : ['visible' as const]), ...without].map((rule) =>
    t(`efectos.regla.${rule}`),
  )
  const title =
    without.length === 0
      ? t('efectos.titulo')
      : t('efectos.sin', { cuales: neither(missing, t('efectos.ni')) })
  return (
    <section className={style.effects} aria-labelledby={head} aria-live="polite">
      <h2 id={head}>{title}</h2>
      {answer.error && (
        <ErrorState error={answer.error} title={t('efectos.error')} onRetry={() => void answer.refetch()} />
      )}
      {answer.isPending && <Skeleton height={120} />}
      {answer.data && <Lines before={folder} after={rules} numbers={answer.data} />}
    </section>
  )
}

type Line = [mark: typeof IconEye, what: string, happens: string]

/** 'visible, firma ni bloqueo' */
function neither(names: readonly string[], nor: string): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${nor} ${names.at(-1)}`
}

function Lines({ before, after, numbers }: { before: Rules; after: Rules; numbers: Consequences }) {
  const { t } = useWords('folders')
  const amount = useAmount()
  const { documentos, pendientes, firmados, abre, cierra } = numbers
  const counted = (count: number) => ({ count, numero: amount(count) })
  const hidden = before.visible && !after.visible
  const shown = !before.visible && after.visible
  const stays = before.visible && after.visible
  const lines: (Line | false)[] = [
    hidden && [
      IconEyeOff,
      t('efectos.documentos', counted(documentos)),
      t('efectos.dejanDeVerse', { count: documentos }),
    ],
    shown && [
      IconEye,
      t('efectos.documentos', counted(documentos)),
      t('efectos.pasanAVerse', { count: documentos }),
    ],
    hidden &&
      pendientes > 0 && [
        IconSignatureOff,
        t('efectos.pendientes', counted(pendientes)),
        t('efectos.conserva', {
          ...counted(firmados),
          antes: t('efectos.dejanDePedirse', { count: pendientes }),
        }),
      ],
    shown &&
      pendientes > 0 && [
        IconSignature,
        t('efectos.pendientes', counted(pendientes)),
        t('efectos.pasanAPedirse', { count: pendientes }),
      ],
    stays &&
      before.firmable &&
      !after.firmable && [
        IconSignatureOff,
        t('efectos.loNuevo'),
        t('efectos.noPideFirma', counted(pendientes)),
      ],
    after.visible &&
      !before.firmable &&
      after.firmable && [IconSignature, t('efectos.loNuevo'), t('efectos.pideFirma')],
    stays &&
      before.efimero !== after.efimero && [
        IconHourglass,
        t('efectos.firmados', counted(firmados)),
        t(after.efimero ? 'efectos.salen' : 'efectos.vuelven'),
      ],
    ...abre.map(
      ({ nombre, colaboradores }) =>
        [IconLockOpen, nombre, t('efectos.abre', counted(colaboradores))] satisfies Line,
    ),
    ...cierra.map(
      ({ nombre, colaboradores }) =>
        [IconLock, nombre, t('efectos.cierra', counted(colaboradores))] satisfies Line,
    ),
    [IconHistory, t('efectos.registra'), t('efectos.registraDice')],
  ]
  return (
    <ul>
      {lines
        .filter((line) => line !== false)
        .map(([Mark, what, happens]) => (
          <li key={`${what} ${happens}`}>
            <Mark size={20} aria-hidden />
            <span>
              <b>{what}</b>
              <span className="second">{happens}</span>
            </span>
          </li>
        ))}
    </ul>
  )
}
