import { Avatar, Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconCheck,
  IconChevronDown,
  IconContrast,
  IconLanguage,
  IconLock,
  IconLogout,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { chooseLanguage } from '#web/shared/language.ts'
import { endSession } from '#web/shared/session.ts'
import { useViewer } from '#web/shared/viewer.ts'
import { ChangePassword } from '#web/shared/ChangePassword.tsx'
import style from './Header.module.css'

const schemes = [
  ['light', 'clara'],
  ['dark', 'oscura'],
  ['auto', 'sistema'],
] as const satisfies readonly (readonly [MantineColorScheme, string])[]

const icon = (Mark: typeof IconLock) => <Mark size={18} stroke={1.6} aria-hidden />
const tick = (on: boolean) => (on ? <IconCheck size={16} stroke={1.6} aria-hidden /> : null)

/** The person, the company, and what belongs to the account. */
export function AccountMenu() {
  const { t, i18n } = useTranslation('shell')
  const { profile, company } = useViewer()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [changing, change] = useDisclosure()
  const name = `${profile.nombre} ${profile.apellido}`
  const role = profile.perfiles.find(({ actual }) => actual)?.nombre
  const country = new Intl.DisplayNames(i18n.language, { type: 'region' }).of(company.pais)
  const language = i18n.language.startsWith('pt') ? 'pt' : 'es'
  const scheme = schemes.find(([value]) => value === colorScheme)?.[1] ?? 'sistema'
  return (
    <>
      <Menu width={304} position="bottom-end" offset={6} withinPortal={false}>
        <Menu.Target>
          <button type="button" className={`${style.account} focus-ring`}>
            <span className="only-read-aloud">{t('cuenta.abrir')}</span>
            <Avatar size={32} name={name} aria-hidden>
              {profile.nombre.charAt(0) + profile.apellido.charAt(0)}
            </Avatar>
            <span className={style.who}>
              <b>{name}</b>
              <span className="quiet">{role}</span>
            </span>
            <IconChevronDown size={16} stroke={1.6} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <div className={style.person}>
            <Avatar size={40} aria-hidden>
              {profile.nombre.charAt(0) + profile.apellido.charAt(0)}
            </Avatar>
            <div>
              <b>{name}</b>
              <div className="second">{profile.mail}</div>
            </div>
          </div>
          <Menu.Divider />
          <div className={style.company}>
            <b>{company.nombre}</b> <span className="second">· {country}</span>
            <div className="second">{role}</div>
          </div>
          <Menu.Divider />
          <Menu.Item leftSection={icon(IconLock)} onClick={change.open}>
            {t('cuenta.cambiarClave')}
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
          <Menu.Sub>
            <Menu.Sub.Target>
              <Menu.Sub.Item leftSection={icon(IconLanguage)}>
                {t('cuenta.idioma')} <span className="quiet">· {t(`cuenta.${language}`)}</span>
              </Menu.Sub.Item>
            </Menu.Sub.Target>
            <Menu.Sub.Dropdown>
              {(['es', 'pt'] as const).map((each) => (
                <Menu.Item
                  key={each}
                  lang={each}
                  rightSection={tick(each === language)}
                  onClick={() => chooseLanguage(each)}
                >
                  {t(`cuenta.${each}`)}
                </Menu.Item>
              ))}
            </Menu.Sub.Dropdown>
          </Menu.Sub>
          <Menu.Divider />
          <Menu.Item leftSection={icon(IconLogout)} onClick={() => endSession({ logout: true })}>
            {t('cuenta.cerrarSesion')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ChangePassword opened={changing} onClose={change.close} />
    </>
  )
}
