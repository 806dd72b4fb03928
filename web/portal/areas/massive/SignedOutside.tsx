import { Alert, Button, FileButton } from '@mantine/core'
import { IconAlertCircle, IconDownload, IconFileUpload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { massive } from '#contract/massive/massive.ts'
import type { MassivePublication } from '#contract/massive/publication.ts'
import { call } from '#web/shared/calls/call.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { download } from '#web/shared/calls/download.ts'
import { numberText } from '#web/shared/texts/texts.ts'
import { key } from '#web/shared/session/session.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { sendFile } from './uploads.ts'
import style from './Massive.module.css'

/** Sends the split receipts to be signed by an external system, and takes them back. */
export function SignedOutside({ publication }: { publication: MassivePublication }) {
  const { t } = useWords('massive')
  const [unfit, setUnfit] = useState<string | null>(null)
  const resetInput = useRef<() => void>(null)
  const { id, avisos, progreso } = publication
  const kept = key(`outgoing.${id}`)
  const [hasOut, setHasOut] = useState(() => localStorage.getItem(kept) !== null)
  const outgoing = useAct(() => download(massive.outgoing, { id }), {
    onDone: () => {
      localStorage.setItem(kept, '1')
      setHasOut(true)
    },
    inPlace: true,
  })
  const returned = useAct(
    async (file: File) => {
      const { subida } = await call(massive.returned, { id, archivo: file.name, tamano: file.size })
      return { file, subida }
    },
    {
      refresh: [massive.one],
      onDone: ({ file, subida }) => {
        localStorage.removeItem(kept)
        void sendFile(id, file, subida)
      },
      inPlace: true,
    },
  )
  const forget = () => {
    setUnfit(null)
    outgoing.forget()
    returned.forget()
  }
  const upload = (file: File | null) => {
    // The same file can be chosen again after it was corrected.
    resetInput.current?.()
    if (!file) return
    forget()
    if (!file.name.toLowerCase().endsWith('.zip')) setUnfit(t('afuera.soloZip', { archivo: file.name }))
    else if (file.size === 0) setUnfit(t('archivo.vacio', { archivo: file.name }))
    else returned.run(file)
  }
  const refusal = unfit ?? returned.refusal ?? outgoing.refusal
  const messages = refusal === null ? avisos.map(({ message }) => message) : [refusal]
  return (
    <section>
      <h2 className={style.outsideTitle}>{t('afuera.titulo')}</h2>
      {messages.length > 0 && (
        <Alert
          color="bad"
          role="alert"
          my={12}
          icon={<IconAlertCircle size={18} />}
          {...(outgoing.refusal === null && { title: t('afuera.mal') })}
        >
          {messages.join(' ')}
        </Alert>
      )}
      <ol className={`${style.outside} column gap-20 plain-list`}>
        <li>
          <h3>{t('afuera.descargar')}</h3>
          <p className="second">
            {t('afuera.descargarQue', { count: progreso.hechos, cuantos: numberText(progreso.hechos) })}
          </p>
          <Button
            variant={hasOut ? 'default' : 'filled'}
            loading={outgoing.busy}
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={() => {
              forget()
              outgoing.run()
            }}
          >
            {t(hasOut ? 'afuera.deNuevo' : 'afuera.boton')}
          </Button>
        </li>
        <li>
          <h3>{t('afuera.firmar')}</h3>
          <p className="second">{t('afuera.firmarQue')}</p>
        </li>
        <li>
          <h3>{t('afuera.subir')}</h3>
          <p className="second">{t('afuera.subirQue')}</p>
          <FileButton onChange={upload} accept=".zip" resetRef={resetInput}>
            {(props) => (
              <Button
                {...props}
                variant={hasOut ? 'filled' : 'default'}
                loading={returned.busy}
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
