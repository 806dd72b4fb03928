import {
  IconCertificate,
  IconMessageExclamation,
  IconReceipt,
  IconSearch,
  IconUpload,
  IconUserPlus,
  IconUsersPlus,
  type Icon,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { type ScreenId, screenOf } from '#contract/permissions/permissions.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { useCanShow } from '../../open-screens.ts'
import style from './HomePage.module.css'

/** The quick links, most used first. */
const ways = [
  ['publishMassive', IconReceipt],
  ['documentSearch', IconSearch],
  ['publishPersonal', IconUpload],
  ['employeeCreate', IconUserPlus],
  ['employeesImport', IconUsersPlus],
  ['disagreements', IconMessageExclamation],
  ['certificates', IconCertificate],
] as const satisfies readonly (readonly [ScreenId, Icon])[]

const shown = 5

/** The acts that the viewer may do most often; none that leads to a refusal. */
export function QuickAccess() {
  const { t } = useWords(['home', 'shell-screens'])
  const canShow = useCanShow()
  const mine = ways.filter(([id]) => canShow(id)).slice(0, shown)
  if (mine.length === 0) return null
  return (
    <section>
      <h2>{t('accesos')}</h2>
      <ul className={style.ways}>
        {mine.map(([id, Mark]) => (
          <li key={id}>
            <Link to={screenOf(id).path}>
              <Mark size={20} aria-hidden />
              {id === 'publishMassive' ? t('recibosDelMes') : t(`shell-screens:${id}`)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
