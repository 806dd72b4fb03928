import { Alert, Avatar, Badge, Skeleton, Tabs } from '@mantine/core'
import { IconCircleCheck, IconUserPlus, IconUserShield, IconUserX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams, useSearchParams } from 'react-router'
import { documents } from '#contract/documents/documents.ts'
import type { EmployeeRecord } from '#contract/employees/record.ts'
import { deputies } from '#contract/deputies.ts'
import { employees } from '#contract/employees/employees.ts'
import { DeputyPanel } from '#web/shared/account/DeputyPanel.tsx'
import { CopyButton } from '#web/shared/pages/CopyButton.tsx'
import { RecordPage } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { TaxId } from '#web/shared/texts/TaxId.tsx'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useMay } from '#web/shared/session/viewer.ts'
import { RefusalError } from '#web/shared/calls/wire.ts'
import { Decision } from '../../shell/Decision.tsx'
import { NotFound } from '../../shell/ErrorPages.tsx'
import { ConsentOrigin } from './ConsentOrigin.tsx'
import { DeclinedBadge, EmployeeAccess } from './EmployeeAccess.tsx'
import { SigningAccess } from './SigningAccess.tsx'
import { EmployeeActs } from './EmployeeActs.tsx'
import { EmployeeDocuments } from './EmployeeDocuments.tsx'
import { EmployeeMails } from './EmployeeMails.tsx'
import { EmployeeNow } from './EmployeeNow.tsx'
import { initials } from './record.tsx'
import { PersonChanges } from '#web/shared/self-service/PersonChanges.tsx'
import { RecordSection } from './RecordSection.tsx'
import type { SectionName } from './sections.ts'
import { changedWithEmployee } from './useChanged.ts'
import style from './EmployeePage.module.css'

const badges = {
  active: { color: 'ok', icon: IconCircleCheck },
  onboarding: { color: 'warn', icon: IconUserPlus },
  inactive: { color: 'gray', icon: IconUserX },
} as const

/** An employee's record: who it is, their data, their documents. */
export function EmployeePage() {
  const { t } = useTranslation('employees')
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
        <div aria-hidden>
          {[40, 60, 50, 70, 45].map((width) => (
            <Skeleton key={width} height={12} width={`${width}%`} mb={20} />
          ))}
        </div>
      )}
    </RecordPage>
  )
}

/** The list, with the search that led here. */
function useListLink() {
  const { t } = useTranslation('employees')
  const from: unknown = useLocation().state
  return { to: paths.employees() + (typeof from === 'string' ? from : ''), label: t('titulo') }
}

function Loaded({ record }: { record: EmployeeRecord }) {
  const { t } = useTranslation(['employees', 'country'])
  const back = useListLink()
  const seesDocuments = useMay(documents.list.need)
  const namesDeputies = useMay(deputies.nameFor.need)
  const location = useLocation()
  const [params, setParams] = useSearchParams()
  const asked = params.get('tab')
  const tab = asked === 'correos' || (seesDocuments && asked === 'documentos') ? asked : 'datos'
  const { color, icon: Mark } = badges[record.estado]
  const places = [record.cargo, record.sector, record.locacion].flatMap((place) => place?.nombre ?? [])
  return (
    <Tabs
      className={style.record ?? ''}
      value={tab}
      keepMounted={false}
      onChange={(next) =>
        setParams(next === null || next === 'datos' ? {} : { tab: next }, {
          replace: true,
          state: location.state,
        })
      }
    >
      <RecordPage
        back={back}
        mark={
          <Avatar size={52} aria-hidden>
            {initials(record)}
          </Avatar>
        }
        title={`${record.nombre} ${record.apellido}`}
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
        actions={
          <>
            <EmployeeAccess record={record} />
            <EmployeeActs record={record} />
          </>
        }
        tabs={
          <Tabs.List>
            <Tabs.Tab value="datos">{t('pestana.datos')}</Tabs.Tab>
            {seesDocuments && <Tabs.Tab value="documentos">{t('pestana.documentos')}</Tabs.Tab>}
            <Tabs.Tab value="correos">{t('pestana.correos')}</Tabs.Tab>
          </Tabs.List>
        }
      >
        <Tabs.Panel value="datos">
          {record.espera && (
            <Alert color="warn" mb={20} icon={<IconUserShield size={18} aria-hidden />}>
              <Decision
                kind="administrator"
                subject={record.id}
                words="administrador"
                changes={changedWithEmployee}
              />
            </Alert>
          )}
          <PersonChanges id={record.id} own={record.propio} />
          <SigningAccess record={record} />
          <ConsentOrigin id={record.id} />
          {namesDeputies && <DeputyPanel of={record.id} />}
          <Data record={record} />
        </Tabs.Panel>
        {seesDocuments && (
          <Tabs.Panel value="documentos" h="100%">
            <EmployeeDocuments record={record} />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="correos" h="100%">
          <EmployeeMails id={record.id} />
        </Tabs.Panel>
      </RecordPage>
    </Tabs>
  )
}

const columns: readonly (readonly SectionName[])[] = [
  ['identidad', 'cuenta', 'contacto', 'familia'],
  ['empleo', 'domicilio', 'banco'],
]

function Data({ record }: { record: EmployeeRecord }) {
  const [editing, edit] = useState<SectionName | null>(null)
  return (
    <div className={style.columns}>
      {columns.map((names) => (
        <div key={names[0]}>
          {names.map((section) => (
            <RecordSection key={section} record={record} section={section} editing={editing} onEdit={edit} />
          ))}
        </div>
      ))}
      <EmployeeNow record={record} />
    </div>
  )
}
