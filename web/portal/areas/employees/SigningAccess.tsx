import { Alert, Button } from '@mantine/core'
import { IconSignature, IconSignatureOff, IconUserCheck, IconUserX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { accesses, type AccessStanding } from '#contract/account/access.ts'
import { approvals } from '#contract/approvals.ts'
import type { EmployeeRecord } from '#contract/employees/record.ts'
import { call } from '#web/shared/calls/call.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { ConfirmButton } from '#web/shared/forms/ConfirmDialog.tsx'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { dateText, instantText } from '#web/shared/texts/texts.ts'

const refresh = [accesses.of, approvals.ofSubject]

/** Why an employee can't sign by what the company put into their account, and the confirmation by a second person. */
export function SigningAccess({ record: { id, nombre, apellido } }: { record: EmployeeRecord }) {
  const { t } = useTranslation('account-access')
  const mayAsk = useMay(accesses.ask.need)
  const { data } = useCall(accesses.of, { id })
  if (!data?.espera) return null
  const name = `${nombre} ${apellido}`
  return (
    <Alert color="warn" icon={<IconSignatureOff aria-hidden />} title={t('firma.titulo')} mb={16}>
      <div className="column gap-8">
        <Reasons standing={data} />
        <span>{t('firma.anterior')}</span>
        {data.pedido && <Confirmation id={id} name={name} />}
        {!data.pedido && data.espera === 'segunda_persona' && mayAsk && (
          <div>
            <ConfirmButton
              label={t('firma.pedir')}
              icon={<IconUserCheck size={18} aria-hidden />}
              submit={t('firma.pedirBoton')}
              done={t('firma.pedido')}
              act={() => call(accesses.ask, { id })}
              refresh={refresh}
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
  const { t } = useTranslation('account-access')
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

/** The request: confirmed or rejected by a second person, withdrawn by who made it. */
function Confirmation({ id, name }: { id: number; name: string }) {
  const { t } = useTranslation('account-access')
  const { data } = useCall(approvals.ofSubject, { clase: 'person_seen', asunto: id })
  const withdraw = useAct(approvals.withdraw, { refresh })
  return (
    <>
      <span>{t('firma.espera')}</span>
      <div className="row wrap gap-8">
        {data?.decide && (
          <>
            <ConfirmButton
              label={t('firma.confirmar')}
              icon={<IconSignature size={18} aria-hidden />}
              submit={t('firma.confirmarBoton', { nombre: name })}
              done={t('firma.confirmado', { nombre: name })}
              act={() => call(approvals.decide, { id: data.id, acto: 'aprobar', visto: true })}
              refresh={refresh}
            >
              <p>{t('firma.confirmarTexto', { nombre: name })}</p>
            </ConfirmButton>
            <ConfirmButton
              label={t('firma.rechazar')}
              icon={<IconUserX size={18} aria-hidden />}
              submit={t('firma.rechazarBoton')}
              done={t('firma.rechazado')}
              act={() => call(approvals.decide, { id: data.id, acto: 'rechazar', motivo: t('firma.motivo') })}
              refresh={refresh}
              dangerous
            >
              <p>{t('firma.rechazarTexto', { nombre: name })}</p>
            </ConfirmButton>
          </>
        )}
        {data?.retira && (
          <Button loading={withdraw.busy} onClick={() => withdraw.run({ id: data.id })}>
            {t('firma.retirar')}
          </Button>
        )}
      </div>
    </>
  )
}
