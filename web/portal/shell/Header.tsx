import { ActionIcon, Badge, Tooltip } from '@mantine/core'
import { IconMenu2, IconMessageCircle } from '@tabler/icons-react'
import { Link } from 'react-router'
import { logoAddress } from '#web/shared/look/brand.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { Bell } from './Bell.tsx'
import { Running } from './Running.tsx'
import { SearchButton } from './SearchButton.tsx'
import { usePages } from './usePages.ts'
import style from './Header.module.css'

interface Props {
  phone: boolean
  narrow: boolean
  onMenu: () => void
}

/** The header: company, search, running work, bell and account. */
export function Header({ phone, narrow, onMenu }: Props) {
  const { t } = useWords(['shell', 'shell-frame'])
  const { company } = useViewer()
  const pages = usePages()
  return (
    <header className={`${style.header} company-header row gap-12`}>
      {phone && (
        <ActionIcon size={44} aria-label={t('menu.abrir')} onClick={onMenu}>
          <IconMenu2 size={22} />
        </ActionIcon>
      )}
      <Link to={paths.home()} className={`${style.brand} brand row gap-12`}>
        <img src={logoAddress(company)} alt="" width={28} height={28} />
        <span>{company.nombre}</span>
      </Link>
      {!phone && <SearchButton phone={false} narrow={narrow} />}
      <div className={`${style.right} row gap-8`}>
        {company.demostracion && !phone && <Badge color="warn">{t('demostracion')}</Badge>}
        <Running narrow={narrow} />
        {phone && <SearchButton phone narrow />}
        <Bell />
        {pages?.soporte && !phone && (
          <Tooltip label={t('shell-frame:soporte')}>
            <ActionIcon
              component="a"
              className={style.support}
              href={pages.soporte}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={t('shell-frame:soporte')}
            >
              <IconMessageCircle size={20} />
            </ActionIcon>
          </Tooltip>
        )}
        {!phone && <span className={style.divider} />}
        <AccountMenu />
      </div>
    </header>
  )
}
