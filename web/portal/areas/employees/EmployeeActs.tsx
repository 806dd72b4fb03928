import { ActionIcon, Menu } from '@mantine/core'
import {
  IconDots,
  IconEye,
  IconFolders,
  IconId,
  IconMapPin,
  IconUserMinus,
  IconUserCheck,
  IconUserPlus,
  IconUserShield,
} from '@tabler/icons-react'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { EmployeeRecord } from '#contract/employees/record.ts'
import { employeeRights } from '#contract/employees/rights.ts'
import { employment } from '#contract/employees/employment.ts'
import type { StayAct } from '#contract/employees/states.ts'
import { userFolders } from '#contract/folders/configuration.ts'
import { viewAs } from '#contract/me/view-as.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { useMay } from '#web/shared/session/viewer.ts'
import { EndDialog } from './EndDialog.tsx'
import { FiltersDialog } from './FiltersDialog.tsx'
import { FoldersDialog } from './FoldersDialog.tsx'
import { IdentifyDialog } from './IdentifyDialog.tsx'
import { UndoEndDialog } from './UndoEndDialog.tsx'
import { ProfilesDialog } from './ProfilesDialog.tsx'
import { ReactivateDialog } from './ReactivateDialog.tsx'

const dialogs = {
  identificar: { icon: IconId, of: IdentifyDialog },
  perfiles: { icon: IconUserShield, of: ProfilesDialog },
  lugares: { icon: IconMapPin, of: FiltersDialog },
  carpetas: { icon: IconFolders, of: FoldersDialog },
  anular: { icon: IconUserCheck, of: UndoEndDialog },
  reactivar: { icon: IconUserPlus, of: ReactivateDialog },
  baja: { icon: IconUserMinus, of: EndDialog },
} as const

type Act = keyof typeof dialogs

/** The acts on somebody that are more than a change of their record, behind the dots; each in a dialog. */
export function EmployeeActs({ record }: { record: EmployeeRecord }) {
  const { t } = useTranslation(['employees', 'employees-ends', 'account-access'])
  const [chosen, choose] = useState<Act | null>(null)
  const acts = useActs(record)
  const isPhone = useMediaQuery('(max-width: 767px)')
  const views = useMay(viewAs.documents.need) && isPhone
  if (acts.length === 0 && !views) return null
  const Chosen = chosen && dialogs[chosen].of
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('acciones')}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {views && (
            <Menu.Item
              component={Link}
              to={paths.viewAs(record.id)}
              leftSection={<IconEye size={18} aria-hidden />}
            >
              {t('account-access:vista.boton')}
            </Menu.Item>
          )}
          {acts.map((act) => {
            const Mark = dialogs[act].icon
            return (
              <Menu.Item
                key={act}
                {...(act === 'baja' && { className: 'bad' })}
                leftSection={<Mark size={18} aria-hidden />}
                onClick={() => choose(act)}
              >
                {act === 'anular'
                  ? t(
                      record.estado === 'inactive'
                        ? 'employees-ends:anular.boton'
                        : 'employees-ends:anular.botonPrevista',
                    )
                  : t(`${act}.boton`)}
              </Menu.Item>
            )
          })}
        </Menu.Dropdown>
      </Menu>
      {Chosen && <Chosen record={record} onClose={() => choose(null)} />}
    </>
  )
}

/**
 * The acts that the viewer may do on this employee. Profiles are listed for everybody who sees the record, disabled
 * with the reason.
 */
function useActs({ id, estado, propio }: EmployeeRecord): readonly Act[] {
  const gone = estado === 'inactive'
  const { data: stay } = useCall(employment.stay, { id }, { enabled: useMay(employment.stay.need) })
  const may = (act: StayAct) => stay?.actos.includes(act) ?? false
  const possible: Record<Act, boolean> = {
    identificar: useMay(employment.identify.need) && !propio,
    perfiles: useMay(employeeRights.ofUser.need),
    lugares: useMay(employeeRights.ofUser.need) && !gone,
    carpetas: useMay(userFolders.list.need) && !gone,
    anular: may('call_off') || may('undo'),
    reactivar: may('reactivate'),
    baja: may('end'),
  }
  return (Object.keys(dialogs) as Act[]).filter((act) => possible[act])
}
