import { ActionIcon, Badge } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { logoAddress } from '#web/shared/brand.ts'
import { paths } from '#web/shared/paths.ts'
import { useViewer } from '#web/shared/viewer.ts'
import { AccountMenu } from './AccountMenu.tsx'
import style from './Header.module.css'

/** Whose portal this is, and who is in it. */
export function Header({ phone, onMenu }: { phone: boolean; onMenu: () => void }) {
  const { t } = useTranslation('shell')
  const { company } = useViewer()
  return (
    <header className={style.header}>
      {phone && (
        <ActionIcon size={44} aria-label={t('menu.abrir')} onClick={onMenu}>
          <IconMenu2 size={22} stroke={1.6} />
        </ActionIcon>
      )}
      <Link to={paths.home()} className={style.brand}>
        <img src={logoAddress(company.id)} alt="" width={28} height={28} />
        <span>{company.nombre}</span>
      </Link>
      <div className={style.right}>
        {company.demostracion && <Badge color="warn">{t('demostracion')}</Badge>}
        <AccountMenu />
      </div>
    </header>
  )
}
