import {
  IconEye,
  IconEyeOff,
  IconHourglass,
  IconHourglassOff,
  IconLockOff,
  IconLockSquareRounded,
  IconSignature,
  IconSignatureOff,
  IconSortAscendingNumbers,
} from '@tabler/icons-react'
import type { FolderDetail, TypeDetail } from '#contract/folders/settings.ts'
import { listText } from '#web/shared/texts/listText.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './FoldersPage.module.css'

interface Props {
  folder: FolderDetail
  folders: readonly FolderDetail[]
  types: readonly TypeDetail[]
}

/** A folder's rules with their meaning: visibility, deadline of signing, folders that it closes, offers. */
export function FolderRules({ folder, folders, types }: Props) {
  const { t, i18n } = useWords('folders')
  const closed = folders.filter(({ idCarpeta }) => folder.bloquea.includes(idCarpeta))
  const place = folders.findIndex(({ idCarpeta }) => idCarpeta === folder.idCarpeta) + 1
  const earlier = folders.filter((one) => one.firmable && one.prioridadFirma < folder.prioridadFirma)
  const rules = [
    {
      rule: folder.visible ? 'visible.si' : 'visible.no',
      icon: folder.visible ? IconEye : IconEyeOff,
      says: t(folder.visible ? 'regla.visible.siDice' : 'regla.visible.noDice'),
    },
    {
      rule: folder.firmable ? 'firmable.si' : 'firmable.no',
      icon: folder.firmable ? IconSignature : IconSignatureOff,
      says: folder.firmable ? <Term types={types} /> : t('regla.firmable.noDice'),
    },
    {
      rule: closed.length > 0 ? 'bloquea.si' : 'bloquea.no',
      icon: closed.length > 0 ? IconLockSquareRounded : IconLockOff,
      says:
        closed.length > 0
          ? t('regla.bloquea.siDice', {
              cuales: listText(
                closed.map(({ nombre }) => nombre),
                i18n.language,
              ),
            })
          : t('regla.bloquea.noDice'),
    },
    {
      rule: folder.efimero ? 'efimero.si' : 'efimero.no',
      icon: folder.efimero ? IconHourglass : IconHourglassOff,
      says: t(folder.efimero ? 'regla.efimero.siDice' : 'regla.efimero.noDice'),
    },
    {
      rule: 'orden',
      icon: IconSortAscendingNumbers,
      says: !folder.firmable
        ? t('regla.enLista')
        : earlier.length === 0
          ? t('regla.primera')
          : t('regla.prioridad', { lugar: earlier.length + 1 }),
    },
  ] as const
  return (
    <ul className={style.rules}>
      {rules.map(({ rule, icon: Icon, says }) => (
        <li key={rule}>
          <Icon size={20} aria-hidden />
          <span>
            <b>{t(`regla.${rule}`, { lugar: place })}</b>
            <span className="second">{says}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** 'Conforme o no conforme, en 10 días': the days are each type's, and may differ. */
function Term({ types }: { types: readonly TypeDetail[] }) {
  const { t } = useWords('folders')
  const days = types.flatMap(({ dias_para_firmar: one }) => (one === null ? [] : [one]))
  const [least, most] = [Math.min(...days), Math.max(...days)]
  if (days.length === 0) return t('regla.firmable.siDice')
  return least === most && days.length === types.length
    ? t('regla.firmable.enDias', { count: most })
    : t('regla.firmable.hasta', { count: most })
}
