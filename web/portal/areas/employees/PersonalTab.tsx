import { Alert } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconUserShield } from '@tabler/icons-react'
import { useState } from 'react'
import { accesses } from '#contract/account/access.ts'
import { employment } from '#contract/employees/employment.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { PersonChanges } from '#web/shared/self-service/PersonChanges.tsx'
import { Decision } from '../../shell/Decision.tsx'
import { RecordSection } from './RecordSection.tsx'
import type { SectionName } from './sections.ts'
import { changedWithEmployee } from './useChanged.ts'
import { EmployeeNow } from './EmployeeNow.tsx'
import { FileWaiting } from './FileWaiting.tsx'
import { useMisplaced } from './Misplaced.tsx'
import { SigningAccess } from './SigningAccess.tsx'
import type { TabProps } from './fileTabs.ts'
import style from './PersonalTab.module.css'

const columns: readonly (readonly SectionName[])[] = [
  ['identidad', 'contacto', 'familia'],
  ['empleo', 'domicilio', 'banco'],
]

/** The record in its sections, one of which is edited at a time, and beside it the person's present state. */
export function PersonalTab({ record }: TabProps) {
  const [editing, edit] = useState<SectionName | null>(null)
  // Their notices and buttons would push the sections down if they came after them.
  const late = [
    useMisplaced(record.id),
    useCall(employment.rules, { id: record.id }),
    useCall(accesses.of, { id: record.id }),
  ]
  const isPhone = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  if (late.some(({ isLoading }) => isLoading)) return <FileWaiting />
  // A phone has no column beside: there the present state comes before the record.
  const now = <EmployeeNow record={record} isEditing={editing !== null} />
  return (
    <>
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
      <div className={style.columns}>
        {isPhone && now}
        {columns.map((names) => (
          <div key={names[0]}>
            {names.map((section) => (
              <RecordSection
                key={section}
                record={record}
                section={section}
                editing={editing}
                onEdit={edit}
              />
            ))}
          </div>
        ))}
        {!isPhone && now}
      </div>
    </>
  )
}
