import { IconClock, IconFileText, IconHelp, IconUser, IconUsers, type Icon } from '@tabler/icons-react'
import { useDebouncedValue } from '@mantine/hooks'
import { employees } from '#contract/employees/employees.ts'
import { documents } from '#contract/documents/documents.ts'
import { allScreens, type ScreenId, screenOf } from '#contract/permissions/permissions.ts'
import { fold } from '#web/shared/texts/fold.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { listedName } from '#web/shared/session/names.ts'
import { lastPeople, notePerson } from '#web/shared/session/visit.ts'
import { taxIdText } from '#web/shared/texts/TaxId.tsx'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { helpNames, helpPages } from '../help.ts'
import { useCanShow } from '../open-screens.ts'
import { lastScreens } from './lastScreens.ts'

/** Something that the search leads to. */
export interface Found {
  key: string
  icon: Icon
  title: string
  detail?: string | undefined
  to: string
  note?: () => void
}

export interface FoundGroup {
  name: 'recientes' | 'colaboradores' | 'pantallas' | 'ayuda' | 'busquedas'
  found: Found[]
}

const people = 8
const screens = 6
const pages = 4

/** The results of a text within the viewer's rights and reach; without a text, the latest visits. */
export function useSearch(text: string): { groups: FoundGroup[]; searching: boolean } {
  const { t } = useWords(['shell-screens', 'shell-frame'])
  const viewer = useViewer()
  const canShow = useCanShow()
  const wanted = text.trim()
  const [asked] = useDebouncedValue(wanted, 150)
  const seesPeople = useMay(employees.list.need)
  const searchesDocuments = useMay(documents.list.need)
  const search = useCall(
    employees.searchActive,
    { buscar: asked, inactivos: true },
    { enabled: seesPeople && asked.length > 0 },
  )
  const screen = (id: ScreenId): Found => ({
    key: id,
    icon: IconFileText,
    title: t(`shell-screens:${id}`),
    to: screenOf(id).path,
  })
  const person = (id: number, nombre: string, detail?: string): Found => ({
    key: `person-${id}`,
    icon: IconUser,
    title: nombre,
    detail,
    to: paths.employee(id),
    note: () => notePerson({ id, nombre }),
  })
  if (wanted === '') {
    const seen = seesPeople ? lastPeople().map(({ id, nombre }) => person(id, nombre)) : []
    const gone = lastScreens(viewer.profile.id).filter(canShow).map(screen)
    const found = [...seen, ...gone].map((each) => ({ ...each, icon: IconClock }))
    return { groups: groupsOf([{ name: 'recientes', found }]), searching: false }
  }
  const fresh = asked === wanted ? (search.data ?? []) : []
  const named = allScreens().filter(
    ({ id, path, to, need }) =>
      need !== 'public' &&
      !to &&
      !path.includes(':') &&
      id !== 'Redirect' &&
      canShow(id) &&
      fold(t(`shell-screens:${id}`)).includes(fold(wanted)),
  )
  // Every word of the text, in any order: "publicar recibos" finds "Cómo publicar los recibos del mes".
  const words = fold(wanted).split(' ')
  const explained = helpNames.filter((name) => {
    const title = fold(t(`shell-frame:guia.pagina.${name}`))
    return canShow(helpPages[name][0]) && words.every((word) => title.includes(word))
  })
  const query = encodeURIComponent(wanted)
  const searches: Found[] = [
    ...(searchesDocuments
      ? [
          {
            key: 'documents',
            icon: IconFileText,
            title: t('shell-frame:buscar.documentos', { texto: wanted }),
            to: `${paths.documents()}?buscar=${query}`,
          },
        ]
      : []),
    ...(seesPeople
      ? [
          {
            key: 'employees',
            icon: IconUsers,
            title: t('shell-frame:buscar.colaboradores', { texto: wanted }),
            to: `${paths.employees()}?buscar=${query}`,
          },
        ]
      : []),
  ]
  return {
    groups: groupsOf([
      {
        name: 'colaboradores',
        found: fresh.slice(0, people).map(({ id, nombre, apodo, cuil, numero_legajo, sector }) => ({
          ...person(id, nombre, [numero_legajo, taxIdText(cuil), sector].filter(Boolean).join(' · ')),
          title: listedName(nombre, apodo),
        })),
      },
      { name: 'pantallas', found: named.slice(0, screens).map(({ id }) => screen(id)) },
      {
        name: 'ayuda',
        found: explained.slice(0, pages).map((name) => ({
          key: `help-${name}`,
          icon: IconHelp,
          title: t(`shell-frame:guia.pagina.${name}`),
          to: paths.help(name),
        })),
      },
      { name: 'busquedas', found: searches },
    ]),
    searching: seesPeople && (asked !== wanted || search.isFetching),
  }
}

const groupsOf = (groups: FoundGroup[]) => groups.filter(({ found }) => found.length > 0)
