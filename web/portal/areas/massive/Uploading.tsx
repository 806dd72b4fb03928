import { Button, FileButton, Progress } from '@mantine/core'
import { IconFileTypePdf, IconFileTypeZip } from '@tabler/icons-react'
import { useState } from 'react'
import type { MassivePublication } from '#contract/massive/publication.ts'
import { numberText, sizeText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { sendFile, type Sending, useSending } from './uploads.ts'
import style from './Massive.module.css'

interface Props {
  publication: MassivePublication
  /** The address of the upload; null where the file can't be sent from here. */
  address: string | null
  onCancel: () => void
}

/** The upload: its progress, the time left, and the effect of a lost connection. */
export function Uploading({ publication, address, onCancel }: Props) {
  const { t } = useWords('massive')
  const sending = useSending(publication.id)
  const { archivo, tamano } = publication
  const sent = Math.max(sending?.sent ?? 0, publication.recibido)
  const part = Math.floor((100 * sent) / tamano)
  const Icon = archivo.toLowerCase().endsWith('.pdf') ? IconFileTypePdf : IconFileTypeZip
  return (
    <section>
      <div className={`${style.panel} column gap-10`}>
        <div className={`${style.panelHead} row gap-14`}>
          <Icon size={28} aria-hidden />
          <span className={`${style.panelName} grow`}>
            <b>{archivo}</b>
            <span className="second figures">{sizeText(tamano)}</span>
          </span>
          <span className={`figures ${style.part}`}>{t('subida.parte', { parte: part })}</span>
          <Button size="compact-md" onClick={onCancel}>
            {t('subida.cancelar')}
          </Button>
        </div>
        <Progress value={part} size={8} aria-label={t('subida.avance')} />
        <div className={`figures ${style.panelFoot} flex apart gap-12`} role="status">
          <span>
            {t('subida.deTotal', { hechos: sizeText(sent), total: sizeText(tamano) })} ·{' '}
            {useLeft(sending, sent, tamano)}
          </span>
          {sending?.state === 'sending' && sending.speed !== null && (
            <span className="quiet">
              {t('subida.velocidad', { megas: numberText(sending.speed / 1_048_576, 1) })}
            </span>
          )}
        </div>
      </div>
      {sending && sending.state !== 'failed' ? (
        <p className={`quiet ${style.under}`}>{t('subida.siSeCorta')}</p>
      ) : (
        <Resume publication={publication} address={address} failure={sending?.failure ?? ''} />
      )}
    </section>
  )
}

function useLeft(sending: Sending | null, sent: number, size: number): string {
  const { t } = useWords('massive')
  if (!sending || sending.state === 'failed') return t('subida.detenida')
  if (sending.state === 'cut') return t('subida.cortada')
  if (sending.state === 'done') return t('subida.completa')
  if (!sending.speed) return t('subida.empezando')
  const seconds = Math.ceil((size - sent) / sending.speed)
  return seconds < 60
    ? t('subida.segundos', { count: Math.max(1, seconds) })
    : t('subida.minutos', { count: Math.ceil(seconds / 60) })
}

/** In another visit or on another machine, the same file continues where it stopped. */
function Resume({
  publication,
  address,
  failure,
}: Pick<Props, 'publication' | 'address'> & { failure: string }) {
  const { t } = useWords('massive')
  const [wrong, setWrong] = useState(false)
  const { id, archivo, tamano } = publication
  if (address === null) return <p className={`quiet ${style.under}`}>{t('subida.deOtro')}</p>
  const take = (file: File | null) => {
    if (!file) return
    const same = file.size === tamano
    setWrong(!same)
    if (same) void sendFile(id, file, address)
  }
  return (
    <div className={style.under}>
      <p role={failure || wrong ? 'alert' : undefined}>
        {wrong
          ? t('subida.otroArchivo', { archivo, tamano: sizeText(tamano) })
          : failure || t('subida.elegirDeNuevo', { archivo })}
      </p>
      <FileButton onChange={take} accept=".pdf,.zip">
        {(props) => <Button {...props}>{t('subida.seguir')}</Button>}
      </FileButton>
    </div>
  )
}
