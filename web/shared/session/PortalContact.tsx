import { Button } from '@mantine/core'
import { useWords } from '../texts/useWords.ts'

const mail = /[^\s@]{1,64}@[^\s@]{1,250}[^\s@.,;:]/

/** The way to write to whoever can open the portal again, where a refusal's message names a mail address. */
export function PortalContact({ message }: { message: string }) {
  const { t } = useWords('shell')
  const correo = mail.exec(message)?.[0]
  if (!correo) return null
  return (
    <Button component="a" variant="filled" href={`mailto:${correo}`} data-autofocus>
      {t('portalCerrado.escribir', { correo })}
    </Button>
  )
}
