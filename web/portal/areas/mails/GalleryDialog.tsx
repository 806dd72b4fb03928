import { Alert, Button, FileButton, Skeleton, Switch } from '@mantine/core'
import { IconArchive, IconArrowBackUp, IconPhotoPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { customMails, type MailPicture } from '#contract/custom-mails.ts'
import { call } from '#web/shared/calls/call.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { numberText, sizeText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { CropDialog } from './CropDialog.tsx'
import style from './mails.module.css'

interface Props {
  onClose: () => void
  /** Chooses a picture for a mail; without it the gallery is only kept in order. */
  onChoose?: (picture: MailPicture) => void
}

/** The company's pictures for mails: to choose one, to add one, to archive one. */
export function GalleryDialog({ onClose, onChoose }: Props) {
  const { t } = useWords('mails')
  const [archived, setArchived] = useState(false)
  const [file, setFile] = useState<File | null>(null)
  const { data, error, refetch } = useCall(customMails.gallery, {})
  const change = useAct(
    (picture: MailPicture) =>
      call(customMails.changePicture, { id: picture.id, archivada: picture.archivada === null }),
    {
      refresh: [customMails.gallery],
      done: ({ archivada }) => t(archivada === null ? 'galeria.devuelta' : 'galeria.archivada'),
      inPlace: true,
    },
  )
  const shown = data?.imagenes.filter(({ archivada }) => (archivada !== null) === archived) ?? []
  const anyArchived = data?.imagenes.some(({ archivada }) => archivada !== null)
  if (file)
    return <CropDialog file={file} onClose={() => setFile(null)} {...(onChoose && { onAdded: onChoose })} />
  return (
    <Dialog
      opened
      onClose={onClose}
      size="48rem"
      title={t('galeria.titulo')}
      foot={
        <>
          <Button onClick={onClose}>{t('galeria.cerrar')}</Button>
          <FileButton accept="image/png,image/jpeg" onChange={setFile}>
            {(props) => (
              <Button
                {...props}
                variant="filled"
                disabled={!data || data.libres === 0}
                leftSection={<IconPhotoPlus size={18} aria-hidden />}
              >
                {t('galeria.subir')}
              </Button>
            )}
          </FileButton>
        </>
      }
    >
      <div className="column gap-12">
        <p className={`${style.note} second`}>{t('galeria.ayuda')}</p>
        {error && <ErrorState error={error} title={t('galeria.error')} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height={180} />}
        {data && (
          <div className="row wrap apart gap-8">
            <b>
              {t('galeria.hay', {
                n: numberText(data.maximo - data.libres),
                maximo: numberText(data.maximo),
              })}
            </b>
            {(anyArchived || archived) && (
              <Switch
                label={t('galeria.verArchivadas')}
                checked={archived}
                onChange={(event) => setArchived(event.currentTarget.checked)}
              />
            )}
          </div>
        )}
        {data?.libres === 0 && <Alert color="info">{t('galeria.llena', { maximo: data.maximo })}</Alert>}
        {change.refusal !== null && (
          <Alert color="bad" role="alert">
            {change.refusal}
          </Alert>
        )}
        {data && shown.length === 0 && <p className="second">{t('galeria.vacia')}</p>}
        <ul className={`${style.gallery} plain-list`} aria-label={t('galeria.titulo')}>
          {shown.map((picture) => (
            <li key={picture.id} className="column gap-4">
              {onChoose && picture.archivada === null ? (
                <button
                  type="button"
                  className={`${style.thumb} focus-ring`}
                  aria-label={t('galeria.usar', { nombre: picture.nombre })}
                  onClick={() => onChoose(picture)}
                >
                  <img src={picture.direccion} alt="" loading="lazy" />
                </button>
              ) : (
                <span className={style.thumb}>
                  <img src={picture.direccion} alt="" loading="lazy" />
                </span>
              )}
              <span className={style.pictureName}>{picture.nombre}</span>
              <span className="second figures">
                {sizeText(picture.tamano)}
                {picture.correos > 0 && ` · ${t('galeria.usada', { count: picture.correos })}`}
              </span>
              <Button
                size="compact-sm"
                variant="subtle"
                loading={change.running?.id === picture.id}
                aria-label={t(picture.archivada === null ? 'galeria.archivarEsta' : 'galeria.devolverEsta', {
                  nombre: picture.nombre,
                })}
                leftSection={
                  picture.archivada === null ? (
                    <IconArchive size={16} aria-hidden />
                  ) : (
                    <IconArrowBackUp size={16} aria-hidden />
                  )
                }
                onClick={() => change.run(picture)}
              >
                {t(picture.archivada === null ? 'galeria.archivar' : 'galeria.devolver')}
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
