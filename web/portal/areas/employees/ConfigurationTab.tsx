import { Button } from '@mantine/core'
import { IconKey, IconMail, IconShieldOff } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { accesses } from '#contract/account/access.ts'
import { account } from '#contract/account/account.ts'
import { consents } from '#contract/account/consents.ts'
import { deputies } from '#contract/deputies.ts'
import { employment } from '#contract/employees/employment.ts'
import type { EmployeeRecord } from '#contract/employees/record.ts'
import { security } from '#contract/security/security.ts'
import { call } from '#web/shared/calls/call.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { DeputyPanel } from '#web/shared/account/DeputyPanel.tsx'
import { ConfirmButton } from '#web/shared/forms/ConfirmDialog.tsx'
import { Facts } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { instantText } from '#web/shared/texts/texts.ts'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { RecordSection } from './RecordSection.tsx'
import type { SectionName } from './sections.ts'
import { Consent } from './Consent.tsx'
import { FileWaiting } from './FileWaiting.tsx'
import { Invite } from './Invite.tsx'
import { SigningAccess } from './SigningAccess.tsx'
import type { TabProps } from './fileTabs.ts'
import style from './FileTab.module.css'

/** The account of an employee: user name and mail, the ways in, the second factor, consent, and the deputy. */
export function ConfigurationTab({ record }: TabProps) {
  const { t } = useWords('employees-file')
  const [editing, edit] = useState<SectionName | null>(null)
  const namesDeputies = useMay(deputies.nameFor.need)
  const { id } = record
  // Each would push the parts below it down if it came after them.
  const late = [
    useCall(employment.rules, { id }),
    useCall(accesses.of, { id }),
    useSecondFactor(record),
    useCall(consents.one, { id }),
  ]
  if (late.some(({ isLoading }) => isLoading)) return <FileWaiting />
  return (
    <div className={`${style.tab} column`}>
      <SigningAccess record={record} />
      <RecordSection record={record} section="cuenta" editing={editing} onEdit={edit} />
      <Part title={t('configuracion.ingreso')}>
        <SignIn record={record} />
      </Part>
      <SecondFactor record={record} />
      <Consent id={record.id} />
      {namesDeputies && <DeputyPanel of={record.id} />}
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={style.part} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** The first and the last sign-in, an invitation under way, and the acts that open the account. */
function SignIn({ record }: TabProps) {
  const { t } = useWords(['employees-file', 'employees', 'account-access'])
  const { company } = useViewer()
  const mayPrint = useMay(account.printCode.need)
  const { id, mail, perfiles, nombre, apellido, primer_ingreso, ultimo_ingreso, invitacion_vence } = record
  const at = (instant: string) => <span className="figures">{instantText(instant, company.zona)}</span>
  // Somebody with a profile besides the employee's is an administrator and gets neither.
  const opens = mayPrint && perfiles.length <= 1
  const acts = [
    !primer_ingreso && mail && <Invite key="invite" record={record} />,
    opens && !mail && (
      <Button
        key="code"
        component={Link}
        to={paths.printedCode(id)}
        leftSection={<IconKey size={18} aria-hidden />}
      >
        {t('account-access:codigo.hacerBoton')}
      </Button>
    ),
    opens && mail && primer_ingreso && (
      <ConfirmButton
        key="link"
        label={t('account-access:enlace.boton')}
        icon={<IconMail size={18} aria-hidden />}
        submit={t('account-access:enlace.enviar')}
        done={t('account-access:enlace.enviado', { mail })}
        act={(options) => call(account.changePasswordOf, { id }, options)}
        proves="holds"
      >
        <p>{t('account-access:enlace.texto', { nombre: `${nombre} ${apellido}`, mail })}</p>
      </ConfirmButton>
    ),
  ].filter(Boolean)
  return (
    <>
      <Facts
        of={[
          [t('configuracion.primero'), primer_ingreso ? at(primer_ingreso) : t('employees:ahora.sinIngreso')],
          ...(ultimo_ingreso ? [[t('configuracion.ultimo'), at(ultimo_ingreso)] as const] : []),
          ...(primer_ingreso
            ? []
            : [
                [
                  t('configuracion.invitacion'),
                  invitacion_vence
                    ? t('employees:ahora.invitacion', { hasta: instantText(invitacion_vence, company.zona) })
                    : t(mail ? 'employees:ahora.sinInvitacion' : 'employees:ahora.sinCorreo'),
                ] as const,
              ]),
        ]}
      />
      {acts.length > 0 && <div className={`${style.acts} row wrap gap-8`}>{acts}</div>}
    </>
  )
}

/** Whether an employee has a second factor; nothing for a viewer who may not remove it. */
function useSecondFactor({ id, perfiles }: EmployeeRecord) {
  const mayReset = useMay(security.reset.need) && perfiles.length <= 1
  return useCall(security.of, { id }, { enabled: mayReset })
}

/** Whether an employee has a second factor, and its removal for somebody who lost it. */
function SecondFactor({ record }: { record: EmployeeRecord }) {
  const { id, nombre, apellido } = record
  const { t } = useWords(['employees-file', 'security'])
  const { company } = useViewer()
  const { data } = useSecondFactor(record)
  if (!data) return null
  const name = `${nombre} ${apellido}`
  return (
    <Part title={t('configuracion.factor')}>
      <p className={style.said}>{t(data.tiene ? 'configuracion.conFactor' : 'configuracion.sinFactor')}</p>
      {data.tiene && (
        <div className={style.acts}>
          <ConfirmButton
            label={t('security:restablecer')}
            icon={<IconShieldOff size={18} aria-hidden />}
            submit={t('security:restablecerBoton', { empresa: company.nombre })}
            done={t('security:restablecido', { nombre: name })}
            act={(options) => call(security.reset, { id }, options)}
            proves={security.reset.stepUp}
            refresh={[security.of]}
          >
            <p>{t('security:restablecerTexto', { nombre: name })}</p>
          </ConfirmButton>
        </div>
      )}
    </Part>
  )
}
