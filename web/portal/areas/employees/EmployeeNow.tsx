import {
  IconLogin2,
  IconMail,
  IconSignature,
  IconUsers,
  IconUserShield,
  type Icon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { deputies } from '#contract/deputies.ts'
import { documents } from '#contract/documents/documents.ts'
import { employeeFile } from '#contract/employees/file.ts'
import { employment } from '#contract/employees/employment.ts'
import type { EmployeeRecord } from '#contract/employees/record.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { daysAgoText, spanText } from '#web/shared/texts/spans.ts'
import { dateText, instantText, numberText } from '#web/shared/texts/texts.ts'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { Invite } from './Invite.tsx'
import { Notes } from './Notes.tsx'
import style from './EmployeeNow.module.css'

/** Somebody's present state: what waits, sign-in, reports, profiles, the notes of human resources, and stays. */
export function EmployeeNow({ record, isEditing }: { record: EmployeeRecord; isEditing: boolean }) {
  const { t } = useWords(['employees', 'employees-file', 'deputies'])
  const { company } = useViewer()
  const seesDocuments = useMay(documents.list.need)
  const counts = useCall(employment.documentsCount, { id: record.id }, { enabled: seesDocuments })
  const waitsSince = counts.data?.pendiente_desde
  const seesDeputy = useMay(deputies.ofEmployee.need) && record.reportan > 0
  const { data: standing } = useCall(deputies.ofEmployee, { id: record.id }, { enabled: seesDeputy })
  const writesNotes = useMay(employeeFile.notes.need)
  const pending = `${paths.documents()}?buscar=${record.cuil}&estado=pendiente`
  const at = (instant: string) => instantText(instant, company.zona)
  return (
    <aside className={style.now} aria-label={t('ahora.titulo')}>
      <h2>{t('ahora.titulo')}</h2>
      <ul>
        {counts.data && counts.data.pendientes > 0 && (
          <Line
            icon={IconSignature}
            fact={
              <Link to={pending}>
                {t('employees-file:ahora.porFirmar', {
                  count: counts.data.pendientes,
                  n: numberText(counts.data.pendientes),
                })}
              </Link>
            }
          >
            {waitsSince && waitsSince <= new Date().toISOString() && (
              <span className="figures">
                {t('employees-file:ahora.masViejo', {
                  hace: daysAgoText(waitsSince, company.zona, company.hoy),
                })}
              </span>
            )}
          </Line>
        )}
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
            {record.mail && <Invite record={record} small />}
          </Line>
        )}
        {record.reportan > 0 && (
          <Line icon={IconUsers} fact={t('ahora.reportan', { count: record.reportan })}>
            {standing &&
              (standing.suplente
                ? t('deputies:suplente', { nombre: standing.suplente.nombre })
                : standing.decide && t('deputies:nadie'))}
          </Line>
        )}
        {record.perfiles.length > 0 && (
          <Line icon={IconUserShield} fact={t('ahora.perfiles', { count: record.perfiles.length })}>
            {record.perfiles.join(', ')}
          </Line>
        )}
      </ul>
      {writesNotes && !record.propio && <Notes record={record} isEditing={isEditing} />}
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
                <span className="quiet">
                  {motivo ? t(`motivo.${motivo}`) : desde < company.hoy && spanText(desde, company.hoy)}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </aside>
  )
}

function Line({ icon: Mark, fact, children }: { icon: Icon; fact: ReactNode; children?: ReactNode }) {
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
