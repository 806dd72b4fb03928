import {
  IconArrowBackUp,
  IconBell,
  IconCertificate,
  IconChartBar,
  IconFileSearch,
  IconFiles,
  IconFileStack,
  IconFileUpload,
  IconFolders,
  IconInbox,
  IconMail,
  IconMailForward,
  IconMailOpened,
  IconPalette,
  IconPhoto,
  IconPlugConnected,
  IconProgress,
  IconRoute,
  IconShieldCheck,
  IconSpeakerphone,
  IconUserEdit,
  IconUsersGroup,
} from '@tabler/icons-react'
import { CardGroups } from '#web/shared/pages/CardGroups.tsx'
import type { MenuEntry, MenuGroup } from '#web/shared/pages/menu.ts'
import { PlainPage } from '#web/shared/pages/pages.tsx'
import { EmptyState } from '#web/shared/pages/states.tsx'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { useMenu } from '../../open-screens.ts'

const notDocuments = ['home', 'employeeslist']

/** The menu's document screens, as cards. */
export function DocumentSections() {
  return (
    <Cards
      title="mainDocumentPage"
      of={({ id, entries }) =>
        id === 'principal' || id === 'gestion' ? entries.filter((one) => !notDocuments.includes(one.id)) : []
      }
    />
  )
}

/** The menu's company screens, as cards. */
export function BusinessSections() {
  return (
    <Cards
      title="mainBusinessPage"
      of={({ id, entries }) => (id === 'empresa' || id === 'pie' ? entries : [])}
    />
  )
}

/** A screen's own mark; its purpose is told in `shell-sections`. */
const marks = {
  publishMassive: IconFiles,
  publishPersonal: IconFileUpload,
  publishGeneric: IconFileStack,
  documentSearch: IconFileSearch,
  signatureReminder: IconBell,
  publicationNotices: IconMail,
  undoPublication: IconArrowBackUp,
  fileUploadResume: IconInbox,
  workflowList: IconRoute,
  billboard: IconSpeakerphone,
  folderList: IconFolders,
  certificates: IconCertificate,
  processManager: IconProgress,
  welcomeEmail: IconMailForward,
  customEmailsList: IconMailOpened,
  UpdateLogo: IconPhoto,
  UpdateColors: IconPalette,
  managerManagement: IconUsersGroup,
  integrationProfile: IconPlugConnected,
  selfServiceConfiguration: IconUserEdit,
  permissionMatrix: IconShieldCheck,
  reportsMain: IconChartBar,
}

function isMarked(id: string): id is keyof typeof marks {
  return id in marks
}

interface Props {
  title: 'mainDocumentPage' | 'mainBusinessPage'
  of: (group: MenuGroup) => MenuEntry[]
}

function Cards({ title, of }: Props) {
  const { t } = useWords(['shell-screens', 'shell-sections', 'permissions'])
  const viewer = useViewer()
  const card = ({ id, to, icon }: MenuEntry) =>
    to === null
      ? []
      : [
          isMarked(id)
            ? { to, icon: marks[id], title: t(id), text: t(`shell-sections:${id}`) }
            : { to, icon, title: t(id) },
        ]
  const groups = useMenu().flatMap((group) => {
    const entries = of(group)
    const alone = {
      // The menu's first group has no name of its own.
      title:
        group.id === 'principal'
          ? t('shell-sections:otras')
          : t(group.id === 'pie' ? 'generalSettings' : group.id),
      cards: entries.filter(({ children }) => children.length === 0).flatMap(card),
    }
    const parents = entries
      .filter(({ children }) => children.length > 0)
      .map(({ id, children }) => ({ title: t(id), cards: children.flatMap(card) }))
    // Entries that open others stand first among documents, and after the single screens elsewhere.
    return group.id === 'principal' ? [...parents, alone] : [alone, ...parents]
  })
  const shown = groups
    .filter(({ cards }) => cards.length > 0)
    .map((group) => ({ ...group, isTitled: group.title === t(title) }))
  const perfil = viewer.profile.perfiles.find(({ actual }) => actual)?.nombre ?? ''
  return (
    <PlainPage title={t(title)}>
      <h1>{t(title)}</h1>
      {shown.length === 0 ? (
        <EmptyState
          drawing="shut"
          title={t('permissions:falta.sin', { perfil, empresa: viewer.company.nombre })}
        />
      ) : (
        <CardGroups of={shown} />
      )}
    </PlainPage>
  )
}
