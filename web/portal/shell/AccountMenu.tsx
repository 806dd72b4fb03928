import { Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconCheck,
  IconChevronDown,
  IconContrast,
  IconExternalLink,
  IconLogout,
  IconShieldLock,
  IconSwitchHorizontal,
  IconUserCircle,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { endSession } from '#web/shared/session/session.ts'
import { shownName } from '#web/shared/session/names.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { OwnAvatar } from '#web/shared/account/OwnAvatar.tsx'
import { paths, sites } from '#web/shared/pages/paths.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { DownloadCheck } from './switch/DownloadCheck.tsx'
import { Switching } from './switch/Switching.tsx'
import style from './Header.module.css'

const schemes = [
  ['light', 'clara'],
  ['dark', 'oscura'],
  ['auto', 'sistema'],
] as const satisfies readonly (readonly [MantineColorScheme, string])[]

const icon = (Mark: typeof IconLogout) => <Mark size={18} aria-hidden />
const tick = (on: boolean) => (on ? <IconCheck size={16} aria-hidden /> : null)

/** The person, the company, and what belongs to the account. */
export function AccountMenu() {
  const { t, i18n } = useWords(['shell', 'relations-switch'])
  const { profile, company } = useViewer()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [switching, switchCompany] = useDisclosure()
  const name = shownName(profile)
  const role = profile.perfiles.find(({ actual }) => actual)?.nombre
  const country = new Intl.DisplayNames(i18n.language, { type: 'region' }).of(company.pais)
  const scheme = schemes.find(([value]) => value === colorScheme)?.[1] ?? 'sistema'
  return (
    <>
      <Menu width={304} position="bottom-end" offset={6} withinPortal={false}>
        <Menu.Target>
          <button type="button" className={`${style.account} focus-ring row gap-10`}>
            <span className="only-read-aloud">{t('cuenta.abrir')}</span>
            <OwnAvatar size={32} />
            <span className={`${style.who} column`}>
              <b>{name}</b>
              <span className="quiet">{role}</span>
            </span>
            <IconChevronDown size={16} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <div className={`${style.person} row gap-12`}>
            <OwnAvatar size={40} />
            <div>
              <b>{name}</b>
              <div className={`${style.mail} second`} title={profile.mail ?? undefined}>
                {profile.mail}
              </div>
            </div>
          </div>
          <Menu.Divider />
          <div className={style.company}>
            <b>{company.nombre}</b> <span className="second">· {country}</span>
            <div className="second">{role}</div>
          </div>
          <Menu.Divider />
          {!profile.sso && (
            <Menu.Item leftSection={icon(IconSwitchHorizontal)} onClick={switchCompany.open}>
              {t('relations-switch:cambiar')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={icon(IconUserCircle)} component={Link} to={paths.account()}>
            {t('cuenta.miCuenta')}
          </Menu.Item>
          <Menu.Sub>
            <Menu.Sub.Target>
              <Menu.Sub.Item leftSection={icon(IconContrast)}>
                {t('cuenta.apariencia')} <span className="quiet">· {t(`cuenta.${scheme}`)}</span>
              </Menu.Sub.Item>
            </Menu.Sub.Target>
            <Menu.Sub.Dropdown>
              {schemes.map(([value, word]) => (
                <Menu.Item
                  key={value}
                  rightSection={tick(value === colorScheme)}
                  onClick={() => setColorScheme(value)}
                >
                  {t(`cuenta.${word}`)}
                </Menu.Item>
              ))}
            </Menu.Sub.Dropdown>
          </Menu.Sub>
          <Menu.Item
            leftSection={icon(IconShieldLock)}
            rightSection={<IconExternalLink size={16} aria-hidden />}
            component="a"
            href={sites.privacy(profile.pais)}
            target="_blank"
            rel="noopener"
          >
            {t('cuenta.privacidad')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={icon(IconLogout)} onClick={() => endSession({ logout: true })}>
            {t('cuenta.cerrarSesion')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {!profile.sso && <Switching opened={switching} onClose={switchCompany.close} />}
      <DownloadCheck />
    </>
  )
}
