import { Alert, Button, FileButton } from '@mantine/core'
import { IconAlertCircle, IconDownload, IconFileUpload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { massive } from '#contract/massive/massive.ts'
import type { MassivePublication } from '#contract/massive/publication.ts'
import { call } from '#web/shared/calls/call.ts'
import { download } from '#web/shared/calls/download.ts'
import { numberText, useErrorText } from '#web/shared/texts/texts.ts'
import { useRefresh } from '#web/shared/calls/useCall.ts'
import { sendFile } from './uploads.ts'
import style from './Massive.module.css'

/** What was split goes out to be signed elsewhere, and comes back. */
export function SignedOutside({ publication }: { publication: MassivePublication }) {
  const { t } = useTranslation('massive')
  const errorText = useErrorText()
  const refresh = useRefresh()
  const [busy, setBusy] = useState<'out' | 'back' | null>(null)
  const [wrong, setWrong] = useState<{ which: 'out' | 'back'; why: string } | null>(null)
  const forget = useRef<() => void>(null)
  const { id, avisos, progreso } = publication
  const run = async (which: 'out' | 'back', work: () => Promise<void>) => {
    setBusy(which)
    setWrong(null)
    try {
      await work()
    } catch (error) {
      setWrong({ which, why: errorText(error) })
    } finally {
      setBusy(null)
    }
  }
  const back = (file: File | null) => {
    // The same may be chosen again, once it is mended.
    forget.current?.()
    if (!file) return
    const unfit = !file.name.toLowerCase().endsWith('.zip')
      ? 'afuera.soloZip'
      : file.size === 0
        ? 'archivo.vacio'
        : null
    if (unfit) return setWrong({ which: 'back', why: t(unfit, { archivo: file.name }) })
    void run('back', async () => {
      const { subida } = await call(massive.returned, { id, archivo: file.name, tamano: file.size })
      await refresh(massive.one)
      void sendFile(id, file, subida)
    })
  }
  const told = wrong ? [wrong.why] : avisos.map(({ message }) => message)
  return (
    <section>
      <h2 className={style.heading}>{t('afuera.titulo')}</h2>
      {told.length > 0 && (
        <Alert
          color="bad"
          role="alert"
          my={12}
          icon={<IconAlertCircle size={18} />}
          {...(wrong?.which !== 'out' && { title: t('afuera.mal') })}
        >
          {told.join(' ')}
        </Alert>
      )}
      <ol className={style.outside}>
        <li>
          <h2>{t('afuera.descargar')}</h2>
          <p className="second">
            {t('afuera.descargarQue', { count: progreso.hechos, cuantos: numberText(progreso.hechos) })}
          </p>
          <Button
            loading={busy === 'out'}
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={() => void run('out', () => download(massive.outgoing, { id }))}
          >
            {t('afuera.boton')}
          </Button>
        </li>
        <li>
          <h2>{t('afuera.firmar')}</h2>
          <p className="second">{t('afuera.firmarQue')}</p>
        </li>
        <li>
          <h2>{t('afuera.subir')}</h2>
          <p className="second">{t('afuera.subirQue')}</p>
          <FileButton onChange={back} accept=".zip" resetRef={forget}>
            {(props) => (
              <Button
                {...props}
                variant="filled"
                loading={busy === 'back'}
                leftSection={<IconFileUpload size={18} aria-hidden />}
              >
                {t('afuera.elegir')}
              </Button>
            )}
          </FileButton>
        </li>
      </ol>
    </section>
  )
}
