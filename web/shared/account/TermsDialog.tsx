import { Button } from '@mantine/core'
import { ownAccount } from '#contract/account/own.ts'
import { useAct } from '../calls/useAct.ts'
import { Dialog } from '../forms/Dialog.tsx'
import { endSession } from '../session/session.ts'
import { useCall } from '../calls/useCall.ts'
import { useViewer } from '../session/viewer.ts'
import { useWords } from '../texts/useWords.ts'
import { FirstFault } from './FirstFault.tsx'

/** Terms of the company whose current version this person has not accepted; it blocks the application until they do. */
export function TermsDialog() {
  const { t } = useWords('account-own')
  const { company } = useViewer()
  const { data } = useCall(ownAccount.terms, {})
  const accept = useAct(ownAccount.acceptTerms, {
    refresh: [ownAccount.terms, ownAccount.overview],
    inPlace: true,
  })
  const asked = data?.pedidos
  if (!asked || asked.aceptados) return null
  return (
    <Dialog
      opened
      onClose={() => undefined}
      title={t('terminosNuevos.titulo')}
      locked
      foot={
        <>
          <Button size="md" variant="subtle" onClick={() => endSession({ logout: true })}>
            {t('terminosNuevos.salir')}
          </Button>
          <Button
            size="md"
            variant="filled"
            loading={accept.busy}
            onClick={() => accept.run({ version: asked.version })}
          >
            {t('terminosNuevos.aceptar')}
          </Button>
        </>
      }
    >
      <FirstFault error={accept.error} />
      <p>{t('terminosNuevos.texto', { empresa: company.nombre, version: asked.version })}</p>
      {asked.direccion && (
        <p>
          <a href={asked.direccion} target="_blank" rel="noopener">
            {t('terminosNuevos.leer')}
          </a>
        </p>
      )}
    </Dialog>
  )
}
