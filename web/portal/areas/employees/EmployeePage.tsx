import { Avatar, Badge, Button, Tabs } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCircleCheck, IconEye, IconUserPlus, IconUserX } from '@tabler/icons-react'
import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react'
import { Link, Navigate, useLocation, useParams, useSearchParams } from 'react-router'
import { documents } from '#contract/documents/documents.ts'
import { employees } from '#contract/employees/employees.ts'
import { employment } from '#contract/employees/employment.ts'
import type { EmployeeRecord } from '#contract/employees/record.ts'
import { viewAs } from '#contract/me/view-as.ts'
import { CopyButton } from '#web/shared/pages/CopyButton.tsx'
import { chosenText } from '#web/shared/lists/filters.ts'
import { PlaceNav } from '#web/shared/lists/PlaceNav.tsx'
import { edgesOf, placeIn } from '#web/shared/lists/place.ts'
import { lazily } from '#web/shared/pages/lazily.ts'
import { RecordPage } from '#web/shared/pages/RecordPage.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { TaxId } from '#web/shared/texts/TaxId.tsx'
import { numberText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { initialsOf, listedName } from '#web/shared/session/names.ts'
import { may, useMay, useViewer } from '#web/shared/session/viewer.ts'
import { RefusalError } from '#web/shared/calls/wire.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { NotFound } from '../../shell/ErrorPages.tsx'
import { DeclinedBadge } from './Declined.tsx'
import { EmployeeActs } from './EmployeeActs.tsx'
import { FileWaiting } from './FileWaiting.tsx'
import { FolderZip } from './FolderZip.tsx'
import { PrintButton } from './PrintButton.tsx'
import { searchIn, useEmployeeFilters } from './employeeFilters.ts'
import { fileTabs, type TabProps } from './fileTabs.ts'
import style from './EmployeePage.module.css'

const badges = {
  active: { color: 'ok', icon: IconCircleCheck },
  onboarding: { color: 'warn', icon: IconUserPlus },
  inactive: { color: 'gray', icon: IconUserX },
} as const

const panels: Readonly<Record<string, ComponentType<TabProps>>> = Object.fromEntries(
  fileTabs.map((tab) => [tab.id, lazy(async () => ({ default: await lazily(tab.lazy) }))]),
)

/** An employee's file: who it is, and a tab for each part that the viewer may open. */
export function EmployeePage() {
  const { t } = useWords('employees')
  const back = useListLink()
  const id = Number(useParams()['id'])
  const known = Number.isSafeInteger(id) && id > 0
  const answer = useCall(employees.one, { id }, { enabled: known })
  const { data: record, error } = answer
  if (!known || (error instanceof RefusalError && error.status === 404)) return <NotFound />
  if (record) return <Loaded key={id} record={record} />
  return (
    <RecordPage back={back} title={t('ficha')}>
      {error ? (
        <ErrorState error={error} title={t('error')} onRetry={() => void answer.refetch()} />
      ) : (
        <FileWaiting />
      )}
    </RecordPage>
  )
}

/** The address of the list that led here, after its path; null where none did. */
function useListAddress(): string | null {
  const from: unknown = useLocation().state
  return typeof from === 'string' ? from : null
}

/** The list, with the search that led here. */
function useListLink() {
  const { t } = useWords('employees')
  const { t: words } = useWords()
  const address = useListAddress()
  const offered = useEmployeeFilters()
  const link = { to: paths.employees() + (address ?? ''), label: t('titulo') }
  if (address === null) return link
  const { shown, filters } = searchIn(new URLSearchParams(address))
  const chosen = offered.filter(({ name }) => filters[name])
  const narrowed = chosen.map((filter) => chosenText(filter, filters[filter.name] ?? [], words))
  return { ...link, detail: [t(`muestra.${shown}`), ...narrowed].join(', ') }
}

/** n of m of the list that led here, and the ways to the files before and after, in the same tab. */
function FilePlace({ id }: { id: number }) {
  const { t } = useWords('employees-file')
  const { search: tab } = useLocation()
  const address = useListAddress()
  const params = new URLSearchParams(address ?? '')
  const { page, search, orden } = searchIn(params)
  const found = { ...search, orden }
  const list = useCall(employees.list, { ...found, page }, { enabled: address !== null }).data
  const { first, last } = edgesOf(id, page, list)
  const earlier = useCall(employees.list, { ...found, page: page - 1 }, { enabled: first }).data
  const later = useCall(employees.list, { ...found, page: page + 1 }, { enabled: last }).data
  const place = placeIn(id, page, list, { earlier, later })
  return (
    <PlaceNav
      place={place}
      to={({ id }) => paths.employee(id) + sameTab(tab)}
      state={({ page }) => {
        const there = new URLSearchParams(params)
        there.delete('pagina')
        if (page > 1) there.set('pagina', String(page))
        return there.size > 0 ? `?${there}` : ''
      }}
      labels={{ before: t('lugar.anterior'), after: t('lugar.siguiente') }}
      keys
    />
  )
}

/** The tab of an address, without what else the tab has there. */
function sameTab(search: string): string {
  const tab = new URLSearchParams(search).get('tab')
  return tab === null ? '' : `?tab=${encodeURIComponent(tab)}`
}

function Loaded({ record }: { record: EmployeeRecord }) {
  const { t } = useWords(['employees', 'employees-file', 'country'])
  const back = useListLink()
  const viewer = useViewer()
  const location = useLocation()
  const [params, setParams] = useSearchParams()
  const asked = params.get('tab')
  const tab = fileTabs.find(({ id }) => id === asked) ?? fileTabs[0]
  const counts = useCall(
    employment.documentsCount,
    { id: record.id },
    { enabled: may(viewer, documents.list.need) },
  )
  // On a phone the chosen tab may lie beyond the edge.
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current
      ?.querySelector('[aria-selected=true]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    // The number of documents, which comes later, moves the tabs after it.
  }, [tab.id, counts.data?.total])
  // A tab without right is refused like any screen.
  if (!may(viewer, tab.need))
    return (
      <Navigate
        to={paths.forbidden(location.pathname + location.search, Array.isArray(tab.need) ? tab.need : [])}
        replace
      />
    )
  const { color, icon: Mark } = badges[record.estado]
  const places = [record.cargo, record.sector, record.locacion].flatMap((place) => place?.nombre ?? [])
  const Panel = panels[tab.id]
  return (
    <Tabs
      className={style.record ?? ''}
      value={tab.id}
      keepMounted={false}
      onChange={(next) =>
        setParams(next === null || next === fileTabs[0].id ? {} : { tab: next }, {
          replace: true,
          state: location.state,
        })
      }
    >
      <RecordPage
        back={back}
        mark={
          <Avatar className={style.avatar ?? ''} size={52} aria-hidden>
            {initialsOf(record)}
          </Avatar>
        }
        title={listedName(`${record.nombre} ${record.apellido}`, record.apodo)}
        badge={
          <>
            <Badge color={color} leftSection={<Mark size={16} aria-hidden />}>
              {t(`estado.${record.estado}`)}
            </Badge>
            <DeclinedBadge id={record.id} />
          </>
        }
        who={
          <span className={`figures ${style.who} flex wrap`}>
            <span>
              <TaxId value={record.cuil} />
              <CopyButton value={record.cuil} label={t('copiar', { que: t('country:cuil') })} />
            </span>
            <span>
              {t('legajo', { numero: record.numero_legajo })}
              <CopyButton
                value={record.numero_legajo}
                label={t('copiar', { que: t('campo.numero_legajo').toLocaleLowerCase() })}
              />
            </span>
            {places.length > 0 && <span>{places.join(', ')}</span>}
          </span>
        }
        place={<FilePlace id={record.id} />}
        actions={
          <>
            <HeadActs record={record} />
            <EmployeeActs record={record} />
          </>
        }
        tabs={
          <Tabs.List className={style.tabs ?? ''} ref={list}>
            {fileTabs
              .filter(({ need }) => may(viewer, need))
              .map(({ id }) => (
                <Tabs.Tab key={id} value={id}>
                  {t(`employees-file:pestana.${id}`)}
                  {id === 'documentos' && counts.data && (
                    <span className={`figures ${style.count}`}>{numberText(counts.data.total)}</span>
                  )}
                </Tabs.Tab>
              ))}
          </Tabs.List>
        }
      >
        <Tabs.Panel value={tab.id} h="100%">
          <Suspense fallback={<FileWaiting />}>{Panel && <Panel record={record} />}</Suspense>
        </Tabs.Panel>
      </RecordPage>
    </Tabs>
  )
}

/** The acts on the whole file. A phone has room for one button beside the dots, which have the view there. */
function HeadActs({ record }: { record: EmployeeRecord }) {
  const { t } = useWords('account-access')
  const maySee = useMay(viewAs.documents.need)
  const isPhone = useMediaQuery('(max-width: 767px)')
  return (
    <>
      {!isPhone && <PrintButton />}
      <FolderZip record={record} />
      {maySee && !isPhone && (
        <Button component={Link} to={paths.viewAs(record.id)} leftSection={<IconEye size={18} aria-hidden />}>
          {t('vista.boton')}
        </Button>
      )}
    </>
  )
}
