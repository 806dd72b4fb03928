import { Button, SegmentedControl } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Area } from 'react-easy-crop'
import { customMails, type MailPicture, pictureBytes } from '#contract/custom-mails.ts'
import { call } from '#web/shared/calls/call.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { useObjectUrl } from '#web/shared/calls/useObjectUrl.ts'
import { CropArea } from '#web/shared/forms/CropArea.tsx'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { useWords } from '#web/shared/texts/useWords.ts'

/** Width to height, and pixels of width: twice the width of a mail. */
const shapes = { franja: 4, ancha: 2, cuadrada: 1 } as const
const widest = 1120

interface Props {
  file: File
  onClose: () => void
  onAdded?: (picture: MailPicture) => void
}

/** Crops a picture to the head of a mail, scales it, and adds it to the gallery. */
export function CropDialog({ file, onClose, onAdded }: Props) {
  const { t } = useWords('mails')
  const image = useObjectUrl(file)
  const [shape, setShape] = useState<keyof typeof shapes>('franja')
  const [area, setArea] = useState<Area | null>(null)
  const [unreadable, setUnreadable] = useState(false)
  useEffect(() => {
    void createImageBitmap(file).then(
      (picture) => picture.close(),
      () => setUnreadable(true),
    )
  }, [file])
  const { run, busy, refusal } = useAct<void, MailPicture>(
    async () => {
      if (!area) throw new Error('the picture has no area yet')
      const bytes = await cropped(file, area)
      const type = bytes.type === 'image/png' ? 'png' : 'jpg'
      const name = `${file.name.replace(/\.[a-z]{3,4}$/i, '')}.${type}`
      return call(customMails.addPicture, {}, { file: new File([bytes], name, { type: bytes.type }) })
    },
    {
      refresh: [customMails.gallery],
      done: t('galeria.subida'),
      inPlace: true,
      onDone: (picture) => {
        onClose()
        onAdded?.(picture)
      },
    },
  )
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('recorte.titulo')}
      locked={busy}
      foot={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('recorte.volver')}
          </Button>
          <Button variant="filled" loading={busy} disabled={!area || unreadable} onClick={() => run()}>
            {t('recorte.agregar')}
          </Button>
        </>
      }
    >
      <div className="column gap-12">
        {unreadable ? (
          <p role="alert" className="bad">
            {t('recorte.noSeLee')}
          </p>
        ) : (
          <>
            <SegmentedControl
              aria-label={t('recorte.forma')}
              value={shape}
              onChange={(chosen) => setShape(chosen as keyof typeof shapes)}
              data={Object.keys(shapes).map((value) => ({
                value,
                label: t(`recorte.${value as keyof typeof shapes}`),
              }))}
            />
            {image && (
              <CropArea
                image={image}
                aspect={shapes[shape]}
                label={t('recorte.area')}
                zoomLabel={t('recorte.acercar')}
                onArea={setArea}
              />
            )}
          </>
        )}
        {refusal !== null && (
          <p role="alert" className="bad">
            {refusal}
          </p>
        )}
      </div>
    </Dialog>
  )
}

/** The chosen part of a picture, as wide as a mail needs it and no heavier than the gallery takes. */
async function cropped(file: File, { x, y, width, height }: Area): Promise<Blob> {
  const picture = await createImageBitmap(file)
  const isPng = file.type === 'image/png'
  let wide = Math.min(widest, Math.max(1, Math.round(width)))
  for (let quality = 0.9; ; quality = Math.max(0.5, quality - 0.15), wide = Math.round(wide * 0.85)) {
    const canvas = new OffscreenCanvas(wide, Math.max(1, Math.round((wide * height) / width)))
    canvas.getContext('2d')?.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height)
    const blob = await canvas.convertToBlob(isPng ? { type: 'image/png' } : { type: 'image/jpeg', quality })
    if (blob.size > pictureBytes && wide > 200) continue
    picture.close()
    return blob
  }
}
