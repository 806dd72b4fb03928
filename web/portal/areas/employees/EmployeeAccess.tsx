import { Badge, Button } from '@mantine/core'
import { IconEye, IconKey, IconSignatureOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { account } from '#contract/account/account.ts'
import { consents } from '#contract/account/consents.ts'
import type { EmployeeRecord } from '#contract/employees/record.ts'
import { security } from '#contract/security/security.ts'
import { viewAs } from '#contract/me/view-as.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { dateText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { ResetFactor } from './ResetFactor.tsx'
import { SendLink } from './SendLink.tsx'

/** Their own site as they see it, and the code that lets them in where no mail reaches them. */
export function EmployeeAccess({
  record: { id, mail, perfiles, nombre, apellido, primer_ingreso },
}: {
  record: EmployeeRecord
}) {
  const { t } = useTranslation('access')
  const maySee = useMay(viewAs.documents.need)
  const mayPrint = useMay(account.printCode.need)
  const mayReset = useMay(security.reset.need)
  return (
    <>
      {/* Who has a profile besides the employee's administers, and gets no code. */}
      {mayPrint && !mail && perfiles.length <= 1 && (
        <Button component={Link} to={paths.printedCode(id)} leftSection={<IconKey size={18} aria-hidden />}>
          {t('codigo.hacerBoton')}
        </Button>
      )}
      {mayPrint && mail && primer_ingreso && perfiles.length <= 1 && (
        <SendLink id={id} name={`${nombre} ${apellido}`} mail={mail} />
      )}
      {mayReset && perfiles.length <= 1 && <ResetFactor id={id} name={`${nombre} ${apellido}`} />}
      {maySee && (
        <Button component={Link} to={paths.viewAs(id)} leftSection={<IconEye size={18} aria-hidden />}>
          {t('vista.boton')}
        </Button>
      )}
    </>
  )
}

/** Of somebody who signs on paper, since when. */
export function DeclinedBadge({ id }: { id: number }) {
  const { t } = useTranslation('access')
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
  const { t } = useTranslation('access')
  return (
    <Button component={Link} to={paths.declined()} variant="subtle">
      {t('declinaron.titulo')}
    </Button>
  )
}
