import { Button } from '@mantine/core'
import { IconLogin2, IconMail, IconUsers, IconUserShield, type Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { EmployeeRecord } from '#contract/employees/record.ts'
import { employees } from '#contract/employees/employees.ts'
import { dateText, instantText } from '#web/shared/texts/texts.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import style from './EmployeeNow.module.css'

/** Somebody's present state: sign-in, reports, profiles and stays. */
export function EmployeeNow({ record }: { record: EmployeeRecord }) {
  const { t } = useTranslation('employees')
  const { company } = useViewer()
  const at = (instant: string) => instantText(instant, company.zona)
  return (
    <aside className={style.now} aria-label={t('ahora.titulo')}>
      <h2>{t('ahora.titulo')}</h2>
      <ul>
        {record.primer_ingreso ? (
          <Line
            icon={IconLogin2}
            fact={record.ultimo_ingreso ? t('ahora.ultimoIngreso') : t('ahora.ingreso')}
          >
            <span className="figures">{at(record.ultimo_ingreso ?? record.primer_ingreso)}</span>
          </Line>
        ) : (
          <Line icon={IconMail} fact={t('ahora.sinIngreso')}>
            {record.invitacion_vence
              ? t('ahora.invitacion', { hasta: at(record.invitacion_vence) })
              : t(record.mail ? 'ahora.sinInvitacion' : 'ahora.sinCorreo')}
            {record.mail && <Invite record={record} />}
          </Line>
        )}
        {record.reportan > 0 && (
          <Line icon={IconUsers} fact={t('ahora.reportan', { count: record.reportan })} />
        )}
        {record.perfiles.length > 0 && (
          <Line icon={IconUserShield} fact={t('ahora.perfiles', { count: record.perfiles.length })}>
            {record.perfiles.join(', ')}
          </Line>
        )}
      </ul>
      {record.estadias.length > 0 && (
        <>
          <h2>{t('ahora.estadias')}</h2>
          <ul className={style.stays}>
            {record.estadias.map(({ desde, hasta, motivo }) => (
              <li key={desde}>
                <span className="figures">
                  {hasta
                    ? t('ahora.desdeHasta', { desde: dateText(desde), hasta: dateText(hasta) })
                    : t('ahora.desde', { desde: dateText(desde) })}
                </span>
                {motivo && <span className="quiet">{t(`motivo.${motivo}`)}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </aside>
  )
}

function Line({ icon: Mark, fact, children }: { icon: Icon; fact: string; children?: ReactNode }) {
  return (
    <li>
      <Mark size={18} aria-hidden />
      <div>
        <b>{fact}</b>
        {children && <div className="second">{children}</div>}
      </div>
    </li>
  )
}

function Invite({ record }: { record: EmployeeRecord }) {
  const { t } = useTranslation('employees')
  const may = useMay(employees.invite.need)
  const invite = useAct(employees.invite, {
    refresh: [employees.one],
    done: t('ahora.invitado', { mail: record.mail }),
  })
  if (!may || record.estado === 'inactive') return null
  return (
    <div>
      <Button size="compact-sm" mt={8} loading={invite.busy} onClick={() => invite.run({ id: record.id })}>
        {t(record.invitacion_vence ? 'ahora.invitarOtraVez' : 'ahora.invitar')}
      </Button>
    </div>
  )
}
