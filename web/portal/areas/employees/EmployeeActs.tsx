import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconEye, IconId, IconUserCheck, IconUserMinus, IconUserPlus } from '@tabler/icons-react'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { Link } from 'react-router'
import type { EmployeeRecord } from '#contract/employees/record.ts'
import { employment } from '#contract/employees/employment.ts'
import type { StayAct } from '#contract/employees/states.ts'
import { viewAs } from '#contract/me/view-as.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { useMay } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { EndDialog } from './EndDialog.tsx'
import { IdentifyDialog } from './IdentifyDialog.tsx'
import { UndoEndDialog } from './UndoEndDialog.tsx'
import { ReactivateDialog } from './ReactivateDialog.tsx'

const dialogs = {
  identificar: { icon: IconId, of: IdentifyDialog },
  anular: { icon: IconUserCheck, of: UndoEndDialog },
  reactivar: { icon: IconUserPlus, of: ReactivateDialog },
  baja: { icon: IconUserMinus, of: EndDialog },
} as const

type Act = keyof typeof dialogs

/** The acts on somebody that are more than a change of their record, behind the dots; each in a dialog. */
export function EmployeeActs({ record }: { record: EmployeeRecord }) {
  const { t } = useWords(['employees', 'employees-ends', 'account-access'])
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

/** The acts that the viewer may do on this employee. */
function useActs({ id, propio }: EmployeeRecord): readonly Act[] {
  const { data: stay } = useCall(employment.stay, { id }, { enabled: useMay(employment.stay.need) })
  const may = (act: StayAct) => stay?.actos.includes(act) ?? false
  const possible: Record<Act, boolean> = {
    identificar: useMay(employment.identify.need) && !propio,
    anular: may('call_off') || may('undo'),
    reactivar: may('reactivate'),
    baja: may('end'),
  }
  return (Object.keys(dialogs) as Act[]).filter((act) => possible[act])
}
