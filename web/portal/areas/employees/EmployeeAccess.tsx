import { Badge, Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconEye, IconKey, IconMail, IconShieldOff, IconSignatureOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { account } from '#contract/account/account.ts'
import { consents } from '#contract/account/consents.ts'
import type { EmployeeRecord } from '#contract/employees/record.ts'
import { security } from '#contract/security/security.ts'
import { viewAs } from '#contract/me/view-as.ts'
import { call } from '#web/shared/calls/call.ts'
import { ConfirmButton } from '#web/shared/forms/ConfirmDialog.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { dateText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'

/** Their own site as they see it, and the code that lets them in where no mail reaches them. */
export function EmployeeAccess({
  record: { id, mail, perfiles, nombre, apellido, primer_ingreso },
}: {
  record: EmployeeRecord
}) {
  const { t } = useTranslation('account-access')
  const maySee = useMay(viewAs.documents.need)
  const mayPrint = useMay(account.printCode.need)
  const mayReset = useMay(security.reset.need)
  const isPhone = useMediaQuery('(max-width: 767px)')
  const name = `${nombre} ${apellido}`
  return (
    <>
      {/* Somebody with a profile besides the employee's is an administrator and gets no printed code. */}
      {mayPrint && !mail && perfiles.length <= 1 && (
        <Button component={Link} to={paths.printedCode(id)} leftSection={<IconKey size={18} aria-hidden />}>
          {t('codigo.hacerBoton')}
        </Button>
      )}
      {mayPrint && mail && primer_ingreso && perfiles.length <= 1 && (
        <ConfirmButton
          label={t('enlace.boton')}
          icon={<IconMail size={18} aria-hidden />}
          submit={t('enlace.enviar')}
          done={t('enlace.enviado', { mail })}
          act={(options) => call(account.changePasswordOf, { id }, options)}
          proves="holds"
        >
          <p>{t('enlace.texto', { nombre: name, mail })}</p>
        </ConfirmButton>
      )}
      {mayReset && perfiles.length <= 1 && <ResetFactor id={id} name={name} />}
      {/* A phone has room for one button: there it is behind the dots. */}
      {maySee && !isPhone && (
        <Button component={Link} to={paths.viewAs(id)} leftSection={<IconEye size={18} aria-hidden />}>
          {t('vista.boton')}
        </Button>
      )}
    </>
  )
}

/** Takes the second factors of an employee who lost them. Shown only where there is one. */
function ResetFactor({ id, name }: { id: number; name: string }) {
  const { t } = useTranslation('security')
  const { company } = useViewer()
  const { data } = useCall(security.of, { id })
  if (!data?.tiene) return null
  return (
    <ConfirmButton
      label={t('restablecer')}
      icon={<IconShieldOff size={18} aria-hidden />}
      submit={t('restablecerBoton', { empresa: company.nombre })}
      done={t('restablecido', { nombre: name })}
      act={(options) => call(security.reset, { id }, options)}
      proves={security.reset.stepUp}
      refresh={[security.of]}
    >
      <p>{t('restablecerTexto', { nombre: name })}</p>
    </ConfirmButton>
  )
}

/** A badge for somebody who signs on paper, with the day since when. */
export function DeclinedBadge({ id }: { id: number }) {
  const { t } = useTranslation('account-access')
  const { company } = useViewer()
  const { data } = useCall(consents.one, { id })
  if (!data?.fecha || data.decision === 'otorgado') return null
  return (
    <Badge
      color="warn"
      leftSection={<IconSignatureOff size={16} aria-hidden />}
      title={t('declinaron.desde', { fecha: dateText(data.fecha, company.zona) })}
    >
      {t('declinaron.una')}
    </Badge>
  )
}

/** The way to everybody who signs on paper. */
export function DeclinedLink() {
  const { t } = useTranslation('account-access')
  return (
    <Button component={Link} to={paths.declined()} variant="subtle">
      {t('declinaron.titulo')}
    </Button>
  )
}
