import { Alert, Box } from '@mantine/core'
import { IconSignatureOff, IconUserCheck } from '@tabler/icons-react'
import { accesses, type AccessStanding } from '#contract/account/access.ts'
import { approvals } from '#contract/approvals.ts'
import type { EmployeeRecord } from '#contract/employees/record.ts'
import { call } from '#web/shared/calls/call.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { ConfirmButton } from '#web/shared/forms/ConfirmDialog.tsx'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { dateText, instantText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { Decision } from '../../shell/Decision.tsx'

const changed = [accesses.of]

/** Why an employee can't sign by what the company put into their account, and the confirmation by a second person. */
export function SigningAccess({ record: { id, nombre, apellido } }: { record: EmployeeRecord }) {
  const { t } = useWords('account-access')
  const mayAsk = useMay(accesses.ask.need)
  const { data } = useCall(accesses.of, { id })
  if (!data?.espera) return null
  const name = `${nombre} ${apellido}`
  return (
    <Alert color="warn" icon={<IconSignatureOff aria-hidden />} title={t('firma.titulo')} mb={16}>
      <div className="column gap-8">
        <Reasons standing={data} />
        <span>{t('firma.anterior')}</span>
        {data.rechazo && (
          <span>
            {t('firma.rechazo', {
              quien: data.rechazo.quien,
              motivo: data.rechazo.motivo ?? '',
            })}
          </span>
        )}
        {data.pedido && (
          <Box mt={8}>
            <Decision
              kind="person_seen"
              subject={id}
              words="persona"
              changes={changed}
              otherwise={<span>{t('firma.espera')}</span>}
            />
          </Box>
        )}
        {!data.pedido && data.espera === 'segunda_persona' && mayAsk && (
          <div>
            <ConfirmButton
              label={t('firma.pedir')}
              icon={<IconUserCheck size={18} aria-hidden />}
              submit={t('firma.pedirBoton')}
              done={t('firma.pedido')}
              act={() => call(accesses.ask, { id })}
              refresh={[approvals.ofSubject, ...changed]}
            >
              <p>{t('firma.pedirTexto', { nombre: name })}</p>
            </ConfirmButton>
          </div>
        )}
      </div>
    </Alert>
  )
}

/** The addresses and codes that wait, each with who put it, and the event that opens signing. */
function Reasons({ standing: { accesos, espera, hasta } }: { standing: AccessStanding }) {
  const { t } = useWords('account-access')
  const { company } = useViewer()
  const correo = accesos.findLast(({ correo_anterior }) => correo_anterior)?.correo_anterior ?? ''
  const objected = accesos.findLast(({ objetado }) => objetado)?.objetado
  const byTerm = hasta
    ? t('firma.objecion', { cuando: instantText(hasta, company.zona), correo })
    : t('firma.objecionSinFecha', { correo })
  return (
    <>
      {accesos
        .filter(({ confirmado }) => !confirmado)
        .map(({ id, clase, por, fecha }) => (
          <span key={id}>
            {t(clase === 'correo' ? 'firma.correo' : 'firma.codigo', {
              quien: por ?? t('firma.alguien'),
              cuando: dateText(fecha, company.zona),
            })}
          </span>
        ))}
      {objected && <span>{t('firma.objeto', { correo, cuando: instantText(objected, company.zona) })}</span>}
      <span>{espera === 'segunda_persona' ? t('firma.persona') : byTerm}</span>
    </>
  )
}
